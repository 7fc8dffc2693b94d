// SPDX-License-Identifier: GPL-3.0-or-later
//! The shader programs, for desktop OpenGL and for OpenGL ES.

use super::gl::GlError;
use glium::backend::Context;
use glium::program::{Program, ProgramCreationInput};
use glium::{Api, Version};
use std::rc::Rc;

const LIGHT: &str = include_str!("shaders/light.glsl");

/// The programs.
#[derive(Debug)]
pub struct Programs {
    /// Lit solids.
    pub solid: Program,
    /// Decals.
    pub decal: Program,
    /// Depth as seen from the light.
    pub shadow: Program,
    /// The finished picture to the screen.
    pub copy: Program,
    /// The same, smoothing edges.
    pub smooth: Program,
}

impl Programs {
    /// Compiles everything.
    ///
    /// # Errors
    /// If the driver refuses a program.
    pub fn new(context: &Rc<Context>) -> Result<Programs, GlError> {
        let es = context.get_opengl_version().0 == Api::GlEs;
        debug_assert!(es || context.is_glsl_version_supported(&Version(Api::Gl, 1, 5)));
        let header = if es {
            "#version 300 es\nprecision highp float;\nprecision highp int;\nprecision highp sampler2DShadow;\n"
        } else {
            "#version 150\n"
        };
        let build = |what: &'static str, vertex: &str, fragment: &str| {
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
        };
        let with_light = |body: &str| format!("{LIGHT}\n{body}");
        let screen = include_str!("shaders/screen.vert");
        Ok(Programs {
            solid: build(
                "the program for solids",
                include_str!("shaders/solid.vert"),
                &with_light(include_str!("shaders/solid.frag")),
            )?,
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
}
