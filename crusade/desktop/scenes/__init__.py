"""The scenes: title, new game, table, result, Hall of Fame, settings, rules."""
