-- SPDX-License-Identifier: GPL-3.0-or-later
-- The tables of a library, version 1; the folder migrations holds what came later. docs/library.md explains them. Numbers:
-- losses and luck in hundred-thousandths of normalized equity, scales (what one of these costs in chances to win the match,
-- or in points) in ten-millionths, times in milliseconds since 1970, days in days since 1970.

-- What the file is, and what its owner has chosen.
CREATE TABLE meta (key TEXT PRIMARY KEY, value ANY NOT NULL) STRICT, WITHOUT ROWID;
-- The program that may write, and programs that ask for it.
CREATE TABLE owner (
    id INTEGER PRIMARY KEY CHECK (id = 1), host TEXT NOT NULL, pid INTEGER NOT NULL, process_start INTEGER NOT NULL,
    token TEXT NOT NULL, since INTEGER NOT NULL) STRICT;
CREATE TABLE request (
    token TEXT PRIMARY KEY, host TEXT NOT NULL, pid INTEGER NOT NULL, process_start INTEGER NOT NULL,
    asked INTEGER NOT NULL, granted INTEGER, ended INTEGER) STRICT, WITHOUT ROWID;

-- Facts.
CREATE TABLE batch (
    id INTEGER PRIMARY KEY AUTOINCREMENT, started INTEGER NOT NULL, ended INTEGER, origin TEXT NOT NULL,
    paths TEXT NOT NULL DEFAULT '[]', report TEXT) STRICT;
CREATE TABLE source (
    id INTEGER PRIMARY KEY AUTOINCREMENT, file_hash BLOB NOT NULL UNIQUE, bytes BLOB, format TEXT,
    size INTEGER NOT NULL, batch INTEGER NOT NULL REFERENCES batch, problem TEXT) STRICT;
CREATE TABLE source_path (
    path TEXT PRIMARY KEY, source INTEGER NOT NULL REFERENCES source ON DELETE CASCADE, size INTEGER NOT NULL,
    mtime INTEGER, batch INTEGER NOT NULL) STRICT, WITHOUT ROWID;
CREATE INDEX source_path_source ON source_path (source);
CREATE TABLE player (
    id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL, note TEXT NOT NULL DEFAULT '',
    is_me INTEGER NOT NULL DEFAULT 0, country TEXT) STRICT;
CREATE TABLE alias (
    id INTEGER PRIMARY KEY AUTOINCREMENT, folded TEXT NOT NULL UNIQUE, name TEXT NOT NULL,
    player INTEGER NOT NULL REFERENCES player) STRICT;
CREATE INDEX alias_player ON alias (player);
CREATE TABLE event (
    id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL, series TEXT NOT NULL DEFAULT '',
    from_day INTEGER, to_day INTEGER, note TEXT NOT NULL DEFAULT '') STRICT;
CREATE TABLE event_alias (
    folded TEXT PRIMARY KEY, event INTEGER NOT NULL REFERENCES event ON DELETE CASCADE) STRICT, WITHOUT ROWID;
CREATE TABLE match (
    id INTEGER PRIMARY KEY AUTOINCREMENT, uid BLOB NOT NULL UNIQUE, kind INTEGER NOT NULL DEFAULT 0,
    content_hash BLOB NOT NULL, dice_hash BLOB NOT NULL, length INTEGER NOT NULL, variation TEXT NOT NULL,
    alias0 INTEGER NOT NULL REFERENCES alias, alias1 INTEGER NOT NULL REFERENCES alias,
    date TEXT NOT NULL DEFAULT '', day INTEGER, event INTEGER REFERENCES event, round TEXT NOT NULL DEFAULT '',
    place TEXT NOT NULL DEFAULT '', annotator TEXT NOT NULL DEFAULT '', score0 INTEGER NOT NULL,
    score1 INTEGER NOT NULL, winner INTEGER, is_finished INTEGER NOT NULL, n_games INTEGER NOT NULL,
    n_plays INTEGER NOT NULL, n_decisions INTEGER NOT NULL, record BLOB, revision INTEGER NOT NULL DEFAULT 1,
    trust INTEGER NOT NULL, header TEXT NOT NULL DEFAULT '{}', batch INTEGER NOT NULL REFERENCES batch,
    added INTEGER NOT NULL, flags INTEGER NOT NULL DEFAULT 0, figures TEXT) STRICT;
CREATE INDEX match_content ON match (content_hash);
CREATE INDEX match_dice ON match (dice_hash);
CREATE INDEX match_day ON match (day);
CREATE INDEX match_alias0 ON match (alias0);
CREATE INDEX match_alias1 ON match (alias1);
CREATE TABLE match_source (
    match INTEGER NOT NULL REFERENCES match ON DELETE CASCADE, source INTEGER NOT NULL REFERENCES source,
    number INTEGER NOT NULL, header TEXT NOT NULL, batch INTEGER NOT NULL,
    PRIMARY KEY (match, source, number)) STRICT, WITHOUT ROWID;
CREATE INDEX match_source_source ON match_source (source);
CREATE TABLE game (
    id INTEGER PRIMARY KEY AUTOINCREMENT, match INTEGER NOT NULL REFERENCES match ON DELETE CASCADE,
    number INTEGER NOT NULL, score0 INTEGER NOT NULL, score1 INTEGER NOT NULL, is_crawford INTEGER NOT NULL,
    winner INTEGER, points INTEGER, n_decisions INTEGER NOT NULL, prefix_hash BLOB NOT NULL, head_hash BLOB NOT NULL,
    UNIQUE (match, number)) STRICT;
CREATE INDEX game_prefix ON game (prefix_hash);
CREATE INDEX game_head ON game (head_hash);

-- Derived from boards.
CREATE TABLE board (
    id INTEGER PRIMARY KEY AUTOINCREMENT, key BLOB NOT NULL UNIQUE, phase INTEGER NOT NULL, class INTEGER NOT NULL,
    plan_me INTEGER NOT NULL, plan_op INTEGER NOT NULL, pips_me INTEGER NOT NULL, pips_op INTEGER NOT NULL,
    prime_me INTEGER NOT NULL, prime_op INTEGER NOT NULL, back_me INTEGER NOT NULL, back_op INTEGER NOT NULL,
    home_me INTEGER NOT NULL, home_op INTEGER NOT NULL, anchors_me INTEGER NOT NULL, anchors_op INTEGER NOT NULL,
    blots_me INTEGER NOT NULL, blots_op INTEGER NOT NULL, bar_me INTEGER NOT NULL, bar_op INTEGER NOT NULL,
    off_me INTEGER NOT NULL, off_op INTEGER NOT NULL, timing_me INTEGER NOT NULL, timing_op INTEGER NOT NULL,
    hits_me INTEGER NOT NULL, hits_op INTEGER NOT NULL, escapes_me INTEGER NOT NULL,
    escapes_op INTEGER NOT NULL) STRICT;
CREATE TABLE position (
    id INTEGER PRIMARY KEY AUTOINCREMENT, key BLOB NOT NULL UNIQUE, board INTEGER NOT NULL REFERENCES board) STRICT;
CREATE INDEX position_board ON position (board);

-- Facts and, from ruler on, what the reference analysis says.
CREATE TABLE decision (
    id INTEGER PRIMARY KEY AUTOINCREMENT, position INTEGER NOT NULL REFERENCES position,
    board INTEGER NOT NULL, match INTEGER NOT NULL REFERENCES match ON DELETE CASCADE, game INTEGER NOT NULL,
    seq INTEGER NOT NULL, seat INTEGER NOT NULL, alias INTEGER NOT NULL, versus INTEGER NOT NULL, day INTEGER,
    kind INTEGER NOT NULL, dice INTEGER NOT NULL, away_me INTEGER NOT NULL, away_op INTEGER NOT NULL,
    cube INTEGER NOT NULL, owner INTEGER NOT NULL, flags INTEGER NOT NULL, played TEXT, did INTEGER NOT NULL,
    could INTEGER NOT NULL, seconds INTEGER, scale INTEGER NOT NULL,
    ruler INTEGER REFERENCES setup, best TEXT, bests INTEGER NOT NULL DEFAULT 0, loss INTEGER,
    verdict INTEGER, spread INTEGER, difficulty INTEGER, luck INTEGER, equity INTEGER, win INTEGER, gammons INTEGER,
    lost_gammons INTEGER) STRICT;
CREATE INDEX decision_match ON decision (match, game, seq);
CREATE INDEX decision_position ON decision (position);
CREATE INDEX decision_board ON decision (board);
CREATE INDEX decision_alias ON decision (alias, loss);
CREATE INDEX decision_versus ON decision (versus, loss);
CREATE INDEX decision_loss ON decision (loss) WHERE loss > 0;
CREATE INDEX decision_score ON decision (away_me, away_op, kind);
CREATE INDEX decision_cube ON decision (kind, loss) WHERE kind > 1;
CREATE INDEX decision_ruler ON decision (ruler) WHERE ruler IS NOT NULL;

-- Findings.
CREATE TABLE setup (
    id INTEGER PRIMARY KEY AUTOINCREMENT, key TEXT NOT NULL UNIQUE, engine TEXT NOT NULL, nets TEXT NOT NULL,
    level TEXT NOT NULL, plies INTEGER NOT NULL, is_rollout INTEGER NOT NULL, is_own INTEGER NOT NULL,
    settings TEXT NOT NULL, rank INTEGER NOT NULL) STRICT;
CREATE TABLE analysis (
    id INTEGER PRIMARY KEY AUTOINCREMENT, position INTEGER NOT NULL REFERENCES position, setup INTEGER NOT NULL
    REFERENCES setup, digest INTEGER NOT NULL, found INTEGER NOT NULL, batch INTEGER NOT NULL, trials INTEGER NOT NULL,
    is_pinned INTEGER NOT NULL DEFAULT 0, payload BLOB NOT NULL, UNIQUE (position, setup, digest)) STRICT;
CREATE TABLE verdict (
    decision INTEGER NOT NULL REFERENCES decision ON DELETE CASCADE, setup INTEGER NOT NULL, loss INTEGER NOT NULL,
    PRIMARY KEY (decision, setup)) STRICT, WITHOUT ROWID;
CREATE TABLE luck (
    decision INTEGER NOT NULL REFERENCES decision ON DELETE CASCADE, maker TEXT NOT NULL, luck INTEGER NOT NULL,
    batch INTEGER NOT NULL, PRIMARY KEY (decision, maker)) STRICT, WITHOUT ROWID;

-- Opinions.
CREATE TABLE remark (
    id INTEGER PRIMARY KEY AUTOINCREMENT, target_kind INTEGER NOT NULL, target INTEGER NOT NULL,
    is_mine INTEGER NOT NULL, source INTEGER, text TEXT NOT NULL, made INTEGER NOT NULL, edited INTEGER,
    batch INTEGER) STRICT;
CREATE INDEX remark_target ON remark (target_kind, target);
CREATE VIRTUAL TABLE remark_text USING fts5 (text, content = 'remark', content_rowid = 'id', tokenize = 'unicode61 remove_diacritics 2');
CREATE TRIGGER remark_added AFTER INSERT ON remark BEGIN
    INSERT INTO remark_text (rowid, text) VALUES (new.id, new.text);
END;
CREATE TRIGGER remark_removed AFTER DELETE ON remark BEGIN
    INSERT INTO remark_text (remark_text, rowid, text) VALUES ('delete', old.id, old.text);
END;
CREATE TRIGGER remark_changed AFTER UPDATE OF text ON remark BEGIN
    INSERT INTO remark_text (remark_text, rowid, text) VALUES ('delete', old.id, old.text);
    INSERT INTO remark_text (rowid, text) VALUES (new.id, new.text);
END;
CREATE TABLE tag (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL UNIQUE, color TEXT) STRICT;
CREATE TABLE tagged (
    tag INTEGER NOT NULL REFERENCES tag ON DELETE CASCADE, target_kind INTEGER NOT NULL, target INTEGER NOT NULL,
    at INTEGER NOT NULL, PRIMARY KEY (tag, target_kind, target)) STRICT, WITHOUT ROWID;
CREATE INDEX tagged_target ON tagged (target_kind, target);
CREATE TABLE mark (
    decision INTEGER NOT NULL REFERENCES decision ON DELETE CASCADE, kind INTEGER NOT NULL, origin INTEGER NOT NULL,
    PRIMARY KEY (decision, kind, origin)) STRICT, WITHOUT ROWID;
CREATE TABLE collection (
    id INTEGER PRIMARY KEY AUTOINCREMENT, uid BLOB NOT NULL UNIQUE, name TEXT NOT NULL, note TEXT NOT NULL DEFAULT '',
    query TEXT, parent INTEGER REFERENCES collection) STRICT;
CREATE TABLE collected (
    collection INTEGER NOT NULL REFERENCES collection ON DELETE CASCADE, position INTEGER NOT NULL REFERENCES position,
    place INTEGER NOT NULL, decision INTEGER, note TEXT NOT NULL DEFAULT '', added INTEGER NOT NULL, batch INTEGER,
    PRIMARY KEY (collection, position)) STRICT, WITHOUT ROWID;
CREATE INDEX collected_position ON collected (position);
CREATE TABLE search (
    id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL UNIQUE, query TEXT NOT NULL, pattern TEXT,
    place INTEGER NOT NULL) STRICT;
CREATE TABLE history (query TEXT PRIMARY KEY, at INTEGER NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE watch (
    id INTEGER PRIMARY KEY AUTOINCREMENT, path TEXT NOT NULL UNIQUE, without TEXT NOT NULL DEFAULT '',
    is_on INTEGER NOT NULL DEFAULT 1, seen INTEGER, problem TEXT) STRICT;

-- Memory.
CREATE TABLE deck (
    id INTEGER PRIMARY KEY AUTOINCREMENT, uid BLOB NOT NULL UNIQUE, name TEXT NOT NULL UNIQUE, source TEXT,
    settings TEXT NOT NULL DEFAULT '{}') STRICT;
CREATE TABLE card (
    id INTEGER PRIMARY KEY AUTOINCREMENT, uid BLOB NOT NULL UNIQUE, deck INTEGER REFERENCES deck, kind INTEGER NOT NULL,
    subject TEXT NOT NULL, position INTEGER REFERENCES position, decision INTEGER, origin_loss INTEGER,
    is_mine INTEGER NOT NULL, made INTEGER NOT NULL, batch INTEGER, scheduler TEXT NOT NULL DEFAULT '',
    stability REAL, difficulty REAL, due INTEGER, last INTEGER, lapses INTEGER NOT NULL DEFAULT 0,
    is_suspended INTEGER NOT NULL DEFAULT 0, rests_until INTEGER, UNIQUE (kind, subject)) STRICT;
CREATE INDEX card_position ON card (position);
CREATE INDEX card_due ON card (due);
CREATE TABLE review (
    id INTEGER PRIMARY KEY AUTOINCREMENT, uid BLOB NOT NULL UNIQUE, card INTEGER REFERENCES card, position INTEGER,
    at INTEGER NOT NULL, day INTEGER NOT NULL, answer TEXT NOT NULL, loss INTEGER, grade REAL, rating INTEGER NOT NULL,
    ms INTEGER NOT NULL, ruler INTEGER, before TEXT, after TEXT, is_control INTEGER NOT NULL DEFAULT 0,
    is_override INTEGER NOT NULL DEFAULT 0, taken_back INTEGER) STRICT;
CREATE INDEX review_card ON review (card, at);
CREATE INDEX review_day ON review (day);
CREATE TABLE drill (
    id INTEGER PRIMARY KEY AUTOINCREMENT, exercise TEXT NOT NULL, seed INTEGER NOT NULL, level INTEGER NOT NULL,
    question TEXT NOT NULL, answer TEXT NOT NULL, truth TEXT NOT NULL, error REAL NOT NULL, is_right INTEGER NOT NULL,
    ms INTEGER NOT NULL, at INTEGER NOT NULL) STRICT;
CREATE INDEX drill_exercise ON drill (exercise, at);

-- Derived from decisions.
CREATE TABLE summary (
    match INTEGER NOT NULL REFERENCES match ON DELETE CASCADE, seat INTEGER NOT NULL, kind INTEGER NOT NULL,
    phase INTEGER NOT NULL, plan INTEGER NOT NULL, ruler INTEGER NOT NULL, n INTEGER NOT NULL, n_counted INTEGER NOT NULL,
    loss INTEGER NOT NULL, squares REAL NOT NULL, cost INTEGER NOT NULL, difficulty INTEGER NOT NULL,
    n_errors INTEGER NOT NULL, n_blunders INTEGER NOT NULL,
    PRIMARY KEY (match, seat, kind, phase, plan, ruler)) STRICT, WITHOUT ROWID;
CREATE TABLE side (
    match INTEGER NOT NULL REFERENCES match ON DELETE CASCADE, seat INTEGER NOT NULL, alias INTEGER NOT NULL,
    n_turns INTEGER NOT NULL, n_luck INTEGER NOT NULL, luck INTEGER NOT NULL, luck_cost INTEGER NOT NULL,
    PRIMARY KEY (match, seat)) STRICT, WITHOUT ROWID;
CREATE INDEX side_alias ON side (alias);

-- What can be taken back, and what is to be done.
CREATE TABLE trash (
    id INTEGER PRIMARY KEY AUTOINCREMENT, at INTEGER NOT NULL, what TEXT NOT NULL, label TEXT NOT NULL,
    payload BLOB NOT NULL, batch INTEGER) STRICT;
CREATE TABLE undo (
    id INTEGER PRIMARY KEY AUTOINCREMENT, at INTEGER NOT NULL, label TEXT NOT NULL, is_undone INTEGER NOT NULL DEFAULT 0,
    changes BLOB NOT NULL) STRICT;
CREATE TABLE queue (
    match INTEGER PRIMARY KEY REFERENCES match ON DELETE CASCADE, level TEXT NOT NULL, state INTEGER NOT NULL,
    done INTEGER NOT NULL DEFAULT 0, total INTEGER NOT NULL DEFAULT 0, error TEXT, added INTEGER NOT NULL) STRICT;
