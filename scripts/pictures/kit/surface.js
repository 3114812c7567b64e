/**
 * What makes a smooth computed shape look made: the grain of a casting, the marks of a lathe, the streaks of a brush, and
 * less light where other things stand close. It is computed in space, so no shape needs texture coordinates, and the grain
 * of a small part and of a large one is equally fine in the picture.
 */

/** Slots of the stage's two shadowed lights, in the order in which it adds them. */
export const KEY_LIGHT = 0;
export const SKY_LIGHT = 1;

/** How dark a spot gets that sees nothing of the sky: 0 would be black. */
const DEEPEST_SHADE = 0.22;

const vertexHead = `
varying vec3 vLocal;
varying vec3 vWorld;
`;
const vertexBody = `
vLocal = position;
vWorld = (modelMatrix * vec4(position, 1.0)).xyz;
`;

const fragmentHead = `
uniform vec3 uGrain;   // waves per unit, depth, variation of roughness
uniform vec3 uTooling; // kind (1 turned about y, 2 turned about z, 3/4/5 brushed along x/y/z), marks per unit, depth
uniform float uGlaze;  // how much a reflection hides what is behind something clear
uniform mat4 modelMatrix;
uniform mat4 modelViewMatrix;
varying vec3 vLocal;
varying vec3 vWorld;

float hash3(vec3 p) {
  p = fract(p * 0.1031);
  p += dot(p, p.zyx + 31.32);
  return fract((p.x + p.y) * p.z);
}

/** Smooth noise from 0 to 1 (x) and its slope (yzw). */
vec4 slopedNoise(vec3 x) {
  vec3 cell = floor(x), w = fract(x);
  vec3 u = w * w * (3.0 - 2.0 * w), du = 6.0 * w * (1.0 - w);
  float a = hash3(cell), b = hash3(cell + vec3(1, 0, 0)), c = hash3(cell + vec3(0, 1, 0)), d = hash3(cell + vec3(1, 1, 0));
  float e = hash3(cell + vec3(0, 0, 1)), f = hash3(cell + vec3(1, 0, 1)), g = hash3(cell + vec3(0, 1, 1)), h = hash3(cell + vec3(1));
  float k1 = b - a, k2 = c - a, k3 = e - a, k4 = a - b - c + d, k5 = a - c - e + g, k6 = a - b - e + f;
  float k7 = -a + b + c - d + e - f - g + h;
  return vec4(
    a + k1 * u.x + k2 * u.y + k3 * u.z + k4 * u.x * u.y + k5 * u.y * u.z + k6 * u.z * u.x + k7 * u.x * u.y * u.z,
    du * (vec3(k1, k2, k3) + u.yzx * vec3(k4, k5, k6) + u.zxy * vec3(k6, k4, k5) + k7 * u.yzx * u.zxy));
}

vec3 tilted(vec3 normal, vec3 slope) {
  return normalize(normal - (slope - dot(slope, normal) * normal));
}

/** Marks of a turning tool: one random tilt per groove, across the grooves. */
vec3 turnedSlope(vec3 axis, float scale) {
  float along = dot(vLocal, axis);
  vec3 out_ = vLocal - axis * along;
  float radius = length(out_);
  float acrossFace = hash3(vec3(floor(radius * scale * uTooling.y), 3.0, 7.0)) - 0.5;
  float acrossWall = hash3(vec3(floor(along * scale * uTooling.y), 11.0, 5.0)) - 0.5;
  vec3 local = out_ / max(radius, 1e-5) * acrossFace + axis * acrossWall;
  return mat3(modelViewMatrix) * local / scale;
}

vec3 brushedSlope(vec3 axis, float scale) {
  vec3 stretch = uTooling.y * mix(vec3(1.0), vec3(0.03), axis);
  vec3 local = slopedNoise(vLocal * scale * stretch).yzw * (1.0 - axis);
  return mat3(modelViewMatrix) * local / scale;
}
`;

const fragmentNormal = `
#include <normal_fragment_maps>
{
  float scale = length(modelMatrix[0].xyz);
  if (uGrain.y > 0.0) {
    vec4 coarse = slopedNoise(vWorld * uGrain.x), fine = slopedNoise(vWorld * uGrain.x * 2.7 + 17.0);
    normal = tilted(normal, mat3(viewMatrix) * (coarse.yzw + 0.7 * fine.yzw) * uGrain.y);
    roughnessFactor = clamp(roughnessFactor + (coarse.x + fine.x - 1.0) * uGrain.z, 0.03, 1.0);
  }
  if (uTooling.x > 2.5) {
    vec3 axis = vec3(uTooling.x < 3.5, uTooling.x > 3.5 && uTooling.x < 4.5, uTooling.x > 4.5);
    normal = tilted(normal, brushedSlope(axis, scale) * uTooling.z);
  } else if (uTooling.x > 0.5) {
    normal = tilted(normal, turnedSlope(uTooling.x < 1.5 ? vec3(0, 1, 0) : vec3(0, 0, 1), scale) * uTooling.z);
  }
}
`;

/** The sky light moves over the whole sky from frame to frame; what it doesn't reach, the surroundings don't light either. */
const fragmentShade = `
#include <lights_fragment_maps>
#if defined(USE_SHADOWMAP) && NUM_DIR_LIGHT_SHADOWS > ${SKY_LIGHT}
{
  DirectionalLightShadow sky = directionalLightShadows[${SKY_LIGHT}];
  float seen = receiveShadow && dot(geometryNormal, directionalLights[${SKY_LIGHT}].direction) > 0.02
    ? getShadow(directionalShadowMap[${SKY_LIGHT}], sky.shadowMapSize, 1.0, sky.shadowBias, sky.shadowRadius, vDirectionalShadowCoord[${SKY_LIGHT}])
    : 1.0;
  float lit = mix(${DEEPEST_SHADE}, 1.0, seen);
  iblIrradiance *= lit;
  radiance *= lit;
  #ifdef USE_CLEARCOAT
  clearcoatRadiance *= lit;
  #endif
}
#endif
`;

/** What is clear still hides what is behind it where it mirrors a light. */
const fragmentGlaze = `
if (uGlaze > 0.0) {
  vec3 mirrored = totalSpecular;
  #ifdef USE_CLEARCOAT
  mirrored += (clearcoatSpecularDirect + clearcoatSpecularIndirect) * material.clearcoat * Fcc;
  #endif
  float before = diffuseColor.a;
  diffuseColor.a = clamp(before + uGlaze * max(mirrored.r, max(mirrored.g, mirrored.b)), 0.0, 1.0);
  outgoingLight = (outgoingLight - mirrored) * before / diffuseColor.a + mirrored / diffuseColor.a;
}
#include <opaque_fragment>
`;

/** Number of each kind of tooling in the shader. */
const KINDS = { turned: { y: 1, z: 2 }, brushed: { x: 3, y: 4, z: 5 } };

/**
 * Gives a material its surface.
 *
 * @param {import('three').MeshPhysicalMaterial} material changed and returned
 * @param {object} surface
 * @param {[number, number, number?]} [surface.grain] waves per unit of the picture (it is about 4.6 units wide), depth, variation of roughness
 * @param {['turned'|'brushed', 'x'|'y'|'z', number, number]} [surface.tooling] kind, the mesh's own axis, marks per unit, depth
 * @param {number} [surface.glaze] 0 to 1, for what is transparent
 */
export function withSurface(material, surface) {
  const [waves = 1, depth = 0, variation = 0] = surface.grain ?? [];
  const [kind, axis, marks = 1, markDepth = 0] = surface.tooling ?? [];
  const uniforms = {
    uGrain: { value: [waves, depth / 2, variation] },
    uTooling: { value: [kind === undefined ? 0 : KINDS[kind][axis], marks, markDepth] },
    uGlaze: { value: surface.glaze ?? 0 },
  };
  material.userData.surface = surface;
  material.onBeforeCompile = (shader) => {
    Object.assign(shader.uniforms, uniforms);
    shader.vertexShader =
      vertexHead +
      shader.vertexShader.replace('#include <project_vertex>', `#include <project_vertex>${vertexBody}`);
    shader.fragmentShader =
      fragmentHead +
      shader.fragmentShader
        .replace('#include <normal_fragment_maps>', fragmentNormal)
        .replace('#include <lights_fragment_maps>', fragmentShade)
        .replace('#include <opaque_fragment>', fragmentGlaze);
  };
  material.customProgramCacheKey = () => 'surface';
  return material;
}
