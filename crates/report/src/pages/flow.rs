// SPDX-License-Identifier: GPL-3.0-or-later
//! The places of blocks on pages: wide blocks across the page, the others in two columns.

/// Space between blocks, in points.
pub(super) const GAP: f64 = 5.0;

/// The dimensions of a block.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct BlockShape {
    /// Its height in points.
    pub(super) height: f64,
    /// Whether it goes across the page instead of in a column.
    pub(super) is_wide: bool,
    /// Whether it begins a game: it stays with the next block, and starts a page if less than a quarter of one is left.
    pub(super) opens: bool,
}

/// The place of a block on the pages.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct BlockPlace {
    pub(super) page: usize,
    /// 0 for the left column or a wide block, 1 for the right column.
    pub(super) column: usize,
    /// The distance of its upper edge from the top of the page, in points.
    pub(super) y: f64,
}

/// Lays out blocks between `top` and `bottom`. A block higher than a page gets a page of its own.
pub(super) fn flow(shapes: &[BlockShape], top: f64, bottom: f64) -> Vec<BlockPlace> {
    let mut flow = Flow { top, bottom, page: 0, y: top, places: Vec::with_capacity(shapes.len()) };
    let mut n = 0;
    while let Some(shape) = shapes.get(n) {
        if shape.is_wide {
            flow.wide(shape, shapes.get(n + 1));
            n += 1;
        } else {
            let run: Vec<f64> =
                shapes[n..].iter().take_while(|shape| !shape.is_wide).map(|shape| shape.height).collect();
            flow.columns(&run);
            n += run.len();
        }
    }
    flow.places
}

struct Flow {
    top: f64,
    bottom: f64,
    page: usize,
    /// The top of the free space on the page.
    y: f64,
    places: Vec<BlockPlace>,
}

impl Flow {
    fn turn(&mut self) {
        self.page += 1;
        self.y = self.top;
    }

    fn wide(&mut self, shape: &BlockShape, next: Option<&BlockShape>) {
        let late = self.top + 0.75 * (self.bottom - self.top);
        let with_next = if shape.opens { next.map_or(0.0, |next| GAP + next.height) } else { 0.0 };
        let is_full = self.y + shape.height + with_next > self.bottom;
        if self.y > self.top && (is_full || (shape.opens && self.y > late)) {
            self.turn();
        }
        self.places.push(BlockPlace { page: self.page, column: 0, y: self.y });
        self.y += shape.height + GAP;
    }

    /// Fills the left column, then the right one; the last two columns get about the same height.
    fn columns(&mut self, mut run: &[f64]) {
        while !run.is_empty() {
            let space = self.bottom - self.y;
            let mut left = fitting(run, space);
            if left == 0 {
                if self.y > self.top {
                    self.turn();
                    continue;
                }
                left = 1;
            }
            let mut end = left + fitting(&run[left..], space);
            if end == run.len() {
                left = balanced(run, space).unwrap_or(left);
            } else {
                end = end.max(left);
            }
            for (column, range) in [(0, 0..left), (1, left..end)] {
                let mut y = self.y;
                for height in &run[range] {
                    self.places.push(BlockPlace { page: self.page, column, y });
                    y += height + GAP;
                }
            }
            self.y += height(&run[..left]).max(height(&run[left..end])) + GAP;
            run = &run[end..];
            if !run.is_empty() {
                self.turn();
            }
        }
    }
}

fn height(blocks: &[f64]) -> f64 {
    blocks.iter().sum::<f64>() + GAP * blocks.len().saturating_sub(1) as f64
}

/// The number of blocks that fit in the space.
fn fitting(blocks: &[f64], space: f64) -> usize {
    (1..=blocks.len()).take_while(|&n| height(&blocks[..n]) <= space).count()
}

/// The number of blocks in the left column that makes the higher column as low as possible.
fn balanced(blocks: &[f64], space: f64) -> Option<usize> {
    let higher = |n: &usize| height(&blocks[..*n]).max(height(&blocks[*n..]));
    let fits = (1..=blocks.len()).filter(|n| higher(n) <= space);
    fits.min_by(|a, b| higher(a).total_cmp(&higher(b)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn narrow(height: f64) -> BlockShape {
        BlockShape { height, is_wide: false, opens: false }
    }

    fn wide(height: f64, opens: bool) -> BlockShape {
        BlockShape { height, is_wide: true, opens }
    }

    fn places(shapes: &[BlockShape]) -> Vec<(usize, usize, f64)> {
        flow(shapes, 0.0, 100.0).iter().map(|place| (place.page, place.column, place.y)).collect()
    }

    #[test]
    fn columns_are_filled_and_the_last_balanced() {
        let five = [narrow(40.0); 5];
        let second = 40.0 + GAP;
        let expected = [(0, 0, 0.0), (0, 0, second), (0, 1, 0.0), (0, 1, second), (1, 0, 0.0)];
        assert_eq!(places(&five), expected);
        assert_eq!(places(&five[..2]), [(0, 0, 0.0), (0, 1, 0.0)]);
        let mixed = [wide(20.0, true), narrow(30.0), narrow(30.0), wide(20.0, false)];
        let (first, last) = (20.0 + GAP, 50.0 + 2.0 * GAP);
        assert_eq!(places(&mixed), [(0, 0, 0.0), (0, 0, first), (0, 1, first), (0, 0, last)]);
    }

    #[test]
    fn the_start_of_a_game_stays_with_the_next_block() {
        let shapes = [wide(40.0, true), wide(30.0, false), wide(10.0, true), narrow(10.0)];
        assert_eq!(places(&shapes)[2..], [(1, 0, 0.0), (1, 0, 10.0 + GAP)]);
        let shapes = [wide(30.0, true), wide(30.0, true), narrow(60.0)];
        assert_eq!(places(&shapes)[1..], [(1, 0, 0.0), (1, 0, 30.0 + GAP)]);
    }

    fn shape() -> impl Strategy<Value = BlockShape> {
        (1.0..130.0, any::<bool>(), any::<bool>()).prop_map(|(height, is_wide, opens)| BlockShape {
            height,
            is_wide,
            opens: opens && is_wide,
        })
    }

    proptest! {
        #[test]
        fn nothing_overlaps_and_the_order_is_kept(shapes in proptest::collection::vec(shape(), 0..40)) {
            let places = flow(&shapes, 10.0, 110.0);
            prop_assert_eq!(places.len(), shapes.len());
            for (place, shape) in places.iter().zip(&shapes) {
                prop_assert!(place.y >= 10.0);
                prop_assert!(place.y + shape.height <= 110.0 + 1e-9 || place.y == 10.0);
            }
            for (n, (a, one)) in places.iter().zip(&shapes).enumerate() {
                for (b, other) in places.iter().zip(&shapes).skip(n + 1) {
                    prop_assert!(a.page <= b.page);
                    let side_by_side = a.column != b.column && !one.is_wide && !other.is_wide;
                    prop_assert!(a.page < b.page || side_by_side || a.y + one.height <= b.y + 1e-9);
                }
            }
        }
    }
}
