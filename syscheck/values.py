"""Frozen dataclasses whose classes are made in half the time.

`dataclasses` compiles six functions for each class, and some eighty classes are made before a card is looked at. Half
of those functions need no compiling: how values are compared, hashed and shown. Type checkers see the original.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from dataclasses import dataclass
else:
    import dataclasses
    from operator import attrgetter
    from reprlib import recursive_repr

    def dataclass(*, frozen, eq=True, **options):
        """The decorator of `dataclasses` for values, which are always frozen; `options` are passed on."""

        def decorated(cls):
            made = dataclasses.dataclass(cls, frozen=frozen, eq=False, repr=False, **options)
            made.__repr__ = _shown
            if eq:
                made.__eq__, made.__hash__ = _comparison(made)
            return made

        return decorated

    @recursive_repr()
    def _shown(self):
        fields = (f"{f.name}={getattr(self, f.name)!r}" for f in dataclasses.fields(self) if f.repr)
        return f"{type(self).__qualname__}({', '.join(fields)})"

    def _comparison(cls):
        """How values of a class are compared and hashed."""
        names = [f.name for f in dataclasses.fields(cls) if f.compare]

        def key(value):
            return tuple([getattr(value, name) for name in names])

        if len(names) > 1:
            key = attrgetter(*names)  # gives a tuple too, and faster

        def equal(self, other):
            return key(self) == key(other) if type(other) is type(self) else NotImplemented

        def hashed(self):
            return hash(key(self))

        return equal, hashed


__all__ = ["dataclass"]
