// SPDX-License-Identifier: GPL-3.0-or-later
//! Small feed-forward nets over table rows, evaluated in integers.
//!
//! A net's input is a list of *slots*, each holding a small integer; the pair (slot, value) names a row of the first
//! layer, and value 0 names none. The first layer is therefore a sum of rows, and going from one position to a similar
//! one costs one subtraction and one addition per changed slot ([`Accumulator`]). All sums are exact 16-bit integers:
//! the result does not depend on the path by which a position was reached, nor on the processor.
//!
//! ```text
//! slots ─▶ rows (i16, width W) ─▶ clip 0..1, square ─▶ dense 32 (i16, per bucket) ─▶ z, clip 0..1 and its square
//!       ─▶ dense 6 (f32, per bucket) ─▶ softmax over the six ways a game can end
//!       ─▶ dense 2 (f32, per bucket): readings, whose meaning is up to the user of the net
//! ```
//!
//! The module deals with vectors and layers; it does not know backgammon.

mod accumulator;
mod aligned;
mod differences;
mod filter;
mod head;
mod kernel;
mod network;
mod slots;
mod upper;
mod weights;

pub use accumulator::Accumulator;
pub(crate) use aligned::Aligned;
pub use filter::{FILTER_ROWS, Filter, FilterAccumulator, filter_row};
pub use head::{Head, OUTPUTS, Output, READINGS};
pub use kernel::Kernel;
pub use network::{Network, NetworkShape};
pub use slots::{MAX_SLOTS, NO_ROW, SlotRows};
pub use weights::{AnyNet, MAGIC as WEIGHTS_MAGIC, WeightsError, read_nets, write_nets};

/// First-layer units are multiples of this, so that kernels need no remainder loops.
pub const LANES: usize = 64;

/// Units of the second layer.
pub const HIDDEN: usize = 32;

/// Places of both sides together that a filter counts checkers on, padding included.
pub const FILTER_PLACES: usize = 64;

/// Rows of a filter for each place as the kernels read them: counts 0 to 15, the first of zeros, so that they need not
/// ask for it.
const KERNEL_COUNTS: usize = 16;

/// Fixed-point value of 1.0 in first-layer sums; they range over about ±16.
pub const ROW_ONE: f32 = 2048.0;

/// Fixed-point value of a full activation.
pub(crate) const ACTIVATION_ONE: f32 = 1024.0;

/// Fixed-point value of 1.0 in second-layer weights.
pub const WEIGHT_ONE: f32 = 2048.0;
