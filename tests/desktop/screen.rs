// SPDX-License-Identifier: GPL-3.0-or-later
//! Pictures of a virtual screen. The display keeps its pixels in a file, so that taking a picture is reading that file.

use gtk::cairo::{Format, ImageSurface};
use std::fs::File;
use std::io::{Read, Seek};
use std::ops::Range;
use std::path::Path;

/// The file of the pixels in the folder that the display was given.
pub(crate) const FILE: &str = "Xvfb_screen0";

/// The pixels of a screen at one moment.
pub(crate) struct Picture {
    width: usize,
    height: usize,
    /// Bytes from one line to the next.
    stride: usize,
    /// Bytes before the pixels.
    header: usize,
    /// The header, then blue, green, red and an unused byte for each pixel.
    bytes: Vec<u8>,
}

impl Picture {
    /// Reads the file a display writes: an X window dump with a header of big-endian words, a table of colors and the
    /// pixels. `None` where the file is not complete.
    pub(crate) fn read(path: &Path) -> Option<Picture> {
        let bytes = std::fs::read(path).ok()?;
        let word = |nth: usize| {
            let bytes = bytes.get(4 * nth..4 * nth + 4)?;
            Some(u32::from_be_bytes(bytes.try_into().expect("four bytes")) as usize)
        };
        let [header, width, height, bits, stride, colors] = [0, 4, 5, 11, 12, 19].map(word);
        let [width, height, stride] = [width?, height?, stride?];
        assert_eq!(bits, Some(32), "bits of a pixel");
        let header = header? + 12 * colors?;
        (bytes.len() == header + stride * height).then_some(Picture { width, height, stride, header, bytes })
    }

    /// Looks at the same screen once more; whether anything has changed. The buffer is as long as the picture.
    pub(crate) fn has_changed(&mut self, screen: &mut File, buffer: &mut Vec<u8>) -> std::io::Result<bool> {
        screen.rewind()?;
        screen.read_exact(buffer)?;
        let has_changed = *buffer != self.bytes;
        if has_changed {
            std::mem::swap(buffer, &mut self.bytes);
        }
        Ok(has_changed)
    }

    /// A buffer for what the screen looks like at another moment.
    pub(crate) fn buffer(&self) -> Vec<u8> {
        vec![0; self.bytes.len()]
    }

    fn pixels(&self) -> &[u8] {
        &self.bytes[self.header..]
    }

    /// Red, green and blue of a pixel; `None` beyond the edges of the screen.
    pub(crate) fn color(&self, x: i32, y: i32) -> Option<[u8; 3]> {
        let (x, y) = (usize::try_from(x).ok()?, usize::try_from(y).ok()?);
        let at = y * self.stride + 4 * x;
        let pixel = (x < self.width && y < self.height).then(|| &self.pixels()[at..at + 3])?;
        Some([pixel[2], pixel[1], pixel[0]])
    }

    /// The colors of a rectangle, line by line, as far as it is on the screen.
    pub(crate) fn colors(&self, x: Range<i32>, y: Range<i32>) -> impl Iterator<Item = [u8; 3]> {
        y.flat_map(move |y| x.clone().map(move |x| (x, y))).filter_map(|(x, y)| self.color(x, y))
    }

    /// The colors of a part of a line from left to right, each with the number of pixels that follow each other.
    pub(crate) fn runs(&self, y: i32, x: Range<i32>) -> Vec<([u8; 3], usize)> {
        let Ok(y) = usize::try_from(y) else { return Vec::new() };
        let [first, end] = [x.start, x.end].map(|x| usize::try_from(x).unwrap_or(0).min(self.width));
        let line =
            self.pixels().get(y * self.stride + 4 * first..y * self.stride + 4 * end).unwrap_or_default();
        let pixels = line.as_chunks::<4>().0;
        pixels.chunk_by(|a, b| a == b).map(|run| ([run[0][2], run[0][1], run[0][0]], run.len())).collect()
    }

    /// The part with that left, top, width and height, as far as it is on the screen.
    pub(crate) fn cropped(&self, [x, y, width, height]: [usize; 4]) -> Picture {
        let (width, height) = (width.min(self.width - x), height.min(self.height - y));
        let line = |y: usize| &self.pixels()[y * self.stride + 4 * x..][..4 * width];
        let bytes = (y..y + height).flat_map(line).copied().collect();
        Picture { width, height, stride: 4 * width, header: 0, bytes }
    }

    /// Writes the picture as PNG.
    pub(crate) fn save(&self, path: &Path) {
        let [width, height, stride] =
            [self.width, self.height, self.stride].map(|n| i32::try_from(n).expect("a screen's size"));
        let surface =
            ImageSurface::create_for_data(self.pixels().to_vec(), Format::Rgb24, width, height, stride);
        let mut file = File::create(path).expect("a file for a picture");
        surface.expect("a picture").write_to_png(&mut file).expect("the picture is written");
    }
}
