"""Run a notebook with papermill and keep a copy, which is the same to the byte whenever the results are the same.

    python -m study.pipeline.execute NOTEBOOK [OUT] [--section locm.laptop.play] [-p NAME VALUE ...]

`--section` names a section of params.yaml: every value there becomes the parameter of the same name. Papermill accepts
a misspelt parameter silently, so names and values are checked against the notebook's cell tagged `parameters` before
any work starts (lib/study/pipeline/values.py). Without OUT no copy is kept.

When a notebook has finished, what it wrote into folders of a stage, or below .cache/scratch, replaces everything that
was there before. From other folders nothing is removed.
"""

import argparse
import json
import os
import re
import sys
from base64 import b64decode, b64encode
from pathlib import Path

import nbformat
from nbformat.v4 import new_markdown_cell

from deckspace.errors import BadInput, BrokenFile
from deckspace.whole_files import whole_file
from study import HOME
from study.pictures import few_colours
from study.pipeline.checkout import check_originals
from study.pipeline.folders import renewed
from study.pipeline.graph import GIVEN, read_yaml, stage_of
from study.pipeline.links import relinked
from study.pipeline.values import SCRATCH, check_values, check_written

FOLDERS = ("out", "figures", "tables")  # parameters that may name a folder of the notebook's own
HIDDEN = "hide-input"  # the tag of a cell that only draws: its code is folded in executed copies
PATIENCE = 600  # seconds until a kernel must have started, which takes more than a minute on a busy machine


def execute(notebook, out, parameters: dict):
    """Run `notebook` with these parameters from the project's folder; write the cleaned copy to `out`, if any."""
    check_parameters(notebook, out, parameters)
    draft = HOME / ".cache" / "executed" / f"{Path(out or notebook).stem}.{os.getpid()}.ipynb"
    draft.parent.mkdir(parents=True, exist_ok=True)
    with renewed(*own_folders(parameters)):
        play(notebook, draft, parameters)
    if out:
        shown = clean(nbformat.read(draft, 4), HOME / Path(notebook).parent)
        keep(relinked(shown, notebook, out), Path(out))
    draft.unlink()


def own_folders(parameters) -> list[Path]:
    """The folders in which nobody else writes: outputs of a stage, and those below .cache/scratch."""
    given = [Path(os.path.normpath(HOME / parameters[name])) for name in FOLDERS if name in parameters]
    here = [each for each in given if each.is_dir() and each.is_relative_to(HOME)]
    return [each for each in here if HOME / SCRATCH in each.parents or stage_of(each.relative_to(HOME))]


def play(notebook, draft, parameters):
    """Run a notebook and write its outputs to a draft. Raises BadInput for whatever stops it."""
    import papermill  # slow to import, and not needed to refuse wrong parameters
    from nbclient.exceptions import DeadKernelError
    from papermill.exceptions import PapermillExecutionError
    from traitlets.config import Config

    options = {"kernel_name": "python3", "language": "python", "cwd": str(HOME), "start_timeout": PATIENCE}
    options |= {"progress_bar": False, "stdout_file": sys.stdout, "stderr_file": sys.stderr}
    # Without encryption every kernel warns at its start that others on this machine may listen.
    options["config"] = Config({"KernelManager": {"transport_encryption": "auto"}})
    os.environ[GIVEN] = json.dumps(read_by(notebook, parameters))
    try:
        return papermill.execute_notebook(str(notebook), str(draft), parameters, **options)
    except PapermillExecutionError as error:
        why = f"stopped; '{draft}' shows where. {error.ename}: {' '.join(error.evalue.split())}"
    except DeadKernelError:
        why = f"stopped because its process was killed, as happens when memory runs out ('{draft}' shows where): "
        why += "the same command resumes from what was saved."
    except (RuntimeError, OSError) as error:  # for example, its kernel does not start, or the disk is full
        why = f"could not be run: {error}."
    finally:
        del os.environ[GIVEN]
    print(file=sys.stderr)  # a progress bar may have been left in the middle of its line
    raise BadInput(f"'{notebook}' {why}")


def read_by(notebook, parameters) -> list[str]:
    """The paths of the notebook itself, and of the files and folders that it is told to read."""
    defaults = parameter_defaults(notebook)
    texts = {name: value for name, value in parameters.items() if value and isinstance(value, str)}
    given = [value for name, value in texts.items() if not defaults[name].startswith(SCRATCH)]
    return [str(Path(notebook).absolute()), *(each for each in given if (HOME / each).exists())]


def keep(notebook, out):
    """Write a notebook, whole or not at all."""
    out.parent.mkdir(parents=True, exist_ok=True)
    with whole_file(out) as file:
        file.write(nbformat.writes(notebook).encode() + b"\n")


def check_parameters(notebook, out, parameters):
    """Raise BadInput for a name that is no parameter of the notebook, and for a value that it could not work with."""
    defaults = parameter_defaults(notebook)
    try:
        check_values(parameters, defaults)
        if out:
            check_written("the executed copy", str(out), "copy.ipynb")
    except BadInput as error:
        raise BadInput(f"'{notebook}' was not started. {error}") from None


def parameter_defaults(notebook) -> dict:
    """Return the values that the notebook's `parameters` cell sets, by name."""
    if not Path(notebook).exists():
        raise BadInput(f"There is no notebook '{notebook}'.")
    try:
        cells, defaults = nbformat.read(notebook, 4).cells, {}
    except (OSError, ValueError, AttributeError) as error:
        raise BadInput(f"'{notebook}' cannot be read as a notebook ({type(error).__name__}).") from None
    for cell in cells:
        if "parameters" in cell.metadata.get("tags", []):
            exec(cell.source, {}, defaults)
    return {name: value for name, value in defaults.items() if name != "__annotations__"}


def section(name: str, file=HOME / "params.yaml") -> dict:
    """Return the parameters under a dotted name in params.yaml."""
    place = read_yaml(Path(file).read_text(), Path(file).name)
    for part in name.split("."):
        if not isinstance(place, dict) or part not in place:
            known = ", ".join(place) if isinstance(place, dict) else "nothing"
            raise BadInput(f"params.yaml has no '{part}' in '{name}', only {known}.")
        place = place[part]
    if not isinstance(place, dict):
        raise BadInput(f"'{name}' of params.yaml is {place!r}, not a section of names and values.")
    return place


# ------------------------------------------------------------------ the same bytes every time


def clean(notebook, folder):
    """Remove whatever differs between two runs with the same results, and what is shown twice; return the notebook.

    A picture that was saved to a file becomes a link below its cell, relative to `folder`.
    """
    notebook.metadata = {
        "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
        "language_info": {"name": "python"},
    }
    cells = []
    for cell in notebook.cells:
        tags = cell.metadata.get("tags", [])
        folded = {"jupyter": {"source_hidden": True}} if HIDDEN in tags else {}
        cell.metadata = folded | ({"tags": tags} if tags else {})
        cells.append(cell)
        if cell.cell_type == "code":
            cell.outputs, files = clean_outputs(cell.outputs)
            links = [f"![{file.stem}]({Path(os.path.relpath(file, folder)).as_posix()})" for file in files]
            cells += [new_markdown_cell("\n\n".join(links))] if links else []
    for number, cell in enumerate(cells):
        cell.id = f"cell-{number}"  # papermill gives the cell it injects a random one
    notebook.cells = cells
    return notebook


def clean_outputs(outputs):
    """Return the outputs, and the files of the pictures that they showed.

    Printed text is joined; progress bars (stderr), widgets and the name of the checkout's folder are removed.
    """
    kept, files = [], []
    for output in outputs:
        if output.output_type == "stream":
            output.text = clean_text(output.text)
            if output.name == "stderr":
                continue
            if kept and kept[-1].output_type == "stream":
                kept[-1].text += output.text
                continue
        elif "data" in output:
            if "file" in (about := output.metadata.get("image/png", {})):
                files.append(Path(about["file"]))
                continue
            output.metadata = {}
            output.data = clean_data(output.data)
        kept.append(output)
    return kept, files


def clean_data(data):
    """Return an output's data by MIME type: tables without their plain text and styles, pictures with few colours."""
    unseen = {"application/vnd.jupyter.widget-view+json"} | ({"text/plain"} if "text/html" in data else set())
    shown = {kind: value for kind, value in data.items() if kind not in unseen}
    for kind, value in shown.items():
        if kind == "image/png":
            shown[kind] = b64encode(few_colours(b64decode(value))).decode()
        elif isinstance(value, str):
            shown[kind] = clean_text(re.sub(r"<style scoped>.*?</style>\n", "", value, flags=re.DOTALL))
    return shown


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
