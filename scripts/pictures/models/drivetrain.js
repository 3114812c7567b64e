/** Between gearbox and wheels: shafts, joints, and what holds them. Millimetres. */

import { ballBearing, bellows, bolt, nut, thread, wormClamp } from '../kit/fittings.js';
import { lofted, sectionAcross } from '../kit/lofts.js';
import * as m from '../kit/materials.js';
import { circle, hole, holeOf, polar, polygon, rectangle, sector } from '../kit/outlines.js';
import { alongX, alongZ, around, group, moved, pair, row, tilted } from '../kit/placing.js';
import { box, cylinder, plate, slab, torus, turned } from '../kit/shapes.js';

/** Splines on a shaft about y, standing on y = 0. */
const splines = (radius, length, count = 26, material = m.machinedSteel) =>
  group(
    cylinder(radius * 0.9, length, material),
    around(count, radius * 0.93, () =>
      moved(box(radius * 0.15, length, radius * 0.11, material), 0, length / 2),
    ),
  );

/** A boot about y between two clamps, the wide end below. */
const jointBoot = (wide, narrow, height) =>
  group(
    bellows(wide * 0.94, narrow * 1.12, height, 5, m.rubber, 0.26),
    moved(cylinder(wide, 14, m.rubber), 0, -13, 0),
    moved(cylinder(narrow * 1.12, 14, m.rubber), 0, height, 0),
    moved(wormClamp(wide * 1.01, 7, m.stainless), 0, -6, 0),
    moved(wormClamp(narrow * 1.15, 6, m.stainless), 0, height + 7, 0),
  );

/** A drive shaft along x: the wheel's joint at the right, the gearbox's at the left. */
function cvAxle() {
  const wheelJoint = group(
    turned(
      [
        [0, 0],
        [40, 0],
        [44, 4],
        [44, 44, 8],
        [30, 62, 6],
        [24, 66],
        [24, 78],
        [0, 78],
      ],
      m.lathed(m.forgedSteel),
    ),
    // The ring that a speed sensor counts.
    around(44, 43.5, () => moved(box(3.4, 12, 3.2, m.steel, 0.4), 0, 8, 0)),
    moved(splines(14, 46), 0, 76, 0),
    moved(thread(11, 26, m.zinc), 0, 122, 0),
  );
  const gearboxJoint = group(
    plate3Lobed(),
    moved(cylinder(24, 14, m.forgedSteel), 0, 56, 0),
    moved(splines(13, 44), 0, 70, 0),
    moved(torus(12.4, 1.2, m.blackenedSteel), 0, 108, 0),
  );
  const half = 112;
  return tilted(
    group(
      moved(alongX(cylinder(12.5, half * 2, m.paintBlack)), -half, 0, 0),
      moved(alongX(wheelJoint), half - 10, 0, 0),
      moved(tilted(jointBoot(43, 13, 74), 0, 0, 90), half - 10, 0, 0),
      moved(tilted(gearboxJoint, 0, 0, 90), -half + 10, 0, 0),
      moved(alongX(jointBoot(40, 13, 62)), -half + 10, 0, 0),
      moved(alongX(cylinder(19, 12, m.rubber)), -16, 0, 0),
    ),
    0,
    16,
    10,
  );
}

/** A tripod joint's housing about y, with three lobes. */
const plate3Lobed = () =>
  tilted(
    moved(
      plate(
        polar((deg) => 36 + 7 * Math.cos((deg * 3 * Math.PI) / 180)),
        58,
        m.forgedSteel,
        { bevel: 4 },
      ),
      0,
      0,
      29,
    ),
    -90,
  );

/** A boot with its clamps and the bag of grease. */
const cvBootKit = () =>
  group(
    moved(
      group(
        bellows(46, 16, 96, 6, m.rubber, 0.26),
        moved(cylinder(47, 16, m.rubber, { bore: 42 }), 0, -14, 0),
        moved(cylinder(16, 18, m.rubber, { bore: 13 }), 0, 94, 0),
      ),
      -30,
      14,
      0,
    ),
    moved(tilted(wormClamp(49, 9, m.stainless), 78, 20, 0), 66, 50, -16),
    moved(tilted(wormClamp(18, 8, m.stainless), 0, 30, 0), 44, 5, 62),
    moved(greaseTube(), 104, 0, 34),
  );

/** A tube of grease lying along x, flat where it is sealed. */
const greaseTube = () =>
  tilted(
    group(
      moved(tilted(lyingTube(), 0, 0, 0), 0, 17, 0),
      moved(
        alongX(
          turned(
            [
              [0, 0],
              [17, 0],
              [9, 8, 2],
              [9, 22, 1],
              [0, 22],
            ],
            m.plasticBlack,
          ),
        ),
        82,
        17,
        0,
      ),
    ),
    0,
    28,
  );

/** Round at the right end, pressed flat at the left. */
const lyingTube = () =>
  lofted(
    [0, 6, 34, 60, 84].map((x, index) =>
      sectionAcross({ x, height: [2.4, 3, 26, 33, 34][index], width: [50, 50, 42, 36, 34][index] }),
    ),
    m.plasticOrange,
  );

/** A cross with its four needle caps. */
function universalJoint() {
  const arm = () =>
    group(
      turned(
        [
          [0, 0],
          [19, 0],
          [15, 18, 3],
          [15, 30],
          [0, 30],
        ],
        m.forgedSteel,
      ),
      moved(cylinder(20, 4, m.rubber), 0, 26, 0),
      moved(
        turned(
          [
            [0, 0],
            [19, 0],
            [19, 26, 2],
            [15, 28],
            [0, 28],
          ],
          m.lathed(m.polishedSteel),
        ),
        0,
        30,
        0,
      ),
      moved(torus(18.4, 1.1, m.blackenedSteel), 0, 52, 0),
    );
  const ring = () => plate(sector(15.5, 19, 20, 340), 1.8, m.blackenedSteel);
  return group(
    moved(
      tilted(
        group(
          [0, 90, 180, 270].map((deg) => tilted(arm(), 0, 0, deg)),
          alongZ(cylinder(16, 20, m.forgedSteel)),
          moved(alongZ(nipple()), 0, 0, 18),
        ),
        -24,
        34,
        20,
      ),
      0,
      58,
      0,
    ),
    moved(tilted(ring(), -80, 0, 20), 92, 2, 46),
    moved(tilted(ring(), -80, 0, 150), 58, 2, 78),
  );
}

/** A grease nipple about y. */
const nipple = () =>
  turned(
    [
      [0, 0],
      [4.5, 0],
      [4.5, 5],
      [3, 6],
      [3, 10],
      [4, 11],
      [4, 14, 1],
      [1.6, 17],
      [0, 17],
    ],
    m.yellowChromate,
  );

/** A ball bearing held in rubber by a bracket with two feet. */
function supportBearing() {
  const cuts = Array.from({ length: 6 }, (_, index) =>
    holeOf(sector(44, 54, index * 60 + 8, index * 60 + 52)),
  );
  const bracket = polygon([
    [-98, -64, 3],
    [-56, -64, 8],
    [-30, -48, 10],
    [30, -48, 10],
    [56, -64, 8],
    [98, -64, 3],
    [98, -56, 3],
    [66, -52, 14],
    [72, 20, 40],
    [30, 76, 50],
    [-30, 76, 50],
    [-72, 20, 40],
    [-66, -52, 14],
    [-98, -56, 3],
  ]);
  return tilted(
    group(
      plate(bracket, 30, m.zinc, { holes: [hole(58, 0, 4, 72)], bevel: 2 }),
      moved(
        plate(circle(59), 34, m.rubber, {
          holes: [hole(37, 0, 0, 64), ...cuts],
          curveSegments: 64,
          bevel: 2,
        }),
        0,
        4,
        0,
      ),
      moved(alongZ(moved(cylinder(39, 30, m.steel, { bore: 33 }), 0, -15, 0)), 0, 4, 0),
      moved(alongZ(ballBearing({ bore: 17, outer: 34, width: 24, shield: m.rubber })), 0, 4, 4),
      [-84, 84].map((x) =>
        moved(slab(rectangle(40, 44, 6), 5, m.zinc, { holes: [holeOf(rectangle(12, 22, 5))] }), x, -66, 0),
      ),
    ),
    0,
    34,
  );
}

/** A gearbox's mount: rubber between a bracket and a plate that is bolted to the frame. */
const transmissionMount = () =>
  tilted(
    group(
      slab(rectangle(190, 84, 16), 7, m.paintBlack, { holes: [hole(8, -78), hole(8, 78)] }),
      moved(
        turned(
          [
            [0, 0],
            [52, 0, 4],
            [46, 22, 8],
            [52, 46, 4],
            [0, 46],
          ],
          m.rubber,
        ),
        0,
        7,
        0,
      ),
      moved(slab(rectangle(112, 92, 12), 6, m.zinc), 0, 53, 0),
      pair(() => moved(tilted(box(6, 64, 84, m.zinc, 2), 0, 0, -9), 56, 86, 0)),
      pair(() => moved(tilted(alongX(nut(9, m.zinc)), 0, 0, -9), 60, 100, 22)),
      row(2, [0, 0, 44], () => moved(bolt(8, 10, m.yellowChromate), 0, 59, 0)),
      pair(() => moved(bolt(8, 26, m.zinc), 78, 9, 0)),
      moved(box(60, 30, 2, m.rubber, 1), 0, 30, 50),
    ),
    0,
    -14,
  );

export default {
  'cv-axle': cvAxle,
  'cv-boot-kit': cvBootKit,
  'universal-joint': universalJoint,
  'driveshaft-support-bearing': supportBearing,
  'transmission-mount': transmissionMount,
};
