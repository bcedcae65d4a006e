"""The sections of params.yaml, each by the notebooks that take its values: dvc.yaml says which.

A notebook looks at its own values when it begins (values.py). Who rebuilds everything is told before the first stage
begins what the last one could not work with.
"""

import re

import yaml

from deckspace.errors import BadInput
from study import HOME
from study.pipeline.execute import check_parameters

FILLED_IN = re.compile(r"\\\$\\\{.*?\\\}")  # `${item.scale}`, once it is escaped
OF_NOTEBOOKS = "(?:smoke|laptop|paper)"  # the scales of notebooks; learners without one have others, too


def check_sections(sections):
    """Raise BadInput for a section that no stage has, and for values that its notebooks could not work with.

    `sections` are {dotted name: {parameter: value}}.
    """
    stages = yaml.safe_load((HOME / "dvc.yaml").read_text())["stages"]
    stages = [stage.get("do", stage) for stage in stages.values()]
    known = [
        pattern(name, stage, r"\w+")
        for stage in stages
        for name in stage.get("params", ())
        if isinstance(name, str)
    ]
    right = [name for name in sections if any(re.fullmatch(each, name) for each in known)]
    for name in sections:
        if name not in right:
            raise BadInput(f"No stage has the section '{name}': {choices(name, known)}.")
    for notebook, taken in sorted({pair for stage in stages for pair in taken_by(stage)}):
        for name in filter(re.compile(taken).fullmatch, right):
            try:
                check_parameters(notebook, None, sections[name])
            except BadInput as refusal:
                raise BadInput(f"{name}: {refusal}") from None


def choices(name, known):
    """What might have been meant by a section that no pattern knows, in words."""
    parts = [each.split(r"\.") for each in known]
    ends = sorted({last for paper, *_, last in parts if paper == name.split(".")[0]})
    begins = sorted({paper for paper, *_ in parts})
    return f"it may end in {', '.join(ends)}" if ends else f"it may begin with {', '.join(begins)}"


def taken_by(stage):
    """Yield (notebook, pattern of the names of sections), as a stage's command has them."""
    command = with_own_words(stage.get("cmd", ""), stage)
    notebook = re.search(r"notebooks/\w+\.ipynb", command)
    for name in re.findall(r"--section (\S+)", command) if notebook else ():
        yield notebook[0], pattern(name, stage, OF_NOTEBOOKS)


def pattern(name, stage, scale):
    """The names that one with places to be filled in may come to, where those of scales match `scale`."""
    parts = FILLED_IN.split(re.escape(with_own_words(name, stage)))
    return scale.join(parts)


def with_own_words(text, stage):
    """Fill in what stands under `vars` of a stage."""
    for words in stage.get("vars", ()):
        for name, word in words.items():
            text = text.replace(f"${{{name}}}", str(word))
    return text
