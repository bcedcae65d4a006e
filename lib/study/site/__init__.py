"""The site: what is committed as pages to read and to search. Sphinx builds it by conf.py; no notebook is executed.

    conf.py         what Sphinx is told
    contents.py     which notebooks are pages, and the table of contents
    replay_pages.py the pages that play recorded games
    sources.py      what is changed in a page before Sphinx reads it
    docstrings.py   docstrings as Sphinx reads them
    api/            the pages of the library
    look.css        what is added to the theme

Sphinx reads the checkout itself, so pages and figures lie in the site as they do in the repository, and links lead
from one to the other as they are. A link to any other file of the repository offers a copy of it.
"""
