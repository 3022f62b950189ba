"""The truth survives its journey through JSON."""

import json
from collections.abc import Mapping
from dataclasses import FrozenInstanceError
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludoteca.ai import Advice, Line, Status, Unit, Value
from ludoteca.analysis import Truth
from ludoteca.core import FormatError

numbers = st.floats(allow_nan=False, allow_infinity=False)
texts = st.lists(st.text()).map(tuple)
statuses = st.sampled_from(Status)
values = st.builds(Value, numbers, st.sampled_from(Unit))
facts = st.dictionaries(
    st.text(),
    st.recursive(
        st.none() | st.booleans() | st.integers() | numbers | st.text(),
        lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
        max_leaves=8,
    ),
)
lines = st.builds(Line, texts, st.none() | values, statuses, st.none() | st.integers(0))
advices = st.builds(
    Advice,
    move=st.none() | st.text(),
    line=texts,
    value=st.none() | values,
    proven=st.booleans(),
    status=statuses,
    ends_in=st.none() | st.integers(0),
    values=st.dictionaries(st.text(), values),
    lines=st.lists(lines).map(tuple),
    chances=st.lists(numbers).map(tuple),
    draw=numbers,
    depth=st.none() | st.integers(0),
    nodes=st.integers(0),
    facts=facts,
    seat=st.none() | st.integers(0, 7),
)
truths = st.builds(
    Truth, advices, over=st.booleans(), won_at=st.none() | st.integers(0), par=st.none() | st.integers(0)
)


@given(truths)
def test_the_truth_survives_json(truth: Truth) -> None:
    assert Truth.parse(json.loads(json.dumps(truth.json()))) == truth


def test_the_truth_is_a_value_of_a_game_that_goes_on_unless_it_says_otherwise() -> None:
    truth = Truth()
    assert (truth.over, truth.won_at, truth.par) == (False, None, None)
    with pytest.raises(FrozenInstanceError):
        truth.par = 3  # type: ignore[misc]  # a value


WHOLE = Advice[str]().json()


@pytest.mark.parametrize(
    "data",
    [
        {},
        {"advice": None},
        {"advice": {}},
        {"advice": WHOLE, "more": 1},
        {"advice": {**WHOLE, "more": 1}},
        {"advice": {**WHOLE, "line": None}},
        {"advice": {**WHOLE, "status": "perhaps"}},
        {"advice": {**WHOLE, "value": [1]}},
        {"advice": {**WHOLE, "value": [1, "miles"]}},
        {"advice": {**WHOLE, "values": [1]}},
        {"advice": {**WHOLE, "lines": [[]]}},
    ],
)
def test_what_is_no_truth_is_refused(data: Mapping[str, Any]) -> None:
    with pytest.raises(FormatError):
        Truth.parse(data)
