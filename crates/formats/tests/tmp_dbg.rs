mod common;
use common::*;
#[test]
fn dbg() {
    let dir = shared().join("samples/bgblitz");
    for row in manifest(&dir) {
        let f = &row["file"];
        let Ok(found) = gnubg_formats::read(&std::fs::read(dir.join(f)).unwrap(), Some(f), None) else {
            continue;
        };
        let r = &found.matches[0].record;
        let entries: Vec<_> = r.games.iter().flat_map(|g| &g.entries).collect();
        let plays = entries.iter().filter(|e| e.action.is_play()).count();
        let an = entries.iter().filter(|e| e.play_analysis().is_some()).count();
        let played = entries.iter().filter(|e| e.play_analysis().is_some_and(|p| p.played.is_some())).count();
        let cube = entries.iter().filter(|e| e.cube_analysis().is_some()).count();
        let luck = entries.iter().filter(|e| e.analysis.as_ref().is_some_and(|a| a.luck.is_some())).count();
        let err: f32 = entries.iter().filter_map(|e| e.play_analysis()?.error()).map(|e| e.0).sum();
        let comments = entries.iter().filter(|e| !e.comment.is_empty()).count();
        println!(
            "{f} plays {plays} analysed {an} played {played} cube {cube} luck {luck} err {err} comments {comments} {:?} warn {} flaws {}",
            r.info,
            found.matches[0].warnings.len(),
            r.flaws().len()
        );
        for w in found.matches[0].warnings.iter().take(3) {
            println!("  {w}");
        }
        if let Some(t) = Table::kazaross() {
            let s = gnubg_record::Statistics::of_match(r, &t, &Default::default());
            println!(
                "{}",
                s.to_text(&gnubg_record::stats::text::StatisticsFormat {
                    extended: true,
                    ..Default::default()
                })
                .lines()
                .filter(|l| l.contains("Error")
                    || l.contains("Luck total")
                    || l.contains("Perf")
                    || l.contains("Total"))
                .collect::<Vec<_>>()
                .join("\n")
            );
        }
    }
}
