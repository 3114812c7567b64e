/** Belts, chains and what guides them. Millimetres. */

import {
  loopAround,
  loopThrough,
  ribbedBelt,
  rollerChain,
  samplesOfTeeth,
  sweptLoop,
  toothedBelt,
} from '../kit/drives.js';
import { bolt } from '../kit/fittings.js';
import * as m from '../kit/materials.js';
import { arcPoints, hole, holesAround, around as laidAround, strip, toothed } from '../kit/outlines.js';
import { alongZ, around, group, moved, tilted } from '../kit/placing.js';
import { box, cylinder, plate, torus, turned } from '../kit/shapes.js';

/** A smooth pulley about z on a bearing, its bolt towards us; standing with its middle at z = 0. */
function idler(radius, width, material = m.steel) {
  return alongZ(
    group(
      turned(
        [
          [19, -width / 2],
          [radius, -width / 2, 1.5],
          [radius, width / 2, 1.5],
          [radius - 5, width / 2],
          [radius - 7, width / 2 - 4],
          [22, width / 2 - 4],
          [19, width / 2 - 2],
        ],
        material,
      ),
      moved(cylinder(20.5, 2, m.rubber, { bore: 12 }), 0, width / 2 - 3, 0),
      moved(cylinder(19.6, width - 4, m.steel, { bore: 17 }), 0, -width / 2 + 2, 0),
      moved(cylinder(12.5, width - 1, m.polishedSteel, { bore: 6 }), 0, -width / 2, 0),
    ),
  );
}

/** A tensioner of a timing belt: pulley, eccentric with its hexagon hole, pointer and hooked base plate. */
function timingTensioner() {
  const radius = 30;
  return group(
    plate(
      laidAround([
        [0, 0, 18],
        [0, -34, 9],
      ]),
      4,
      m.yellowChromate,
      { holes: [hole(4, 0, -34)] },
    ),
    moved(idler(radius, 27, m.polishedSteel), 0, 0, 18),
    moved(
      alongZ(
        group(
          cylinder(17, 4, m.yellowChromate, { rounding: 0.6 }),
          moved(box(6, 2.4, 30, m.yellowChromate, 0.8), 12, 3.4, 8),
        ),
      ),
      0,
      0,
      30,
    ),
    moved(alongZ(bolt(5, 4, m.zinc)), 0, 0, 34.4),
    moved(tilted(torus(15, 1.5, m.springSteel), 90), 0, 0, 4),
  );
}

/** A water pump for the timing belt: toothed wheel before a cast flange. */
function toothedWaterPump() {
  const eyes = [
    [-34, 26],
    [36, 22],
    [28, -34],
    [-30, -32],
  ];
  return group(
    plate(laidAround([[0, 0, 36], ...eyes.map(([x, y]) => [x, y, 9])]), 9, m.castAluminium, {
      holes: eyes.map(([x, y]) => hole(4, x, y)),
      bevel: 1.2,
    }),
    moved(alongZ(cylinder(22, 22, m.castAluminium, { rounding: 4 })), 0, 0, 2),
    moved(
      plate(toothed(20, 27, 30, [0.16, 0.28, 0.62, 0.74]), 26, m.blackenedSteel, { bevel: 0.6 }),
      0,
      0,
      36,
    ),
    moved(alongZ(cylinder(24, 1.4, m.blackenedSteel, { rounding: 0.4 })), 0, 0, 48.6),
    moved(alongZ(cylinder(8, 3.4, m.polishedSteel)), 0, 0, 48.4),
    moved(alongZ(cylinder(30, 4, m.gasketPaper)), 0, 0, -8),
    moved(
      around(6, 14, () => box(20, 2.4, 12, m.plasticBlack, 0.6), { axis: 'z' }),
      0,
      0,
      -12,
    ),
  );
}

/** The belt stands in its drive's shape, tensioner, idler and water pump lie before it. */
function timingBeltKit() {
  const teeth = 106;
  const share = 0.87;
  const line = loopThrough(
    [
      [-112, 34],
      [-104, 78],
      [-66, 104],
      [-24, 103],
      [0, 101],
      [24, 103],
      [66, 104],
      [104, 78],
      [112, 34],
      [86, -10],
      [60, -52],
      [42, -92],
      [0, -110],
      [-42, -92],
      [-60, -52],
      [-86, -10],
    ].map(([x, y]) => [x * share, y * share]),
    samplesOfTeeth(teeth),
  );
  return tilted(
    group(
      moved(toothedBelt(line, { width: 26, thickness: 2.6, toothDepth: 3 }), 0, 97, -30),
      moved(tilted(timingTensioner(), -8, 6), -86, 43, 44),
      moved(tilted(idler(24, 27, m.plasticBlack), -8, 14), -18, 24, 64),
      moved(tilted(toothedWaterPump(), -6, 20), 72, 43, 44),
    ),
    0,
    6,
  );
}

/** A chain's sprocket about z with a hub and lightening holes. */
const sprocket = (teeth, pitch, { holes = [], bore = 11 } = {}) => {
  const radius = (teeth * pitch) / (2 * Math.PI);
  return group(
    plate(
      toothed(teeth, radius - pitch * 0.36, radius + pitch * 0.3, [0.2, 0.42, 0.58, 0.8]),
      5.4,
      m.hardenedSteel,
      {
        holes: [hole(bore), ...holes],
        bevel: 0.5,
      },
    ),
    alongZ(moved(cylinder(bore + 6, 14, m.hardenedSteel, { bore }), 0, -5, 0)),
  );
};

/** A guide: nylon shoe on a carrier, bowed towards +x with the middle of its shoe at the origin. */
function chainGuide(radius, halfDeg) {
  const arc = (r) => arcPoints(r, -halfDeg, halfDeg, -radius, 0, 28);
  return group(
    plate(strip(arc(radius - 2.5), 5), 17, m.plasticNatural, { bevel: 0.8 }),
    plate(strip(arc(radius - 11), 13), 12, m.plasticBlack, { bevel: 1.2 }),
    [-1, 1].map((end) => {
      const angle = (end * (halfDeg - 2) * Math.PI) / 180;
      return moved(
        alongZ(moved(cylinder(9, 19, m.plasticBlack, { bore: 4.4 }), 0, -9.5, 0)),
        Math.cos(angle) * (radius - 14) - radius,
        Math.sin(angle) * (radius - 14),
        0,
      );
    }),
  );
}

/** A hydraulic chain tensioner lying along x. */
const chainTensioner = () =>
  group(
    box(44, 24, 26, m.castAluminium, 3),
    moved(tilted(cylinder(8, 16, m.polishedSteel, { rounding: 1.5 }), 0, 0, -90), 20, 0, 0),
    [-14, 10].map((x) => moved(alongZ(bolt(3.2, 3, m.zinc)), x, x < 0 ? 6 : -6, 13)),
    moved(
      tilted(
        plate(
          laidAround([
            [-24, 0, 7],
            [24, 0, 7],
          ]),
          5,
          m.castAluminium,
          { holes: [hole(3.4, 26, 0), hole(3.4, -26, 0)] },
        ),
        0,
        0,
        90,
      ),
      -6,
      0,
      -8,
    ),
  );

function timingChainKit() {
  const [pitch, big, small, apart] = [9.525, 36, 18, 190];
  const radiusOf = (teeth) => (teeth * pitch) / (2 * Math.PI);
  const circles = [
    [0, apart, radiusOf(big)],
    [0, 0, radiusOf(small)],
  ];
  const lengthOf = loopAround(circles, 2000).reduce(
    (sum, [x, y], index, all) =>
      sum + Math.hypot(x - all[(index + 1) % all.length][0], y - all[(index + 1) % all.length][1]),
    0,
  );
  const links = 2 * Math.round(lengthOf / pitch / 2);
  const holes = holesAround(5, 34, 9, 20);
  const leanDeg = (Math.asin((radiusOf(big) - radiusOf(small)) / apart) * 180) / Math.PI;
  const beside = (radiusOf(big) + radiusOf(small)) / 2 + pitch * 0.5;
  return tilted(
    group(
      rollerChain(loopAround(circles, links), { pitch, width: 7 }),
      moved(sprocket(big, pitch, { holes, bore: 15 }), 0, apart, 0),
      sprocket(small, pitch, { bore: 13 }),
      moved(tilted(chainGuide(260, 19), 0, 0, leanDeg), -beside, apart / 2, 0),
      moved(tilted(chainGuide(260, 19), 0, 0, 180 - leanDeg), beside, apart / 2, 0),
      moved(tilted(chainTensioner(), 0, 0, 180 - leanDeg), beside + 56, apart / 2 - 26, 0),
    ),
    -6,
    12,
  );
}

/** A long belt folded in on itself, so that its ribs and its back show. */
function ribbedBeltModel() {
  // Much shorter than on an engine: the ribs are what tells it from other belts.
  const share = 0.5;
  const line = loopThrough(
    [
      [-150, 40],
      [-128, 92],
      [-70, 96],
      [-20, 70],
      [40, 62],
      [100, 88],
      [146, 66],
      [152, 10],
      [110, -32],
      [40, -30],
      [-20, -46],
      [-80, -50],
      [-130, -20],
    ].map(([x, y]) => [x * share, y * share]),
    320,
  );
  return tilted(
    tilted(ribbedBelt(line, 6, m.variant(m.rubber, { color: '#26282a', roughness: 0.62 })), -74),
    0,
    12,
  );
}

/** A sprung arm with its pulley, pivoting on a cast housing. */
function beltTensioner() {
  const [pulleyX, pulleyY] = [-88, 22];
  const housing = alongZ(
    group(
      turned(
        [
          [0, -30],
          [30, -30, 3],
          [38, -22],
          [41, 10],
          [44, 12],
          [44, 16],
          [0, 16],
        ],
        m.castAluminium,
      ),
      around(16, 40, () => moved(box(4, 28, 3, m.castAluminium, 1), 0, -6, 0)),
    ),
  );
  const arm = group(
    plate(
      laidAround([
        [0, 0, 38],
        [pulleyX, pulleyY, 17],
      ]),
      16,
      m.castAluminium,
      { bevel: 3 },
    ),
    moved(alongZ(cylinder(36, 10, m.castAluminium, { rounding: 4 })), 0, 0, 6),
    moved(alongZ(cylinder(24, 3, m.steel)), 0, 0, 15),
    moved(alongZ(bolt(7, 4, m.zinc)), 0, 0, 18),
    // A square hole for the ratchet that turns the arm away.
    moved(box(13, 13, 1, m.darkIron, 0.6), -44, 10, 8),
  );
  const mount = plate(
    laidAround([
      [0, 0, 26],
      [44, -34, 12],
      [34, 44, 12],
    ]),
    12,
    m.castAluminium,
    { holes: [hole(5.5, 44, -34), hole(5.5, 34, 44)], bevel: 1.6 },
  );
  return tilted(
    group(
      housing,
      moved(mount, 0, 0, -24),
      moved(arm, 0, 0, 24),
      moved(idler(37, 26, m.plasticBlack), pulleyX, pulleyY, 46),
      moved(alongZ(cylinder(15, 3, m.zinc)), pulleyX, pulleyY, 57),
      moved(alongZ(bolt(5, 4, m.zinc)), pulleyX, pulleyY, 60),
    ),
    0,
    -4,
  );
}

/** A scooter's broad V belt with cogs inside. */
function cvtBelt() {
  const cogs = 58;
  const perCog = 8;
  const line = loopAround(
    [
      [-105, 0, 44],
      [105, 0, 62],
    ],
    cogs * perCog,
  );
  const profile = [0, 0.55, 1, 1, 1, 0.55, 0, 0];
  const sectionAt = (index) => {
    const inner = -4.6 - profile[index % perCog] * 4.4;
    const half = (out) => 11 + out * 0.36;
    return [
      [0, -half(0)],
      [inner, -half(inner)],
      [inner, half(inner)],
      [0, half(0)],
    ];
  };
  return tilted(tilted(sweptLoop(line, sectionAt, m.rubber), -58), 0, 24);
}

export default {
  'timing-belt-kit': timingBeltKit,
  'timing-chain-kit': timingChainKit,
  'ribbed-belt': ribbedBeltModel,
  'belt-tensioner': beltTensioner,
  'cvt-belt': cvtBelt,
};
