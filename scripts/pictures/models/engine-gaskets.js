/** What seals an engine. Millimetres. */

import { loopThrough, sweptLoop } from '../kit/drives.js';
import * as m from '../kit/materials.js';
import { arcPoints, hole, holeOf, polygon, rectangle } from '../kit/outlines.js';
import { alongZ, around, group, moved, row, tilted } from '../kit/placing.js';
import { cylinder, plate, torus, tube, turned } from '../kit/shapes.js';

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

export default {
  'cylinder-head-gasket': cylinderHeadGasket,
  'valve-cover-gasket': valveCoverGasket,
  'crankshaft-seal': crankshaftSeal,
};
