/** Suspension: what guides the wheel, and the seals of a motorcycle's fork. */

import { ballHousing, ballStud, bush } from '../kit/joints.js';
import * as m from '../kit/materials.js';
import { around as belt, circle, hole, holeOf, polygon } from '../kit/outlines.js';
import { alongX, alongZ, group, moved, tilted } from '../kit/placing.js';
import { cylinder, plate, slab, torus, tube, turned } from '../kit/shapes.js';

/** A pressed arm lying flat: two bushes at the body's side, the ball joint at the wheel's. */
function controlArm() {
  const [joint, front, rear] = [
    [-170, -20],
    [120, -96],
    [130, 120],
  ];
  const outline = polygon(
    [
      [-196, -42],
      [-140, -52],
      [60, -122],
      [130, -118, 20],
      [140, -72],
      [86, -34, 40],
      [84, 60, 40],
      [150, 96],
      [150, 146, 20],
      [96, 150],
      [-20, 84, 60],
      [-150, 16],
      [-200, 4],
    ],
    24,
  );
  const window_ = holeOf(
    polygon(
      [
        [-84, -22],
        [44, -66],
        [50, 50],
        [30, 62],
      ],
      22,
    ),
  );
  const inset = polygon(
    [
      [-150, -30],
      [64, -100],
      [100, -92],
      [64, -50, 30],
      [62, 70, 30],
      [110, 122],
      [20, 92],
      [-146, -2],
    ],
    14,
  );
  const insetWindow = holeOf(
    polygon(
      [
        [-98, -20],
        [52, -76],
        [58, 60],
        [30, 74],
      ],
      24,
    ),
  );
  const arm = group(
    moved(slab(outline, 26, m.paintBlack, { holes: [window_], bevel: 7 }), 0, 0, 0),
    moved(slab(inset, 5, m.paintBlack, { holes: [insetWindow], bevel: 2 }), 0, 24, 0),
  );
  const sideBush = moved(
    tilted(bush({ outer: 27, inner: 7, length: 62 }), 0, 90),
    front[0] + 24,
    14,
    -front[1],
  );
  const sleeve = moved(
    alongX(moved(cylinder(31, 50, m.paintBlack, { bore: 27, rounding: 2 }), 0, -25, 0)),
    front[0] + 24,
    14,
    -front[1],
  );
  const flatBush = moved(
    tilted(bush({ outer: 38, inner: 8, length: 46, voids: true }), -90),
    rear[0],
    14,
    -rear[1],
  );
  const ring = moved(cylinder(43, 38, m.paintBlack, { bore: 38, rounding: 2 }), rear[0], -5, -rear[1]);
  const ball = moved(
    group(moved(ballHousing(27, 26, m.zinc), 0, 8, 0), moved(ballStud({ boot: 27, stud: 8.5 }), 0, 8, 0)),
    joint[0],
    24,
    -joint[1],
  );
  return tilted(tilted(group(arm, sideBush, sleeve, flatBush, ring, ball), 0, -14), 14);
}

/** A rubber-metal bush, standing on its rim. */
function controlArmBush() {
  return tilted(bush({ outer: 34, inner: 7, length: 38, voids: true, sleeve: m.zinc }), -17, 44);
}

/** A ball joint to be bolted on: flange with three holes, boot, stud, nut. */
function ballJoint() {
  const eyes = [
    [-44, -18, 12],
    [44, -18, 12],
    [0, 46, 12],
  ];
  const flange = slab(belt([...eyes, [0, 0, 32]]), 9, m.forgedSteel, {
    bevel: 1.6,
    holes: eyes.map(([x, y]) => hole(5.4, x, y, 24)),
  });
  return group(
    moved(flange, 0, -8, 0),
    ballHousing(29, 30, m.forgedSteel),
    moved(
      turned(
        [
          [0, 0],
          [29, 0, 1],
          [29, 6, 2],
          [0, 6],
        ],
        m.forgedSteel,
      ),
      0,
      0,
      0,
    ),
    moved(ballStud({ boot: 28, stud: 9, coneLength: 26, threadLength: 26 }), 0, 5, 0),
  );
}

/** A rod with a small ball joint at each end, their studs to opposite sides. */
function stabiliserLink() {
  const half = 118;
  const end = () =>
    alongZ(
      group(
        moved(ballHousing(17, 20, m.paintBlack), 0, 2, 0),
        moved(ballStud({ boot: 17, stud: 6.4, withNut: true, coneLength: 7, threadLength: 26 }), 0, 2, 0),
      ),
    );
  const rod = moved(cylinder(6.4, 2 * half - 24, m.paintBlack), 0, -half + 12, 0);
  return tilted(
    tilted(group(rod, moved(end(), 0, -half, 0), moved(tilted(end(), 0, 180), 0, half, 0)), 0, 0, -72),
    0,
    34,
  );
}

/** A truck's reaction rod: a thick tube between two large eyes, a pin with two holes in each. */
function torqueRod() {
  const half = 250;
  const end = () =>
    group(
      plate(circle(62), 74, m.castIron, { holes: [hole(50, 0, 0, 64)], bevel: 4, curveSegments: 64 }),
      plate(circle(50), 70, m.rubber, { holes: [hole(24)], bevel: 4, curveSegments: 64 }),
      alongZ(
        moved(
          turned(
            [
              [0, -76],
              [24, -76, 2],
              [24, -44, 2],
              [30, -38, 4],
              [30, 38, 4],
              [24, 44, 2],
              [24, 76, 2],
              [0, 76],
            ],
            m.forgedSteel,
          ),
          0,
          0,
          0,
        ),
      ),
      [-62, 62].map((z) => moved(flatWithHole(), 0, 0, z)),
    );
  const neck = () =>
    moved(
      alongX(
        turned(
          [
            [0, 0],
            [44, 0, 8],
            [34, 26, 8],
            [29, 70],
            [0, 70],
          ],
          m.castIron,
        ),
      ),
      -half + 54,
      0,
      0,
    );
  const rod = alongX(moved(cylinder(28, 2 * half - 200, m.paintBlack), 0, -half + 100, 0));
  return tilted(
    tilted(group(rod, neck(), tilted(neck(), 0, 180), moved(end(), -half), moved(end(), half)), 0, 0, 8),
    0,
    24,
  );
}

/** The flat at the end of a pin, with its bolt hole. */
const flatWithHole = () =>
  group(moved(cylinder(14.2, 1.2, m.steel), 0, 23.4, 0), moved(cylinder(7.6, 1.6, m.darkIron), 0, 23.5, 0));

/** Oil seal or dust seal of a fork about y. */
function forkSeal(outer, inner, height, material) {
  return group(
    turned(
      [
        [inner + 3, 0],
        [outer, 0, 1],
        [outer, height, 1.4],
        [outer - 3, height, 1],
        [outer - 4, height * 0.55, 1],
        [inner + 3, height * 0.5, 1],
        [inner + 1, height * 0.95, 0.6],
        [inner, height * 0.7, 0.6],
        [inner + 1.4, height * 0.2],
      ],
      material,
      { segments: 128 },
    ),
    moved(torus(inner + 2.6, 0.8, m.springSteel), 0, height * 0.78, 0),
  );
}

/** Dust seal: with the wide collar that is seen on the fork. */
const dustSeal = (outer, inner, height) =>
  turned(
    [
      [inner + 2, 0],
      [outer - 2.4, 0, 0.6],
      [outer - 2.4, height * 0.62],
      [outer + 1.6, height * 0.64, 0.8],
      [outer + 1.6, height * 0.82, 1],
      [inner + 3, height, 1],
      [inner - 0.4, height * 0.98, 0.4],
      [inner + 1.6, height * 0.5],
    ],
    m.rubber,
    { segments: 128 },
  );

/** Two oil seals, two dust seals and their clips. */
function forkSealKit() {
  const clip = () => {
    const line = Array.from({ length: 40 }, (_, index) => {
      const angle = 0.35 + (index / 39) * (2 * Math.PI - 0.7);
      return [Math.cos(angle) * 27, 0, Math.sin(angle) * 27];
    });
    return tube(line, 1.1, m.springSteel, { segments: 160 });
  };
  return group(
    moved(forkSeal(27, 20.5, 11, m.variant(m.rubber, { color: '#2c2f33' })), -34, 0, 22),
    moved(tilted(forkSeal(27, 20.5, 11, m.rubber), 62, 24), -40, 23, -30),
    moved(dustSeal(27, 20.5, 14), 34, 0, 26),
    moved(tilted(dustSeal(27, 20.5, 14), 66, -12), 30, 25, -34),
    moved(clip(), 86, 1, 2),
    moved(tilted(clip(), 0, 150), 92, 3.2, 6),
  );
}

export default {
  'control-arm': controlArm,
  'control-arm-bush': controlArmBush,
  'ball-joint': ballJoint,
  'stabiliser-link': stabiliserLink,
  'torque-rod': torqueRod,
  'fork-seal-kit': forkSealKit,
};
