// SPDX-License-Identifier: GPL-3.0-or-later
//! Triangles and the few ways we make them: flats, sweeps around an axis, boxes with round edges.

use glam::{Vec2, Vec3};
use std::f32::consts::{FRAC_PI_4, TAU};

/// A corner of a triangle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Vertex {
    /// Where.
    pub position: [f32; 3],
    /// Outward, of length 1.
    pub normal: [f32; 3],
    /// Place on the material, in units; grain runs along the first axis.
    pub uv: [f32; 2],
}

glium::implement_vertex!(Vertex, position, normal, uv);

/// Triangles seen from outside in anticlockwise order.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Mesh {
    /// Corners.
    pub vertices: Vec<Vertex>,
    /// Three for each triangle.
    pub indices: Vec<u32>,
}

impl Mesh {
    fn push(&mut self, position: Vec3, normal: Vec3, uv: Vec2) -> u32 {
        let index = self.vertices.len() as u32;
        self.vertices.push(Vertex {
            position: position.to_array(),
            normal: normal.normalize_or(Vec3::Z).to_array(),
            uv: uv.to_array(),
        });
        index
    }

    /// A flat convex polygon.
    pub fn polygon(&mut self, corners: &[Vec3], normal: Vec3, uv: impl Fn(Vec3) -> Vec2) {
        let first: Vec<u32> = corners.iter().map(|&c| self.push(c, normal, uv(c))).collect();
        for n in 1..first.len().saturating_sub(1) {
            self.indices.extend([first[0], first[n], first[n + 1]]);
        }
    }

    /// A level rectangle at height `z`, seen from above.
    pub fn level(&mut self, low: Vec2, high: Vec2, z: f32, uv: impl Fn(Vec3) -> Vec2) {
        let corners = [low, Vec2::new(high.x, low.y), high, Vec2::new(low.x, high.y)].map(|c| c.extend(z));
        self.polygon(&corners, Vec3::Z, uv);
    }

    /// Rows of points with their normals, each row joined to the next; columns run to the right seen from outside,
    /// rows upward.
    pub fn sheet(&mut self, rows: &[Vec<(Vec3, Vec3, Vec2)>]) {
        let start = self.vertices.len() as u32;
        let width = rows.first().map_or(0, Vec::len) as u32;
        for &(position, normal, uv) in rows.iter().flatten() {
            self.push(position, normal, uv);
        }
        for row in 1..rows.len() as u32 {
            for column in 1..width {
                let a = start + (row - 1) * width + column - 1;
                let (b, c, d) = (a + 1, a + width, a + width + 1);
                self.indices.extend([a, b, d, a, d, c]);
            }
        }
    }

    /// A profile turned around the z axis.
    pub fn lathe(&mut self, profile: &Profile, segments: u32) {
        let rows: Vec<Vec<(Vec3, Vec3, Vec2)>> = profile
            .0
            .iter()
            .map(|&(at, normal)| {
                (0..=segments)
                    .map(|n| {
                        let (sin, cos) = (n as f32 / segments as f32 * TAU).sin_cos();
                        let place = Vec3::new(at.x * cos, at.x * sin, at.y);
                        let normal = Vec3::new(normal.x * cos, normal.x * sin, normal.y);
                        (place, normal, Vec2::new(place.x + place.z * 0.35, place.y + place.z * 0.9))
                    })
                    .collect()
            })
            .collect();
        self.sheet(&rows);
    }

    /// A box around the origin with round edges; `steps` segments for each quarter turn.
    pub fn rounded_box(&mut self, half: Vec3, radius: f32, steps: u32) {
        let axes = [Vec3::X, Vec3::Y, Vec3::Z];
        for axis in 0..3 {
            for sign in [-1.0f32, 1.0] {
                let out = axes[axis] * sign;
                // The other two axes, so that right × up points outward.
                let (right, up) = (axes[(axis + 1) % 3] * sign, axes[(axis + 2) % 3]);
                let at = |limit: f32| -> Vec<f32> {
                    let bend = |n: u32| radius * (n as f32 / steps as f32 * FRAC_PI_4).tan();
                    let flat = limit - radius;
                    let low = (0..=steps).rev().map(|n| -flat - bend(n));
                    low.chain((0..=steps).map(|n| flat + bend(n))).collect()
                };
                let (columns, lines) = (at(half.dot(right.abs())), at(half.dot(up)));
                let core = half - Vec3::splat(radius);
                let rows: Vec<Vec<_>> = lines
                    .iter()
                    .map(|&v| {
                        columns
                            .iter()
                            .map(|&u| {
                                let p = out * half.dot(out.abs()) + right * u + up * v;
                                let inner = p.clamp(-core, core);
                                let normal = (p - inner).normalize_or(out);
                                (inner + normal * radius, normal, Vec2::new(u, v))
                            })
                            .collect()
                    })
                    .collect();
                self.sheet(&rows);
            }
        }
    }

    /// Everything moved and turned; normals follow a turn without stretching.
    #[must_use]
    pub fn placed(mut self, transform: glam::Affine3A) -> Mesh {
        for vertex in &mut self.vertices {
            vertex.position = transform.transform_point3(vertex.position.into()).to_array();
            vertex.normal = transform.transform_vector3(vertex.normal.into()).normalize_or_zero().to_array();
        }
        self
    }

    /// Both meshes in one.
    pub fn add(&mut self, other: &Mesh) {
        let start = self.vertices.len() as u32;
        self.vertices.extend(&other.vertices);
        self.indices.extend(other.indices.iter().map(|n| n + start));
    }
}

/// Points of an outline with their outward normals: radius and height, from the bottom around to the top.
#[derive(Clone, Debug, Default)]
pub struct Profile(pub Vec<(Vec2, Vec2)>);

impl Profile {
    /// A straight line.
    #[must_use]
    pub fn line(mut self, a: (f32, f32), b: (f32, f32)) -> Profile {
        let (a, b) = (Vec2::from(a), Vec2::from(b));
        let along = b - a;
        let normal = Vec2::new(along.y, -along.x).normalize_or_zero();
        self.0.extend([(a, normal), (b, normal)]);
        self
    }

    /// SolidKind of a circle, angles in degrees from the outward direction, up being 90.
    #[must_use]
    pub fn arc(mut self, center: (f32, f32), radius: f32, from: f32, to: f32, steps: u32) -> Profile {
        for n in 0..=steps {
            let angle = (from + (to - from) * n as f32 / steps as f32).to_radians();
            let normal = Vec2::from_angle(angle);
            self.0.push((Vec2::from(center) + normal * radius, normal));
        }
        self
    }

    /// A curve given by its height over the radius, seen from above, the radius falling from `from` to `to`.
    #[must_use]
    pub fn cap(mut self, from: f32, to: f32, steps: u32, height: impl Fn(f32) -> f32) -> Profile {
        for n in 0..=steps {
            let r = from + (to - from) * n as f32 / steps as f32;
            let slope = (height(r + 0.01) - height(r - 0.01)) / 0.02;
            self.0.push((Vec2::new(r, height(r)), Vec2::new(-slope, 1.0).normalize()));
        }
        self
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// Checks that every triangle faces the way its corners' normals do.
    #[track_caller]
    pub(in super::super) fn faces_outward(mesh: &Mesh) {
        assert!(mesh.indices.len().is_multiple_of(3) && !mesh.indices.is_empty());
        for triangle in mesh.indices.chunks(3) {
            let [a, b, c] = [0, 1, 2].map(|n| mesh.vertices[triangle[n] as usize]);
            let [p, q, r] = [a, b, c].map(|v| Vec3::from(v.position));
            let face = (q - p).cross(r - p);
            if face.length() < 1e-5 {
                continue;
            }
            let normal = Vec3::from(a.normal) + Vec3::from(b.normal) + Vec3::from(c.normal);
            assert!(face.dot(normal) > 0.0, "the triangle {p} {q} {r} faces inward");
        }
    }

    #[test]
    fn solids_face_outward() {
        let mut mesh = Mesh::default();
        mesh.rounded_box(Vec3::new(1.0, 2.0, 3.0), 0.3, 3);
        faces_outward(&mesh);
        let far = mesh.vertices.iter().map(|v| Vec3::from(v.position).abs()).fold(Vec3::ZERO, Vec3::max);
        assert!((far - Vec3::new(1.0, 2.0, 3.0)).length() < 1e-5);
        let mut mesh = Mesh::default();
        mesh.lathe(&Profile::default().line((1.0, 0.0), (1.0, 1.0)).line((1.0, 1.0), (0.0, 1.0)), 12);
        faces_outward(&mesh);
        let mut mesh = Mesh::default();
        mesh.level(Vec2::ZERO, Vec2::ONE, 0.0, |p| p.truncate());
        faces_outward(&mesh);
    }
}
