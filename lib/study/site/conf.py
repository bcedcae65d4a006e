"""What Sphinx is told: it reads the whole checkout, executes nothing, and takes nothing from elsewhere."""

import os

from study.site import contents, docstrings, sources

# Compiled functions are then Python's own, with signatures and docstrings.
os.environ["NUMBA_DISABLE_JIT"] = "1"

project = "Deckspace"
root_doc = "README"
extensions = ["myst_nb", "sphinx.ext.autodoc"]
pages = set(contents.shown().values()) | set(sum(contents.OTHERS.values(), ()))
include_patterns = [
    "README.md",
    "lib/study/site/**.md",
    "data/executed/**.ipynb",
    *(f"{page}.*" for page in pages),
]
exclude_patterns = [".cache", ".git", ".venv", "data/runs", "data/played", "tests"]

nb_execution_mode = "off"
nb_merge_streams = True
nb_code_prompt_show = nb_code_prompt_hide = "Code"
nb_render_markdown_format = "myst"
nb_ipywidgets_js = {}
myst_enable_extensions = ["html_image"]
myst_heading_anchors = 6
myst_heading_slug_func = "study.site.sources.slug"

add_module_names = False
autodoc_inherit_docstrings = False
autodoc_member_order = "bysource"
autodoc_typehints = "none"
autodoc_preserve_defaults = True

html_theme = "furo"
html_title = "Deckspace"
html_static_path = ["look.css"]
html_css_files = ["look.css"]
html_copy_source = False
html_show_sourcelink = False
html_show_copyright = False


def setup(app):
    from deckspace import hearthstone

    hearthstone.MCTS.__name__ = "MCTS"  # a class of another name would only be called its alias
    app.connect("source-read", sources.read)
    app.connect("doctree-read", sources.relink_html)
    app.connect("doctree-read", sources.relink_replays)
    app.connect("autodoc-process-docstring", docstrings.restructured)
    app.connect("autodoc-skip-member", docstrings.is_left_out)
    app.connect("build-finished", sources.finish)
