/** A clutch: pressure plate, disc and release bearing. Millimetres. */

import { ballBearing } from '../kit/fittings.js';
import * as m from '../kit/materials.js';
import {
  circle,
  hole,
  holeOf,
  holesAround,
  around as laidAround,
  polar,
  polygon,
  sector,
} from '../kit/outlines.js';
import { alongZ, around, group, moved, tilted } from '../kit/placing.js';
import { box, cylinder, plate, spring, turned } from '../kit/shapes.js';

/** A clutch disc in the plane of x and y: two linings, sprung hub. */
function clutchDisc() {
  const lining = (z) =>
    moved(
      plate(circle(115), 3.6, m.frictionLining, {
        holes: [hole(78, 0, 0, 72), ...holesAround(18, 97, 2.4, 0, 12)],
        curveSegments: 72,
        bevel: 0.5,
      }),
      0,
      0,
      z,
    );
  const groove = () => moved(box(38, 1.6, 0.6, m.darkIron, 0.2), 0, 0, 4.1);
  const windows = Array.from({ length: 4 }, (_, index) =>
    holeOf(sector(36, 56, index * 90 + 24, index * 90 + 66)),
  );
  const damper = () => spring({ radius: 7.6, wire: 2.1, height: 32, turns: 6.5 }, m.paintBlue);
  return group(
    lining(2.6),
    lining(-2.6),
    around(18, 96, groove, { axis: 'z', fromDeg: 10 }),
    plate(circle(84), 1.8, m.zinc, { curveSegments: 64 }),
    moved(plate(circle(66), 3, m.zinc, { holes: windows, curveSegments: 64 }), 0, 0, 5),
    around(4, 46, () => moved(damper(), 0, -16, 5), { axis: 'z', fromDeg: 45 }),
    around(4, 60, () => alongZ(moved(cylinder(4, 4, m.steel), 0, 5, 0)), { axis: 'z', fromDeg: 0 }),
    plate(circle(25), 26, m.steel, {
      holes: [
        holeOf(
          polar((deg) => (((deg * 23) / 360) % 1 < 0.5 ? 12 : 14), 460),
          460,
        ),
      ],
      bevel: 1.2,
    }),
  );
}

/** A pressure plate about z, its diaphragm's fingers towards the camera. */
function pressurePlate() {
  const fingers = around(
    18,
    46,
    () =>
      tilted(
        plate(
          polygon([
            [-26, -2.6, 1],
            [24, -6.4, 1],
            [24, 6.4, 1],
            [-26, 2.6, 1],
          ]),
          2.6,
          m.springSteel,
        ),
        0,
        -9,
        0,
      ),
    { axis: 'z' },
  );
  const cover = alongZ(
    turned(
      [
        [72, 22],
        [80, 27, 2],
        [104, 20, 5],
        [112, 2, 4],
        [128, 2],
        [128, -3],
        [106, -3],
        [98, 16],
        [72, 18],
      ],
      m.variant(m.paintSatinBlack, { roughness: 0.38 }),
    ),
  );
  return group(
    cover,
    around(
      6,
      122,
      () =>
        moved(
          plate(
            laidAround([
              [-6, 0, 20],
              [12, 0, 11],
            ]),
            5,
            m.paintSatinBlack,
            { holes: [hole(4.4, 10)] },
          ),
          0,
          0,
          0,
        ),
      { axis: 'z' },
    ),
    alongZ(moved(cylinder(108, 12, m.castIron, { bore: 70 }), 0, -16, 0)),
    moved(fingers, 0, 0, 19),
    around(
      9,
      76,
      () =>
        alongZ(
          moved(
            turned(
              [
                [0, 0],
                [5, 0],
                [4, 3, 1],
                [0, 3],
              ],
              m.steel,
            ),
            0,
            25,
            0,
          ),
        ),
      { axis: 'z' },
    ),
  );
}

/** A release bearing about z. */
const releaseBearing = () =>
  group(
    alongZ(ballBearing({ bore: 17, outer: 33, width: 16, shield: m.paintSatinBlack })),
    alongZ(
      moved(
        turned(
          [
            [17, 6],
            [29, 6],
            [27, 15, 2],
            [19, 17],
            [17, 17],
          ],
          m.polishedSteel,
        ),
        0,
        4,
        0,
      ),
    ),
    alongZ(moved(cylinder(22, 34, m.plasticGrey, { bore: 17 }), 0, -40, 0)),
    moved(box(96, 16, 10, m.plasticGrey, 3), 0, 0, -22),
  );

const clutchKit = () =>
  group(
    moved(tilted(pressurePlate(), -8, 50, 0), -66, 128, -60),
    moved(tilted(clutchDisc(), -10, 44, 0), 76, 115, 40),
    moved(tilted(releaseBearing(), 0, 34, 0), 196, 33, 88),
  );

export default { 'clutch-kit': clutchKit };
