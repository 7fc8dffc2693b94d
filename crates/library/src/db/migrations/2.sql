-- SPDX-License-Identifier: GPL-3.0-or-later
-- From version 1 to 2: study sessions that survive the end of the program; reviews that are never changed, only marked as
-- taken back; decks and exercises found quickly.

CREATE TABLE study (
    id INTEGER PRIMARY KEY AUTOINCREMENT, started INTEGER NOT NULL, ended INTEGER, settings TEXT NOT NULL,
    state TEXT NOT NULL) STRICT;
CREATE INDEX card_deck ON card (deck);
CREATE INDEX card_decision ON card (decision) WHERE decision IS NOT NULL;
CREATE INDEX review_position ON review (position) WHERE is_control = 1;
CREATE TRIGGER review_kept BEFORE UPDATE OF id, uid, card, position, at, day, answer, loss, grade, rating, ms, ruler, before,
    after, is_control, is_override ON review BEGIN
    SELECT RAISE(ABORT, 'reviews are never changed');
END;
