/** What moves in suspension and steering: ball studs in their boots, and bushes of rubber between two sleeves. */

import { bellows, nut, thread } from './fittings.js';
import * as materials from './materials.js';
import { circle, hole, sector } from './outlines.js';
import { around, group, moved } from './placing.js';
import { cylinder, plate, torus, turned } from './shapes.js';

/**
 * A ball stud about y, its housing's rim at y = 0: boot, cone, thread, and a nut if wished.
 *
 * @param {{ boot: number, stud: number, withNut?: boolean, coneLength?: number, threadLength?: number }} size `boot` and `stud` are
 *   radii
 */
export function ballStud({ boot, stud, withNut = true, coneLength = boot * 1.1, threadLength = boot }) {
  const bootHeight = boot * 1.05;
  const cover = turned(
    [
      [0, 0],
      [boot * 0.95, 0],
      [boot, boot * 0.2, boot * 0.15],
      [boot * 0.98, boot * 0.42, boot * 0.2],
      [boot * 0.62, boot * 0.86, boot * 0.2],
      [stud * 1.35, bootHeight, 0],
      [0, bootHeight],
    ],
    materials.rubber,
  );
  const cone = turned(
    [
      [0, 0],
      [stud * 1.15, 0],
      [stud * 0.92, coneLength],
      [0, coneLength],
    ],
    materials.steel,
    { rounding: 0 },
  );
  return group(
    cover,
    moved(torus(boot * 0.97, boot * 0.045, materials.steel), 0, boot * 0.12, 0),
    moved(torus(stud * 1.36, stud * 0.1, materials.steel), 0, bootHeight - stud * 0.2, 0),
    moved(cone, 0, bootHeight * 0.9, 0),
    moved(thread(stud * 0.86, threadLength, materials.zinc), 0, bootHeight * 0.9 + coneLength, 0),
    withNut &&
      moved(
        nut(stud * 0.84, materials.zinc, stud * 1.3),
        0,
        bootHeight * 0.9 + coneLength + threadLength * 0.25,
        0,
      ),
  );
}

/** A round housing about y for a ball stud, its rim at y = 0, closed below. */
export const ballHousing = (radius, height, material = materials.castIron) =>
  turned(
    [
      [0, -height],
      [radius * 0.7, -height, radius * 0.1],
      [radius, -height * 0.8, radius * 0.15],
      [radius, -height * 0.08],
      [radius * 1.06, 0],
      [0, 0],
    ],
    material,
  );

/** Lighter than other rubber, so that gaps in it are seen. */
const bushRubber = materials.variant(materials.rubber, { color: '#484b4f' });

/**
 * A rubber-metal bush in the plane of x and y, its axis along z, centred.
 *
 * @param {{ outer: number, inner: number, length: number, voids?: boolean, sleeve?: import('three').Material }} size radii of the
 *   outer sleeve and of the bore; `voids` cuts the kidney-shaped gaps of soft bushes
 */
export function bush({ outer, inner, length, voids = false, sleeve = materials.zinc }) {
  const innerSleeve = inner * 1.5;
  const wall = outer * 0.07;
  const gap = [innerSleeve + (outer - innerSleeve) * 0.3, outer - wall - (outer - innerSleeve) * 0.12];
  const cuts = voids ? [sector(...gap, 115, 245), sector(...gap, -65, 65)] : [];
  return group(
    plate(circle(outer), length * 0.9, sleeve, {
      holes: [hole(outer - wall, 0, 0, 64)],
      bevel: wall * 0.3,
      curveSegments: 64,
    }),
    plate(circle(outer - wall * 0.9), length * 0.84, bushRubber, {
      holes: [hole(innerSleeve * 0.98), ...cuts],
      bevel: outer * 0.018,
      curveSegments: 48,
    }),
    plate(circle(innerSleeve), length * 1.12, materials.steel, {
      holes: [hole(inner)],
      bevel: inner * 0.06,
      curveSegments: 48,
    }),
  );
}

/** A dust boot around a rod about y, from y = 0 upwards. */
export const dustBoot = (radius, height, folds) =>
  group(
    bellows(radius, radius * 0.86, height, folds),
    moved(cylinder(radius * 0.9, height * 0.04, materials.rubber), 0, -height * 0.03, 0),
  );

/** Studs about y on a flange, threads upwards. */
export const studs = (count, onRadius, radius, length, fromDeg = 0) =>
  around(count, onRadius, () => thread(radius, length, materials.zinc), { fromDeg });
