/** Compressed-air brakes of trucks. */

import { bolt, hexBlock, nut, socketScrew, thread } from '../kit/fittings.js';
import { wrappedLabel } from '../kit/lettering.js';
import * as m from '../kit/materials.js';
import { around as belt, circle, hole, rectangle, toothed } from '../kit/outlines.js';
import { alongX, alongZ, around, group, moved, tilted } from '../kit/placing.js';
import { box, cylinder, plate, slab, torus, turned } from '../kit/shapes.js';

/** A threaded air port about y, standing on y = 0. */
const port = (radius, body = m.castAluminium) =>
  group(
    cylinder(radius * 1.5, radius * 1.1, body, { bore: radius }),
    thread(radius * 1.04, radius, m.darkIron, radius * 0.2, radius * 0.8),
    cylinder(radius, 0.6, m.darkIron),
  );

/** A clamp around the joint of two shells, with its two bolts. */
function clampBand(radius) {
  const lug = () =>
    group(
      box(20, 20, 9, m.zinc, 2),
      moved(box(20, 20, 9, m.zinc, 2), 0, 0, 14),
      moved(alongZ(bolt(4, 22, m.zinc)), 6, 0, 18),
    );
  return group(
    turned(
      [
        [radius - 3, -11],
        [radius + 4, -11, 2],
        [radius + 8, -5, 3],
        [radius + 8, 5, 3],
        [radius + 4, 11, 2],
        [radius - 3, 11],
      ],
      m.zinc,
    ),
    [60, 240].map((deg) => tilted(moved(lug(), radius + 14, 0, -7), 0, deg)),
  );
}

/** The fork at the end of a pushrod, about y from y = 0. */
function fork() {
  const cheek = () =>
    tilted(
      plate(
        belt([
          [0, 0, 13],
          [0, 34, 13],
        ]),
        8,
        m.yellowChromate,
        { holes: [hole(7, 0, 34)] },
      ),
      0,
      90,
    );
  return group(
    cylinder(11, 46, m.steel),
    moved(thread(9, 30, m.zinc), 0, 44, 0),
    moved(nut(9), 0, 62, 0),
    moved(box(38, 14, 26, m.yellowChromate, 3), 0, 79, 0),
    [-15, 15].map((x) => moved(cheek(), x, 80, 0)),
  );
}

/** A spring brake chamber: two shells behind each other, a fork on the rod, two studs. */
function airBrakeChamber() {
  const radius = 78;
  const shells = turned(
    [
      [0, 0],
      [44, 0, 4],
      [62, 12, 12],
      [radius, 52, 8],
      [radius, 74],
      [radius - 2, 92, 6],
      [radius - 16, 104, 6],
      [radius - 10, 116, 6],
      [radius, 122, 5],
      [radius, 190, 12],
      [58, 204, 10],
      [30, 208, 4],
      [0, 208],
    ],
    m.paintBlack,
    { segments: 128 },
  );
  const stud = () =>
    group(
      tilted(thread(8, 44, m.zinc), 180),
      moved(tilted(nut(8), 180), 0, -5, 0),
      moved(cylinder(14, 3, m.zinc), 0, -4, 0),
    );
  const airPort = (y, onRadius, deg) => tilted(moved(alongZ(port(9, m.paintBlack)), 0, y, onRadius), 0, deg);
  const chamber = group(
    shells,
    moved(clampBand(radius), 0, 70, 0),
    moved(clampBand(radius - 2), 0, 122, 0),
    moved(tilted(fork(), 180), 0, 4, 0),
    [-58, 58].map((z) => moved(stud(), 0, 14, z)),
    airPort(97, radius - 12, 60),
    airPort(158, radius - 4, 50),
    moved(hexBlock(20, 10, m.zinc), 0, 207, 0),
    moved(cylinder(15, 4, m.rubber), 0, 206, 0),
  );
  return tilted(tilted(chamber, 0, 0, 90), 0, 28);
}

/** An automatic adjuster: the lever with its splined bore below and the holes for the fork above. */
function slackAdjuster() {
  const lever = plate(
    belt([
      [0, 0, 40],
      [0, 128, 18],
    ]),
    26,
    m.castIron,
    { bevel: 5, holes: [hole(21), hole(7, 0, 132), hole(7, 0, 104)] },
  );
  const hub = (z) =>
    moved(alongZ(moved(cylinder(34, 12, m.castIron, { bore: 21, rounding: 2 }), 0, -6, 0)), 0, 0, z);
  const splines = plate(circle(24), 40, m.steel, { holes: [toothed(24, 16.8, 19.4)], bevel: 0.6 });
  const worm = alongX(
    group(
      moved(cylinder(25, 66, m.castIron, { rounding: 5 }), 0, -33, 0),
      moved(cylinder(18, 4, m.zinc), 0, 33, 0),
      moved(hexBlock(15, 12, m.zinc), 0, 36, 0),
    ),
  );
  const bush = () => alongZ(moved(cylinder(9.5, 30, m.bronze, { bore: 7 }), 0, -15, 0));
  const cover = group(
    alongZ(cylinder(30, 6, m.zinc, { bore: 22 })),
    around(4, 26, () => alongZ(moved(bolt(2.4, 3), 0, 5.6, 0)), { axis: 'z', fromDeg: 45 }),
  );
  const controlArm = plate(
    belt([
      [0, 0, 24],
      [-66, -30, 9],
    ]),
    5,
    m.zinc,
    { holes: [hole(22), hole(4.5, -66, -30)] },
  );
  return tilted(
    group(
      lever,
      hub(14),
      hub(-14),
      moved(splines, 0, 0, 8),
      moved(worm, 6, 46, 0),
      [104, 132].map((y) => moved(bush(), 0, y, 0)),
      moved(controlArm, 0, 0, 23),
      moved(cover, 0, 0, 22),
    ),
    -6,
    34,
    -10,
  );
}

/** A tall can, its crown up, the ribbed base below. */
function airDryerCartridge() {
  const radius = 68;
  const can = turned(
    [
      [0, 8],
      [radius + 4, 8, 2],
      [radius + 4, 16, 3],
      [radius, 18, 2],
      [radius, 128, 12],
      [radius - 10, 144, 8],
      [36, 150, 6],
      [30, 146, 3],
      [0, 146],
    ],
    m.paintWhite,
    { segments: 128 },
  );
  const base = group(
    turned(
      [
        [18, 0],
        [radius - 8, 0, 2],
        [radius, 4, 2],
        [radius, 9],
        [18, 9],
      ],
      m.zinc,
    ),
    moved(torus(radius - 6, 3, m.rubber), 0, 1.5, 0),
  );
  const text = {
    width: 160,
    height: 62,
    title: 'AIR DRYER',
    lines: ['DESICCANT   M39 × 1.5   14 bar', 'Change with brake system empty'],
    band: '#1f4a8a',
    size: 0.32,
  };
  return group(
    base,
    can,
    moved(hexBlock(38, 12, m.paintWhite, { bevel: 2 }), 0, 145, 0),
    moved(wrappedLabel(radius + 0.3, text, 28), 0, 74, 0),
    [120, 32].map((y) => moved(torus(radius, 1.4, m.paintWhite), 0, y, 0)),
  );
}

/** An aluminium body with ports all round, a cover held by screws, the exhaust below. */
function brakeRelayValve() {
  const body = turned(
    [
      [0, 0],
      [30, 0, 3],
      [34, 6, 2],
      [34, 22, 5],
      [46, 34, 6],
      [50, 42, 2],
      [50, 58, 2],
      [0, 58],
    ],
    m.castAluminium,
  );
  const cover = group(
    slab(
      belt([
        [0, 0, 50],
        [46, 46, 9],
        [-46, 46, 9],
        [46, -46, 9],
        [-46, -46, 9],
      ]),
      9,
      m.castAluminium,
      { bevel: 2 },
    ),
    moved(
      turned(
        [
          [0, 0],
          [40, 0],
          [38, 12, 6],
          [24, 18, 4],
          [0, 18],
        ],
        m.castAluminium,
      ),
      0,
      9,
      0,
    ),
    [45, 135, 225, 315].map((deg) => tilted(moved(socketScrew(4.4, 12, m.zinc), 65, 9, 0), 0, deg)),
    moved(port(8), 0, 26, 0),
  );
  const sidePort = (deg) =>
    tilted(
      group(
        moved(alongZ(cylinder(17.6, 24, m.castAluminium)), 0, 24, 12),
        moved(alongZ(port(11)), 0, 24, 34),
      ),
      0,
      deg,
    );
  const fitting = tilted(
    moved(
      alongZ(group(hexBlock(28, 11, m.brass), moved(thread(10, 18, m.brass, 2.2, 6), 0, 10, 0))),
      0,
      24,
      46,
    ),
    0,
    75,
  );
  const exhaust = tilted(
    turned(
      [
        [0, 0],
        [22, 0],
        [22, 6, 2],
        [26, 10, 2],
        [24, 16, 2],
        [0, 16],
      ],
      m.rubber,
    ),
    180,
  );
  const bracket = group(
    plate(rectangle(84, 58, 6), 6, m.castAluminium, { holes: [hole(5.5, -32), hole(5.5, 32)], bevel: 1.4 }),
    [-32, 32].map((x) => moved(tilted(thread(5, 34, m.zinc), -90), x, 0, 0)),
  );
  return tilted(
    group(
      [-15, 75, 165].map(sidePort),
      body,
      fitting,
      moved(cover, 0, 56, 0),
      moved(exhaust, 0, 2, 0),
      moved(bracket, 0, 30, -50),
      moved(box(50, 40, 26, m.castAluminium, 4), 0, 30, -38),
    ),
    0,
    -8,
  );
}

export default {
  'air-brake-chamber': airBrakeChamber,
  'slack-adjuster': slackAdjuster,
  'air-dryer-cartridge': airDryerCartridge,
  'brake-relay-valve': brakeRelayValve,
};
