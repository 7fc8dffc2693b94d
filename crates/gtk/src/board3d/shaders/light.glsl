// SPDX-License-Identifier: GPL-3.0-or-later
// One lamp or sun with soft shadows, light from the sky and the room, and a large soft window that polished things
// mirror. Everything is computed in linear light.
uniform vec3 eye;
uniform vec4 lamp;
uniform vec3 levels;
uniform mat4 to_shadow;
uniform float shadow_width;
uniform float shadow_dark;
uniform int n_taps;
uniform sampler2DShadow shadow_map;

struct Surface {
    vec3 color;
    vec3 normal;
    float rough;
    float shine;
    float metal;
    vec3 sheen;
};

const vec2 TAPS[12] = vec2[12](
    vec2(0.204, 0.000), vec2(-0.261, 0.239), vec2(0.040, -0.455), vec2(0.328, 0.428),
    vec2(-0.603, -0.107), vec2(0.571, -0.363), vec2(-0.192, 0.711), vec2(-0.376, -0.696),
    vec2(0.812, 0.216), vec2(-0.838, 0.304), vec2(0.362, -0.863), vec2(0.388, 0.896));

// Where the shadow is looked up first: most places lie wholly in the light or wholly in the shadow.
const vec2 PROBES[3] = vec2[3](vec2(0.85, 0.10), vec2(-0.51, 0.68), vec2(-0.34, -0.78));

float lit(vec3 at, vec3 normal) {
    if (shadow_dark <= 0.0) return 1.0;
    vec4 seen = to_shadow * vec4(at + normal * 0.10, 1.0);
    vec3 p = seen.xyz / seen.w * 0.5 + 0.5;
    if (p.x <= 0.0 || p.y <= 0.0 || p.x >= 1.0 || p.y >= 1.0) return 1.0;
    p.z -= 0.0012;
    float sum = 0.0;
    for (int n = 0; n < 3; n++) sum += textureLod(shadow_map, vec3(p.xy + PROBES[n] * shadow_width, p.z), 0.0);
    int more = sum > 0.001 && sum < 2.999 ? n_taps : 0;
    for (int n = 0; n < more; n++) sum += textureLod(shadow_map, vec3(p.xy + TAPS[n] * shadow_width, p.z), 0.0);
    return mix(1.0, sum / float(3 + more), shadow_dark);
}

// What a polished thing mirrors: a dim room, a light ceiling, a large soft window behind the board, and a long lamp
// over the near edge, which draws a line along every rim.
vec3 room(vec3 r, float rough) {
    float up = smoothstep(-0.3, 0.7, r.z);
    vec3 light = mix(vec3(0.05, 0.045, 0.04), vec3(0.22, 0.225, 0.235), up);
    if (r.z > 0.05) {
        vec2 q = abs(r.xy / r.z - vec2(-0.42, 0.50)) - vec2(0.42, 0.30);
        float blur = 0.06 + 1.1 * rough;
        float window = (1.0 - smoothstep(-blur, blur, q.x)) * (1.0 - smoothstep(-blur, blur, q.y));
        light += vec3(1.5, 1.46, 1.4) * window / (1.0 + 2.0 * rough);
    }
    float line = smoothstep(0.10, 0.30, r.z) * (1.0 - smoothstep(0.50, 0.80, r.z)) * smoothstep(0.25, 0.80, -r.y);
    light += vec3(1.1, 1.12, 1.15) * line / (1.0 + 3.0 * rough);
    return light;
}

vec3 shade(Surface s, vec3 at) {
    vec3 n = s.normal;
    vec3 v = normalize(eye - at);
    vec3 ray = lamp.w > 0.0 ? lamp.xyz - at : lamp.xyz;
    vec3 l = normalize(ray);
    // Light of a broad lamp grows weaker with the distance itself rather than with its square.
    float fall = lamp.w > 0.0 ? sqrt(clamp(dot(lamp.xyz, lamp.xyz) / dot(ray, ray), 0.2, 2.2)) : 1.0;
    float nl = max(dot(n, l), 0.0);
    float nv = max(dot(n, v), 0.001);
    float free = nl > 0.0 ? lit(at, n) : 0.0;
    vec3 key = vec3(1.04, 1.0, 0.94) * levels.y * fall;
    vec3 sky = mix(vec3(0.42, 0.39, 0.36), vec3(0.97, 1.0, 1.06), 0.5 + 0.5 * n.z) * levels.x;
    float edge = pow(1.0 - nv, 4.0);
    vec3 color = (s.color * (1.0 - s.metal) + s.sheen * edge) * (sky + key * nl * free);
    if (s.shine > 0.0) {
        vec3 base = mix(vec3(0.045), s.color, s.metal);
        vec3 mirrored = base + (vec3(1.0) - base) * pow(1.0 - nv, 5.0) * (1.0 - s.rough);
        vec3 h = normalize(l + v);
        float a = s.rough * s.rough;
        float nh = max(dot(n, h), 0.0);
        float d = nh * nh * (a * a - 1.0) + 1.0;
        float spot = min(a * a / (3.14159 * d * d) * 0.25, 3.0);
        vec3 window = room(reflect(-v, n), s.rough) * mix(0.55, 1.0, free);
        color += mirrored * s.shine * levels.z * (window + key * spot * nl * free);
    }
    return color;
}

vec3 screen(vec3 c) {
    // Highlights end softly.
    vec3 high = 0.8 + 0.2 * (1.0 - exp(-(max(c, 0.8) - 0.8) / 0.2));
    c = mix(c, high, step(0.8, c));
    vec3 low = c * 12.92;
    vec3 rest = 1.055 * pow(max(c, 0.0031308), vec3(1.0 / 2.4)) - 0.055;
    return mix(rest, low, step(c, vec3(0.0031308)));
}
