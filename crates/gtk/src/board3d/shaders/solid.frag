// SPDX-License-Identifier: GPL-3.0-or-later
in vec3 world;
// Within the triangle: on narrow ones the middle of a pixel lies outside, where directions run wild.
centroid in vec3 facing;
in vec3 local;
in vec2 place;
out vec4 result;

uniform mat4 model;
// KIND is 0 for anything, 1 checker, 2 die, 3 cube, 4 flag: a processor that plays graphics card computes both sides of
// every branch, so each kind is a program of its own.
uniform vec3 light_tone;
uniform vec3 dark_tone;
uniform float layer;
uniform vec2 tile;
uniform float bump;
uniform float rough;
uniform float shine;
uniform float metal;
uniform vec3 sheen;
uniform vec3 ink;
uniform float outline;
uniform float alpha;
uniform vec4 veil;
// Cells of the numbers on the cube: up, toward the bottom player, right, left; away, down.
uniform vec4 cells;
uniform vec2 more_cells;
// Half the size of the numbered face, or the middle and half size of the flag's number.
uniform vec3 face;
uniform float radius;
uniform sampler2D materials;
uniform sampler2D numerals;

#if KIND >= 3
// How much of a pixel a number covers; `q` runs over its cell from -1 to 1, `pixel` is a pixel's width there.
float number(float cell, vec2 q, float pixel) {
    if (cell < 0.0 || max(abs(q.x), abs(q.y)) >= 0.98) return 0.0;
    vec2 corner = vec2(mod(cell, 8.0), floor(cell / 8.0));
    vec2 uv = (corner + q * 0.5 + 0.5) / vec2(8.0, 4.0);
    float w = pixel * 0.5;
    float level = textureLod(numerals, uv, max(0.0, log2(w * 64.0))).r;
    return clamp((level - 0.5) * 0.28 / max(w, 0.002) + 0.5, 0.0, 1.0);
}

#endif
#if KIND == 2 || KIND == 3
// The side of a box a place belongs to: its coordinates there, and the number of the side.
vec2 side(vec3 p, out int which, out vec3 right, out vec3 up) {
    vec3 a = abs(p);
    up = vec3(0.0, 0.0, 1.0);
    if (a.z >= a.x && a.z >= a.y) {
        up = vec3(0.0, 1.0, 0.0);
        right = vec3(sign(p.z), 0.0, 0.0);
        which = p.z > 0.0 ? 0 : 5;
    } else if (a.y >= a.x) {
        right = vec3(-sign(p.y), 0.0, 0.0);
        which = p.y < 0.0 ? 1 : 4;
    } else {
        right = vec3(0.0, sign(p.x), 0.0);
        which = p.x > 0.0 ? 2 : 3;
    }
    return vec2(dot(p, right), dot(p, up));
}

#endif
#if KIND == 2
// Distance to the nearest pip of a side and that pip's middle.
float pip(int n, vec2 q, out vec2 middle) {
    float o = 0.255;
    float best = 9.0;
    middle = vec2(0.0);
    if (n == 1 || n == 3 || n == 5) best = length(q);
    if (n >= 2) {
        vec2 c = vec2(-o, o) * (q.x - q.y < 0.0 ? 1.0 : -1.0);
        float d = length(q - c);
        if (d < best) { best = d; middle = c; }
    }
    if (n >= 4) {
        vec2 c = vec2(o, o) * (q.x + q.y > 0.0 ? 1.0 : -1.0);
        float d = length(q - c);
        if (d < best) { best = d; middle = c; }
    }
    if (n == 6) {
        vec2 c = vec2(q.x > 0.0 ? o : -o, 0.0);
        float d = length(q - c);
        if (d < best) { best = d; middle = c; }
    }
    return best;
}

#endif
void main() {
    Surface s;
    s.normal = normalize(facing);
    s.rough = rough;
    s.shine = shine;
    s.metal = metal;
    s.sheen = sheen;
    float pixel = length(fwidth(local)) * 0.7;
    vec4 texel = vec4(0.5);
    if (layer > 0.5) {
        texel = texture(materials, place / tile);
        if (bump > 0.0) {
            vec3 dx = dFdx(world), dy = dFdy(world);
            vec2 ux = dFdx(place), uy = dFdy(place);
            vec3 t = dx * uy.y - dy * ux.y;
            vec3 b = dy * ux.x - dx * uy.x;
            float size = max(dot(t, t), dot(b, b));
            if (size > 0.0) {
                vec2 lean = (texel.ba - 0.502) * 2.0 * bump;
                float flip = sign(ux.x * uy.y - ux.y * uy.x);
                s.normal = normalize(s.normal + (t * lean.x + b * lean.y) * inversesqrt(size) * flip * 1.6);
            }
        }
        s.rough = clamp(rough * (1.0 - 0.5 * (texel.g - 0.5)), 0.05, 1.0);
        s.shine = shine * (0.4 + 1.2 * texel.g);
    }
    s.color = mix(dark_tone, light_tone, texel.r);
#if KIND >= 1 && KIND <= 3
    // Where a rim is narrower than a pixel its glints would sparkle.
    vec3 bend = fwidth(s.normal);
    s.rough = sqrt(s.rough * s.rough + min(2.0 * dot(bend, bend), 0.6));
#endif
#if KIND == 1
    // The level top of a checker mirrors little, so that checkers at the rear keep their color; the rim shows the form.
    s.shine *= 1.0 - 0.75 * smoothstep(0.95, 0.995, s.normal.z);
    if (outline > 0.0) {
        float r = length(local.xy) / radius;
        float w = pixel / radius;
        float line = smoothstep(1.0 - outline * 1.5 - w, 1.0 - outline * 1.5 + w, r);
        s.color = mix(s.color, ink, line * step(0.3, abs(s.normal.z)));
    }
#elif KIND == 2
    {
        int which; vec3 right; vec3 up; vec2 middle;
        vec2 q = side(local, which, right, up);
        int n = which == 0 ? 1 : which == 5 ? 6 : which == 1 ? 2 : which == 4 ? 5 : which == 2 ? 3 : 4;
        if (outline > 0.0) {
            float edge = max(abs(q.x), abs(q.y));
            s.color = mix(s.color, ink, smoothstep(0.44 - pixel, 0.44 + pixel, edge));
        }
        float d = pip(n, q, middle);
        float size = 0.098;
        float inside = 1.0 - smoothstep(size - pixel, size + pixel, d);
        if (inside > 0.0) {
            vec2 lean = (q - middle) / size;
            vec3 hollow = normalize(s.normal - mat3(model) * (right * lean.x + up * lean.y) * 0.9 / length(model[0]));
            s.normal = normalize(mix(s.normal, hollow, inside));
            s.color = mix(s.color, ink, inside);
            s.sheen *= 1.0 - inside;
        } else {
            // A bright edge where the hollow begins.
            s.color *= 1.0 - 0.10 * (1.0 - smoothstep(size, size + 0.05, d));
        }
    }
#elif KIND == 3
    {
        int which; vec3 right; vec3 up;
        vec2 q = side(local, which, right, up) / face.x;
        if (outline > 0.0) {
            float edge = max(abs(q.x), abs(q.y));
            s.color = mix(s.color, ink, smoothstep(0.98 - pixel, 0.98 + pixel, edge));
        }
        float cell = which < 4 ? cells[which] : more_cells[which - 4];
        s.color = mix(s.color, ink, number(cell, q, pixel / face.x));
    }
#elif KIND == 4
    {
        vec2 q = (local.xz - face.xy) / face.z;
        // The number reads from both sides.
        if (dot(eye - world, vec3(0.0, 1.0, 0.0)) > 0.0) q.x = -q.x;
        s.color = mix(s.color, ink, number(cells.x, q, pixel / face.z));
    }
#endif
    s.color = mix(s.color, veil.rgb, veil.a);
    result = vec4(screen(shade(s, world)), alpha);
}
