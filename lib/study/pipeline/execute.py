"""Run a notebook without a screen, and keep a copy that is the same to the byte whenever its figures are.

    python -m study.pipeline.execute NOTEBOOK [OUT] [--section locm.laptop.play] [-p NAME VALUE ...]

`--section` names a place in params.yaml: every number there becomes the parameter of the same name.
Papermill would take a misspelt parameter without a word, so names and values are compared with the notebook's cell
tagged `parameters` before any work starts (lib/study/pipeline/values.py). Without OUT no copy is kept.

What a notebook writes into a folder of its own replaces all that was there, once it has come to its end.
"""

import argparse
import os
import re
import sys
from base64 import b64decode, b64encode
from pathlib import Path

import nbformat
import yaml

from deckspace.errors import BadInput, BrokenFile
from deckspace.whole_files import whole_file
from study import HOME
from study.pictures import few_colours
from study.pipeline.checkout import check_originals
from study.pipeline.folders import renewed
from study.pipeline.links import relinked
from study.pipeline.values import check_value, check_written

FOLDERS = ("out", "figures", "tables")  # parameters that may name a folder which is all the notebook's own
PATIENCE = 600  # seconds in which a kernel must have begun: on a machine with much to do one takes more than a minute


def execute(notebook, out, parameters: dict):
    """Run `notebook` with these parameters from the project's folder; write the cleaned copy to `out`, if any."""
    check_parameters(notebook, out, parameters)
    draft = HOME / ".cache" / "executed" / f"{Path(out or notebook).stem}.{os.getpid()}.ipynb"
    draft.parent.mkdir(parents=True, exist_ok=True)
    with renewed(*(HOME / parameters[name] for name in FOLDERS if name in parameters)):
        play(notebook, draft, parameters)
    if out:
        keep(relinked(clean(nbformat.read(draft, 4)), notebook, out), Path(out))
    draft.unlink()


def play(notebook, draft, parameters):
    """Run a notebook and write what it shows to a draft. Raises BadInput for whatever stops it."""
    import papermill  # slow to import, and not needed to refuse
    from nbclient.exceptions import DeadKernelError
    from papermill.exceptions import PapermillExecutionError
    from traitlets.config import Config

    options = {"kernel_name": "python3", "language": "python", "cwd": str(HOME), "start_timeout": PATIENCE}
    options |= {"progress_bar": False, "stdout_file": sys.stdout, "stderr_file": sys.stderr}
    # A kernel warns at every start that others on this machine may listen: so they may not.
    options["config"] = Config({"KernelManager": {"transport_encryption": "auto"}})
    try:
        return papermill.execute_notebook(str(notebook), str(draft), parameters, **options)
    except PapermillExecutionError as error:
        why = f"stopped; '{draft}' shows where. {error.ename}: {' '.join(error.evalue.split())}"
    except DeadKernelError:
        why = f"stopped, for its process was killed, as it happens where memory runs out ('{draft}' shows where): the "
        why += "same command goes on from what has been kept."
    except (RuntimeError, OSError) as error:  # its kernel does not start, or the disk is full, say
        why = f"could not be run: {error}."
    print(file=sys.stderr)  # a progress bar may have been left in the middle of its line
    raise BadInput(f"'{notebook}' {why}")


def keep(notebook, out):
    """Write a notebook, whole or not at all."""
    out.parent.mkdir(parents=True, exist_ok=True)
    with whole_file(out) as file:
        file.write(nbformat.writes(notebook).encode() + b"\n")


def check_parameters(notebook, out, parameters):
    """Raise BadInput for a name that the notebook has not, and for a value that it could not work with."""
    defaults = parameter_defaults(notebook)
    try:
        for name, value in parameters.items():
            if name not in defaults:
                raise BadInput(
                    f"It has no parameter '{name}': it knows {', '.join(sorted(defaults)) or 'none'}."
                )
            check_value(name, value, defaults[name])
        if out:
            check_written("the executed copy", str(out), "copy.ipynb")
    except BadInput as error:
        raise BadInput(f"'{notebook}' has not begun. {error}") from None


def parameter_defaults(notebook) -> dict:
    """What the notebook's `parameters` cell says, by name."""
    if not Path(notebook).exists():
        raise BadInput(f"There is no notebook '{notebook}'.")
    defaults = {}
    for cell in nbformat.read(notebook, 4).cells:
        if "parameters" in cell.metadata.get("tags", []):
            exec(cell.source, {}, defaults)
    return {name: value for name, value in defaults.items() if name != "__annotations__"}


def section(name: str, file=HOME / "params.yaml") -> dict:
    """The parameters under a dotted name in params.yaml."""
    place = read_yaml(Path(file).read_text(), Path(file).name)
    for part in name.split("."):
        if not isinstance(place, dict) or part not in place:
            known = ", ".join(place) if isinstance(place, dict) else "nothing"
            raise BadInput(f"There is no '{part}' in '{name}' of params.yaml: there is {known}.")
        place = place[part]
    if not isinstance(place, dict):
        raise BadInput(f"'{name}' of params.yaml is {place!r}, not a section of names and values.")
    return place


def read_yaml(text, where):
    """What a text in YAML says."""
    try:
        return yaml.safe_load(text)
    except yaml.YAMLError as error:
        raise BadInput(f"What is given for {where} is not YAML: {' '.join(str(error).split())}.") from None


# ------------------------------------------------------------------ the same bytes every time


def clean(notebook):
    """Take out whatever differs between two runs with the same figures; returns the notebook."""
    notebook.metadata = {
        "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
        "language_info": {"name": "python"},
    }
    for number, cell in enumerate(notebook.cells):
        cell.id = f"cell-{number}"  # papermill gives the cell it injects a random one
        tags = cell.metadata.get("tags", [])
        cell.metadata = {"tags": tags} if tags else {}
        if cell.cell_type == "code":
            cell.outputs = clean_outputs(cell.outputs)
    return notebook


def clean_outputs(outputs):
    """Printed text in one piece, pictures with few colours; progress bars (stderr), widgets and the folder's own name
    left out.
    """
    kept = []
    for output in outputs:
        if output.output_type == "stream":
            output.text = clean_text(output.text)
            if output.name == "stderr":
                continue
            if kept and kept[-1].output_type == "stream":
                kept[-1].text += output.text
                continue
        elif "data" in output:
            output.metadata = {}
            output.data.pop("application/vnd.jupyter.widget-view+json", None)
            output.data = {kind: clean_data(kind, value) for kind, value in output.data.items()}
        kept.append(output)
    return kept


def clean_data(kind, value):
    if kind == "image/png":
        return b64encode(few_colours(b64decode(value))).decode()
    return clean_text(value) if isinstance(value, str) else value


def clean_text(text):
    text = text.replace(f"{HOME}/", "").replace(str(HOME), ".")
    return re.sub(r" at 0x[0-9a-f]{6,}", "", text)


# ------------------------------------------------------------------ the command


def main(arguments=None):
    parser = argparse.ArgumentParser(
        prog="study.pipeline.execute", description="Run a notebook and keep a cleaned copy."
    )
    parser.add_argument("notebook")
    parser.add_argument("out", nargs="?")
    parser.add_argument("--section", action="append", default=[], help="a place in params.yaml")
    parser.add_argument("-p", nargs=2, action="append", default=[], metavar=("NAME", "VALUE"), dest="single")
    args = parser.parse_args(arguments)
    try:
        check_originals()
        parameters = {}
        for name in args.section:
            parameters |= section(name)
        parameters |= {name: read_yaml(value, name) for name, value in args.single}
        execute(args.notebook, args.out, parameters)
    except (BadInput, BrokenFile) as refusal:
        sys.exit(f"execute: {refusal}")


if __name__ == "__main__":
    main()
