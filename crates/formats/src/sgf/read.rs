// SPDX-License-Identifier: GPL-3.0-or-later
//! SGF files as records.

use super::evaluation::EvaluationReader;
use super::letters::{self, SetUp};
use super::lex::{self, Prop, SgfNode, Tree};
use super::marks::{
    foreign_levels, forget_implied_cube_marks, forget_implied_marks, luck_mark, mark, mark_candidates,
    mark_cube, needs_judging,
};
use super::rollouts;
use super::root::{RootFacts, game_start, info};
use super::{clock, names};
use crate::builder::append_comment;
use crate::error::{ImportError, Place, Warnings};
use crate::text::decode;
use crate::{Format, Imported};
use gnubg_engine::core::{Board, CubeValue, Dice, Equity, MatchState, Play, Player, ResignLevel, Rules};
use gnubg_engine::cube::MatchEquityTable;
use gnubg_record::walk::advance;
use gnubg_record::{Entry, EntryAction, GameRecord, MatchInfo, MatchRecord, Property};
use std::cell::OnceCell;
use std::sync::Arc;

/// Properties of the root that become fields; all others are kept as they are.
const ROOT: [&str; 17] =
    ["FF", "GM", "CA", "AP", "MI", "PW", "PB", "WR", "BR", "DT", "EV", "RO", "PC", "AN", "GC", "CV", "RE"];

/// Properties of the root that are kept in a form of their own.
const OWN_ROOT: [&str; 5] = ["RU", "GS", names::RULES, names::UNKNOWN_RULES, names::TIME_CONTROL];

/// Reads an SGF file; all its games are one match.
pub(crate) fn read(bytes: &[u8]) -> Result<Vec<Imported>, ImportError> {
    let mut warnings = Warnings::default();
    let matches = read_text(&decode(bytes, charset(bytes)), true, &mut warnings)?;
    let mut warnings = Some(warnings);
    Ok(matches
        .into_iter()
        .map(|reader| Imported {
            record: reader.record,
            warnings: warnings.take().map(Warnings::into_vec).unwrap_or_default(),
        })
        .collect())
}

/// Reads the games of a text, with or without their variations.
pub(super) fn read_text(
    text: &str,
    with_lines: bool,
    warnings: &mut Warnings,
) -> Result<Vec<MatchReader>, ImportError> {
    let error =
        |at, reason: &str| ImportError::Unreadable { format: Format::Sgf, at, reason: reason.to_owned() };
    let trees = lex::trees(text, warnings).map_err(|deep| error(deep.0, "branches are nested too deeply"))?;
    let n_trees = trees.len();
    let trees: Vec<Tree<'_>> = trees.into_iter().filter(|tree| is_backgammon(tree, warnings)).collect();
    if trees.is_empty() {
        return Err(error(Place::File, "no game tree of backgammon (GM[6]) was found"));
    }
    if trees.len() < n_trees {
        let n = n_trees - trees.len();
        warnings.add(Place::File, format!("{n} game trees of other games are not read"));
    }
    let mut matches: Vec<MatchReader> = Vec::new();
    for tree in &trees {
        let head = RootFacts::of(tree, warnings);
        // A new match begins when the names or the length change.
        let continues = matches.last().is_some_and(|last| last.head.same_match(&head));
        if !continues {
            match MatchReader::new(head.clone()) {
                Ok(reader) => matches.push(reader),
                Err(reason) if matches.is_empty() => return Err(error(head.at, &reason)),
                Err(reason) => {
                    warnings.add(head.at, format!("{reason}; this game is not read"));
                    continue;
                }
            }
        }
        if let Some(last) = matches.last_mut() {
            last.game(tree, &head, with_lines, warnings);
        }
    }
    for reader in &mut matches {
        // Only when all games are known it is clear which variations differ from the main line.
        let lines = std::mem::take(&mut reader.record.variations);
        let has_more = |line: &Arc<MatchRecord>| reader.record.branch_point(line).is_some();
        reader.record.variations = lines.into_iter().filter(has_more).collect();
    }
    Ok(matches)
}

/// Whether the root has `GM[6]`. In a damaged root without it, the match information of backgammon decides.
fn is_backgammon(tree: &Tree<'_>, warnings: &mut Warnings) -> bool {
    let Some(root) = tree.nodes.first() else { return false };
    match (root.get("GM"), root.get("MI")) {
        (Some(game), _) => game.value().trim() == "6",
        (None, Some(info)) => {
            warnings.add(info.at, "GM[6] is missing; the match information is that of backgammon");
            true
        }
        (None, None) => false,
    }
}

/// The encoding that the file names.
fn charset(bytes: &[u8]) -> Option<&str> {
    let start = bytes.windows(3).take(2000).position(|window| window == b"CA[")? + 3;
    let label = &bytes[start..];
    let end = label.iter().take(40).position(|&byte| byte == b']')?;
    std::str::from_utf8(&label[..end]).ok()
}

pub(super) struct MatchReader {
    pub(super) record: MatchRecord,
    head: RootFacts,
    evaluations: EvaluationReader,
    /// The table that decides which marks of cube decisions follow from the analysis.
    table: OnceCell<MatchEquityTable>,
}

impl MatchReader {
    fn new(head: RootFacts) -> Result<Self, String> {
        let length = u16::try_from(head.length)
            .map_err(|_| format!("the match length is {}; it must be 0 (money play) to 64", head.length))?;
        let record = MatchRecord::new(length, Rules::default(), MatchInfo::default())
            .map_err(|error| error.to_string())?;
        Ok(MatchReader {
            record,
            head,
            evaluations: EvaluationReader::new(length == 0),
            table: OnceCell::new(),
        })
    }

    fn game(&mut self, tree: &Tree<'_>, head: &RootFacts, with_lines: bool, warnings: &mut Warnings) {
        let Some((root, nodes)) = tree.nodes.split_first() else { return };
        if self.record.games.is_empty() {
            self.record.info = info(root, &head.names, warnings);
        }
        let (mut start, mut properties) = game_start(root, head, &self.record, warnings);
        start.score = head.score;
        let limit = u32::from(self.record.length);
        if limit > 0 && start.score.iter().any(|&score| score >= limit) {
            warnings.add(head.at, "a score at or beyond the match length is ignored");
            start.score = start.score.map(|score| if score >= limit { 0 } else { score });
        }
        properties.extend(root.props.iter().filter(|prop| !ROOT.contains(&prop.name.as_str())).map(kept));
        properties.retain(|property| property.name != "RU" && property.name != names::RULES);
        if clock::control(root).is_some() {
            properties.retain(|property| !clock::ROOT.contains(&property.name.as_str()));
        }
        self.record.rules = start.rules;
        let mut game = GameRecord::new(start);
        game.properties = properties;
        let before = self.evaluations.clone();
        let mut evaluations = before.clone();
        let played = self.play(game.clone(), nodes, root.get("RE"), &mut evaluations, warnings);
        self.evaluations = evaluations;
        self.record.games.push(played);
        let n_variations = if with_lines { tree.variations.len() } else { 0 };
        for n in 0..n_variations {
            self.variation(tree, n, &game, &before, warnings);
        }
    }

    /// Plays the nodes of a game.
    pub(super) fn play<'n>(
        &self,
        game: GameRecord,
        nodes: impl IntoIterator<Item = &'n SgfNode<'n>>,
        result: Option<&Prop<'_>>,
        evaluations: &mut EvaluationReader,
        warnings: &mut Warnings,
    ) -> GameRecord {
        let length = self.record.length;
        let state = game.start.state(length);
        let mut reader = GameReader { state, game, evaluations, warnings, illegal: None };
        for node in nodes {
            reader.node(node);
        }
        if let Some(result) = result {
            reader.result(result, length);
        }
        let mut game = reader.game;
        if needs_judging(&game) {
            let table = self.table.get_or_init(MatchEquityTable::default);
            forget_implied_cube_marks(&mut game, length, table);
        }
        game
    }
}

fn kept(prop: &Prop<'_>) -> Property {
    Property { name: prop.name.clone(), values: prop.values.iter().map(|&value| value.to_owned()).collect() }
}

struct GameReader<'a> {
    game: GameRecord,
    state: MatchState,
    evaluations: &'a mut EvaluationReader,
    warnings: &'a mut Warnings,
    /// Steps of an illegal play whose roll has been read and whose position follows.
    illegal: Option<Option<Play>>,
}

impl GameReader<'_> {
    fn node(&mut self, node: &SgfNode<'_>) {
        if let Some(prop) = node.get(names::RESIGNED) {
            return self.resigned(prop, node);
        }
        if let Some((prop, found)) = node.get(names::OUT_OF_TIME).map(|prop| (prop, clock::out_of_time(prop)))
        {
            let Some((player, loss)) = found else {
                return self.warnings.add(prop.at, "the lost time cannot be read; it is ignored");
            };
            self.push(player, EntryAction::OutOfTime(loss));
            let rest: Vec<&Prop<'_>> =
                node.props.iter().filter(|prop| prop.name != names::OUT_OF_TIME).collect();
            return self.attach(&rest);
        }
        let mut rest: Vec<&Prop<'_>> = Vec::new();
        let mut added = 0;
        let before = self.game.entries.len();
        let set_up = ["AE", "AW", "AB"].iter().any(|name| node.get(name).is_some());
        if set_up {
            self.set_up(node);
        }
        for prop in &node.props {
            match prop.name.as_str() {
                "W" | "B" if added == 0 => {
                    added += usize::from(self.action(prop));
                }
                "W" | "B" => self.warnings.add(prop.at, "a second move in one node is ignored"),
                "DI" => self.dice(prop, node),
                "CV" => match prop.value().trim().parse().ok().and_then(CubeValue::new) {
                    Some(value) => self.push(self.state.on_roll, EntryAction::SetCubeValue(value)),
                    None => self.warnings.add(prop.at, "a cube value that is not a power of two is ignored"),
                },
                "CP" => match prop.value().trim() {
                    "c" => self.push(self.state.on_roll, EntryAction::SetCubeOwner(None)),
                    "w" => self.push(self.state.on_roll, EntryAction::SetCubeOwner(Some(Player::Zero))),
                    "b" => self.push(self.state.on_roll, EntryAction::SetCubeOwner(Some(Player::One))),
                    _ => self.warnings.add(prop.at, "an unknown cube owner is ignored"),
                },
                "PL" | "AE" | "AW" | "AB" => {}
                _ => rest.push(prop),
            }
        }
        if self.game.entries.len() == before {
            self.attach_to_last(&rest);
        } else {
            self.attach(&rest);
        }
    }

    fn push(&mut self, player: Player, action: EntryAction) {
        let (after, _) = advance(&self.state, player, &action);
        self.state = after;
        self.game.entries.push(Entry::new(player, action));
    }

    /// `W[31qtst]` or `B[double]` and the like. `false` if it is not understood.
    fn action(&mut self, prop: &Prop<'_>) -> bool {
        let player = if prop.name == "W" { Player::Zero } else { Player::One };
        let value = prop.value().trim();
        let cube = match value.to_ascii_lowercase().as_str() {
            "double" | "redouble" if self.is_answering(player) => Some(EntryAction::Beaver),
            "double" | "redouble" => Some(EntryAction::Double),
            "take" => Some(EntryAction::Take),
            "drop" | "pass" => Some(EntryAction::Drop),
            _ => None,
        };
        if let Some(action) = cube {
            self.push(player, action);
            return true;
        }
        let roll = value.as_bytes().first_chunk::<2>();
        let dice = roll.and_then(|[a, b]| Dice::new(a.wrapping_sub(b'0'), b.wrapping_sub(b'0')).ok());
        let play = letters::parse_steps(player, value.get(2..).unwrap_or("").trim())
            .as_deref()
            .and_then(Play::from_steps);
        let (Some(dice), Some(play)) = (dice, play) else {
            self.warnings.add(prop.at, format!("{value:?} is not a move; it is ignored"));
            return false;
        };
        let action = EntryAction::Play { dice, play };
        let (_, issue) = advance(&self.state, player, &action);
        if let Some(issue) = issue {
            self.warnings.add(prop.at, issue.to_string());
        }
        self.push(player, action);
        self.note_order(roll);
        true
    }

    fn note_order(&mut self, roll: Option<&[u8; 2]>) {
        if let (Some(entry), Some([a, b])) = (self.game.entries.last_mut(), roll) {
            entry.low_die_first = a < b;
        }
    }

    fn is_answering(&self, player: Player) -> bool {
        use gnubg_engine::core::{Decision, Phase};
        matches!(self.state.phase, Phase::Due(Decision::Answer(offer)) if offer.by != player)
    }

    fn player_of(&self, node: &SgfNode<'_>) -> Player {
        match node.get("PL").map(|prop| prop.value().trim()) {
            Some("W" | "w" | "white" | "White") => Player::Zero,
            Some("B" | "b" | "black" | "Black") => Player::One,
            _ => self.state.on_roll,
        }
    }

    fn dice(&mut self, prop: &Prop<'_>, node: &SgfNode<'_>) {
        let player = self.player_of(node);
        let roll = prop.value().trim().as_bytes().first_chunk::<2>();
        let dice = roll.and_then(|[a, b]| Dice::new(a.wrapping_sub(b'0'), b.wrapping_sub(b'0')).ok());
        let Some(dice) = dice else {
            return self.warnings.add(prop.at, format!("{:?} is not a roll; it is ignored", prop.value()));
        };
        self.push(player, EntryAction::Roll(dice));
        self.note_order(roll);
        if let Some(illegal) = node.get(names::ILLEGAL) {
            let steps = letters::parse_steps(player, illegal.value().trim());
            let play = steps.as_deref().and_then(Play::from_steps);
            self.illegal = Some(play.filter(|_| illegal.value() != "?"));
        }
    }

    fn set_up(&mut self, node: &SgfNode<'_>) {
        let player = self.player_of(node);
        let mut set_up = SetUp::of(&self.state.board_of(player), player);
        for prop in &node.props {
            let add = match prop.name.as_str() {
                "AE" => None,
                "AW" => Some(Player::Zero),
                "AB" => Some(Player::One),
                _ => continue,
            };
            for value in &prop.values {
                if set_up.change(value, add).is_none() {
                    self.warnings.add(prop.at, format!("{value:?} is not a point; it is ignored"));
                }
            }
        }
        let board = self.possible(set_up.board(player), player, node);
        if let (Some(play), Some(last)) = (self.illegal.take(), self.game.entries.last())
            && let EntryAction::Roll(dice) = last.action
        {
            // A roll and a position written by this program for an illegal play.
            let by = last.player;
            if by == player.other()
                && let Some(roll) = self.game.entries.pop()
            {
                self.push(by, EntryAction::IllegalPlay { dice, play, after: Box::new(board) });
                if let Some(entry) = self.game.entries.last_mut() {
                    *entry = Entry { action: entry.action.clone(), ..roll };
                }
                return;
            }
        }
        self.push(player, EntryAction::SetBoard(Box::new(board)));
    }

    /// The board, repaired if it cannot occur.
    fn possible(&mut self, mut board: Board, player: Player, node: &SgfNode<'_>) -> Board {
        let variation = self.state.rules.variation;
        if let Err(error) = board.check(variation) {
            let at = node.props.first().map_or(Place::File, |prop| prop.at);
            self.warnings.add(at, format!("{error}; the position was repaired"));
            if player == Player::Zero {
                super::repair(&mut board, variation);
            } else {
                let mut turned = board.swapped();
                super::repair(&mut turned, variation);
                board = turned.swapped();
            }
        }
        board
    }

    fn resigned(&mut self, prop: &Prop<'_>, node: &SgfNode<'_>) {
        let mut characters = prop.value().chars();
        let player = match characters.next() {
            Some('W') => Player::Zero,
            _ => Player::One,
        };
        let level = characters.next().and_then(|digit| digit.to_digit(10)).unwrap_or(1);
        let level = ResignLevel::from_multiple(level as u8).unwrap_or(ResignLevel::Single);
        self.push(player, EntryAction::Resign(level));
        let clocks = clock::clocks(&node.props.iter().collect::<Vec<_>>());
        let found =
            node.get(names::RESIGNATION).and_then(|found| self.evaluations.resignation(found.value()));
        if let Some(entry) = self.game.entries.last_mut() {
            entry.update_analysis(|analysis| analysis.resignation = found);
            entry.clocks = clocks;
            for prop in &node.props {
                match prop.name.as_str() {
                    "C" => entry.comment = lex::text(prop.value()),
                    names::DISCOUNTED => entry.marks.is_discounted = true,
                    names::RESIGNED | names::RESIGNATION | names::ANSWER_REMARK => {}
                    "WL" | "BL" if clocks.is_some() => {}
                    _ => entry.properties.push(kept(prop)),
                }
            }
        }
        let answer = match prop.values.get(1) {
            None => EntryAction::DeclineResignation,
            Some(&"accepted") => EntryAction::AcceptResignation,
            Some(_) => return,
        };
        self.push(player.other(), answer);
        if let (Some(entry), Some(remark)) = (self.game.entries.last_mut(), node.get(names::ANSWER_REMARK)) {
            entry.comment = lex::text(remark.value());
        }
    }

    /// Attaches the properties of a node without a move to the entry before it.
    fn attach_to_last(&mut self, props: &[&Prop<'_>]) {
        for prop in props {
            match self.game.entries.last_mut() {
                Some(entry) if prop.name == "C" => {
                    append_comment(&mut entry.comment, &lex::text(prop.value()))
                }
                Some(entry) => entry.properties.push(kept(prop)),
                // A root property here would be taken for one of the root when the file is read again.
                None if ROOT.contains(&prop.name.as_str()) || OWN_ROOT.contains(&prop.name.as_str()) => {
                    self.warnings
                        .add(prop.at, format!("{} belongs in the root node; it is ignored", prop.name));
                }
                None => self.game.properties.push(kept(prop)),
            }
        }
    }

    /// Attaches analysis, marks and comments to the entry just added.
    fn attach(&mut self, props: &[&Prop<'_>]) {
        let Some(mut entry) = self.game.entries.pop() else { return };
        let is_cube = entry.action.is_cube();
        entry.clocks = clock::clocks(props);
        for prop in props {
            match prop.name.as_str() {
                "C" => append_comment(&mut entry.comment, &lex::text(prop.value())),
                "A" | names::CANDIDATES if entry.action.is_roll() => {
                    let found = self.evaluations.play(entry.player, prop, self.warnings);
                    let found = Some(found).filter(|play| !play.candidates.is_empty());
                    entry.update_analysis(|analysis| analysis.play = found);
                }
                "DA" | names::CUBE => match self.evaluations.cube(prop.value()) {
                    Some(Some(cube)) => entry.update_analysis(|analysis| analysis.cube = Some(cube)),
                    Some(None) => entry.properties.push(kept(prop)),
                    None => self.warnings.add(prop.at, "the cube analysis cannot be read; it is ignored"),
                },
                names::IMPORTED_PLAY => {
                    let found = self.evaluations.play(entry.player, prop, self.warnings);
                    let found = Some(found).filter(|play| !play.candidates.is_empty());
                    entry.update_analysis(|analysis| analysis.imported_play = found.map(Arc::new));
                }
                names::IMPORTED_CUBE => match self.evaluations.cube(prop.value()) {
                    Some(Some(cube)) => {
                        entry.update_analysis(|analysis| analysis.imported_cube = Some(Arc::new(cube)));
                    }
                    _ => {
                        self.warnings.add(prop.at, "the imported cube analysis cannot be read; it is ignored")
                    }
                },
                "LU" => match prop.value().trim().parse::<f32>() {
                    Ok(luck) if luck.is_finite() => {
                        entry.update_analysis(|analysis| analysis.luck = Some(Equity(luck)));
                    }
                    // GNU Backgammon 1.08 writes `-inf` where it computed none.
                    Ok(_) => {}
                    _ => self.warnings.add(prop.at, "the luck cannot be read; it is ignored"),
                },
                "DO" | "BM" | "DC" | "BC" => mark(&mut entry, prop, is_cube),
                "GW" | "GB" => luck_mark(&mut entry, prop),
                "WL" | "BL" if entry.clocks.is_some() => {}
                "MR" | "CR" | names::FOREIGN | names::IMPORTED_LEVELS | names::ROLLOUTS | names::ILLEGAL => {}
                _ => entry.properties.push(kept(prop)),
            }
        }
        for prop in props {
            match prop.name.as_str() {
                "MR" => mark_candidates(&mut entry, prop),
                "CR" => mark_cube(&mut entry),
                names::FOREIGN | names::IMPORTED_LEVELS => foreign_levels(&mut entry, prop),
                names::ROLLOUTS if !rollouts::read(&mut entry, prop) => {
                    self.warnings.add(prop.at, "the games of a rollout cannot be read; its results are kept");
                }
                _ => {}
            }
        }
        forget_implied_marks(&mut entry);
        self.game.entries.push(entry);
    }

    /// `RE[B+2R]`: adds the resignation, or keeps a result that the moves do not give.
    fn result(&mut self, prop: &Prop<'_>, length: u16) {
        let value = prop.value().trim();
        let Some((winner, points)) = winner_and_points(value) else { return };
        let is_over = self.state.result().is_some();
        if value.ends_with(['R', 'r']) && !is_over {
            let cube = self.state.cube.value.points();
            let multiple = (points / cube).clamp(1, 3) as u8;
            let level = ResignLevel::from_multiple(multiple).unwrap_or(ResignLevel::Single);
            self.push(winner.other(), EntryAction::Resign(level));
            self.push(winner, EntryAction::AcceptResignation);
        }
        let outcome = self.game.outcome(length).map(|outcome| (outcome.winner, outcome.points));
        if outcome != Some((winner, points)) {
            self.game.stated = Some((winner, points));
        }
    }
}

/// `B+2` and what may follow.
pub(super) fn winner_and_points(value: &str) -> Option<(Player, u32)> {
    let winner = match value.trim_start().chars().next()? {
        'W' | 'w' => Player::Zero,
        'B' | 'b' => Player::One,
        _ => return None,
    };
    let digits: String = value.trim_start().chars().skip(2).take_while(char::is_ascii_digit).collect();
    Some((winner, digits.parse::<u32>().unwrap_or(1).clamp(1, 1 << 20)))
}
