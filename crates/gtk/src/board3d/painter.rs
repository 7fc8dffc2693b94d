// SPDX-License-Identifier: GPL-3.0-or-later
//! Draws scenes with glium into its own picture, only where something has changed, and copies the picture to GTK.
//!
//! Every function needs the painter's context to be current; dropping the painter releases everything in it.

use super::appearance::{Appearance, Finish, shown};
use super::camera::Camera;
use super::damage::{Damage, darkens, touches};
use super::gl::{Gl, GlError, Guard};
use super::gpu_resources::{GpuResources, SHADOW_SIDE, Targets};
use super::light::Light;
use super::program::Programs;
use super::scene::{Decal, Form, Ink, Scene, Solid, SolidKind, cloth_numeral, cube_faces};
use super::settings::Settings;
use super::space::{CUBE, RADIUS};
use glam::Vec3;
use glium::draw_parameters::{BackfaceCullingMode, Blend, DepthTest};
use glium::framebuffer::SimpleFrameBuffer;
use glium::uniforms::{
    DepthTextureComparison, MagnifySamplerFilter, MinifySamplerFilter, SamplerWrapFunction, UniformsStorage,
};
use glium::{Depth, DrawParameters, Rect, Surface, uniform};
use gnubg_draw::numerals;

/// All inputs of a picture.
#[derive(Clone, Debug, PartialEq)]
pub struct PictureInput {
    /// The objects.
    pub scene: Scene,
    /// The view and the size.
    pub camera: Camera,
    /// Materials and colors.
    pub appearance: Appearance,
    /// The user's choices.
    pub settings: Settings,
}

/// Draws on one context.
pub struct Painter {
    gl: Gl,
    programs: Programs,
    gpu: GpuResources,
    targets: Option<Targets>,
    last: Option<PictureInput>,
    frames: u64,
    is_software: bool,
    is_lost: bool,
}

impl Painter {
    /// Compiles programs and makes meshes and textures.
    ///
    /// # Errors
    /// If the driver refuses something.
    pub fn new(gl: Gl) -> Result<Painter, GlError> {
        let programs = Programs::new(&gl.context)?;
        let gpu = GpuResources::new(&gl.context)?;
        // Software rendering uses fewer samples; the difference is small.
        let driver = gl.context.get_opengl_renderer_string();
        let is_software = super::gl::is_software(driver);
        Ok(Painter { gl, programs, gpu, targets: None, last: None, frames: 0, is_software, is_lost: false })
    }

    /// How many pictures have been painted, whole or in part.
    #[must_use]
    pub fn frames(&self) -> u64 {
        self.frames
    }

    /// The name of the driver, to tell software from hardware.
    #[must_use]
    pub fn driver(&self) -> String {
        self.gl.context.get_opengl_renderer_string().to_owned()
    }

    /// Simulates a driver that has lost its state, as after a reset of the card; for tests.
    pub fn lose(&mut self) {
        self.is_lost = true;
    }

    /// Makes the driver lose its framebuffers, so that the next picture gets errors; for tests.
    pub fn wreck(&self) {
        self.gl.wreck();
    }

    /// Notes what GTK has bound; to be called first in a frame.
    #[must_use]
    pub fn begin(&self) -> Guard {
        self.gl.begin()
    }

    /// Leaves the context as GTK expects it; to be called last in a frame.
    pub fn end(&self, guard: Guard) {
        self.gl.end(guard);
    }

    /// Paints what differs from the shot before.
    ///
    /// # Errors
    /// If the driver refuses something or has lost its state.
    pub fn paint(&mut self, shot: &PictureInput) -> Result<(), GlError> {
        if self.is_lost || self.gl.context.is_context_lost() {
            return Err(GlError::Lost);
        }
        let size = (shot.camera.size.x as u32, shot.camera.size.y as u32);
        let light = Light::new(&shot.settings);
        let fits = self.targets.as_ref().is_some_and(|targets| targets.size == size);
        let (damage, shadows) = match &self.last {
            Some(last)
                if fits
                    && last.camera == shot.camera
                    && last.appearance == shot.appearance
                    && last.settings == shot.settings =>
            {
                let (old, new) = (&last.scene, &shot.scene);
                let damage = Damage::between(old, new, &shot.camera, &light);
                (damage, Damage::of_shadows(old, new, &light, SHADOW_SIDE))
            }
            _ => (Damage::All, Damage::All),
        };
        if damage == Damage::Nothing {
            return Ok(());
        }
        if !fits {
            self.targets = None;
            self.targets = Some(Targets::new(&self.gl.context, size)?);
        }
        self.gpu.update_meshes(&self.gl.context, &shot.settings)?;
        self.gpu.load_materials(&self.gl.context, &shot.appearance)?;
        self.last = None;
        if shot.settings.shadows {
            self.paint_shadows(shot, &light, &shadows)?;
        }
        self.paint_scene(shot, &light, &damage)?;
        self.gl.check()?;
        self.frames += 1;
        self.last = Some(shot.clone());
        Ok(())
    }

    fn paint_shadows(&self, shot: &PictureInput, light: &Light, damage: &Damage) -> Result<(), GlError> {
        let map = &self.gpu.shadow_map;
        let mut target =
            SimpleFrameBuffer::depth_only(&self.gl.context, map).map_err(GlError::refused("a shadow map"))?;
        let view_proj = light.to_shadow.to_cols_array_2d();
        for part in damage.parts((SHADOW_SIDE, SHADOW_SIDE)) {
            target.clear(Some(&part), None, false, Some(1.0), None);
            let parameters = DrawParameters {
                depth: Depth { test: DepthTest::IfLess, write: true, ..Depth::default() },
                scissor: Some(part),
                ..DrawParameters::default()
            };
            let casting = shot.scene.solids.iter().filter(|solid| solid.casts_shadow());
            for solid in casting.filter(|solid| darkens(&part, solid, light, SHADOW_SIDE)) {
                let there = finish(&shot.appearance, solid.part).is_some();
                let Some(mesh) = self.gpu.shadow_mesh(solid.part).filter(|_| there) else { continue };
                let uniforms = uniform! { model: solid.transform().to_cols_array_2d(), view_proj: view_proj };
                target
                    .draw(&mesh.vertices, &mesh.indices, &self.programs.shadow, &uniforms, &parameters)
                    .map_err(GlError::refused("a shadow"))?;
            }
        }
        Ok(())
    }

    fn paint_scene(&self, shot: &PictureInput, light: &Light, damage: &Damage) -> Result<(), GlError> {
        let Some(targets) = &self.targets else { return Ok(()) };
        let parts = damage.parts(targets.size);
        let mut target = targets.surface(&self.gl.context)?;
        let back = shown(shot.appearance.table.light);
        let camera = &shot.camera;
        for part in &parts {
            target.clear(Some(part), Some((back.x, back.y, back.z, 1.0)), true, Some(1.0), None);
            let seen = |solid: &&Solid| touches(part, solid.ball(), camera);
            for solid in shot.scene.solids.iter().filter(seen).filter(|solid| solid.alpha >= 1.0) {
                self.draw_solid(&mut target, shot, light, solid, *part)?;
            }
            for decal in shot.scene.decals.iter().filter(|decal| touches(part, decal.ball(), camera)) {
                self.draw_decal(&mut target, shot, decal, *part)?;
            }
            for solid in shot.scene.solids.iter().filter(seen).filter(|s| s.alpha < 1.0 && s.alpha > 0.0) {
                self.draw_solid(&mut target, shot, light, solid, *part)?;
            }
        }
        drop(target);
        for part in parts {
            targets.resolve(&self.gl.context, part)?;
        }
        Ok(())
    }

    fn draw_solid(
        &self,
        target: &mut SimpleFrameBuffer<'_>,
        shot: &PictureInput,
        light: &Light,
        solid: &Solid,
        part: Rect,
    ) -> Result<(), GlError> {
        let appearance = &shot.appearance;
        let Some(finish) = finish(appearance, solid.part) else { return Ok(()) };
        let Some(mesh) = self.gpu.mesh(solid.part) else { return Ok(()) };
        let detail = Detail::new(appearance, solid.part);
        let strength =
            if shot.settings.shadows { (shot.settings.darkness / 50.0 * 0.82).min(1.0) } else { 0.0 };
        let lamp_at = light.at.extend(if light.is_near { 1.0 } else { 0.0 });
        let [ambient, diffuse, specular] = shot.settings.levels;
        let veiled = shot.scene.dimmed
            && matches!(solid.part, SolidKind::Fields | SolidKind::Points(_) | SolidKind::Checker(_));
        let veil =
            appearance.field.light.lerp(appearance.field.dark, 0.5).extend(if veiled { 0.55 } else { 0.0 });
        let shadow_map = self
            .gpu
            .shadow_map
            .sampled()
            .depth_texture_comparison(Some(DepthTextureComparison::LessOrEqual))
            .minify_filter(MinifySamplerFilter::Linear)
            .magnify_filter(MagnifySamplerFilter::Linear)
            .wrap_function(SamplerWrapFunction::Clamp);
        let Some(tile) = self.gpu.tile(finish.material) else { return Ok(()) };
        let materials = tile
            .sampled()
            .wrap_function(SamplerWrapFunction::Repeat)
            .minify_filter(MinifySamplerFilter::LinearMipmapLinear)
            .magnify_filter(MagnifySamplerFilter::Linear)
            .anisotropy(if self.is_software { 1 } else { 8 });
        let uniforms = uniform! {
            model: solid.transform().to_cols_array_2d(),
            view_proj: shot.camera.view_proj.to_cols_array_2d(),
            eye: shot.camera.eye.to_array(),
            lamp: lamp_at.to_array(),
            levels: [ambient / 50.0 * 0.43, diffuse / 70.0 * 0.72, specular / 100.0],
            to_shadow: light.to_shadow.to_cols_array_2d(),
            shadow_width: if self.is_software { 0.0072f32 } else { 0.0058 },
            n_taps: if self.is_software { 5 } else { 12 },
            shadow_dark: strength,
            shadow_map: shadow_map,
            light_tone: finish.light.to_array(),
            dark_tone: finish.dark.to_array(),
            layer: finish.material.layer() as f32,
            tile: finish.material.tile(),
            bump: finish.bump,
            rough: finish.rough,
            shine: finish.shine,
            metal: finish.metal,
            sheen: finish.sheen.to_array(),
            ink: detail.ink.to_array(),
            outline: appearance.outline,
            alpha: solid.alpha,
            veil: veil.to_array(),
            cells: detail.cells,
            more_cells: detail.more_cells,
            face: detail.face.to_array(),
            radius: RADIUS,
            materials: materials,
            numerals: self.gpu.numerals(),
        };
        let parameters = DrawParameters {
            depth: Depth { test: DepthTest::IfLess, write: true, ..Depth::default() },
            backface_culling: BackfaceCullingMode::CullClockwise,
            blend: if solid.alpha < 1.0 { Blend::alpha_blending() } else { Blend::default() },
            scissor: Some(part),
            ..DrawParameters::default()
        };
        target
            .draw(
                &mesh.vertices,
                &mesh.indices,
                self.programs.solid(&self.gl.context, detail.kind)?,
                &uniforms,
                &parameters,
            )
            .map_err(GlError::refused("a solid"))
    }

    fn draw_decal(
        &self,
        target: &mut SimpleFrameBuffer<'_>,
        shot: &PictureInput,
        decal: &Decal,
        part: Rect,
    ) -> Result<(), GlError> {
        let appearance = &shot.appearance;
        let (form, size) = form(decal.form);
        let mut alpha = decal.alpha;
        let ink = match decal.ink {
            Ink::Black => {
                if appearance.flat {
                    alpha *= 0.4;
                }
                Vec3::ZERO
            }
            Ink::Accent => appearance.accent,
            Ink::Label => appearance.label,
            Ink::Text(player) => appearance.text[player.index()],
            Ink::Body(player) => appearance.checkers[player.index()].light,
            Ink::PointLine => appearance.point_line.unwrap_or(Vec3::ZERO),
        };
        let uniforms = uniform! {
            model: decal.transform().to_cols_array_2d(),
            view_proj: shot.camera.view_proj.to_cols_array_2d(),
            half_size: decal.half.to_array(),
            form: form,
            size: size,
            ink: shown(ink).to_array(),
            alpha: alpha,
            numerals: self.gpu.numerals(),
        };
        let test = if decal.over { DepthTest::Overwrite } else { DepthTest::IfLessOrEqual };
        let parameters = DrawParameters {
            depth: Depth { test, write: false, ..Depth::default() },
            blend: Blend::alpha_blending(),
            scissor: Some(part),
            ..DrawParameters::default()
        };
        target
            .draw(&self.gpu.square, &self.gpu.square_indices, &self.programs.decal, &uniforms, &parameters)
            .map_err(GlError::refused("a decal"))
    }

    /// Puts the picture on GTK's framebuffer, which was bound when the frame began.
    ///
    /// # Errors
    /// If the driver refuses it.
    pub fn present(&self, guard: &Guard) -> Result<(), GlError> {
        let Some(targets) = &self.targets else { return Ok(()) };
        self.gl.set_size(targets.size);
        let mut frame = glium::Frame::new(self.gl.context.clone(), targets.size);
        // glium goes back to what it takes for the screen; no pixel is touched. Then GTK's own takes that place.
        let nowhere = Rect { left: 0, bottom: 0, width: 0, height: 0 };
        frame.clear(Some(&nowhere), Some((0.0, 0.0, 0.0, 0.0)), true, None, None);
        self.gl.bind(guard);
        let picture = targets
            .picture
            .sampled()
            .minify_filter(MinifySamplerFilter::Nearest)
            .magnify_filter(MagnifySamplerFilter::Nearest);
        let smooth = targets.is_plain();
        let picture = if smooth {
            picture.minify_filter(MinifySamplerFilter::Linear).magnify_filter(MagnifySamplerFilter::Linear)
        } else {
            picture
        };
        let program = if smooth { &self.programs.smooth } else { &self.programs.copy };
        let uniforms = UniformsStorage::new("picture", picture);
        let drawn = frame.draw(
            &self.gpu.square,
            &self.gpu.square_indices,
            program,
            &uniforms,
            &DrawParameters::default(),
        );
        let finished = frame.finish();
        drawn.map_err(GlError::refused("the picture"))?;
        finished.map_err(|_| GlError::Lost)?;
        self.gl.check()
    }

    /// Waits until the driver has painted everything, for measuring.
    pub fn finish(&self) {
        self.gl.context.finish();
    }

    /// The size of the picture in pixels, once one has been painted.
    #[must_use]
    pub fn size(&self) -> Option<(u32, u32)> {
        self.last.as_ref().and(self.targets.as_ref()).map(|targets| targets.size)
    }

    /// The picture as red, green, blue, alpha, the highest row first, with its size; for tests and for copying.
    #[must_use]
    pub fn pixels(&self) -> Option<(Vec<u8>, u32, u32)> {
        let targets = self.targets.as_ref()?;
        let image: glium::texture::RawImage2d<'_, u8> = targets.picture.read();
        let row = image.width as usize * 4;
        let rows: Vec<u8> = image.data.chunks(row).rev().flatten().copied().collect();
        Some((rows, image.width, image.height))
    }
}

/// The material of a part; `None` if a design does without it.
fn finish(appearance: &Appearance, part: SolidKind) -> Option<Finish> {
    Some(match part {
        SolidKind::Table => appearance.table,
        SolidKind::Frame => appearance.frame,
        SolidKind::Fields => appearance.field,
        SolidKind::Trays => appearance.tray,
        SolidKind::Points(tone) => appearance.points[usize::from(tone.min(1))],
        SolidKind::Hinges => return appearance.hinge,
        SolidKind::Checker(player) => appearance.checkers[player.index()],
        SolidKind::Die(player) => appearance.dice[player.index()],
        SolidKind::Cube(_) => appearance.cube,
        SolidKind::Pole => appearance.pole,
        SolidKind::Cloth(player, _) => {
            Finish { rough: 0.9, shine: 0.2, ..appearance.checkers[player.index()] }
        }
    })
}

/// What the shader draws on a solid besides its material.
struct Detail {
    kind: usize,
    ink: Vec3,
    cells: [f32; 4],
    more_cells: [f32; 2],
    face: Vec3,
}

impl Detail {
    fn new(appearance: &Appearance, part: SolidKind) -> Detail {
        let none =
            Detail { kind: 0, ink: Vec3::ZERO, cells: [-1.0; 4], more_cells: [-1.0; 2], face: Vec3::ONE };
        let cell = |n: u32| numerals::cell(n).map_or(-1.0, |cell| cell as f32);
        match part {
            SolidKind::Checker(player) => Detail { kind: 1, ink: appearance.text[player.index()], ..none },
            SolidKind::Die(player) => Detail { kind: 2, ink: appearance.pips[player.index()], ..none },
            SolidKind::Cube(shown) => {
                let [a, b, c, d, e, f] = cube_faces(shown).map(cell);
                let face = Vec3::splat(CUBE / 2.0 * 0.92);
                Detail { kind: 3, ink: appearance.cube_ink, cells: [a, b, c, d], more_cells: [e, f], face }
            }
            SolidKind::Cloth(player, level) => {
                let (middle, half) = cloth_numeral();
                let cells = [cell(u32::from(level)), -1.0, -1.0, -1.0];
                Detail {
                    kind: 4,
                    ink: appearance.text[player.index()],
                    cells,
                    face: middle.extend(half),
                    ..none
                }
            }
            _ => none,
        }
    }
}

/// The number and the lengths of a form as the shader knows them.
fn form(form: Form) -> (i32, [f32; 4]) {
    match form {
        Form::Soft(a, b) => (0, [a, b, 0.0, 0.0]),
        Form::Disc(r, line) => (1, [r, line, 0.0, 0.0]),
        Form::Ring(r, line) => (2, [r, line, 0.0, 0.0]),
        Form::Dashes(r, line, n) => (3, [r, line, n, 0.0]),
        Form::Outline(half, corner, line) => (4, [half.x, half.y, corner, line]),
        Form::Bar(half, fade) => (5, [half.x, half.y, fade, 0.0]),
        Form::Shade(half, reach) => (6, [half.x, half.y, reach, 0.0]),
        Form::Numeral(cell) => (7, [cell as f32, 0.0, 0.0, 0.0]),
        Form::Triangle(half, length, fill) => (8, [half, length, fill, 0.0]),
        Form::LitBox(half, fill) => (9, [half.x, half.y, fill, 0.0]),
    }
}
