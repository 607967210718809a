# SPDX-License-Identifier: BSL-1.0
"""What draws a node of each operator."""

FAMILIES = {}


def family(*operators):
    """Draws nodes of these operators: called with a case to fill, chance, and the operator."""

    def add(function):
        for operator in operators:
            FAMILIES[operator] = function
        return function

    return add
