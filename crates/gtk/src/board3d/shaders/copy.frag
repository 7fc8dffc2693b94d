// SPDX-License-Identifier: GPL-3.0-or-later
in vec2 at;
out vec4 result;
uniform sampler2D picture;

void main() {
    result = vec4(texture(picture, at).rgb, 1.0);
}
