/** Things that many parts have: bolts, nuts, threads, hoses, clamps, plugs, bellows, bearings, pleats and fins. */

import * as materials from './materials.js';
import { circle, hexagon, hole, rectangle, strip } from './outlines.js';
import { alongZ, around, group, moved, row, tilted } from './placing.js';
import { ball, box, cylinder, plate, slab, tube, turned } from './shapes.js';

/** A thread about y, standing on y = 0: rings, which look like a thread at any size that a picture has. */
export function thread(radius, length, material = materials.zinc, pitch = radius * 0.28, bore = 0) {
  const depth = pitch * 0.5;
  const turns = Math.max(1, Math.round(length / pitch));
  const step = length / turns;
  const profile = [[bore, 0]];
  for (let turn = 0; turn < turns; turn += 1) {
    profile.push(
      [radius - depth, turn * step, 0],
      [radius, (turn + 0.4) * step, 0],
      [radius, (turn + 0.6) * step, 0],
    );
  }
  profile.push([radius - depth, length, 0], [bore, length]);
  return turned(profile, material, { segments: 48 });
}

/** A hexagon about y, standing on y = 0. */
export const hexBlock = (acrossFlats, height, material, { bore = 0, bevel = acrossFlats * 0.035 } = {}) =>
  slab(hexagon(acrossFlats), height, material, { bevel, holes: bore > 0 ? [hole(bore)] : [] });

/** A nut about y, standing on y = 0; `radius` is its thread's. */
export const nut = (radius, material = materials.zinc, height = radius * 1.6) =>
  group(
    hexBlock(radius * 3.3, height, material, { bore: radius * 0.98 }),
    flange(radius * 1.62, radius, height),
  );

function flange(outer, inner, height) {
  return turned(
    [
      [inner, 0],
      [outer, 0],
      [outer, height * 0.1],
      [inner, height * 0.1],
    ],
    materials.zinc,
  );
}

/** A bolt about y: its head from y = 0 upwards, its shank below. */
export function bolt(radius, length, material = materials.zinc) {
  const headHeight = radius * 1.3;
  return group(
    hexBlock(radius * 3.3, headHeight, material),
    cylinder(radius * 2, radius * 0.22, material),
    moved(thread(radius, length, material), 0, -length, 0),
  );
}

/** A socket screw about y: its head from y = 0 upwards. */
export function socketScrew(radius, length, material = materials.blackenedSteel) {
  const head = radius * 1.6;
  const socket = radius * 0.8;
  return group(
    slab(circle(head), radius * 2, material, { holes: [hexHole(socket * 2)], bevel: radius * 0.15 }),
    cylinder(socket * 1.2, radius * 0.8, materials.blackenedSteel),
    moved(thread(radius, length, material), 0, -length, 0),
  );
}

const hexHole = (acrossFlats) => hexagon(acrossFlats);

/** A flat washer about y, standing on y = 0. */
export const washer = (radius, material = materials.zinc) =>
  cylinder(radius * 2.1, radius * 0.4, material, { bore: radius });

/** A rivet's head about y. */
export const rivet = (radius, material = materials.steel) =>
  turned(
    [
      [0, 0],
      [radius, 0],
      [radius, radius * 0.25],
      [radius * 0.7, radius * 0.6],
      [0, radius * 0.65],
    ],
    material,
    { rounding: radius * 0.25, segments: 32 },
  );

/** A worm-drive clamp about y, centred on y = 0. */
export function wormClamp(radius, width, material = materials.stainless) {
  const band = radius * 0.04 + width * 0.05;
  return group(
    moved(cylinder(radius + band, width, material, { bore: radius, rounding: band * 0.3 }), 0, -width / 2, 0),
    moved(box(width * 0.9, width * 1.1, width * 0.55, material), 0, 0, radius + width * 0.3),
    moved(
      tilted(hexBlock(width * 0.62, width * 0.5, materials.zinc), 0, 0, -90),
      width * 0.45,
      0,
      radius + width * 0.36,
    ),
  );
}

/** A spring clamp of flat band about y, with its two ears. */
export function springClamp(radius, width, material = materials.blackenedSteel) {
  const band = width * 0.14;
  const ear = (sideDeg) =>
    tilted(moved(box(band, width * 0.5, width * 1.1, material), 0, 0, radius + width * 0.4), 0, sideDeg, 0);
  return group(
    moved(cylinder(radius + band, width, material, { bore: radius, rounding: band * 0.3 }), 0, -width / 2, 0),
    ear(-9),
    ear(9),
  );
}

/** A rubber hose through points; its ends are open. */
export const hose = (points, radius, material = materials.rubber, wall = radius * 0.24) =>
  tube(points, radius, material, { bore: radius - wall, sides: 32 });

/**
 * An electrical plug, opening towards +z, centred on its middle: a shell with a rim, a latch and pins.
 *
 * @param {{ width: number, height: number, depth: number, pins?: number, rows?: number }} size
 */
export function connector({ width, height, depth, pins = 2, rows = 1 }, material = materials.plasticBlack) {
  const wall = Math.min(width, height) * 0.1;
  const inner = () => rectangle(width - 2 * wall, height - 2 * wall, height * 0.16);
  const pinSize = Math.min((width / pins) * 0.3, height * 0.14);
  const pin = () => box(pinSize, pinSize * 0.7, depth * 0.6, materials.brass);
  return group(
    moved(
      plate(rectangle(width, height, height * 0.22), depth * 0.72, material, {
        holes: [inner()],
        bevel: wall * 0.3,
      }),
      0,
      0,
      depth * 0.14,
    ),
    moved(box(width, height, depth * 0.34, material, height * 0.1), 0, 0, -depth * 0.33),
    moved(
      row(rows, [0, height * 0.34, 0], () => row(pins, [((width - 2 * wall) / pins) * 0.86, 0, 0], pin)),
      0,
      0,
      depth * 0.1,
    ),
    // The wedge over which the other half's latch snaps.
    moved(
      tilted(box(width * 0.34, height * 0.16, depth * 0.26, material), 12),
      0,
      height * 0.55,
      depth * 0.2,
    ),
    moved(box(width * 0.06, height * 0.14, depth * 0.55, material), width * 0.3, height * 0.54, depth * 0.16),
    moved(
      box(width * 0.06, height * 0.14, depth * 0.55, material),
      -width * 0.3,
      height * 0.54,
      depth * 0.16,
    ),
  );
}

/** A folded boot about y from y = 0 to `height`, from one radius to another. */
export function bellows(radiusBelow, radiusAbove, height, folds, material = materials.rubber, depth = 0.22) {
  const outline = [];
  for (let fold = 0; fold <= folds * 2; fold += 1) {
    const share = fold / (folds * 2);
    const radius = radiusBelow + (radiusAbove - radiusBelow) * share;
    outline.push([fold % 2 === 0 ? radius * (1 - depth) : radius, share * height]);
  }
  const profile = [[0, 0], ...outline, [0, height]];
  return turned(profile, material, { rounding: (height / folds) * 0.2, segments: 96 });
}

/**
 * A ball bearing about y, centred on y = 0: two rings with shoulders, balls or a shield between them.
 *
 * @param {{ bore: number, outer: number, width: number, shield?: import('three').Material }} size radii
 */
export function ballBearing({ bore, outer, width, shield }, material = materials.polishedSteel) {
  const gap = outer - bore;
  const ring = (inner, out) =>
    moved(
      cylinder(out, width, material, { bore: inner, rounding: gap * 0.05, segments: 128 }),
      0,
      -width / 2,
      0,
    );
  const pitch = (bore + outer) / 2;
  const count = Math.floor((pitch * 2 * Math.PI) / (gap * 0.62));
  return group(
    ring(bore, bore + gap * 0.3),
    ring(outer - gap * 0.28, outer),
    shield
      ? moved(
          cylinder(outer - gap * 0.27, width * 0.86, shield, {
            bore: bore + gap * 0.29,
            rounding: gap * 0.06,
          }),
          0,
          -width * 0.43,
          0,
        )
      : [
          around(count, pitch, () => ball(gap * 0.25, materials.chrome)),
          moved(
            cylinder(pitch + gap * 0.05, width * 0.5, materials.brass, { bore: pitch - gap * 0.05 }),
            0,
            -width * 0.25,
            0,
          ),
        ],
  );
}

/** Folded paper standing on y = 0: folds run along z, side by side along x. */
export function pleats({ width, height, depth, folds, paper = 0 }, material = materials.filterPaper) {
  const step = width / folds;
  const thickness = paper || step * 0.16;
  const points = [];
  for (let fold = 0; fold <= folds; fold += 1) {
    const x = -width / 2 + fold * step;
    points.push([x, thickness / 2]);
    if (fold < folds) points.push([x + step / 2, height - thickness / 2]);
  }
  return plate(strip(points, thickness), depth, material, { bevel: 0 });
}

/** Paper folded into a star about y, from y = 0 to `height`. */
export function pleatedRing({ inner, outer, height, folds }, material = materials.filterPaper) {
  const points = [];
  for (let fold = 0; fold < folds; fold += 1) {
    for (const [share, radius] of [
      [0, inner],
      [0.42, outer],
      [0.58, outer],
    ]) {
      const angle = ((fold + share) / folds) * Math.PI * 2;
      points.push([Math.cos(angle) * radius, Math.sin(angle) * radius]);
    }
  }
  const star = strip([...points, points[0]], ((outer * Math.PI * 2) / folds) * 0.001);
  star.setFromPoints(star.getPoints().slice(0, points.length));
  return slab(star, height, material, { bevel: 0, holes: [hole(inner * 0.96)] });
}

/** Thin fins side by side along x, centred: each `[thickness, height, depth]`. */
export const fins = (count, step, [thickness, height, depth], material = materials.aluminium) =>
  row(count, [step, 0, 0], () => box(thickness, height, depth, material, thickness * 0.2));

/** A brake-line or fuel-line nipple about y with its hexagon, standing on y = 0. */
export const banjo = (radius, material = materials.zinc) =>
  group(
    hexBlock(radius * 2, radius * 0.8, material),
    moved(cylinder(radius * 1.25, radius * 0.9, material), 0, -radius * 0.95, 0),
    moved(alongZ(cylinder(radius * 0.62, radius * 2.2, material)), 0, -radius * 0.5, 0),
  );
