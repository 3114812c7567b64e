/**
 * The studio: one camera, one surrounding light, one key light with a soft shadow, the same for every part. An object of
 * any size is put on the floor, scaled and centred so that it fills a picture of 4:3; the ground stays transparent, so the
 * same picture stands on light and on dark pages. A picture is the mean of many frames, between which the camera moves by
 * parts of a pixel (smooth edges) and the lights move over their areas (soft shadows).
 */
import * as THREE from 'three';
import { KEY_LIGHT, SKY_LIGHT } from './surface.js';

/** Raise it when light, camera or materials change for every picture: all of them are drawn again then. */
export const LOOK = 2;

const CAMERA = { azimuthDeg: 28, elevationDeg: 20, distance: 13, fieldOfViewDeg: 20 };
/** Share of the picture that the part may fill; the rest is for air and the shadow. */
const FILL = { width: 0.83, height: 0.8 };
/** The part stands a little above the middle: its shadow needs the room. */
const LIFT = 0.012;
const KEY = { intensity: 1.7, position: new THREE.Vector3(-4.2, 8.6, 4.4), radius: 2.1 };
const SKY = { intensity: 0.3, distance: 12 };
const FLOOR_SHADOW = { key: 0.34, sky: 0.46, color: '#0b0d0f' };
const SURROUNDINGS_INTENSITY = 0.92;
const EXPOSURE = 1.0;
/** Steps of a sequence that covers an area evenly for any number of frames. */
const R2_STEP = [0.7548776662, 0.5698402909];
const GOLDEN_ANGLE = 2.39996323;

/**
 * Panels of light around the part, in the order width, height, place, brightness.
 * Dark panels matter as much as bright ones: metal is drawn by what it mirrors.
 */
const PANELS = [
  [60, 60, [0, -6, 0], 0.5],
  [15, 10, [-3, 14, 4], 4.6],
  [6, 13, [-15, 6, 4], 3.6],
  [2.4, 14, [14, 5, 6], 5],
  [16, 3, [3, 9, -15], 4.6],
  [2.2, 9, [12, 3, -11], 5],
  [8, 7, [4, 7, 15], 1.5],
  [7, 2.2, [6, -0.5, 15], 0.06],
  [3, 14, [-12, 3, -8], 0.03],
  [2.6, 12, [9, 4, 13], 0.06],
];
const WALLS = new THREE.Color(0.34, 0.345, 0.35);

function surroundings() {
  const scene = new THREE.Scene();
  const glowing = (brightness, side) =>
    new THREE.MeshBasicMaterial({
      color: new THREE.Color(1, 1, 1).multiplyScalar(brightness),
      side,
      toneMapped: false,
    });
  const room = new THREE.Mesh(new THREE.SphereGeometry(30, 32, 16), glowing(1, THREE.BackSide));
  room.material.color.copy(WALLS);
  scene.add(room);
  for (const [width, height, place, brightness] of PANELS) {
    const panel = new THREE.Mesh(
      new THREE.PlaneGeometry(width, height),
      glowing(brightness, THREE.DoubleSide),
    );
    panel.position.set(...place);
    panel.lookAt(0, 0, 0);
    scene.add(panel);
  }
  return scene;
}

function shadowedLight(scene, intensity, mapSize) {
  const light = new THREE.DirectionalLight(0xffffff, intensity);
  light.castShadow = true;
  light.shadow.mapSize.set(mapSize, mapSize);
  const reach = 3.6;
  Object.assign(light.shadow.camera, {
    left: -reach,
    right: reach,
    top: reach,
    bottom: -reach,
    near: 1,
    far: 26,
  });
  light.shadow.bias = -0.0008;
  light.shadow.normalBias = 0.014;
  scene.add(light, light.target);
  return light;
}

/**
 * A light's shadow on the floor, from 0 to 1, blurred over some taps around the place: few frames would leave the outlines of
 * their single shadows. `spread` is a share of the shadow's map.
 */
function blurredShadow(slot, spread, count) {
  const map = `directionalShadowMap[${slot}], directionalLightShadows[${slot}].shadowMapSize, 1.0`;
  const taps = Array.from({ length: count }, (_, tap) => {
    const out = Math.sqrt((tap + 0.5) / count) * spread;
    const [x, y] = [Math.cos, Math.sin].map((side) => (side(tap * GOLDEN_ANGLE) * out).toFixed(5));
    const place = `vDirectionalShadowCoord[${slot}] + vec4(${x}, ${y}, 0.0, 0.0)`;
    return `getShadow(${map}, directionalLightShadows[${slot}].shadowBias, 1.0, ${place})`;
  });
  return `(1.0 - (${taps.join(' + ')}) / ${count}.0)`;
}

/** A floor that shows nothing but shadow, and less of it towards the picture's edges, where it would be cut off. */
function shadowFloor() {
  const material = new THREE.ShadowMaterial({ color: FLOOR_SHADOW.color });
  material.onBeforeCompile = (shader) => {
    shader.uniforms.uPicture = material.userData.picture;
    shader.fragmentShader = `uniform vec2 uPicture;\n${shader.fragmentShader.replace(
      /gl_FragColor = vec4\( color[^;]+;/,
      `vec2 place = gl_FragCoord.xy / uPicture;
      vec2 inside = smoothstep(vec2(0.0), vec2(0.12, 0.14), min(place, 1.0 - place));
      float dark = ${FLOOR_SHADOW.key} * ${blurredShadow(KEY_LIGHT, 0.004, 2)} + ${FLOOR_SHADOW.sky} * ${blurredShadow(SKY_LIGHT, 0.026, 5)};
      gl_FragColor = vec4(color, dark * inside.x * inside.y);`,
    )}`;
  };
  material.userData.picture = { value: new THREE.Vector2() };
  const floor = new THREE.Mesh(new THREE.PlaneGeometry(60, 60), material);
  floor.rotation.x = -Math.PI / 2;
  floor.receiveShadow = true;
  return floor;
}

/** The part's outline as the camera sees it, from -1 to 1 both ways. */
function outlineSeenBy(camera, object) {
  const box = new THREE.Box2();
  const point = new THREE.Vector3();
  object.updateMatrixWorld(true);
  object.traverse((node) => {
    const places = node.geometry?.attributes.position;
    if (!places || !node.visible) return;
    const step = Math.max(1, Math.floor(places.count / 6000));
    for (let i = 0; i < places.count; i += step) {
      point.fromBufferAttribute(places, i).applyMatrix4(node.matrixWorld).project(camera);
      box.expandByPoint(new THREE.Vector2(point.x, point.y));
    }
  });
  return box;
}

function standOnFloor(object) {
  object.updateMatrixWorld(true);
  const bounds = new THREE.Box3().setFromObject(object, true);
  const middle = bounds.getCenter(new THREE.Vector3());
  object.position.x -= middle.x;
  object.position.z -= middle.z;
  object.position.y -= bounds.min.y;
}

/** Scales the object until it fills the frame; perspective makes that a matter of a few rounds. */
function fillFrame(camera, frame) {
  for (let round = 0; round < 6; round += 1) {
    standOnFloor(frame);
    const size = outlineSeenBy(camera, frame).getSize(new THREE.Vector2());
    frame.scale.multiplyScalar(Math.min((2 * FILL.width) / size.x, (2 * FILL.height) / size.y));
    // Around the camera's aim, so that tall and flat parts are seen at the same angle.
    standOnFloor(frame);
    const height = new THREE.Box3().setFromObject(frame, true).getSize(new THREE.Vector3()).y;
    frame.position.y -= height / 2;
  }
}

/**
 * Draws parts, one after the other, with one renderer.
 *
 * @param {number} shadowMapPx 512 for drafts; 1024 keeps the edges of thin things
 */
export function openStage(shadowMapPx = 1024) {
  const renderer = new THREE.WebGLRenderer({ antialias: false, alpha: true, preserveDrawingBuffer: true });
  renderer.setPixelRatio(1);
  renderer.setClearColor(0, 0);
  renderer.toneMapping = THREE.NeutralToneMapping;
  renderer.toneMappingExposure = EXPOSURE;
  renderer.shadowMap.enabled = true;
  // One sample: the mean of the frames is what softens.
  renderer.shadowMap.type = THREE.BasicShadowMap;

  const scene = new THREE.Scene();
  scene.environment = new THREE.PMREMGenerator(renderer).fromScene(surroundings(), 0.01).texture;
  scene.environmentIntensity = SURROUNDINGS_INTENSITY;
  const key = shadowedLight(scene, KEY.intensity, shadowMapPx);
  const sky = shadowedLight(scene, SKY.intensity, shadowMapPx);
  const floor = shadowFloor();
  scene.add(floor);

  const camera = new THREE.PerspectiveCamera(CAMERA.fieldOfViewDeg, 4 / 3, 1, 60);
  const [azimuth, elevation] = [CAMERA.azimuthDeg, CAMERA.elevationDeg].map(THREE.MathUtils.degToRad);
  camera.position.setFromSphericalCoords(CAMERA.distance, Math.PI / 2 - elevation, azimuth);
  camera.lookAt(0, 0, 0);
  camera.updateMatrixWorld();

  function moveLights(frameNumber, frames) {
    const angle = frameNumber * GOLDEN_ANGLE;
    const out = Math.sqrt((frameNumber + 0.5) / frames) * KEY.radius;
    key.position.copy(KEY.position).add(new THREE.Vector3(Math.cos(angle) * out, 0, Math.sin(angle) * out));
    const up = Math.sqrt(1 - 0.86 * ((frameNumber * R2_STEP[0] + 0.31) % 1));
    const round = 2 * Math.PI * ((frameNumber * R2_STEP[1]) % 1);
    sky.position
      .set(Math.cos(round) * Math.sqrt(1 - up * up), up, Math.sin(round) * Math.sqrt(1 - up * up))
      .multiplyScalar(SKY.distance);
  }

  /**
   * One picture of the object.
   *
   * @param {THREE.Object3D} object
   * @param {{ widthPx: number, frames: number }} quality
   * @returns {Promise<HTMLCanvasElement>} with transparent ground
   */
  async function draw(object, { widthPx, frames }) {
    const heightPx = Math.round(widthPx * 0.75);
    renderer.setSize(widthPx, heightPx);
    floor.material.userData.picture.value.set(widthPx, heightPx);
    const frame = new THREE.Group().add(object);
    frame.traverse((node) => {
      if (!node.isMesh) return;
      node.castShadow = !node.material.transparent;
      node.receiveShadow = true;
    });
    fillFrame(camera, frame);
    scene.add(frame);
    floor.position.y = new THREE.Box3().setFromObject(frame, true).min.y - 0.002;
    const seen = outlineSeenBy(camera, frame).getCenter(new THREE.Vector2());
    const shift = [(seen.x / 2) * widthPx, (-seen.y / 2) * heightPx + LIFT * heightPx];

    const sum = new Float32Array(widthPx * heightPx * 4);
    const pixels = new Uint8Array(sum.length);
    const gl = renderer.getContext();
    for (let number = 0; number < frames; number += 1) {
      moveLights(number, frames);
      const jitter = R2_STEP.map((step) => ((number * step + 0.5) % 1) - 0.5);
      camera.setViewOffset(widthPx, heightPx, shift[0] + jitter[0], shift[1] + jitter[1], widthPx, heightPx);
      renderer.render(scene, camera);
      gl.readPixels(0, 0, widthPx, heightPx, gl.RGBA, gl.UNSIGNED_BYTE, pixels);
      for (let i = 0; i < sum.length; i += 1) sum[i] += pixels[i];
    }
    camera.clearViewOffset();
    scene.remove(frame);
    frame.traverse((node) => node.geometry?.dispose());
    return meanOf(sum, frames, widthPx, heightPx);
  }

  return { draw };
}

/** The mean of frames whose colours are multiplied by their alpha and whose rows run upwards. */
function meanOf(sum, frames, widthPx, heightPx) {
  const canvas = Object.assign(document.createElement('canvas'), { width: widthPx, height: heightPx });
  const context = canvas.getContext('2d');
  const image = context.createImageData(widthPx, heightPx);
  for (let y = 0; y < heightPx; y += 1) {
    for (let x = 0; x < widthPx; x += 1) {
      const from = ((heightPx - 1 - y) * widthPx + x) * 4;
      const to = (y * widthPx + x) * 4;
      const alpha = sum[from + 3] / frames;
      image.data[to + 3] = alpha;
      if (alpha === 0) continue;
      for (let channel = 0; channel < 3; channel += 1) {
        image.data[to + channel] = ((sum[from + channel] / frames) * 255) / alpha;
      }
    }
  }
  context.putImageData(image, 0, 0);
  return canvas;
}
