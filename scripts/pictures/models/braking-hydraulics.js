/** Brakes: what presses, what carries the fluid, and what watches. */

import { bellows, bolt, hexBlock, thread } from '../kit/fittings.js';
import { label } from '../kit/lettering.js';
import * as m from '../kit/materials.js';
import { around as belt, hole, polygon, sector } from '../kit/outlines.js';
import { alongX, alongZ, around, group, moved, tilted } from '../kit/placing.js';
import { box, cylinder, plate, torus, tube, turned } from '../kit/shapes.js';

/** A bleed screw about y with its rubber cap, standing on y = 0. */
const bleedScrew = () =>
  group(
    hexBlock(8, 6, m.zinc),
    cylinder(3, 12, m.zinc),
    moved(
      turned(
        [
          [0, 0],
          [4.4, 0],
          [4.4, 4],
          [3, 7],
          [3.6, 11],
          [0, 12],
        ],
        m.rubber,
      ),
      0,
      9,
      0,
    ),
  );

/** A floating caliper, its piston's cylinder towards us, the mouth for the pads below. */
function brakeCaliper() {
  const body = m.geomet;
  const bridge = plate(sector(92, 124, 52, 128), 92, body, { bevel: 7, curveSegments: 48 });
  const window_ = moved(box(46, 18, 34, m.darkIron, 5), 0, 119, -14);
  const cylinderBulge = alongZ(
    turned(
      [
        [0, 0],
        [41, 0],
        [41, 30, 7],
        [33, 42, 7],
        [20, 44, 3],
        [18, 41, 2],
        [0, 41],
      ],
      body,
      { rounding: 2 },
    ),
  );
  const back = plate(
    belt([
      [0, 70, 42],
      [-46, 96, 16],
      [46, 96, 16],
      [-84, 66, 12],
      [84, 66, 12],
    ]),
    22,
    body,
    { bevel: 4 },
  );
  const finger = (x) =>
    plate(
      belt([
        [x, 96, 20],
        [x * 0.9, 50, 17],
      ]),
      18,
      body,
      { bevel: 5 },
    );
  const guide = (x) =>
    moved(
      group(
        alongZ(moved(bellows(10, 9, 26, 4, m.rubber, 0.18), 0, -38, 0)),
        alongZ(cylinder(7, 16, m.zinc)),
        alongZ(moved(bolt(5, 4, m.zinc), 0, 3, 0)),
      ),
      x,
      66,
      12,
    );
  const carrier = plate(
    polygon(
      [
        [-106, 96],
        [-78, 100],
        [-70, 30],
        [-40, 16],
        [40, 16],
        [70, 30],
        [78, 100],
        [106, 96],
        [102, 10],
        [76, -14, 16],
        [40, -6],
        [-40, -6],
        [-76, -14, 16],
        [-102, 10],
      ],
      10,
    ),
    20,
    m.castIron,
    { bevel: 3, holes: [hole(8, -78, 8), hole(8, 78, 8)] },
  );
  return tilted(
    group(
      moved(bridge, 0, -8, -20),
      moved(window_, 0, -8, 0),
      moved(back, 0, 0, 20),
      moved(cylinderBulge, 0, 66, 28),
      moved(finger(-32), 0, -8, -58),
      moved(finger(32), 0, -8, -58),
      guide(-86),
      guide(86),
      moved(carrier, 0, 0, -24),
      moved(alongZ(moved(cylinder(32, 26, m.polishedSteel, { bore: 24 }), 0, -26, 0)), 0, 66, 12),
      moved(tilted(bleedScrew(), 0, 0, 18), -30, 106, 34),
      moved(tilted(group(cylinder(9, 5, body), cylinder(5, 6, m.darkIron)), 40), 22, 100, 44),
    ),
    0,
    -24,
  );
}

/** Crimped metal end of a hose about y, from y = 0 upwards onto the hose. */
const ferrule = (radius, length) =>
  turned(
    [
      [0, 0],
      [radius * 0.7, 0],
      [radius * 0.7, 3],
      [radius, 4],
      [radius, length * 0.3],
      [radius * 0.88, length * 0.36],
      [radius * 0.88, length * 0.56],
      [radius, length * 0.62],
      [radius, length],
      [0, length],
    ],
    m.zinc,
  );

/** A flexible hose: an eye for a hollow bolt at one end, a hexagon with thread at the other, a rubber guide between. */
function brakeHose() {
  const line = [
    [-58, 20, 46],
    [-80, 20, 30],
    [-98, 22, -6],
    [-70, 28, -44],
    [-10, 34, -48],
    [34, 32, -16],
    [62, 24, 20],
    [92, 20, 30],
    [124, 20, 14],
  ];
  const eye = group(
    cylinder(15, 13, m.zinc, { bore: 7 }),
    moved(cylinder(13, 1.6, m.copper, { bore: 7 }), 0, 13, 0),
    moved(cylinder(13, 1.6, m.copper, { bore: 7 }), 0, -1.6, 0),
  );
  const eyeEnd = alongX(
    group(
      moved(ferrule(11, 34), 0, -6, 0),
      moved(cylinder(6, 22, m.zinc), 0, 24, 0),
      moved(tilted(eye, 90, 30), 0, 58, 0),
    ),
  );
  const threadEnd = alongX(
    group(
      moved(ferrule(11, 34), 0, -2, 0),
      moved(hexBlock(24, 16, m.zinc), 0, 30, 0),
      moved(thread(9, 22, m.zinc, 2.2, 4), 0, 44, 0),
    ),
  );
  const guide = turned(
    [
      [6, -13],
      [13, -13, 2],
      [13, -4, 1],
      [10, -2],
      [10, 2],
      [13, 4, 1],
      [13, 13, 2],
      [6, 13],
    ],
    m.rubberGloss,
  );
  return group(
    tube(line, 8.5, m.rubber, { segments: 260 }),
    moved(tilted(eyeEnd, 0, -36), -70, 20, 38),
    moved(tilted(threadEnd, 0, 27), 112, 20, 20),
    moved(tilted(guide, 0, -6, -92), -38, 32, -51),
  );
}

/** A tandem cylinder with its reservoir on top. */
function brakeMasterCylinder() {
  const body = alongX(
    turned(
      [
        [0, -96],
        [15, -96, 2],
        [19, -92, 2],
        [19, -40],
        [22, -38],
        [22, 40],
        [19, 44],
        [19, 62],
        [24, 64],
        [24, 72],
        [17, 73],
        [17, 96],
        [0, 96],
      ],
      m.castAluminium,
    ),
  );
  const flangePlate = tilted(
    plate(
      belt([
        [-46, 0, 13],
        [46, 0, 13],
        [0, 0, 29],
      ]),
      11,
      m.castAluminium,
      { holes: [hole(6, -46), hole(6, 46)] },
    ),
    0,
    90,
  );
  const outlet = (x) =>
    moved(
      alongZ(
        group(
          cylinder(11, 26, m.castAluminium),
          moved(cylinder(6, 0.6, m.darkIron), 0, 26, 0),
          hexBlock(0.1, 0.1, m.zinc),
        ),
      ),
      x,
      0,
      4,
    );
  const neck = (x) =>
    moved(
      group(
        cylinder(13, 20, m.castAluminium),
        moved(torus(12, 3.4, m.rubber), 0, 19, 0),
        moved(cylinder(11, 12, m.plasticNatural), 0, 18, 0),
      ),
      x,
      12,
      0,
    );
  const tank = group(
    moved(
      plate(
        polygon(
          [
            [-76, 0],
            [62, 0],
            [66, 30],
            [30, 46],
            [-76, 52],
          ],
          9,
        ),
        62,
        m.plasticNatural,
        { bevel: 6 },
      ),
      -4,
      0,
      0,
    ),
    moved(box(126, 2.2, 63.4, m.plasticNatural, 1), -10, 27, 0),
  );
  const cap = group(
    turned(
      [
        [0, 0],
        [24, 0, 1],
        [24, 15, 3],
        [21, 18, 2],
        [0, 18],
      ],
      m.plasticBlack,
    ),
    around(30, 24, () => moved(box(1.8, 11, 2, m.plasticBlack, 0.6), 0, 7, 0)),
    moved(cylinder(14, 1.2, m.plasticYellow), 0, 18, 0),
  );
  const marks = moved(
    label({ width: 40, height: 20, title: 'MAX', lines: ['DOT 4', 'MIN'], ground: '#d9d3bf', size: 0.28 }),
    -40,
    24,
    31.3,
  );
  return tilted(
    group(
      body,
      moved(flangePlate, 66, 0, 0),
      outlet(-26),
      outlet(24),
      neck(-44),
      neck(22),
      moved(group(tank, marks), 0, 40, 0),
      moved(cap, -46, 91, 0),
      moved(alongX(cylinder(5, 46, m.steel)), 92, 0, 0),
    ),
    0,
    -10,
  );
}

/** A short cylinder with a boot and a pushrod at both ends. */
function wheelCylinder() {
  const half = (sideDeg) =>
    tilted(
      alongX(
        group(
          moved(
            turned(
              [
                [0, 0],
                [19, 0, 1.5],
                [20, 5],
                [16, 8],
                [15, 14, 3],
                [9, 19, 2],
                [0, 19],
              ],
              m.rubber,
            ),
            0,
            33,
            0,
          ),
          moved(cylinder(5, 16, m.zinc), 0, 48, 0),
          moved(box(3.4, 9, 12, m.zinc, 0.5), 0, 61, 0),
        ),
      ),
      0,
      sideDeg,
    );
  const body = alongX(
    turned(
      [
        [0, -34],
        [17.5, -34, 1],
        [17.5, -24, 1],
        [16, -22, 1],
        [16, 22, 1],
        [17.5, 24, 1],
        [17.5, 34, 1],
        [0, 34],
      ],
      m.castIron,
    ),
  );
  const foot = alongZ(moved(cylinder(15, 24, m.castIron), 0, -28, 0));
  return tilted(
    group(
      body,
      half(0),
      half(180),
      foot,
      moved(box(34, 24, 8, m.castIron, 3), 0, 6, -18),
      moved(tilted(bleedScrew(), -28), -8, 14, -6),
      moved(
        tilted(group(cylinder(6.5, 9, m.castIron), moved(cylinder(3.6, 0.5, m.darkIron), 0, 9, 0)), -24),
        10,
        12,
        -4,
      ),
    ),
    0,
    -18,
  );
}

export default {
  'brake-caliper': brakeCaliper,
  'brake-hose': brakeHose,
  'brake-master-cylinder': brakeMasterCylinder,
  'wheel-cylinder': wheelCylinder,
};
