"""What all pictures share: size, colours that colour-blind readers tell apart, files."""

import re

import matplotlib.pyplot as plt

# Okabe & Ito, "Color Universal Design" (2008).
COLOURS = ["#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000"]
MARKERS = ["o", "s", "^", "D", "v", "P", "X"]
# A slide: 16 to 9, text of 12 points and more.
STYLE = {"figure.figsize": (11.0, 6.2), "font.size": 13, "axes.titlesize": 15, "legend.fontsize": 12,
         "axes.grid": True, "grid.alpha": 0.3, "svg.fonttype": "none", "svg.hashsalt": "roofgate",
         "axes.spines.top": False, "axes.spines.right": False}


def plain(text):
    """Text from records: no control characters, and no mathematics between dollar signs."""
    return re.sub(r"[\x00-\x1f\x7f-\x9f]", "?", str(text)).replace("$", r"\$")


def file_name(text):
    return re.sub(r"[^A-Za-z0-9._-]+", "_", str(text)).strip("._")[:100] or "picture"


class Canvas:
    """Makes figures and writes each in every format; `files` lists what was written."""

    def __init__(self, folder, formats):
        self.folder = folder
        self.formats = formats
        self.files = []
        plt.rcParams.update(STYLE)

    def figure(self, columns=1):
        return plt.subplots(1, columns, squeeze=False, constrained_layout=True)

    def write(self, figure, name):
        self.folder.mkdir(parents=True, exist_ok=True)
        for kind in self.formats:
            file = self.folder / f"{file_name(name)}.{kind}"
            # No date in the file: the same record gives the same bytes.
            figure.savefig(file, dpi=150, metadata={"Date": None} if kind == "svg" else {"Software": "roofgate"})
            self.files.append(file)
        plt.close(figure)


def style_of(index):
    return {"color": COLOURS[index % len(COLOURS)], "marker": MARKERS[index % len(MARKERS)]}


def bytes_text(value):
    for unit in ("B", "KiB", "MiB", "GiB"):
        if value < 1024 or unit == "GiB":
            return f"{value:.4g} {unit}"
        value /= 1024


def rank_axis(axes, ranks):
    """A logarithmic axis whose ticks are the worlds that were measured."""
    axes.set_xscale("log", base=2)
    axes.set_xticks(ranks, [str(rank) for rank in ranks])
    axes.minorticks_off()
    axes.set_xlabel("ranks")
