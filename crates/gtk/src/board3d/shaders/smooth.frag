// SPDX-License-Identifier: GPL-3.0-or-later
// Edges are found by brightness and averaged along their direction.
in vec2 at;
out vec4 result;
uniform sampler2D picture;

float bright(vec2 p) {
    return dot(texture(picture, p).rgb, vec3(0.30, 0.59, 0.11));
}

void main() {
    vec2 px = 1.0 / vec2(textureSize(picture, 0));
    float n = bright(at + vec2(0.0, px.y)), s = bright(at - vec2(0.0, px.y));
    float e = bright(at + vec2(px.x, 0.0)), w = bright(at - vec2(px.x, 0.0));
    vec3 middle = texture(picture, at).rgb;
    float contrast = max(max(n, s), max(e, w)) - min(min(n, s), min(e, w));
    if (contrast > 0.08) {
        // Along the edge: at right angles to the slope of brightness.
        vec2 slope = vec2(e - w, n - s);
        vec2 along = normalize(vec2(-slope.y, slope.x) + 1e-5) * px;
        vec3 near = texture(picture, at + along * 0.5).rgb + texture(picture, at - along * 0.5).rgb;
        vec3 far = texture(picture, at + along * 1.5).rgb + texture(picture, at - along * 1.5).rgb;
        middle = mix(middle, near * 0.30 + far * 0.20, 0.8);
    }
    result = vec4(middle, 1.0);
}
