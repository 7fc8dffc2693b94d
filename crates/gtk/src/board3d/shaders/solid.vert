// SPDX-License-Identifier: GPL-3.0-or-later
in vec3 position;
in vec3 normal;
in vec2 uv;
uniform mat4 model;
uniform mat4 view_proj;
out vec3 world;
centroid out vec3 facing;
out vec3 local;
out vec2 place;

void main() {
    vec4 at = model * vec4(position, 1.0);
    world = at.xyz;
    facing = mat3(model) * normal;
    local = position;
    place = uv;
    gl_Position = view_proj * at;
}
