// SPDX-License-Identifier: GPL-3.0-or-later
//! Pictures of a board as files: PNG, SVG, PDF.

use super::Painter;
use crate::board::BoardView;
use crate::board::design::Design;
use crate::board::layout::{HEIGHT, WIDTH};
use cairo::{Context, Format, ImageSurface, PdfSurface, SvgSurface};
use thiserror::Error;

/// Why a picture could not be made.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum PictureError {
    /// The size is not possible.
    #[error("a picture is 16 to 16384 pixels wide, not {0}")]
    Width(u32),
    /// Cairo gave up.
    #[error("the picture could not be drawn")]
    Cairo(#[from] cairo::Error),
    /// The PNG could not be encoded.
    #[error("the picture could not be written as PNG")]
    Png(#[from] cairo::IoError),
    /// The written stream was lost.
    #[error("the picture could not be written")]
    Stream,
}

/// Checks the width of a picture and gives its height.
fn height(width: u32) -> Result<u32, PictureError> {
    if !(16..=16384).contains(&width) {
        return Err(PictureError::Width(width));
    }
    Ok((f64::from(width) * HEIGHT / WIDTH).round() as u32)
}

/// The view as an image `width` pixels wide.
///
/// # Errors
/// If the width is out of range or drawing fails.
fn image(view: &BoardView, design: &Design, width: u32) -> Result<ImageSurface, PictureError> {
    let height = height(width)?;
    let surface = ImageSurface::create(Format::ARgb32, width as i32, height as i32)?;
    let cr = Context::new(&surface)?;
    let scale = f64::from(width) / WIDTH;
    cr.scale(scale, scale);
    Painter::new(*design).paint_view(&cr, view, 1.0 / scale);
    drop(cr);
    surface.flush();
    Ok(surface)
}

/// The view as a PNG file `width` pixels wide.
///
/// # Errors
/// If the width is out of range or drawing fails.
pub fn png(view: &BoardView, design: &Design, width: u32) -> Result<Vec<u8>, PictureError> {
    let mut bytes = Vec::new();
    image(view, design, width)?.write_to_png(&mut bytes)?;
    Ok(bytes)
}

/// The view as an SVG file, `width` points wide.
///
/// # Errors
/// If the width is out of range or drawing fails.
pub fn svg(view: &BoardView, design: &Design, width: u32) -> Result<Vec<u8>, PictureError> {
    let size = (f64::from(width), f64::from(height(width)?));
    let surface = SvgSurface::for_stream(size.0, size.1, Vec::new())?;
    vector(&surface, view, design, width)?;
    stream(surface.finish_output_stream())
}

/// The view as a PDF page, `width` points wide.
///
/// # Errors
/// If the width is out of range or drawing fails.
pub fn pdf(view: &BoardView, design: &Design, width: u32) -> Result<Vec<u8>, PictureError> {
    let size = (f64::from(width), f64::from(height(width)?));
    let surface = PdfSurface::for_stream(size.0, size.1, Vec::new())?;
    vector(&surface, view, design, width)?;
    stream(surface.finish_output_stream())
}

fn vector(
    surface: &cairo::Surface,
    view: &BoardView,
    design: &Design,
    width: u32,
) -> Result<(), PictureError> {
    let cr = Context::new(surface)?;
    let scale = f64::from(width) / WIDTH;
    cr.scale(scale, scale);
    Painter::vector(*design).paint_view(&cr, view, 1.0 / scale);
    Ok(())
}

fn stream(output: Result<Box<dyn std::any::Any>, cairo::StreamWithError>) -> Result<Vec<u8>, PictureError> {
    let output = output.map_err(|_| PictureError::Stream)?;
    output.downcast::<Vec<u8>>().map(|bytes| *bytes).map_err(|_| PictureError::Stream)
}
