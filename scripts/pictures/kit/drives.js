/** What belts and chains run on and what they are: ribbed pulleys, loops of belt, roller chain. */
import * as THREE from 'three';
import { toCreasedNormals } from 'three/addons/utils/BufferGeometryUtils.js';
import * as materials from './materials.js';
import { around as laidAround } from './outlines.js';
import { group, moved, tilted } from './placing.js';
import { cylinder, mesh, plate, turned } from './shapes.js';

/** Distance of the ribs of a car's V-ribbed belt, in millimetres. */
export const RIB_PITCH = 3.56;

/** A pulley for a V-ribbed belt about y, centred on y = 0. */
export function ribbedPulley({ radius, ribs, bore, rim = 1.4 }, material = materials.steel) {
  const half = (ribs * RIB_PITCH) / 2;
  const depth = 2.6;
  const grooves = Array.from({ length: ribs }, (_, index) => {
    const y = -half + index * RIB_PITCH;
    return [
      [radius, y + 0.35, 0.2],
      [radius - depth, y + RIB_PITCH * 0.45, 0.2],
      [radius - depth, y + RIB_PITCH * 0.55, 0.2],
      [radius, y + RIB_PITCH - 0.35, 0.2],
    ];
  }).flat();
  return turned(
    [
      [bore, -half - 3],
      [radius + rim, -half - 3, 0.6],
      [radius + rim, -half - 0.8, 0.4],
      ...grooves,
      [radius + rim, half + 0.8, 0.4],
      [radius + rim, half + 3, 0.6],
      [bore, half + 3],
    ],
    material,
  );
}

/** Evenly spaced points `[x, y]` of a smooth closed line through the given ones, counter-clockwise. */
export function loopThrough(points, samples) {
  const curve = new THREE.CatmullRomCurve3(
    points.map(([x, y]) => new THREE.Vector3(x, y, 0)),
    true,
    'centripetal',
  );
  curve.arcLengthDivisions = 1000;
  const line = curve
    .getSpacedPoints(samples)
    .slice(0, -1)
    .map(({ x, y }) => [x, y]);
  return turnsLeft(line) ? line : line.reverse();
}

/** Whether a closed line runs counter-clockwise. */
const turnsLeft = (line) =>
  line.reduce((sum, [x, y], index) => {
    const [nextX, nextY] = line[(index + 1) % line.length];
    return sum + x * nextY - nextX * y;
  }, 0) > 0;

/** The same for a belt stretched around circles `[x, y, radius]`. */
export function loopAround(circles, samples) {
  const line = laidAround(circles).getPoints(1);
  const ends = line.map((point, index) => point.distanceTo(line[(index + 1) % line.length]));
  const length = ends.reduce((sum, end) => sum + end, 0);
  const step = length / samples;
  const points = [];
  let before = 0;
  line.forEach((point, index) => {
    const next = line[(index + 1) % line.length];
    while (points.length < samples && points.length * step < before + ends[index]) {
      const at = point.clone().lerp(next, (points.length * step - before) / ends[index]);
      points.push([at.x, at.y]);
    }
    before += ends[index];
  });
  return points;
}

/**
 * A section drawn along a closed line in the plane of x and y.
 *
 * @param {[number, number][]} line counter-clockwise
 * @param {(index: number) => [number, number][]} sectionAt closed section at each point of the line, always of the same
 *   number of corners: how far out of the loop, and z
 * @param {import('three').Material} material
 */
export function sweptLoop(line, sectionAt, material) {
  const rings = line.map((point, index) => {
    const before = line[(index + line.length - 1) % line.length];
    const after = line[(index + 1) % line.length];
    const [dx, dy] = [after[0] - before[0], after[1] - before[1]];
    const long = Math.hypot(dx, dy);
    return sectionAt(index).map(([out, z]) => [
      point[0] + (dy / long) * out,
      point[1] - (dx / long) * out,
      z,
    ]);
  });
  if (!turnsLeft(sectionAt(0))) for (const ring of rings) ring.reverse();
  const places = [];
  rings.forEach((ring, index) => {
    const next = rings[(index + 1) % rings.length];
    ring.forEach((a, corner) => {
      const following = (corner + 1) % ring.length;
      places.push(...a, ...next[corner], ...ring[following]);
      places.push(...next[corner], ...next[following], ...ring[following]);
    });
  });
  const geometry = new THREE.BufferGeometry();
  geometry.setAttribute('position', new THREE.Float32BufferAttribute(places, 3));
  return mesh(toCreasedNormals(geometry, THREE.MathUtils.degToRad(34)), material);
}

/** The number of points to sample a toothed belt's loop with. */
export const samplesOfTeeth = (teeth) => teeth * TOOTH.length;
/** How far into the loop a belt's tooth reaches, as shares of its depth, along one pitch. */
const TOOTH = [0, 0.7, 1, 1, 1, 0.7, 0, 0];

/** A toothed belt along a loop of `samplesOfTeeth(teeth)` points. */
export const toothedBelt = (line, { width, thickness, toothDepth }, material = materials.rubber) =>
  sweptLoop(
    line,
    (index) => {
      const inside = -thickness - TOOTH[index % TOOTH.length] * toothDepth;
      return [
        [0, -width / 2],
        [0, width / 2],
        [inside, width / 2],
        [inside, -width / 2],
      ];
    },
    material,
  );

/** A V-ribbed belt along a loop, its ribs inside. */
export function ribbedBelt(line, ribs, material = materials.rubber) {
  const half = (ribs * RIB_PITCH) / 2;
  const section = [
    [0, -half],
    [-2, -half],
  ];
  for (let rib = 0; rib < ribs; rib += 1) {
    const z = -half + rib * RIB_PITCH;
    section.push([-2, z + 0.2], [-4.4, z + 1.3], [-4.4, z + RIB_PITCH - 1.3], [-2, z + RIB_PITCH - 0.2]);
  }
  section.push([-2, half], [0, half]);
  return sweptLoop(line, () => section, material);
}

/**
 * A roller chain along a loop in the plane of x and y, one link for each pair of points.
 *
 * @param {[number, number][]} line an even number of points, a pitch apart
 */
export function rollerChain(
  line,
  { pitch, plateWidth = pitch * 0.82, width = pitch * 0.9, plateThickness = pitch * 0.13 },
  { outer = materials.hardenedSteel, inner = materials.blackenedSteel } = {},
) {
  const link = (material) =>
    plate(
      laidAround([
        [-pitch / 2, 0, plateWidth / 2],
        [pitch / 2, 0, plateWidth / 2],
      ]),
      plateThickness,
      material,
      { bevel: plateThickness * 0.2 },
    );
  return group(
    line.map(([x, y], index) => {
      const [nextX, nextY] = line[(index + 1) % line.length];
      const outside = index % 2 === 1;
      const z = width / 2 + (outside ? plateThickness * 1.1 : 0);
      const make = () => link(outside ? outer : inner);
      const turn = (Math.atan2(nextY - y, nextX - x) * 180) / Math.PI;
      return [
        moved(
          tilted(group(moved(make(), 0, 0, z), moved(make(), 0, 0, -z)), 0, 0, turn),
          (x + nextX) / 2,
          (y + nextY) / 2,
        ),
        moved(tilted(cylinder(pitch * 0.31, width, materials.steel, { segments: 20 }), 90), x, y, -width / 2),
        moved(
          tilted(
            cylinder(pitch * 0.16, width + plateThickness * 4.6, materials.polishedSteel, { segments: 16 }),
            90,
          ),
          x,
          y,
          -width / 2 - plateThickness * 2.3,
        ),
      ];
    }),
  );
}
