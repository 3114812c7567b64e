/** Suspension: what springs and what damps. */

import { bolt, nut, thread } from '../kit/fittings.js';
import { bush, studs } from '../kit/joints.js';
import * as m from '../kit/materials.js';
import { arcPoints, around as belt, circle, hole, polygon, strip } from '../kit/outlines.js';
import { alongZ, around, group, moved, tilted } from '../kit/placing.js';
import { box, cylinder, plate, slab, spring, turned } from '../kit/shapes.js';

/** What stands is laid down along x, its foot to the left and a little lower than its head. */
const laid = (thing, turnDeg = 18, riseDeg = 14) => tilted(tilted(thing, 0, 0, -90 + riseDeg), 0, turnDeg);

/** An eye with its bush, its axis along z. */
const eye = (outer, inner, width) =>
  group(
    plate(circle(outer * 1.16), width * 0.8, m.paintBlack, {
      holes: [hole(outer * 0.98, 0, 0, 64)],
      bevel: 1,
      curveSegments: 48,
    }),
    bush({ outer, inner, length: width }),
  );

/** A damper with an eye at both ends, the rod half out under its cover. */
function shockAbsorber() {
  const tubeRadius = 26;
  const body = turned(
    [
      [0, 0],
      [18, 0, 2],
      [tubeRadius, 10, 4],
      [tubeRadius, 196, 2],
      [tubeRadius - 3, 202, 2],
      [0, 203],
    ],
    m.paintBlack,
  );
  const cover = turned(
    [
      [0, 168],
      [0, 320],
      [20, 320, 3],
      [31, 308, 6],
      [31.5, 168, 1],
      [29.5, 168],
      [29.5, 300],
      [0, 300],
    ].slice(1),
    m.variant(m.paintSatinBlack, { color: '#3a3d40' }),
  );
  return laid(
    group(
      body,
      moved(cylinder(10, 130, m.chrome), 0, 200, 0),
      moved(cover, 0, 44, 0),
      moved(cylinder(9, 24, m.steel), 0, 362, 0),
      moved(tilted(eye(22, 7, 40), 0, 90), 0, -20, 0),
      moved(tilted(eye(22, 7, 40), 0, 90), 0, 402, 0),
    ),
    20,
    16,
  );
}

/** A strut: bracket for the wheel carrier, seat for the spring, bare rod. */
function suspensionStrut() {
  const body = turned(
    [
      [0, 0],
      [25, 0, 4],
      [27, 8],
      [27, 262, 2],
      [22, 268, 2],
      [14, 270],
      [0, 270],
    ],
    m.paintBlack,
  );
  const seat = turned(
    [
      [27, 196],
      [54, 190, 4],
      [78, 196, 3],
      [84, 208, 2],
      [80, 209],
      [74, 201, 3],
      [54, 197, 4],
      [27, 206],
    ],
    m.paintBlack,
    { segments: 120 },
  );
  const cheek = () =>
    plate(
      polygon(
        [
          [24, -4],
          [66, 2],
          [72, 18],
          [72, 92],
          [60, 106],
          [24, 112],
        ],
        8,
      ),
      5,
      m.paintBlack,
      { holes: [hole(7, 58, 24), hole(7, 58, 82)], bevel: 0.8 },
    );
  const tab = plate(
    belt([
      [-26, 150, 12],
      [-52, 150, 9],
    ]),
    4,
    m.paintBlack,
    { holes: [hole(4.5, -52, 150)] },
  );
  const bump = turned(
    [
      [12, 0],
      [22, 2, 3],
      [24, 12, 4],
      [18, 18, 3],
      [23, 26, 4],
      [17, 33, 3],
      [21, 42, 4],
      [14, 52, 3],
      [12, 52],
    ],
    m.plasticYellow,
  );
  const strut = group(
    body,
    turned(
      [
        [26, -2],
        [31, -2, 1],
        [31, 112, 1],
        [26, 112],
      ],
      m.paintBlack,
    ),
    [-16, 16].map((z) => moved(cheek(), 0, 0, z)),
    seat,
    tab,
    moved(cylinder(11, 150, m.chrome), 0, 268, 0),
    moved(bump, 0, 300, 0),
    moved(cylinder(8, 14, m.steel), 0, 416, 0),
    moved(thread(7, 26, m.zinc), 0, 428, 0),
    moved(nut(7), 0, 434, 0),
  );
  return laid(tilted(strut, 0, 200), 16, 20);
}

/** The top of a strut: plate with studs, rubber, bearing. */
function strutMount() {
  const bowl = turned(
    [
      [24, 20, 2],
      [44, 20, 5],
      [56, 8, 5],
      [84, 4, 3],
      [86, 0, 1],
      [52, 1, 4],
      [40, 12, 4],
      [24, 12],
    ],
    m.zinc,
    { segments: 120 },
  );
  const rubberCone = turned(
    [
      [12, 8],
      [40, 2, 3],
      [44, 14, 4],
      [30, 28, 6],
      [12, 32],
    ],
    m.rubber,
  );
  const flange = slab(
    belt(
      [0, 120, 240].map((deg) => [
        Math.cos((deg * Math.PI) / 180) * 72,
        Math.sin((deg * Math.PI) / 180) * 72,
        18,
      ]),
    ),
    5,
    m.zinc,
    {
      holes: [hole(42, 0, 0, 64)],
      bevel: 1,
    },
  );
  const bearing = group(
    moved(cylinder(52, 8, m.plasticBlack, { bore: 20, rounding: 2 }), 0, -12, 0),
    moved(cylinder(46, 4, m.steel, { bore: 18 }), 0, -4, 0),
    moved(cylinder(58, 7, m.rubber, { bore: 30, rounding: 2.5 }), 0, -18, 0),
  );
  return group(
    flange,
    bowl,
    rubberCone,
    bearing,
    moved(cylinder(14, 36, m.steel, { bore: 7.4 }), 0, 0, 0),
    moved(studs(3, 72, 5, 34, 0), 0, 4, 0),
    around(3, 72, () => moved(cylinder(9, 2.4, m.zinc), 0, 5, 0)),
  );
}

/** A coil spring standing on its flat end. */
function coilSpring() {
  const coil = spring(
    {
      radius: (share) => 62 - 10 * (Math.abs(share - 0.5) * 2) ** 3,
      wire: 7,
      height: 250,
      turns: 7,
      closedTurns: 0.9,
    },
    m.variant(m.paintBlack, { color: '#23364d' }),
  );
  return coil;
}

/** A truck's air spring: rolled rubber between a steel plate and a piston. */
function airSpring() {
  const rolls = turned(
    [
      [0, 0],
      [58, 0],
      [62, -6],
      [70, -8, 6],
      [92, 8, 22],
      [112, 34, 26],
      [114, 90, 30],
      [112, 150, 30],
      [100, 186, 14],
      [84, 192],
      [0, 192],
    ],
    m.variant(m.rubber, { roughness: 0.6 }),
    { segments: 128, rounding: 8 },
  );
  const ribs = [64, 84, 104, 124, 144].map((y) =>
    turned(
      [
        [108, y - 1.6],
        [115.4, y - 1.2, 1],
        [115.4, y + 1.2, 1],
        [108, y + 1.6],
      ],
      m.rubber,
      { segments: 128 },
    ),
  );
  const piston = turned(
    [
      [0, -96],
      [66, -96, 3],
      [70, -88, 3],
      [58, -40, 10],
      [58, 4],
      [0, 4],
    ],
    m.paintBlack,
    { segments: 96 },
  );
  const top = turned(
    [
      [0, 190],
      [104, 190, 2],
      [107, 194, 2],
      [104, 200, 2],
      [0, 200],
    ],
    m.galvanised,
    { segments: 128 },
  );
  const stud = (deg) =>
    tilted(moved(group(thread(6, 30, m.zinc), cylinder(10, 3, m.zinc)), 62, 199, 0), 0, deg);
  const inlet = moved(group(bolt(11, 2, m.brass), moved(thread(9, 16, m.brass, 2, 5), 0, 12, 0)), 0, 202, 34);
  return group(rolls, ribs, piston, top, stud(20), stud(200), inlet);
}

/** One leaf: a strip along an arc, from one end to the other. */
function leaf(length, level, width, thickness) {
  const arcRadius = 1150;
  const half = (Math.asin(length / 2 / arcRadius) * 180) / Math.PI;
  const line = arcPoints(arcRadius - level, 270 - half, 270 + half, 0, arcRadius, 28);
  return plate(strip(line, thickness), width, m.variant(m.forgedSteel, { color: '#565a5e' }), { bevel: 2.4 });
}

/** A pack of leaves with rolled eyes, bolt and clips. */
function leafSpring() {
  const [thickness, width] = [15, 84];
  const lengths = [900, 820, 640, 460, 280];
  const leaves = lengths.map((length, index) => leaf(length, -index * (thickness + 0.6), width, thickness));
  const drop = (x) => 1150 - Math.sqrt(1150 ** 2 - x ** 2);
  const rolledEye = (side) =>
    moved(
      group(
        plate(circle(34), width, m.variant(m.forgedSteel, { color: '#565a5e' }), {
          holes: [hole(22, 0, 0, 64)],
          bevel: 1,
          curveSegments: 48,
        }),
        alongZ(moved(cylinder(22, width + 4, m.bronze, { bore: 14 }), 0, -width / 2 - 2, 0)),
      ),
      side * 458,
      drop(450) + 24,
      0,
    );
  const clip = (x) =>
    moved(
      tilted(
        group(
          [-1, 1].map((side) => moved(box(34, 64, 7, m.zinc, 2), 0, -14, (side * (width + 9)) / 2)),
          moved(box(34, 6, width + 16, m.zinc, 2), 0, -46, 0),
          moved(alongZ(moved(bolt(6, 2), 0, width / 2 + 8, 0)), 0, 14, 0),
        ),
        0,
        0,
        (Math.asin(x / 1150) * 180) / Math.PI,
      ),
      x,
      drop(x) + 4,
      0,
    );
  const centreBolt = group(
    moved(cylinder(15, 16, m.zinc), 0, 6, 0),
    moved(tilted(nut(10), 180), 0, -78, 0),
    moved(thread(9, 30, m.zinc), 0, -104, 0),
  );
  return tilted(group(leaves, rolledEye(-1), rolledEye(1), clip(-215), clip(215), centreBolt), 0, -6);
}

export default {
  'shock-absorber': shockAbsorber,
  'suspension-strut': suspensionStrut,
  'strut-mount': strutMount,
  'coil-spring': coilSpring,
  'air-spring': airSpring,
  'leaf-spring': leafSpring,
};
