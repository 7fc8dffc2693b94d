// SPDX-License-Identifier: GPL-3.0-or-later
in vec2 corner;
uniform mat4 model;
uniform mat4 view_proj;
uniform vec2 half_size;
out vec2 at;

void main() {
    at = corner * half_size;
    gl_Position = view_proj * model * vec4(corner, 0.0, 1.0);
}
