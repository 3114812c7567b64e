/** Lamps. Millimetres; lenses face the camera. */

import { connector } from '../kit/fittings.js';
import * as m from '../kit/materials.js';
import { circle, hole, polygon, rectangle } from '../kit/outlines.js';
import { alongX, alongZ, group, moved, row, tilted } from '../kit/placing.js';
import { ball, box, cylinder, plate, torus, tube, turned } from '../kit/shapes.js';

const chromed = m.variant(m.chrome, { roughness: 0.08, color: '#dfe3e6' });

/** A reflector about z, its opening at z = 0, with a bulb's cap in the middle. */
const reflector = (radius, depth) =>
  group(
    alongZ(
      turned(
        [
          [0, -depth],
          [radius * 0.4, -depth * 0.92],
          [radius * 0.75, -depth * 0.6],
          [radius * 0.95, -depth * 0.2],
          [radius, 0],
        ],
        m.bothSides(chromed),
        { open: true, rounding: radius * 0.2 },
      ),
    ),
    alongZ(torusAt(radius, radius * 0.05)),
    moved(
      alongZ(
        turned(
          [
            [0, 0],
            [radius * 0.2, 0],
            [radius * 0.2, 6],
            [0, 12, 3],
          ],
          chromed,
        ),
      ),
      0,
      0,
      -depth * 0.6,
    ),
  );

const torusAt = (radius, wire) => torus(radius, wire, m.variant(chromed, { roughness: 0.2 }));

/** A projector about z: its lens bulges towards the camera. */
const projector = (radius) =>
  group(
    alongZ(moved(cylinder(radius * 1.16, 40, m.plasticGloss, { bore: radius }), 0, -40, 0)),
    alongZ(torusAt(radius * 1.1, radius * 0.09)),
    moved(alongZ(cylinder(radius * 0.98, 2, m.variant(chromed, { color: '#5d646a' }))), 0, 0, -22),
    moved(flattened(ball(radius * 0.98, m.glass), 0.5), 0, 0, -6),
  );

function flattened(thing, share) {
  const frame = group(thing);
  frame.scale.z = share;
  return frame;
}

/** A car's headlight, left: swept back at its outer end. */
const HEADLIGHT = [
  [-250, -64, 30],
  [120, -84, 60],
  [236, -30, 40],
  [262, 84, 26],
  [180, 84, 80],
  [20, 66, 90],
  [-214, 22, 40],
];
const inset = (points, share) => points.map(([x, y, r]) => [x * share, y * share, r * share]);

/** Reflectors and projector: radius and place. */
const BOWLS = [
  [52, 128, -6],
  [44, 20, -14],
  [34, -82, -18],
];

function headlight() {
  const bowlHoles = () => BOWLS.map(([radius, x, y]) => hole(radius, x, y, 64));
  const bezel = m.variant(m.plasticGloss, { color: '#1c1e20' });
  return tilted(
    group(
      // The housing, seen through the lens, open to the front.
      moved(plate(polygon(HEADLIGHT), 96, m.plasticBlack, { holes: bowlHoles(), bevel: 22 }), 0, 0, -66),
      moved(plate(polygon(inset(HEADLIGHT, 0.97)), 4, bezel, { holes: bowlHoles(), bevel: 1 }), 0, 0, -16),
      moved(reflector(52, 46), 128, -6, -12),
      moved(reflector(44, 36), 20, -14, -12),
      moved(projector(34), -82, -18, -8),
      // The daytime light along the lower edge.
      tube(
        [
          [-216, -44, -10],
          [-60, -58, -10],
          [90, -66, -10],
          [190, -36, -10],
          [222, 40, -10],
        ],
        5,
        m.variant(m.plasticWhite, { roughness: 0.15 }),
      ),
      moved(plate(polygon(HEADLIGHT), 24, m.lensClear, { bevel: 11 }), 0, 0, 6),
      moved(plate(laidEar(), 6, m.plasticBlack, { holes: [hole(5, 0, 14)] }), 196, 92, -40),
      moved(plate(laidEar(), 6, m.plasticBlack, { holes: [hole(5, 0, 14)] }), -150, 40, -40),
    ),
    0,
    10,
    2,
  );
}

const laidEar = () =>
  polygon([
    [-18, -14, 3],
    [18, -14, 3],
    [12, 24, 10],
    [-12, 24, 10],
  ]);

const TAIL_LIGHT = [
  [-150, -92, 26],
  [96, -92, 46],
  [142, 8, 60],
  [120, 98, 22],
  [-150, 98, 22],
];

/** A tail light, right: brake and tail in red, indicator and reversing light between. */
function tailLight() {
  const lens = (points, lensMaterial) => plate(polygon(points, 4), 14, lensMaterial, { bevel: 3 });
  const behind = m.variant(chromed, { roughness: 0.3, color: '#b9bdc0' });
  const ribs = (count, step, height, x, y) =>
    moved(
      row(count, [step, 0, 0], () => box(1.4, height, 3, behind, 0.3)),
      x,
      y,
      -6,
    );
  return tilted(
    group(
      moved(plate(polygon(TAIL_LIGHT), 70, m.plasticBlack, { bevel: 10 }), 0, 0, -46),
      moved(plate(polygon(inset(TAIL_LIGHT, 0.94)), 3, behind), 0, 0, -10),
      ribs(40, 6, 50, -16, 54),
      ribs(40, 6, 44, -16, -54),
      lens(
        [
          [-140, 34],
          [112, 34],
          [110, 88],
          [-140, 88],
        ],
        m.lensRed,
      ),
      lens(
        [
          [-140, -8],
          [-8, -8],
          [-8, 29],
          [-140, 29],
        ],
        m.lensOrange,
      ),
      lens(
        [
          [-3, -8],
          [126, -8],
          [116, 29],
          [-3, 29],
        ],
        m.variant(m.lensClear, { opacity: 0.34 }),
      ),
      lens(
        [
          [-140, -82],
          [88, -82],
          [122, -13],
          [-140, -13],
        ],
        m.lensRed,
      ),
      [-70, 46].map((x) => moved(alongZ(cylinder(19, 5, m.variant(m.lensRed, { opacity: 0.9 }))), x, 60, 4)),
      moved(connector({ width: 40, height: 22, depth: 20, pins: 3, rows: 2 }), -166, 0, -60),
    ),
    0,
    6,
  );
}

/** A halogen bulb about y, leaning: capsule, shield, flange, base with its three tongues. */
function headlightBulb() {
  const capsule = turned(
    [
      [0, 0],
      [8.4, 0],
      [8.4, 40, 6],
      [4, 46, 3],
      [0, 47],
    ],
    m.variant(m.glass, { opacity: 0.3 }),
  );
  const filament = tube(
    Array.from({ length: 60 }, (_, index) => [
      Math.cos(index * 0.9) * 1,
      18 + index * 0.13,
      Math.sin(index * 0.9) * 1,
    ]),
    0.36,
    m.steel,
  );
  const wire = (x, top) =>
    tube(
      [
        [x, 0, 0],
        [x, top, 0],
        [x * 0.2, top, 0],
      ],
      0.55,
      m.steel,
      { bend: 1.4 },
    );
  const bulb = group(
    moved(
      group(
        capsule,
        filament,
        wire(3.4, 26),
        wire(-3.4, 18),
        // The black cap that keeps the light out of drivers' eyes.
        moved(
          turned(
            [
              [8.7, -3],
              [8.7, 0, 5],
              [4, 6, 3],
              [0, 7],
              [0, 6.4],
              [8.4, -3],
            ],
            m.variant(chromed, { color: '#2c2f31' }),
          ),
          0,
          41,
          0,
        ),
      ),
      0,
      16,
      0,
    ),
    cylinder(9.4, 17, m.zinc),
    moved(tilted(plate(circle(16), 1.4, m.zinc), 90), 0, 6, 0),
    [0, 120, 240].map((deg) => tilted(moved(box(8, 1.4, 6, m.zinc, 0.3), 17, 6, 0), 0, deg)),
    moved(cylinder(11, 12, m.ceramic), 0, -10, 0),
    moved(box(16, 6, 7, m.ceramic, 1.5), 0, -12, 0),
    [-6, 0, 6].map((x) =>
      moved(tilted(plate(rectangle(6.3, 14, 1), 0.9, m.brass), 0, x === 0 ? 90 : 0), x, -20, x === 0 ? 5 : 0),
    ),
  );
  return tilted(bulb, 18, 0, -48);
}

/** A motorcycle's indicator on its stalk, the lens to the camera. */
function turnSignal() {
  const body = turned(
    [
      [0, -44],
      [16, -42, 8],
      [36, -22, 12],
      [42, 0],
      [39, 0],
      [33, -20],
      [0, -38],
    ],
    m.plasticGloss,
  );
  const lens = turned(
    [
      [0, 10],
      [30, 8, 8],
      [39.5, 0],
      [39.5, -4],
      [36, -4],
      [28, 5],
      [0, 6],
    ],
    m.lensOrange,
  );
  const rings = [12, 22, 31].map((radius) => torus(radius, 0.8, m.variant(m.lensOrange, { opacity: 0.85 })));
  return tilted(
    group(
      alongZ(
        group(
          body,
          lens,
          moved(group(rings), 0, 8, 0),
          moved(
            turned(
              [
                [0, 0],
                [34, 0],
                [30, -14],
                [0, -24],
              ],
              m.bothSides(chromed),
            ),
            0,
            -4,
            0,
          ),
          moved(ball(7, m.variant(m.lensOrange, { opacity: 0.9 })), 0, 0, 0),
        ),
      ),
      moved(
        alongX(
          turned(
            [
              [0, 0],
              [11, 0],
              [9, 10],
              [9, 52],
              [12, 58],
              [12, 70],
              [0, 70],
            ],
            m.rubber,
          ),
        ),
        -106,
        0,
        -18,
      ),
      moved(alongX(cylinder(6, 30, m.zinc)), -136, 0, -18),
      moved(alongX(cylinder(11, 6, m.zinc)), -118, 0, -18),
      tube(
        [
          [-134, 0, -18],
          [-158, -4, -16],
          [-168, -26, 0],
          [-140, -40, 26],
          [-92, -40, 40],
        ],
        2.2,
        m.insulation,
      ),
      moved(alongX(cylinder(3, 13, m.plasticNatural)), -94, -40, 40),
    ),
    0,
    14,
  );
}

export default {
  headlight,
  'tail-light': tailLight,
  'headlight-bulb': headlightBulb,
  'turn-signal': turnSignal,
};
