/** Steering: rods, joints and what the wheel's knuckle turns on. */

import { nut, thread } from '../kit/fittings.js';
import { ballHousing, ballStud } from '../kit/joints.js';
import * as m from '../kit/materials.js';
import { circle, hole, holesAround } from '../kit/outlines.js';
import { alongX, around, group, moved, tilted } from '../kit/placing.js';
import { cylinder, slab, torus, turned } from '../kit/shapes.js';

/** A ball joint whose housing ends in a threaded shank. */
function tieRodEnd() {
  const shank = alongX(
    group(
      turned(
        [
          [0, 0],
          [21, 0, 3],
          [15, 34, 10],
          [12.4, 58, 4],
          [12.4, 70],
          [0, 70],
        ],
        m.forgedSteel,
      ),
      moved(thread(10.5, 86, m.zinc, 3), 0, 70, 0),
      moved(nut(10.5, m.zinc, 11), 0, 88, 0),
    ),
  );
  return tilted(
    group(
      moved(ballHousing(25, 38, m.forgedSteel), 0, 0, 0),
      moved(cylinder(18, 3, m.zinc), 0, -39.6, 0),
      moved(shank, 8, -18, 0),
      moved(ballStud({ boot: 25, stud: 9, coneLength: 24, threadLength: 24 }), 0, 0, 0),
    ),
    0,
    8,
  );
}

/** A kingpin about y: ground steel with a groove for its lock. */
const kingpin = (radius, length) =>
  turned(
    [
      [0, 0],
      [radius, 0, 2],
      [radius, length * 0.46, 0.6],
      [radius * 0.88, length * 0.49, 2],
      [radius * 0.88, length * 0.55, 2],
      [radius, length * 0.58, 0.6],
      [radius, length, 2],
      [0, length],
    ],
    m.polishedSteel,
  );

/** A bush with its grease grooves, about y. */
const greasedBush = (outer, inner, height) =>
  group(
    cylinder(outer, height, m.bronze, { bore: inner, rounding: 0.8, segments: 96 }),
    [0.3, 0.7].map((share) => moved(torus(outer, 0.9, m.darkIron), 0, height * share, 0)),
  );

/** Two pins, four bushes, two thrust bearings, caps, seals and shims. */
function kingpinKit() {
  const cap = () =>
    group(
      cylinder(29, 5, m.zinc),
      moved(
        turned(
          [
            [0, 0],
            [20, 0],
            [18, 5, 3],
            [0, 7],
          ],
          m.zinc,
        ),
        0,
        5,
        0,
      ),
      moved(cylinder(4, 8, m.brass), 0, 10, 0),
    );
  const thrustBearing = group(
    cylinder(36, 7, m.steel, { bore: 22, rounding: 1.6 }),
    moved(cylinder(35, 4, m.rubber, { bore: 22 }), 0, 7, 0),
    moved(cylinder(36, 7, m.steel, { bore: 22, rounding: 1.6 }), 0, 11, 0),
  );
  const shim = () => cylinder(33, 0.9, m.steel, { bore: 22.4, rounding: 0.2 });
  const oRing = () => torus(23, 1.9, m.rubber);
  return group(
    moved(kingpin(21.5, 165), -86, 0, -52),
    moved(kingpin(21.5, 165), -24, 0, -66),
    moved(greasedBush(25, 21.6, 52), 44, 0, -54),
    moved(greasedBush(25, 21.6, 52), 108, 0, -44),
    moved(greasedBush(25, 21.6, 52), -92, 0, 34),
    moved(greasedBush(25, 21.6, 52), -32, 0, 26),
    moved(thrustBearing, 40, 0, 30),
    moved(cap(), 116, 0, 26),
    moved(group(shim(), moved(shim(), 5, 1, 3)), -62, 0, 92),
    moved(oRing(), 22, 2, 94),
    moved(oRing(), 74, 2, 88),
  );
}

/** A tapered roller bearing about y: cone with rollers in their cage, without its cup. */
function rollerCone(bore, width) {
  const rollers = 24;
  const [low, high] = [bore + 10, bore + 6];
  const roller = () =>
    tilted(
      moved(
        cylinder(3.1, width * 0.62, m.polishedSteel, { rounding: 0.4, segments: 24 }),
        0,
        width * 0.16,
        0,
      ),
      0,
      0,
      16,
    );
  return group(
    turned(
      [
        [bore, 0],
        [low + 1, 0, 0.6],
        [low + 1, 2],
        [low - 2, 2.6],
        [high - 3, width * 0.86],
        [high - 1, width * 0.9],
        [high - 1, width, 0.6],
        [bore, width],
      ],
      m.polishedSteel,
      { segments: 96 },
    ),
    around(rollers, low + 1.4, roller),
    turned(
      [
        [low + 2.4, 1.6],
        [low + 4.4, 1.6, 0.4],
        [low + 4.4, 3.6],
        [low + 2.4, 3.6],
      ],
      m.brass,
      { segments: 96 },
    ),
    turned(
      [
        [high + 0.6, width * 0.78],
        [high + 3.4, width * 0.76, 0.4],
        [high + 3, width * 0.86],
        [high + 0.6, width * 0.88],
      ],
      m.brass,
      { segments: 96 },
    ),
  );
}

/** The cup that a roller cone runs in. */
const cup = (inner, outer, width) =>
  turned(
    [
      [inner + 3.6, 0],
      [outer, 0, 1],
      [outer, width, 1],
      [inner, width, 0.6],
    ],
    m.polishedSteel,
    { segments: 128 },
  );

/** Two roller bearings with their cups, and the dust seals. */
function steeringBearingKit() {
  const dustSeal = () =>
    turned(
      [
        [17, 0],
        [29, 0, 1],
        [30, 3, 1],
        [26, 4, 1],
        [19, 5.4, 1],
        [16.4, 5],
      ],
      m.rubber,
      { segments: 128 },
    );
  return group(
    moved(rollerCone(15, 15), -36, 0, 12),
    moved(tilted(rollerCone(15, 15), 62, 26), -34, 26, -42),
    moved(cup(24, 28, 11), 30, 0, 24),
    moved(tilted(cup(24, 28, 11), 64, -14), 34, 26, -34),
    moved(dustSeal(), 86, 0, 34),
    moved(slab(circle(27), 1.4, m.zinc, { holes: [hole(15), ...holesAround(4, 22, 2)] }), 94, 0, -22),
  );
}

export default {
  'tie-rod-end': tieRodEnd,
  'kingpin-kit': kingpinKit,
  'steering-bearing-kit': steeringBearingKit,
};
