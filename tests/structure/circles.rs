// SPDX-License-Identifier: GPL-3.0-or-later
//! Circles among the modules of a crate, found in its source text.
//!
//! Modules are compared with the others that have the same parent: `sgf::read` using `sgf::letters` and the reverse is a
//! circle, `sgf` using its own `sgf::read` is not. Imports that only pass on a name (`pub use`) are followed to the
//! module that defines it. Code for tests does not count.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// The path of a module from the root of its crate.
type ModulePath = Vec<String>;

/// What one module says of others.
#[derive(Default)]
struct Module {
    /// Paths that start with `crate`, `super`, `self` or the name of a child, made absolute.
    uses: Vec<ModulePath>,
    /// Names that `use` brings into the module, with the absolute paths they stand for.
    imports: BTreeMap<String, ModulePath>,
}

/// The circles of the crate whose source folder this is, a line each; empty if there are none.
pub(crate) fn in_crate(source: &Path) -> Vec<String> {
    let mut modules = BTreeMap::new();
    read_folder(source, &Vec::new(), &mut modules);
    assert!(modules.len() > 1, "{} holds no modules", source.display());
    let paths: BTreeSet<ModulePath> = modules.keys().cloned().collect();
    for (path, module) in &mut modules {
        let (text, path) = (std::mem::take(&mut module.0), path.clone());
        module.1 = parse(&text, &path, &paths);
    }
    let modules: BTreeMap<ModulePath, Module> =
        modules.into_iter().map(|(path, (_, module))| (path, module)).collect();
    let edges = edges(&modules);
    assert!(!edges.is_empty(), "{}: no module uses another", source.display());
    circles(&edges)
}

/// Reads the files of a folder as text, each under the path of its module, without comments, strings and tests.
fn read_folder(folder: &Path, parent: &ModulePath, found: &mut BTreeMap<ModulePath, (String, Module)>) {
    for entry in fs::read_dir(folder).unwrap().flatten() {
        let file = entry.path();
        let stem = file.file_stem().unwrap().to_string_lossy().into_owned();
        let mut path = parent.clone();
        if file.is_dir() {
            path.push(stem);
            read_folder(&file, &path, found);
        } else if file.extension().is_some_and(|extension| extension == "rs") {
            if stem == "tests" || parent.iter().any(|name| name == "tests") {
                continue;
            }
            if !["lib", "mod", "main"].contains(&stem.as_str()) {
                path.push(stem);
            }
            let text = fs::read_to_string(&file).unwrap();
            let text = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
            found.insert(path, (without_comments_and_strings(text), Module::default()));
        }
    }
}

fn without_comments_and_strings(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for line in text.lines() {
        let mut is_string = false;
        let mut previous = ' ';
        for (at, c) in line.char_indices() {
            if !is_string && line[at..].starts_with("//") {
                break;
            }
            if c == '"' && previous != '\\' && !(previous == '\'' && line[at + 1..].starts_with('\'')) {
                is_string = !is_string;
            } else if !is_string {
                out.push(c);
            }
            previous = if previous == '\\' { ' ' } else { c };
        }
        out.push('\n');
    }
    out
}

/// Splits source text into names and the signs that paths are made of.
fn tokens(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let n = match c {
            _ if c.is_alphanumeric() || c == '_' => {
                rest.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(rest.len())
            }
            ':' if rest.starts_with("::") => 2,
            _ => c.len_utf8(),
        };
        if !c.is_whitespace() {
            found.push(&rest[..n]);
        }
        rest = &rest[n..];
    }
    found
}

fn parse(text: &str, path: &ModulePath, paths: &BTreeSet<ModulePath>) -> Module {
    let tokens = tokens(text);
    let mut module = Module::default();
    let mut n = 0;
    while n < tokens.len() {
        let is_import = tokens[n] == "use";
        let start = n + usize::from(is_import);
        let is_inside_path = n > 0 && ["::", "$", "."].contains(&tokens[n - 1]);
        let base = tokens.get(start).filter(|_| !is_inside_path).and_then(|first| base(first, path, paths));
        let Some(base) = base else {
            n += 1;
            continue;
        };
        let mut leaves = Vec::new();
        n = read_tree(&tokens, start + 1, &base, tokens[start], &mut leaves);
        for (name, target) in leaves {
            if is_import && name != "*" {
                module.imports.insert(name, target.clone());
            }
            module.uses.push(target);
        }
    }
    module
}

/// The module that a path with this first name starts from; `None` if the path leaves the crate or is none.
fn base(first: &str, path: &ModulePath, paths: &BTreeSet<ModulePath>) -> Option<ModulePath> {
    match first {
        "crate" => Some(Vec::new()),
        "self" => Some(path.clone()),
        "super" => Some(path[..path.len().saturating_sub(1)].to_vec()),
        name => {
            let mut child = path.clone();
            child.push(name.to_owned());
            paths.contains(&child).then_some(child)
        }
    }
}

/// Reads what follows the name before `n`: `::name…`, `::{…}` or nothing. Adds each end of the tree with the name it has
/// here, and returns the index after it.
fn read_tree<'a>(
    tokens: &[&'a str],
    mut n: usize,
    prefix: &ModulePath,
    name: &'a str,
    leaves: &mut Vec<(String, ModulePath)>,
) -> usize {
    if tokens.get(n) != Some(&"::") {
        let name = match (tokens.get(n), tokens.get(n + 1)) {
            (Some(&"as"), Some(alias)) => alias,
            _ => name,
        };
        leaves.push((name.to_owned(), prefix.clone()));
        return n;
    }
    n += 1;
    let step = |name: &str| {
        let mut path = prefix.clone();
        match name {
            "self" => {}
            "super" => _ = path.pop(),
            _ => path.push(name.to_owned()),
        }
        path
    };
    match tokens.get(n) {
        Some(&"{") => {
            n += 1;
            while n < tokens.len() && tokens[n] != "}" {
                let first = tokens[n];
                // `{self}` imports the module under its own name.
                let local = if first == "self" { name } else { first };
                n = read_tree(tokens, n + 1, &step(first), local, leaves);
                while n < tokens.len() && tokens[n] != "," && tokens[n] != "}" {
                    n += 1;
                }
                n += usize::from(tokens.get(n) == Some(&","));
            }
            n + 1
        }
        Some(&"*") => {
            leaves.push(("*".to_owned(), prefix.clone()));
            n + 1
        }
        Some(&next) => read_tree(tokens, n + 1, &step(next), next, leaves),
        None => n,
    }
}

/// The module that defines what a path names, following imports.
fn definition(target: &ModulePath, modules: &BTreeMap<ModulePath, Module>, depth: usize) -> ModulePath {
    let mut n = target.len();
    while n > 0 && !modules.contains_key(&target[..n]) {
        n -= 1;
    }
    let module = target[..n].to_vec();
    let imported = |name| modules.get(&module).and_then(|module| module.imports.get(name));
    match target.get(n).and_then(imported) {
        Some(next) if depth < 8 => definition(next, modules, depth + 1),
        _ => module,
    }
}

/// Which children of a module use which: parent, user, used, and one file that does.
type Edges = BTreeMap<ModulePath, BTreeMap<String, BTreeMap<String, String>>>;

fn edges(modules: &BTreeMap<ModulePath, Module>) -> Edges {
    let mut edges = Edges::new();
    for (user, module) in modules {
        for target in &module.uses {
            let used = definition(target, modules, 0);
            let common = user.iter().zip(&used).take_while(|(a, b)| a == b).count();
            if let (Some(a), Some(b)) = (user.get(common), used.get(common)) {
                let children = edges.entry(user[..common].to_vec()).or_default();
                let uses = children.entry(a.clone()).or_default();
                uses.entry(b.clone()).or_insert_with(|| user.join("::"));
            }
        }
    }
    edges
}

fn circles(edges: &Edges) -> Vec<String> {
    let mut found = Vec::new();
    for (parent, children) in edges {
        for (user, uses) in children {
            for (used, file) in uses {
                if reach(children, used).contains(user) {
                    let place = if parent.is_empty() { "the crate".to_owned() } else { parent.join("::") };
                    found
                        .push(format!("in {place}: {user} uses {used} (in {file}), which uses {user} again"));
                }
            }
        }
    }
    found
}

/// Everything that `from` uses, directly or through others.
fn reach<'a>(
    children: &'a BTreeMap<String, BTreeMap<String, String>>,
    from: &'a str,
) -> BTreeSet<&'a String> {
    let mut seen = BTreeSet::new();
    let mut open = vec![from];
    while let Some(one) = open.pop() {
        let next = children.get(one).into_iter().flat_map(|uses| uses.keys());
        open.extend(next.filter(|name| seen.insert(*name)).map(String::as_str));
    }
    seen
}

/// What the search finds in modules that use each other directly, through a third, and through an import passed on.
#[test]
fn circles_are_found() {
    let folder = std::env::temp_dir().join(format!("gnubg-circles-{}", std::process::id()));
    let find = |files: &[(&str, &str)]| {
        fs::create_dir_all(folder.join("deep")).unwrap();
        for (name, text) in files {
            fs::write(folder.join(name), text).unwrap();
        }
        let found = in_crate(&folder);
        fs::remove_dir_all(&folder).unwrap();
        found
    };
    let lib = ("lib.rs", "mod a;\nmod b;\npub use b::{Thing as Other, more};\n");
    assert_eq!(
        find(&[lib, ("a.rs", "use crate::b;\n"), ("b.rs", "// crate::a::X\nlet x = \"crate::a\";\n")]),
        [""; 0]
    );
    assert_eq!(
        find(&[lib, ("a.rs", "use crate::Other;\n"), ("b.rs", "fn f() { super::a::g() }\n")]).len(),
        2
    );
    assert_eq!(
        find(&[
            lib,
            ("a.rs", "use crate::{c::{self, D}};\n"),
            ("b.rs", "use crate::a;\n"),
            ("c.rs", "use crate::b::*;\n")
        ])
        .len(),
        3
    );
    let deep = [
        ("deep/mod.rs", "mod x;\nmod y;\npub use x::X;\n"),
        ("deep/x.rs", "use super::y;\n"),
        ("deep/y.rs", "use crate::deep::X;\n"),
    ];
    assert_eq!(find(&[&[lib][..], &deep].concat()).len(), 2);
}
