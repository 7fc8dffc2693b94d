# SPDX-License-Identifier: GPL-3.0-or-later
"""A match with every kind of record, as match() shows it; navigation in it; hints for every kind of decision."""

for line in (
    "set player both human",
    "set defaultnames Alpha Beta",
    "set automatic game off",
    "set display off",
    "set analysis chequerplay evaluation plies 0",
    "set analysis cubedecision evaluation plies 0",
    "set evaluation chequerplay evaluation plies 0",
    "set evaluation cubedecision evaluation plies 0",
    "new match 3",
    "set turn 0",
    "set board 4HPwATDgc/ABMA",
    "set dice 31",
    "8/5 6/5",
):
    gnubg.command(line)


def hint(kind, actions):
    found = gnubg.hint()
    assert found["hinttype"] == kind, found
    assert {one["action"] for one in found["hint"]} == actions, found
    assert found["hint"][0]["eqdiff"] == 0.0 and [one["movenum"] for one in found["hint"]] == list(range(1, len(actions) + 1))
    assert isinstance(found["verdict"], str) and found["gnubgid"] == gnubg.gnubgid()
    return found


cube = hint("cube", {"No double", "Double, take", "Double, pass"})
assert cube["hint"][0]["equity"] == gnubg.cfevaluate()[0] and cube["code"] == gnubg.cfevaluate()[4]
gnubg.command("double")
take = hint("take", {"Take", "Pass"})
assert take["hint"][0]["action"] == "Take" and take["hint"][0]["equity"] > -1
assert gnubg.posinfo()["doubled"] == 1 and gnubg.posinfo()["turn"] == 0
gnubg.command("take")
gnubg.command("set dice 65")
gnubg.command("24/18 13/8")
gnubg.command("resign gammon")
hint("resignation", {"Accept", "Decline"})
gnubg.command("accept")
gnubg.command("set matchinfo date 2020-02-29")
gnubg.command("analyse match")

match = gnubg.match(statistics=1, verbose=1)
info = match["match-info"]
assert info["X"] == {"name": "Alpha"} and info["date"] == (29, 2, 2020) and info["rules"] == ("Crawford",), info
assert info["result"] in (-1, 1), info
(game,) = match["games"]
assert game["info"]["resigned"] is True and game["info"]["points-won"] == 4, game["info"]
records = game["game"]
actions = [record["action"] for record in records]
assert actions[-5:] == ["move", "double", "take", "move", "resign"], actions
first = next(record for record in records if record["action"] == "move")
assert list(first)[:5] == ["dice", "move", "board", "action", "player"], list(first)
assert first["dice"] == (3, 1) and first["move"] == ((8, 5), (6, 5)) and first["player"] == "X", first
assert first["board"] == "4HPwATDgc/ABMA"
moves = first["analysis"]["moves"]
assert moves[first["analysis"]["imove"]]["move"] == ((8, 5), (6, 5)) and len(moves[0]["probs"]) == 5
double = next(record for record in records if record["action"] == "double")
for key in ("probs", "nd-cubeful-eq", "dt-cubeful-eq", "nd-match-eq", "dt-match-eq"):
    assert key in double["analysis"], double
assert 0 < double["analysis"]["nd-cubeful-eq"] < 1, "a match winning chance"
assert records[-1]["points"] == 2
assert any(record["action"] == "set" and "board" in record for record in records), actions
stats = match["stats"]
assert set(stats["X"]) == {"moves", "cube", "dice", "error-based-fibs-rating"}, stats["X"].keys()
assert len(stats["X"]["cube"]) == 25 and stats["X"]["moves"]["total-moves"] == 1, stats["X"]
assert stats["O"]["cube"]["n-doubles"] == 1 and stats["X"]["cube"]["n-takes"] == 1
bare = gnubg.match(0, 0)
assert "analysis" not in str(bare) and all("board" not in one for one in bare["games"][0]["game"] if one["action"] == "move")

count = len(records)
assert gnubg.navigate() is None
assert gnubg.navigate(next=2) is None
assert gnubg.navigate(record=1) is None
assert gnubg.navigate(next=count + 10)[0] > 0
assert gnubg.navigate(game=2) == (0, 2)
assert gnubg.navigate(game=-1) == (0, -1)
for call in ("gnubg.navigate(next=-1)", "gnubg.show('nonsense')", "gnubg.parsemove('xx')", "gnubg.positionfrombearoff(10**9)"):
    try:
        eval(call)
    except ValueError:
        continue
    raise AssertionError(call)
board = gnubg.board()
assert gnubg.positionkey(board) == gnubg.positionkey(list(board)) == gnubg.positionkey(board=[list(side) for side in board])
filters = gnubg.getevalhintfilter()
filters[0]["extramoves"] = 3
assert gnubg.setevalhintfilter(filters) is None and gnubg.getevalhintfilter() == filters
assert len(gnubg.dicerolls(5)) == 5 and all(1 <= die <= 6 for roll in gnubg.dicerolls(n=3) for die in roll)
assert gnubg.cubeinfo(matchto=0, jacoby=1)["jacoby"] == 1
assert gnubg.calcgammonprice(gnubg.cubeinfo(1, -1, 0, 0, (0, 0), 0, 0, 1, 0))["gammonprice"] == ((0.0, 0.0), (0.0, 0.0))
gnubg.setgnubgid("4HPwATDgc/ABMA:cAkAAAAAAAAA")
assert gnubg.positionid() == "4HPwATDgc/ABMA"
best = gnubg.findbestmoves(dice=(3, 1))
assert best[0]["move"] == [8, 5, 6, 5] and best[0]["score"] > best[1]["score"], best[:2]
for name in gnubg.__all__:
    assert getattr(gnubg, name).__doc__, name
print("all records as expected")
