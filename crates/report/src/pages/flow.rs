// SPDX-License-Identifier: GPL-3.0-or-later
//! Where blocks stand on pages: some across the page, the others in two columns.

/// Between blocks, in points.
pub(super) const GAP: f64 = 10.0;

/// What the flow knows of a block.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Shape {
    /// In points.
    pub(super) height: f64,
    /// Across the page instead of in a column.
    pub(super) is_wide: bool,
    /// Begins something: stays with what follows, on a page of its own if less than half of this one is left.
    pub(super) opens: bool,
}

/// The place of a block.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Spot {
    pub(super) page: usize,
    /// 0 or 1.
    pub(super) column: usize,
    /// Of the upper edge.
    pub(super) y: f64,
}

/// Lays blocks out between `top` and `bottom`. What is higher than a page stands alone on one.
pub(super) fn flow(shapes: &[Shape], top: f64, bottom: f64) -> Vec<Spot> {
    let mut flow = Flow { top, bottom, page: 0, y: top, spots: Vec::with_capacity(shapes.len()) };
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
    flow.spots
}

struct Flow {
    top: f64,
    bottom: f64,
    page: usize,
    /// Where the page is still free.
    y: f64,
    spots: Vec<Spot>,
}

impl Flow {
    fn turn(&mut self) {
        self.page += 1;
        self.y = self.top;
    }

    fn wide(&mut self, shape: &Shape, next: Option<&Shape>) {
        let half = self.top + (self.bottom - self.top) / 2.0;
        let with_next = if shape.opens { next.map_or(0.0, |next| GAP + next.height) } else { 0.0 };
        let is_full = self.y + shape.height + with_next > self.bottom;
        if self.y > self.top && (is_full || (shape.opens && self.y > half)) {
            self.turn();
        }
        self.spots.push(Spot { page: self.page, column: 0, y: self.y });
        self.y += shape.height + GAP;
    }

    /// Blocks one below the other, the left column first; the last columns are about equally high.
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
                    self.spots.push(Spot { page: self.page, column, y });
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

/// How many blocks fit into that much space.
fn fitting(blocks: &[f64], space: f64) -> usize {
    (1..=blocks.len()).take_while(|&n| height(&blocks[..n]) <= space).count()
}

/// How many of the blocks belong to the left column so that both are as low as can be.
fn balanced(blocks: &[f64], space: f64) -> Option<usize> {
    let higher = |n: &usize| height(&blocks[..*n]).max(height(&blocks[*n..]));
    let fits = (1..=blocks.len()).filter(|n| higher(n) <= space);
    fits.min_by(|a, b| higher(a).total_cmp(&higher(b)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn narrow(height: f64) -> Shape {
        Shape { height, is_wide: false, opens: false }
    }

    fn wide(height: f64, opens: bool) -> Shape {
        Shape { height, is_wide: true, opens }
    }

    fn spots(shapes: &[Shape]) -> Vec<(usize, usize, f64)> {
        flow(shapes, 0.0, 100.0).iter().map(|spot| (spot.page, spot.column, spot.y)).collect()
    }

    #[test]
    fn columns_are_filled_and_the_last_balanced() {
        let five = [narrow(40.0); 5];
        assert_eq!(spots(&five), [(0, 0, 0.0), (0, 0, 50.0), (0, 1, 0.0), (0, 1, 50.0), (1, 0, 0.0)]);
        assert_eq!(spots(&five[..2]), [(0, 0, 0.0), (0, 1, 0.0)]);
        let mixed = [wide(20.0, true), narrow(30.0), narrow(30.0), wide(20.0, false)];
        assert_eq!(spots(&mixed), [(0, 0, 0.0), (0, 0, 30.0), (0, 1, 30.0), (0, 0, 70.0)]);
    }

    #[test]
    fn a_beginning_stays_with_what_follows() {
        let shapes = [wide(30.0, true), wide(30.0, false), wide(10.0, true), narrow(10.0)];
        assert_eq!(spots(&shapes)[2..], [(1, 0, 0.0), (1, 0, 20.0)]);
        let shapes = [wide(30.0, true), wide(30.0, true), narrow(60.0)];
        assert_eq!(spots(&shapes)[1..], [(1, 0, 0.0), (1, 0, 40.0)]);
    }

    fn shape() -> impl Strategy<Value = Shape> {
        (1.0..130.0, any::<bool>(), any::<bool>()).prop_map(|(height, is_wide, opens)| Shape {
            height,
            is_wide,
            opens: opens && is_wide,
        })
    }

    proptest! {
        #[test]
        fn nothing_overlaps_and_the_order_is_kept(shapes in proptest::collection::vec(shape(), 0..40)) {
            let spots = flow(&shapes, 10.0, 110.0);
            prop_assert_eq!(spots.len(), shapes.len());
            for (spot, shape) in spots.iter().zip(&shapes) {
                prop_assert!(spot.y >= 10.0);
                prop_assert!(spot.y + shape.height <= 110.0 + 1e-9 || spot.y == 10.0);
            }
            for (n, (a, one)) in spots.iter().zip(&shapes).enumerate() {
                for (b, other) in spots.iter().zip(&shapes).skip(n + 1) {
                    prop_assert!(a.page <= b.page);
                    let side_by_side = a.column != b.column && !one.is_wide && !other.is_wide;
                    prop_assert!(a.page < b.page || side_by_side || a.y + one.height <= b.y + 1e-9);
                }
            }
        }
    }
}
