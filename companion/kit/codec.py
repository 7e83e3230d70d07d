"""Events and moves to JSON and back, as games declare them."""

from companion.codec import Codec, Leaves, as_list, inlined, named, reader, writer

__all__ = ["Codec", "Leaves", "as_list", "inlined", "named", "reader", "writer"]
