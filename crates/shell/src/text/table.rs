// SPDX-License-Identifier: GPL-3.0-or-later
//! Tables whose words are as long as the language makes them.

/// Lines of a title and a value each, with the values below each other.
#[must_use]
pub fn facts(rows: &[(String, String)]) -> String {
    let width = rows.iter().map(|(title, _)| title.chars().count()).max().unwrap_or(0);
    rows.iter().map(|(title, value)| format!("{title:<width$}  {value}\n")).collect()
}

/// Rows of cells: the first one begins the line, the others end below each other.
#[must_use]
pub fn columns(rows: &[Vec<String>]) -> String {
    let n = rows.iter().map(Vec::len).max().unwrap_or(0);
    let cells = |at: usize| rows.iter().filter_map(move |row| row.get(at));
    let widths: Vec<usize> =
        (0..n).map(|at| cells(at).map(|cell| cell.chars().count()).max().unwrap_or(0)).collect();
    let mut text = String::new();
    for row in rows {
        let line: Vec<String> = row
            .iter()
            .zip(&widths)
            .enumerate()
            .map(
                |(at, (cell, width))| {
                    if at == 0 { format!("{cell:<width$}") } else { format!("{cell:>width$}") }
                },
            )
            .collect();
        text.push_str(line.join("  ").trim_end());
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::{columns, facts};

    #[test]
    fn words_of_any_length_leave_the_columns_straight() {
        let row = |cells: &[&str]| cells.iter().map(|cell| (*cell).to_owned()).collect::<Vec<_>>();
        let rows = [row(&["", "Ann", "Bernadette"]), row(&["Gaspillage", "1.5", "12.25"])];
        assert_eq!(columns(&rows), "            Ann  Bernadette\nGaspillage  1.5       12.25\n");
        let pairs = [("Zug".to_owned(), "1".to_owned()), ("Größe".to_owned(), "2".to_owned())];
        assert_eq!(facts(&pairs), "Zug    1\nGröße  2\n");
    }
}
