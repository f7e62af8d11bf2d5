"""Trees of ended spans, whatever they say of their parents."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from otel_grounding.tracking.tree import Node, cut_circles, inside_out


def linked(plan: list[tuple[int, int]]) -> list[Node]:
    """Nodes of an end and a parent each; a parent that is none of them is none."""
    nodes = [Node(end) for end, _ in plan]
    for node, (_, parent) in zip(nodes, plan, strict=True):
        node.parent = nodes[parent] if 0 <= parent < len(nodes) else None
    return nodes


PLANS = st.lists(st.tuples(st.integers(0, 5), st.integers(-2, 8)), max_size=9)


@given(plan=PLANS)
def test_every_span_comes_once_and_after_all_that_it_encloses(plan: list[tuple[int, int]]) -> None:
    nodes = linked(plan)
    cut_circles(nodes)
    order = inside_out(nodes)
    assert sorted(map(id, order)) == sorted(map(id, nodes))
    place = {id(node): at for at, node in enumerate(order)}
    assert all(place[id(node)] < place[id(outer)] for node in nodes for outer in node.around())


def circle_of(node: Node) -> frozenset[int]:
    """The ids of the nodes of the circle that the way out of a node ends in; empty where it leads out."""
    path: list[Node] = []
    above: Node | None = node
    while above is not None and above not in path:
        path.append(above)
        above = above.parent
    return frozenset() if above is None else frozenset(map(id, path[path.index(above) :]))


@given(plan=PLANS)
def test_each_circle_is_cut_in_one_place_and_nothing_else_is(plan: list[tuple[int, int]]) -> None:
    nodes = linked(plan)
    circles = {circle_of(node) for node in nodes} - {frozenset()}
    before = {id(node) for node in nodes if node.parent is not None}
    cut_circles(nodes)
    cut = before - {id(node) for node in nodes if node.parent is not None}
    assert [len(cut & circle) for circle in circles] == [1] * len(circles)
    assert len(cut) == len(circles)


def test_spans_that_enclose_nothing_come_in_the_order_in_which_they_ended() -> None:
    early, same, also_same = nodes = [Node(1), Node(2), Node(2)]
    assert inside_out([same, also_same, early]) == [early, same, also_same]
    assert all(node.parent is None for node in nodes)


def test_a_span_that_ended_before_its_children_moves_behind_them() -> None:
    outer, inner, other = Node(1), Node(5), Node(3)
    inner.parent = outer
    assert inside_out([outer, inner, other]) == [other, inner, outer]
