"""Pictures keep their content and lose most of their bytes."""

import io

import matplotlib.pyplot as plt
import numpy as np
from PIL import Image

from study.figures import save
from study.pictures import few_colours


def png(pixels):
    kept = io.BytesIO()
    Image.fromarray(pixels).save(kept, "PNG")
    return kept.getvalue()


def pixels(picture):
    return np.asarray(Image.open(io.BytesIO(picture)).convert("RGB")).astype(int)


def test_a_picture_of_few_colours_is_the_same_to_the_pixel():
    drawn = np.random.default_rng(1).integers(0, 4, (50, 60, 3)).astype("u1") * 80
    light = few_colours(png(drawn))
    assert (pixels(light) == drawn).all()
    assert few_colours(light) == light


def test_many_colours_hardly_move():
    x, y = np.mgrid[0:256, 0:200].astype("u1")
    drawn = np.stack([x, y, np.full_like(x, 90)], 2)
    light = few_colours(png(drawn))
    assert abs(pixels(light) - drawn).mean() < 6
    assert len(np.unique(pixels(light).reshape(-1, 3), axis=0)) <= 256


def test_transparent_pixels_become_white():
    drawn = np.zeros((5, 5, 4), "u1")
    drawn[2, 2] = (200, 0, 0, 255)
    seen = pixels(few_colours(png(drawn)))
    assert seen[0, 0].tolist() == [255] * 3 and seen[2, 2].tolist() == [200, 0, 0]


def test_a_saved_figure_has_few_colours(tmp_path):
    figure, ax = plt.subplots()
    ax.imshow(np.random.default_rng(1).random((30, 30)))
    save(figure, tmp_path / "a.png")
    save(figure, tmp_path / "b.png")
    plt.close(figure)
    assert Image.open(tmp_path / "a.png").mode == "P"
    assert (tmp_path / "a.png").read_bytes() == (tmp_path / "b.png").read_bytes()
