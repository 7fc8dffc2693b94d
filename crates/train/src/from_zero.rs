// SPDX-License-Identifier: GPL-3.0-or-later
//! `train from-zero`: the whole recipe ([`recipe`]), from random weights to a weights file for the program.
//!
//! Each step is a process of its own. A file in the folder tells which steps are done and how long they took; a step that
//! was interrupted is begun again, and what it had written of labels is kept.

use crate::lines::Lines;
use crate::recipe::{self, Extent, Step};
use anyhow::{Context, Result, bail, ensure};
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

/// Options of `train from-zero`.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct FromZeroOptions {
    /// Folder for labels, checkpoints and, in the end, gnubg.weights
    folder: PathBuf,
    #[command(flatten)]
    extent: Extent,
    /// Print the steps and do nothing
    #[arg(long)]
    list: bool,
}

/// The steps done.
const STEPS: &str = "steps.jsonl";

/// What the file of steps holds.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Header {
    format: String,
    extent: Extent,
}

/// A step that was done.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Done {
    step: String,
    /// Elapsed.
    seconds: f64,
}

pub(crate) fn run(options: &FromZeroOptions, threads: usize) -> Result<()> {
    let steps = recipe::steps(options.extent);
    if options.list {
        for step in &steps {
            println!("{step}");
        }
        return Ok(());
    }
    let header = Header { format: "steps 1".to_owned(), extent: options.extent };
    let (mut lines, done) = Lines::open::<_, Done>(&options.folder.join(STEPS), &header)?;
    for (n, (done, step)) in done.iter().zip(&steps).enumerate() {
        let step = step.to_string();
        ensure!(done.step == step, "step {} was \"{}\" and is now \"{step}\"", n + 1, done.step);
    }
    let mut seconds: f64 = done.iter().map(|done| done.seconds).sum();
    for (n, step) in steps.iter().enumerate().skip(done.len()) {
        println!("\nstep {} of {}: {step}", n + 1, steps.len());
        let start = Instant::now();
        execute(step, &options.folder, threads).with_context(|| format!("step {}: {step}", n + 1))?;
        let done = Done { step: step.to_string(), seconds: start.elapsed().as_secs_f64() };
        seconds += done.seconds;
        lines.add(&done)?;
    }
    let weights = options.folder.join(recipe::WEIGHTS);
    println!("\n{} steps in {:.1} hours: {}", steps.len(), seconds / 3600.0, weights.display());
    Ok(())
}

fn execute(step: &Step, folder: &Path, threads: usize) -> Result<()> {
    match step {
        Step::Run(command) => {
            let mut child = Command::new(std::env::current_exe()?);
            child.current_dir(folder).arg(format!("--threads={threads}")).args(command.split_whitespace());
            let status = child.status()?;
            if !status.success() {
                bail!("{status}");
            }
        }
        Step::Remove(files) => {
            for file in files.iter().map(|file| folder.join(file)).filter(|file| file.exists()) {
                std::fs::remove_file(&file).with_context(|| format!("removing {}", file.display()))?;
            }
        }
    }
    Ok(())
}
