// SPDX-License-Identifier: GPL-3.0-or-later
// Forms painted on level surfaces; lengths in board units.
in vec2 at;
out vec4 result;
uniform int form;
uniform vec4 size;
uniform vec2 half_size;
uniform vec3 ink;
uniform float alpha;
uniform sampler2D numerals;

float box(vec2 p, vec2 b, float r) {
    vec2 q = abs(p) - b + r;
    return length(max(q, 0.0)) + min(max(q.x, q.y), 0.0) - r;
}

// How much of a pixel lies within distance 0.
float cover(float d, float pixel) {
    return clamp(0.5 - d / pixel, 0.0, 1.0);
}

// A line on dark edges: color where 1, edges where 2 is larger.
vec2 line(float d, float width, float pixel) {
    return vec2(cover(abs(d) - width * 0.5, pixel), cover(abs(d) - width * 0.5 - 0.13, pixel) * 0.55);
}

void main() {
    float pixel = max(length(fwidth(at)) * 0.7, 1e-4);
    float r = length(at);
    float a = 0.0;
    float dark = 0.0;
    if (form == 0) {
        float t = clamp((r - size.x) / (size.y - size.x), 0.0, 1.0);
        a = (1.0 - t) * (1.0 - t);
    } else if (form == 1) {
        a = cover(r - size.x, pixel);
        dark = cover(r - size.x - size.y, pixel) * 0.5;
    } else if (form == 2 || form == 3) {
        vec2 l = line(r - size.x, size.y, pixel);
        float gap = 1.0;
        if (form == 3) {
            float turn = fract(atan(at.y, at.x) / 6.2831853 * size.z);
            float along = 6.2831853 * size.x / size.z;
            gap = cover((abs(turn - 0.5) - 0.30) * along, pixel);
        }
        a = l.x * gap;
        dark = l.y * gap;
    } else if (form == 4) {
        vec2 l = line(box(at, size.xy, size.z), size.w, pixel);
        a = l.x;
        dark = l.y;
    } else if (form == 5) {
        float d = box(at, size.xy, 0.0);
        float t = clamp(1.0 - d / max(size.z, pixel), 0.0, 1.0);
        a = t * t;
    } else if (form == 6) {
        float d = max(-box(at, size.xy, 0.0), 0.0) / size.z;
        // The walls nearer to the lamp throw more shade.
        a = exp(-2.6 * d) * (0.75 + 0.25 * step(0.0, at.y));
    } else if (form == 7) {
        vec2 q = at / half_size;
        vec2 corner = vec2(mod(size.x, 8.0), floor(size.x / 8.0));
        float w = pixel / half_size.x * 0.5;
        if (max(abs(q.x), abs(q.y)) < 0.98) {
            vec2 uv = (corner + q * 0.5 + 0.5) / vec2(8.0, 4.0);
            float level = textureLod(numerals, uv, max(0.0, log2(w * 64.0))).r;
            a = clamp((level - 0.5) * 0.28 / max(w, 0.002) + 0.5, 0.0, 1.0);
        }
    } else if (form == 8) {
        // Half width x, length y: the foot lies at -y/2, the tip at y/2.
        vec2 slope = normalize(vec2(size.y, size.x));
        float d = max(dot(vec2(abs(at.x), at.y - size.y * 0.5), slope), -at.y - size.y * 0.5);
        float edge = cover(abs(d + 0.07) - 0.07, pixel);
        a = max(edge, cover(d, pixel) * size.z);
    } else {
        float d = box(at, size.xy, 0.4);
        a = max(line(d + 0.15, 0.26, pixel).x, cover(d, pixel) * size.z);
    }
    float both = max(a, dark);
    if (both <= 0.002) discard;
    result = vec4(ink * (a / both), both * alpha);
}
