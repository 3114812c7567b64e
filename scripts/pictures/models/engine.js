/** What seals and carries an engine, and its piston. Millimetres. */

import { loopThrough, sweptLoop } from '../kit/drives.js';
import { nut, thread } from '../kit/fittings.js';
import * as m from '../kit/materials.js';
import {
  arcPoints,
  hole,
  holeOf,
  around as laidAround,
  polygon,
  rectangle,
  sector,
} from '../kit/outlines.js';
import { alongX, alongZ, around, group, moved, row, tilted } from '../kit/placing.js';
import { box, cylinder, plate, slab, torus, tube, turned } from '../kit/shapes.js';

const HEAD = { bores: 4, bore: 40, pitch: 91, height: 176, width: 400 };

/** A gasket of steel layers for four cylinders, leaning back. */
function cylinderHeadGasket() {
  const { bores, bore, pitch, height, width } = HEAD;
  const atBore = (index) => (index - (bores - 1) / 2) * pitch;
  const between = Array.from({ length: bores + 1 }, (_, index) => (index - bores / 2) * pitch);
  const outline = polygon(
    [
      [-width / 2, -height / 2, 14],
      [-130, -height / 2, 6],
      [-118, -height / 2 + 8, 6],
      [90, -height / 2 + 8, 6],
      [102, -height / 2, 6],
      [width / 2 - 22, -height / 2, 12],
      [width / 2, -height / 2 + 28, 12],
      [width / 2, height / 2 - 34, 12],
      [width / 2 - 12, height / 2, 14],
      [60, height / 2, 6],
      [50, height / 2 - 7, 6],
      [-50, height / 2 - 7, 6],
      [-60, height / 2, 6],
      [-width / 2, height / 2, 18],
    ],
    8,
  );
  const bolts = between.flatMap((x) => [-1, 1].map((side) => hole(6.4, x, side * (height / 2 - 22))));
  const slots = Array.from({ length: bores }, (_, index) =>
    [-1, 1].flatMap((side) => [
      holeOf(rectangle(24, 7, 3.4, atBore(index), side * (bore + 20))),
      hole(3.2, atBore(index) + 27, side * (bore + 10)),
      hole(3.2, atBore(index) - 27, side * (bore + 10)),
    ]),
  ).flat();
  const coated = m.variant(m.gasketGraphite, { color: '#5a5f66', metalness: 0.55, roughness: 0.42 });
  const layer = (material, thickness) =>
    plate(outline.clone(), thickness, material, {
      holes: [
        ...Array.from({ length: bores }, (_, index) => hole(bore, atBore(index))),
        ...bolts.map((path) => path.clone()),
        ...slots.map((path) => path.clone()),
      ],
      bevel: 0.25,
      curveSegments: 64,
    });
  const fireRings = row(bores, [pitch, 0, 0], () =>
    alongZ(
      turned(
        [
          [bore, -1.7],
          [bore + 2.6, -1.7, 0.8],
          [bore + 4, 0, 0.5],
          [bore + 2.6, 1.7, 0.8],
          [bore, 1.7],
        ],
        m.polishedSteel,
      ),
    ),
  );
  // The raised bead around each bore and around each way of water.
  const bead = (radius) => tilted(torus(radius, 1.1, coated), 90);
  const beads = row(bores, [pitch, 0, 0], () => moved(bead(bore + 7.5), 0, 0, 0.7));
  const boltRings = group(
    between.flatMap((x) =>
      [-1, 1].map((side) => moved(tilted(torus(9, 0.9, coated), 90), x, side * (height / 2 - 22), 0.7)),
    ),
  );
  return tilted(
    group(layer(coated, 1.8), moved(layer(m.steel, 0.6), 0, 0, -1.6), fireRings, beads, boltRings),
    -24,
    10,
  );
}

/** A moulded rubber frame with its bolts' eyes, and the four rings for the plugs' wells before it. */
function valveCoverGasket() {
  const [long, high] = [205, 76];
  const corner = (x, y, fromDeg) => arcPoints(22, fromDeg, fromDeg + 90, x, y, 4);
  const bumps = (count, y, sign) =>
    Array.from({ length: count }, (_, index) => {
      const x = -sign * ((index + 0.5) / count - 0.5) * (2 * long - 90);
      return [
        [x + sign * 22, y],
        [x + sign * 9, y + sign * 9],
        [x - sign * 9, y + sign * 9],
        [x - sign * 22, y],
      ];
    }).flat();
  const line = loopThrough(
    [
      ...corner(long - 22, high - 22, 0),
      ...bumps(4, high, 1),
      ...corner(-long + 22, high - 22, 90),
      ...corner(-long + 22, -high + 22, 180),
      ...bumps(4, -high, -1),
      ...corner(long - 22, -high + 22, 270),
    ],
    420,
  );
  const blue = m.variant(m.rubberBlue, { color: '#3f5a73' });
  const section = [
    [-4, -6],
    [4, -6],
    [4, 3],
    [2.2, 4.8],
    [1.7, 8],
    [-1.7, 8],
    [-2.2, 4.8],
    [-4, 3],
  ];
  const eyes = [-1, 1].flatMap((side) =>
    [-0.375, -0.125, 0.125, 0.375].map((share) =>
      moved(
        alongZ(moved(cylinder(8.5, 9, blue, { bore: 4.4 }), 0, -5, 0)),
        share * (2 * long - 90),
        side * (high + 12),
        0,
      ),
    ),
  );
  const wellRing = () =>
    turned(
      [
        [15, 0],
        [21, 0, 1],
        [21, 4],
        [19, 5.4, 0.6],
        [19, 9, 1.2],
        [17, 9],
        [16, 5],
        [15, 4],
      ],
      blue,
    );
  return group(
    moved(
      tilted(
        group(
          sweptLoop(line, () => section, blue),
          eyes,
        ),
        -32,
      ),
      0,
      82,
      0,
    ),
    moved(row(4, [62, 0, 4], wellRing), 10, 0, 118),
  );
}

/** A shaft seal: coated shell, lip and its garter spring; one towards us, one on its back. */
function crankshaftSeal() {
  const seal = () =>
    group(
      turned(
        [
          [40, -5],
          [50, -5, 1],
          [50, 5, 1],
          [47.5, 5],
          [47.5, -2.5],
          [40, -2.5],
        ],
        m.rubberBrown,
      ),
      around(3, 0, () =>
        moved(cylinder(50.5, 1.2, m.rubberBrown, { bore: 49, rounding: 0.5, segments: 128 }), 0, 0, 0),
      ),
      turned(
        [
          [38, -4.6],
          [42, -4.6],
          [42, -2.6],
          [38.4, 1.6],
          [37.6, 4.4, 1],
          [36.2, 3.4, 0.4],
          [35, 0.6, 0.2],
          [37, -2.4],
        ],
        m.variant(m.rubberBrown, { color: '#7c4a31' }),
      ),
      moved(cylinder(47.4, 0.8, m.zinc, { bore: 43 }), 0, -2.4, 0),
      // The garter spring that presses the lip on the shaft.
      tube(
        Array.from({ length: 120 }, (_, index) => {
          const angle = (index / 120) * Math.PI * 2;
          return [Math.cos(angle) * 39.2, 3, Math.sin(angle) * 39.2];
        }),
        1.3,
        m.polishedSteel,
        { closed: true, segments: 240 },
      ),
      around(90, 39.2, () => moved(tilted(torus(1.35, 0.28, m.steel), 90), 0, 3, 0)),
    );
  return group(moved(tilted(alongZ(seal()), -14, -8), -26, 49, -10), moved(seal(), 46, 5, 44));
}

/** A rubber-metal mount: pressed base with two bolts' holes, rubber block, cast arm over it. */
function engineMount() {
  const base = group(
    slab(
      laidAround([
        [-66, 0, 20],
        [66, 0, 20],
        [0, 0, 48],
      ]),
      6,
      m.paintBlack,
      { holes: [hole(7, -68, 0), hole(7, 68, 0)], bevel: 1.2 },
    ),
    turned(
      [
        [0, 4],
        [46, 4, 6],
        [46, 36, 2],
        [50, 38, 1],
        [50, 42, 1],
        [42, 42],
        [42, 10],
        [0, 10],
      ],
      m.paintBlack,
    ),
  );
  const block = turned(
    [
      [0, 34],
      [44, 34],
      [43, 46, 5],
      [31, 64, 8],
      [24, 74, 3],
      [0, 74],
    ],
    m.rubber,
  );
  const core = group(
    turned(
      [
        [0, 66],
        [23, 66],
        [23, 74, 2],
        [17, 84, 2],
        [0, 84],
      ],
      m.castAluminium,
    ),
  );
  const arm = group(
    moved(
      slab(
        laidAround([
          [0, 0, 26],
          [96, 34, 17],
          [104, -26, 17],
        ]),
        16,
        m.castAluminium,
        {
          holes: [
            hole(6.5, 100, 36),
            hole(6.5, 108, -28),
            holeOf(
              polygon(
                [
                  [44, 4],
                  [80, 18],
                  [84, -12],
                ],
                6,
              ),
            ),
          ],
          bevel: 3,
        },
      ),
      0,
      84,
      0,
    ),
    moved(tilted(box(84, 18, 8, m.castAluminium, 3), 0, 18), 46, 104, -24),
    moved(tilted(box(84, 18, 8, m.castAluminium, 3), 0, -12), 48, 104, 20),
    [
      [100, -36],
      [108, 28],
    ].map(([x, z]) => moved(cylinder(12, 22, m.castAluminium, { bore: 6.5, rounding: 1.5 }), x, 81, z)),
  );
  return tilted(
    group(
      base,
      block,
      core,
      arm,
      moved(cylinder(17, 2.6, m.zinc), 0, 100, 0),
      moved(nut(7, m.zinc, 11), 0, 102, 0),
      moved(thread(7, 24, m.zinc, 1.6), 0, 102, 0),
      // The lug that catches the engine if the rubber tears.
      moved(box(20, 46, 5, m.paintBlack, 1.5), -50, 44, 0),
      moved(box(36, 5, 20, m.paintBlack, 1.5), -40, 66, 0),
    ),
    0,
    12,
  );
}

const PISTON = { radius: 38, pin: 9, height: 52 };

/** A piston with its rings and its pin, as the box holds them. */
function pistonKit() {
  const { radius, pin, height } = PISTON;
  const grooves = [6, 11.5, 17].flatMap((down, index) => {
    const tall = index === 2 ? 3 : 1.5;
    return [
      [radius, height - down, 0.1],
      [radius - 3, height - down, 0],
      [radius - 3, height - down - tall, 0],
      [radius, height - down - tall, 0.1],
    ];
  });
  const crown = turned(
    [
      [0, height],
      [radius - 9, height, 1],
      [radius - 7, height - 0.2],
      [radius, height, 0.8],
      ...grooves,
      [radius, height - 23],
      [radius - 5, height - 23],
      [radius - 6, height - 8],
      [0, height - 8],
    ],
    m.lathed(m.aluminium, 'y', 0.12),
  );
  const skirt = [0, 180].map((turn) =>
    tilted(
      slab(sector(radius - 4, radius, -62, 62), height - 22, m.gasketGraphite, {
        bevel: 0.8,
        curveSegments: 48,
      }),
      0,
      turn + 90,
    ),
  );
  const bosses = [-1, 1].map((side) =>
    group(
      moved(
        alongX(moved(cylinder(pin + 6, 15, m.castAluminium, { bore: pin }), 0, -7.5, 0)),
        side * 23,
        20,
        0,
      ),
      moved(box(13, height - 34, 40, m.castAluminium, 2), side * 23, 38, 0),
      moved(box(10, 34, 12, m.castAluminium, 2), side * 21, 18, 24),
      moved(box(10, 34, 12, m.castAluminium, 2), side * 21, 18, -24),
    ),
  );
  const ring = (thickness, material) =>
    slab(sector(radius - 2.6, radius + 0.6, 3, 357), thickness, material, { bevel: 0.15, curveSegments: 96 });
  const wristPin = alongX(
    moved(cylinder(pin, 58, m.polishedSteel, { bore: pin * 0.6, rounding: 1 }), 0, -29, 0),
  );
  const clip = tube(
    arcPoints(pin + 0.6, 20, 330, 0, 0, 24).map(([x, y]) => [x, 0.8, y]),
    0.8,
    m.springSteel,
  );
  return group(
    moved(tilted(group(crown, skirt, bosses), 0, -36), -34, 0, -18),
    moved(tilted(ring(1.3, m.chrome), 0, 30), 52, 0, 0),
    moved(tilted(ring(1.3, m.blackenedSteel), 4, 140), 60, 2.6, 8),
    moved(tilted(ring(2.6, m.steel), 5, 215), 50, 5.4, 14),
    moved(tilted(wristPin, 0, 24), -6, pin, 52),
    moved(clip, 40, 0, 64),
    moved(tilted(clip.clone(), 0, 70), 62, 0, 72),
  );
}

export default {
  'cylinder-head-gasket': cylinderHeadGasket,
  'valve-cover-gasket': valveCoverGasket,
  'crankshaft-seal': crankshaftSeal,
  'engine-mount': engineMount,
  'piston-kit': pistonKit,
};
