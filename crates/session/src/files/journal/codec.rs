// SPDX-License-Identifier: GPL-3.0-or-later
//! The lines of a journal.
//!
//! The lines are built by hand and not derived with serde: they hold only what has changed, omit analysis and defaults, and
//! write boards, plays and rules as short texts, which the types themselves do not.
//!
//! `{"gnubg-journal":1}` comes first. `{"match":…,"from":0,"games":[…],"at":[game,entry]}` is a whole match. Every line
//! says what has changed: `match` facts about the match; `from` and `games` the games that replace those from number
//! `from` on; `game`, `entry` and `entries` the entries that replace those of a game from number `entry` on; `other` and
//! `lines` the variations, each a whole match, that replace those from number `other` on. If the games are those of a
//! variation, the facts have its number, `shown`. With the place goes `transcribed` if the match is being transcribed.

use super::step::{JournalHead, JournalPlace, JournalStep, Mirror};
use gnubg_engine::core::{Board, CubeValue, Dice, Place, Play, Player, ResignLevel, Rules, Step, Variation};
use gnubg_record::clock::whole_milliseconds;
use gnubg_record::{
    ClockKind, Clocks, Cursor, Date, Entry, EntryAction, GameRecord, GameStart, Luck, Marks, MatchInfo,
    MatchRecord, PlayerInfo, Property, Skill, TimeControl, TimeLoss, TimePenalty,
};
use serde_json::{Map, Value, json};
use std::io::{BufWriter, Write};
use std::sync::Arc;
use std::time::Duration;

const VERSION: u64 = 1;

/// The first line.
pub(super) fn head() -> String {
    json!({ "gnubg-journal": VERSION }).to_string()
}

/// The lines of a step, each with its end; none if it changes only analysis, which is not written.
pub(super) fn lines(step: &JournalStep) -> String {
    let mut lines = Vec::new();
    let mut line = Map::new();
    if let Some(head) = &step.head {
        line.insert("match".to_owned(), write_head(head));
    }
    for (game, entry, entries) in &step.entries {
        // A line holds the entries of one game.
        if line.contains_key("entries") {
            lines.push(std::mem::take(&mut line));
        }
        let entries: Vec<Value> = entries.iter().map(write_entry).collect();
        line.insert("game".to_owned(), json!(game));
        line.insert("entry".to_owned(), json!(entry));
        line.insert("entries".to_owned(), Value::Array(entries));
    }
    if let Some((from, games)) = &step.games {
        line.insert("from".to_owned(), json!(from));
        line.insert("games".to_owned(), games.iter().map(write_game).collect());
    }
    if let Some((from, variations)) = &step.variations {
        let written = variations.iter().map(|other| Value::Object(write_match(other))).collect();
        line.insert("other".to_owned(), json!(from));
        line.insert("lines".to_owned(), Value::Array(written));
    }
    if let Some(place) = step.place {
        line.insert("at".to_owned(), write_cursor(place.cursor));
        if place.is_transcribing {
            line.insert("transcribed".to_owned(), json!(true));
        }
    }
    if !line.is_empty() {
        lines.push(line);
    }
    lines.into_iter().map(|line| format!("{}\n", Value::Object(line))).collect()
}

/// Writes a journal of a whole match, a line for each game, so that a long session needs no memory for its text; returns
/// the number of bytes. A reader takes in each line, so the file must have its name only once it is complete.
///
/// # Errors
/// If the file cannot be written.
pub(super) fn write_whole(
    out: impl Write,
    record: &MatchRecord,
    place: JournalPlace,
) -> std::io::Result<u64> {
    let mut out = BufWriter::new(out);
    let mut size = 0;
    let mut put = |text: String| {
        size += text.len() as u64;
        out.write_all(text.as_bytes())
    };
    put(head() + "\n")?;
    let facts = JournalStep {
        head: Some(Box::new(JournalHead::of(record))),
        games: Some((0, Vec::new())),
        variations: Some((0, record.variations.clone())),
        ..JournalStep::default()
    };
    put(lines(&facts))?;
    for (n, game) in record.games.iter().enumerate() {
        put(format!("{}\n", json!({ "from": n, "games": [write_game(game)] })))?;
    }
    put(lines(&JournalStep { place: Some(place), ..JournalStep::default() }))?;
    out.flush()?;
    Ok(size)
}

fn write_match(record: &MatchRecord) -> Map<String, Value> {
    let games = record.games.iter().map(write_game).collect();
    let parts =
        [("match", write_head(&JournalHead::of(record))), ("from", json!(0)), ("games", Value::Array(games))];
    parts.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
}

/// Reads a journal up to its last whole line; `None` if it is none.
pub(super) fn read(bytes: &[u8]) -> Option<Mirror> {
    let mut lines = bytes.split(|&byte| byte == b'\n').map(serde_json::from_slice::<Value>);
    if lines.next()?.ok()?.get("gnubg-journal")?.as_u64()? != VERSION {
        return None;
    }
    let mut mirror = Mirror::default();
    for line in lines {
        // The last line may be incomplete.
        let Some(step) = line.ok().and_then(|line| read_step(&line)) else { break };
        if mirror.apply(step).is_none() {
            break;
        }
    }
    mirror.place.cursor = mirror.record.clamp(mirror.place.cursor);
    Some(mirror)
}

fn read_step(line: &Value) -> Option<JournalStep> {
    let mut step = JournalStep::default();
    if let Some(head) = line.get("match") {
        step.head = Some(Box::new(read_head(head)?));
    }
    if let Some(entries) = line.get("entries") {
        let entries = entries.as_array()?.iter().map(read_entry).collect::<Option<_>>()?;
        step.entries.push((index(line.get("game")?)?, index(line.get("entry")?)?, entries));
    }
    if let Some(games) = line.get("games") {
        let games = games.as_array()?.iter().map(read_game).collect::<Option<_>>()?;
        step.games = Some((index(line.get("from")?)?, games));
    }
    if let Some(others) = line.get("lines") {
        let others = others.as_array()?.iter().map(read_variation).collect::<Option<_>>()?;
        step.variations = Some((index(line.get("other")?)?, others));
    }
    if let Some(at) = line.get("at") {
        let is_transcribing = line.get("transcribed").is_some_and(|value| value == true);
        step.place = Some(JournalPlace { cursor: read_cursor(at)?, is_transcribing });
    }
    Some(step)
}

/// A variation: a whole match, which has no variations of its own.
fn read_variation(value: &Value) -> Option<Arc<MatchRecord>> {
    if value.get("lines").is_some() {
        return None;
    }
    let mut mirror = Mirror::default();
    mirror.apply(read_step(value)?)?;
    Some(Arc::new(mirror.record))
}

fn index(value: &Value) -> Option<usize> {
    usize::try_from(value.as_u64()?).ok()
}

fn text(value: &Value, name: &str) -> String {
    value.get(name).and_then(Value::as_str).unwrap_or_default().to_owned()
}

fn write_cursor(place: Cursor) -> Value {
    json!([place.game, place.entry, u8::from(place.rolled)])
}

fn read_cursor(value: &Value) -> Option<Cursor> {
    let [game, entry, rolled] = &value.as_array()?[..] else { return None };
    Some(Cursor { game: index(game)?, entry: index(entry)?, rolled: rolled.as_u64()? == 1 })
}

fn write_head(head: &JournalHead) -> Value {
    let info = &head.info;
    let mut written = json!({
        "length": head.length,
        "rules": write_rules(&head.rules),
        "names": [info.players[0].name, info.players[1].name],
        "ratings": [info.players[0].rating, info.players[1].rating],
        "date": info.date.map(|date| date.to_string()),
        "event": info.event,
        "round": info.round,
        "place": info.place,
        "annotator": info.annotator,
        "comment": info.comment,
        "time-control": info.time_control.map(write_control),
        "time-control-name": info.time_control_name,
    });
    if let Some(shown) = head.shown_variation {
        written["shown"] = json!(shown);
    }
    written
}

fn read_head(value: &Value) -> Option<JournalHead> {
    let length = u16::try_from(value.get("length")?.as_u64()?).ok()?;
    let rules = read_rules(value.get("rules")?)?;
    let pair = |name: &str| -> Option<[String; 2]> {
        let list = value.get(name)?.as_array()?;
        Some([list.first()?.as_str()?.to_owned(), list.get(1)?.as_str()?.to_owned()])
    };
    let ([name0, name1], [rating0, rating1]) = (pair("names")?, pair("ratings")?);
    let date: Option<Date> = value.get("date").and_then(Value::as_str).and_then(|date| date.parse().ok());
    let info = MatchInfo {
        players: [PlayerInfo { name: name0, rating: rating0 }, PlayerInfo { name: name1, rating: rating1 }],
        date,
        event: text(value, "event"),
        round: text(value, "round"),
        place: text(value, "place"),
        annotator: text(value, "annotator"),
        comment: text(value, "comment"),
        time_control: value.get("time-control").and_then(read_control),
        time_control_name: text(value, "time-control-name"),
    };
    let shown_variation = value.get("shown").and_then(index);
    Some(JournalHead { info, length, rules, shown_variation })
}

fn write_control(control: TimeControl) -> Value {
    let TimeControl { kind, base, per_point, per_turn, penalty } = control;
    let extra = match penalty {
        TimePenalty::Points { extra, .. } => Some(whole_milliseconds(extra)),
        _ => None,
    };
    json!({
        "kind": kind.keyword(),
        "base": whole_milliseconds(base),
        "per-point": whole_milliseconds(per_point),
        "per-turn": whole_milliseconds(per_turn),
        "penalty": penalty.loss().map(write_loss),
        "extra": extra,
    })
}

fn read_control(value: &Value) -> Option<TimeControl> {
    let kind = value.get("kind")?.as_str()?;
    let time = |name: &str| Some(Duration::from_millis(value.get(name)?.as_u64()?));
    let penalty = match value.get("penalty").and_then(read_loss) {
        None => TimePenalty::None,
        Some(TimeLoss::Points(points)) => TimePenalty::Points { points, extra: time("extra")? },
        Some(TimeLoss::Game) => TimePenalty::Game,
        Some(TimeLoss::Match) => TimePenalty::Match,
    };
    Some(TimeControl {
        kind: ClockKind::ALL.into_iter().find(|known| known.keyword() == kind)?,
        base: time("base")?,
        per_point: time("per-point")?,
        per_turn: time("per-turn")?,
        penalty,
    })
}

fn write_loss(loss: TimeLoss) -> Value {
    match loss {
        TimeLoss::Points(points) => json!(points),
        TimeLoss::Game => json!("game"),
        TimeLoss::Match => json!("match"),
    }
}

fn read_loss(value: &Value) -> Option<TimeLoss> {
    match value.as_str() {
        Some("game") => Some(TimeLoss::Game),
        Some("match") => Some(TimeLoss::Match),
        Some(_) => None,
        None => Some(TimeLoss::Points(u8::try_from(value.as_u64()?).ok()?)),
    }
}

fn write_rules(rules: &Rules) -> Value {
    json!({
        "variation": rules.variation.keyword(),
        "cube": rules.cube,
        "crawford": rules.crawford,
        "jacoby": rules.jacoby,
        "beavers": rules.beavers,
        "automatic-doubles": rules.automatic_doubles,
        "egyptian": rules.egyptian,
    })
}

fn read_rules(value: &Value) -> Option<Rules> {
    let flag = |name: &str| value.get(name)?.as_bool();
    let count = |name: &str| u8::try_from(value.get(name)?.as_u64()?).ok();
    let keyword = value.get("variation")?.as_str()?;
    Some(Rules {
        variation: Variation::ALL.into_iter().find(|variation| variation.keyword() == keyword)?,
        cube: flag("cube")?,
        crawford: flag("crawford")?,
        jacoby: flag("jacoby")?,
        beavers: count("beavers")?,
        automatic_doubles: count("automatic-doubles")?,
        egyptian: flag("egyptian")?,
    })
}

fn write_game(game: &GameRecord) -> Value {
    let start = &game.start;
    json!({
        "rules": write_rules(&start.rules),
        "score": start.score,
        "crawford": start.is_crawford,
        "doubled": start.automatic_doubles,
        "stated": game.stated.map(|(winner, points)| json!([winner.index(), points])),
        "properties": write_properties(&game.properties),
        "entries": game.entries.iter().map(write_entry).collect::<Vec<_>>(),
    })
}

fn read_game(value: &Value) -> Option<GameRecord> {
    let score = value.get("score")?.as_array()?;
    let points = |n: usize| score.get(n)?.as_u64().and_then(|points| u32::try_from(points).ok());
    let mut game = GameRecord::new(GameStart {
        rules: read_rules(value.get("rules")?)?,
        score: [points(0)?, points(1)?],
        is_crawford: value.get("crawford")?.as_bool()?,
        automatic_doubles: u8::try_from(value.get("doubled")?.as_u64()?).ok()?,
    });
    if let Some(stated) = value.get("stated").and_then(Value::as_array) {
        let winner = Player::from_index(index(stated.first()?)?)?;
        game.stated = Some((winner, u32::try_from(stated.get(1)?.as_u64()?).ok()?));
    }
    game.properties = read_properties(value.get("properties"))?;
    for entry in value.get("entries")?.as_array()? {
        game.entries.push(read_entry(entry)?);
    }
    Some(game)
}

fn write_properties(properties: &[Property]) -> Value {
    properties.iter().map(|property| json!([property.name, property.values])).collect()
}

fn read_properties(value: Option<&Value>) -> Option<Vec<Property>> {
    let Some(list) = value.and_then(Value::as_array) else { return Some(Vec::new()) };
    let read = |value: &Value| {
        let [name, values] = &value.as_array()?[..] else { return None };
        let values = values.as_array()?.iter().map(|value| Some(value.as_str()?.to_owned()));
        Some(Property { name: name.as_str()?.to_owned(), values: values.collect::<Option<_>>()? })
    };
    list.iter().map(read).collect()
}

fn write_entry(entry: &Entry) -> Value {
    let mut line = Map::new();
    let mut put = |name: &str, value: Value| line.insert(name.to_owned(), value);
    put("by", json!(entry.player.index()));
    let (kind, content) = write_action(&entry.action);
    put("do", json!(kind));
    if !content.is_null() {
        put("with", content);
    }
    if entry.low_die_first {
        put("low", json!(true));
    }
    let marks = entry.marks;
    if marks != Marks::default() {
        let skill = |skill: Option<Skill>| skill.map(Skill::index);
        let luck = marks.luck.map(Luck::index);
        put(
            "marks",
            json!([skill(marks.play), skill(marks.cube), luck, marks.rollout_cube, marks.is_discounted]),
        );
    }
    if let Some(clocks) = entry.clocks {
        put("clocks", json!(clocks.left.map(whole_milliseconds)));
    }
    if !entry.comment.is_empty() {
        put("comment", json!(entry.comment));
    }
    if !entry.properties.is_empty() {
        put("properties", write_properties(&entry.properties));
    }
    Value::Object(line)
}

fn read_entry(value: &Value) -> Option<Entry> {
    let player = Player::from_index(index(value.get("by")?)?)?;
    let content = value.get("with").unwrap_or(&Value::Null);
    let mut entry = Entry::new(player, read_action(value.get("do")?.as_str()?, content)?);
    if let Some(marks) = value.get("marks") {
        let skill = |n: usize| marks.get(n).and_then(index).and_then(|n| Skill::ALL.get(n)).copied();
        let luck = marks.get(2).and_then(index).and_then(|n| Luck::ALL.get(n)).copied();
        let rollout_cube = marks.get(3).and_then(Value::as_bool).unwrap_or(false);
        let is_discounted = marks.get(4).and_then(Value::as_bool).unwrap_or(false);
        entry.marks = Marks { play: skill(0), cube: skill(1), luck, rollout_cube, is_discounted };
    }
    entry.low_die_first = value.get("low").and_then(Value::as_bool).unwrap_or(false);
    entry.clocks = value.get("clocks").and_then(|both| {
        let left = |n: usize| Some(Duration::from_millis(both.get(n)?.as_u64()?));
        Some(Clocks { left: [left(0)?, left(1)?] })
    });
    entry.comment = text(value, "comment");
    entry.properties = read_properties(value.get("properties"))?;
    Some(entry)
}

fn write_steps(play: &Play) -> Value {
    play.steps().iter().map(|step| json!([step.from.number(), step.to.number()])).collect()
}

fn read_steps(value: &Value) -> Option<Play> {
    let step = |value: &Value| {
        let place = |n: usize| Place::from_number(u8::try_from(value.get(n)?.as_u64()?).ok()?);
        Some(Step { from: place(0)?, to: place(1)? })
    };
    let steps: Vec<Step> = value.as_array()?.iter().map(step).collect::<Option<_>>()?;
    Play::from_steps(&steps)
}

fn write_action(action: &EntryAction) -> (&'static str, Value) {
    match action {
        EntryAction::Play { dice, play } => ("play", json!([dice.to_string(), write_steps(play)])),
        EntryAction::IllegalPlay { dice, play, after } => {
            let steps = play.as_ref().map(write_steps);
            ("illegal", json!([dice.to_string(), steps, write_board(after)]))
        }
        EntryAction::Roll(dice) => ("roll", json!(dice.to_string())),
        EntryAction::Double => ("double", Value::Null),
        EntryAction::Take => ("take", Value::Null),
        EntryAction::Drop => ("drop", Value::Null),
        EntryAction::Beaver => ("beaver", Value::Null),
        EntryAction::Resign(level) => ("resign", json!(level.multiple())),
        EntryAction::AcceptResignation => ("accept", Value::Null),
        EntryAction::DeclineResignation => ("decline", Value::Null),
        EntryAction::OutOfTime(loss) => ("out-of-time", write_loss(*loss)),
        EntryAction::SetBoard(board) => ("board", write_board(board)),
        EntryAction::SetCubeValue(value) => ("cube", json!(value.points())),
        EntryAction::SetCubeOwner(owner) => ("owner", json!(owner.map(Player::index))),
    }
}

fn read_action(kind: &str, content: &Value) -> Option<EntryAction> {
    Some(match kind {
        "play" => {
            let play = read_steps(content.get(1)?)?;
            EntryAction::Play { dice: read_dice(content.get(0)?)?, play }
        }
        "illegal" => {
            let steps = content.get(1)?;
            let play = if steps.is_null() { None } else { Some(read_steps(steps)?) };
            let after = Box::new(read_board(content.get(2)?)?);
            EntryAction::IllegalPlay { dice: read_dice(content.get(0)?)?, play, after }
        }
        "roll" => EntryAction::Roll(read_dice(content)?),
        "double" => EntryAction::Double,
        "take" => EntryAction::Take,
        "drop" => EntryAction::Drop,
        "beaver" => EntryAction::Beaver,
        "resign" => EntryAction::Resign(ResignLevel::from_multiple(u8::try_from(content.as_u64()?).ok()?)?),
        "accept" => EntryAction::AcceptResignation,
        "decline" => EntryAction::DeclineResignation,
        "out-of-time" => EntryAction::OutOfTime(read_loss(content)?),
        "board" => EntryAction::SetBoard(Box::new(read_board(content)?)),
        "cube" => EntryAction::SetCubeValue(CubeValue::new(u32::try_from(content.as_u64()?).ok()?)?),
        "owner" if content.is_null() => EntryAction::SetCubeOwner(None),
        "owner" => EntryAction::SetCubeOwner(Some(Player::from_index(index(content)?)?)),
        _ => return None,
    })
}

fn read_dice(value: &Value) -> Option<Dice> {
    let [a, b] = value.as_str()?.as_bytes() else { return None };
    Dice::new(a.wrapping_sub(b'0'), b.wrapping_sub(b'0')).ok()
}

/// Both sides' counts, which can express boards that IDs cannot.
fn write_board(board: &Board) -> Value {
    use gnubg_engine::core::Side::{OnRoll, Opponent};
    json!([board.side(OnRoll), board.side(Opponent)])
}

fn read_board(value: &Value) -> Option<Board> {
    let side = |n: usize| -> Option<[u8; 25]> {
        let counts = value.get(n)?.as_array()?.iter().map(|count| u8::try_from(count.as_u64()?).ok());
        counts.collect::<Option<Vec<u8>>>()?.try_into().ok()
    };
    Some(Board::from_sides(side(0)?, side(1)?))
}
