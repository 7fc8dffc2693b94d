// SPDX-License-Identifier: GPL-3.0-or-later
//! The shader programs, for desktop OpenGL and for OpenGL ES.

use super::gl::GlError;
use glium::backend::Context;
use glium::program::{Program, ProgramCreationInput};
use glium::{Api, Version};
use std::cell::OnceCell;
use std::rc::Rc;

/// Kinds of detail on solids: none, checker, die, cube, flag.
pub const N_KINDS: usize = 5;
const LIGHT: &str = include_str!("shaders/light.glsl");

/// The programs.
#[derive(Debug)]
pub struct Programs {
    /// Lit solids by kind of detail, each from its first use on.
    solids: [OnceCell<Program>; N_KINDS],
    /// Decals.
    pub decal: Program,
    /// Depth as seen from the light.
    pub shadow: Program,
    /// The finished picture to the screen.
    pub copy: Program,
    /// The same, smoothing edges.
    pub smooth: Program,
}

/// Compiles a program of these shaders.
fn build(
    context: &Rc<Context>,
    what: &'static str,
    vertex: &str,
    fragment: &str,
) -> Result<Program, GlError> {
    let es = context.get_opengl_version().0 == Api::GlEs;
    debug_assert!(es || context.is_glsl_version_supported(&Version(Api::Gl, 1, 5)));
    let header = if es {
        "#version 300 es\nprecision highp float;\nprecision highp int;\nprecision highp sampler2DShadow;\n"
    } else {
        "#version 150\n"
    };
    let (vertex, fragment) = (format!("{header}{vertex}"), format!("{header}{fragment}"));
    let input = ProgramCreationInput::SourceCode {
        vertex_shader: &vertex,
        tessellation_control_shader: None,
        tessellation_evaluation_shader: None,
        geometry_shader: None,
        fragment_shader: &fragment,
        transform_feedback_varyings: None,
        // The shaders convert to sRGB themselves; nothing else may.
        outputs_srgb: true,
        uses_point_size: false,
    };
    Program::new(context, input).map_err(GlError::refused(what))
}

impl Programs {
    /// Compiles everything but the programs for solids.
    ///
    /// # Errors
    /// If the driver refuses a program.
    pub fn new(context: &Rc<Context>) -> Result<Programs, GlError> {
        let build = |what: &'static str, vertex: &str, fragment: &str| build(context, what, vertex, fragment);
        let screen = include_str!("shaders/screen.vert");
        Ok(Programs {
            solids: Default::default(),
            decal: build(
                "the program for decals",
                include_str!("shaders/decal.vert"),
                include_str!("shaders/decal.frag"),
            )?,
            shadow: build(
                "the program for shadows",
                include_str!("shaders/shadow.vert"),
                include_str!("shaders/shadow.frag"),
            )?,
            copy: build("the program for copying", screen, include_str!("shaders/copy.frag"))?,
            smooth: build("the program for smoothing", screen, include_str!("shaders/smooth.frag"))?,
        })
    }
    /// The program for solids of a kind.
    ///
    /// # Errors
    /// If the driver refuses it.
    pub fn solid(&self, context: &Rc<Context>, kind: usize) -> Result<&Program, GlError> {
        let kind = kind.min(N_KINDS - 1);
        if let Some(program) = self.solids[kind].get() {
            return Ok(program);
        }
        let fragment = format!("#define KIND {kind}\n{LIGHT}\n{}", include_str!("shaders/solid.frag"));
        let program =
            build(context, "the program for solids", include_str!("shaders/solid.vert"), &fragment)?;
        Ok(self.solids[kind].get_or_init(|| program))
    }
}
