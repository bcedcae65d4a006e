"""Pictures of a third of their size: a figure needs few colours, and a repository keeps hundreds of figures.

few_colours(png)        # the same picture as bytes of a PNG with a palette; the same bytes whenever the pixels are
"""

import io

COLOURS = 256


def few_colours(png: bytes) -> bytes:
    """Return a PNG with at most 256 colours, white behind it; one that has a palette comes back as it is."""
    from PIL import Image  # not needed for a notebook without figures

    picture = Image.open(io.BytesIO(png))
    if picture.mode == "P":
        return png
    opaque = Image.new("RGB", picture.size, "white")
    opaque.paste(picture, mask=picture.getchannel("A") if "A" in picture.getbands() else None)
    kept = io.BytesIO()
    opaque.quantize(COLOURS, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE).save(
        kept, "PNG", optimize=True
    )
    return kept.getvalue()
