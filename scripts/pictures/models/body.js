/** What is fixed to a vehicle's body: wipers, windows, mirrors, lid struts. Millimetres. */

import { connector, nut, thread } from '../kit/fittings.js';
import { lofted, sectionAcross } from '../kit/lofts.js';
import * as m from '../kit/materials.js';
import { hole, holeOf, around as laidAround, polygon, rectangle } from '../kit/outlines.js';
import { alongX, alongZ, group, moved, row, tilted } from '../kit/placing.js';
import { ball, box, cylinder, plate, torus, tube } from '../kit/shapes.js';

/** A beam blade along x: rubber below, spoiler above, the arm's adapter in the middle. */
function wiperBlade() {
  const length = 400;
  const sag = (x) => 34 * (1 - (x / (length / 2)) ** 2);
  const stations = Array.from({ length: 33 }, (_, index) => -length / 2 + (index * length) / 32);
  const along = (height, width, y) =>
    lofted(
      stations.map((x) => {
        const thin = 1 - 0.55 * (Math.abs(x) / (length / 2)) ** 3;
        return sectionAcross({
          x,
          y: sag(x) + y,
          height: height * thin,
          width: width * thin,
          power: 3,
          points: 24,
        });
      }),
      y > 0 ? m.plasticBlack : m.rubber,
    );
  const cap = (x) => moved(box(26, 17, 17, m.plasticGloss, 5), x, sag(x) + 3, 0);
  return tilted(
    group(
      along(18, 19, 6),
      along(15, 5, -9),
      cap(-length / 2 + 8),
      cap(length / 2 - 8),
      moved(
        group(
          box(92, 26, 26, m.plasticGloss, 7),
          moved(box(52, 12, 18, m.plasticBlack, 4), 0, 14, 0),
          moved(alongZ(cylinder(4, 30, m.zinc)), 0, 8, -15),
          moved(box(20, 2, 9, m.plasticGrey, 0.8), 22, 13.6, 5),
        ),
        0,
        sag(0) + 8,
        0,
      ),
    ),
    8,
    24,
    16,
  );
}

/** A cable window regulator: a curved rail with its carrier, cables, and the motor below. */
function windowRegulator() {
  const rail = (x) =>
    moved(
      group(
        box(26, 430, 3, m.galvanised, 1),
        [-12, 12].map((side) => moved(box(3, 430, 12, m.galvanised, 1), side, 0, 6)),
        moved(plate(rectangle(54, 40, 10), 3, m.galvanised, { holes: [hole(6)] }), 0, 196, -2),
        moved(plate(rectangle(54, 40, 10), 3, m.galvanised, { holes: [hole(6)] }), 0, -196, -2),
        // Where the cable turns.
        moved(alongZ(cylinder(15, 8, m.plasticWhite)), 0, 205, 6),
        moved(alongZ(cylinder(15, 8, m.plasticWhite)), 0, -205, 6),
      ),
      x,
      0,
      0,
    );
  const carrier = (x) =>
    moved(
      group(
        plate(
          polygon([
            [-44, -30, 8],
            [44, -30, 8],
            [44, 18, 8],
            [22, 44, 10],
            [-22, 44, 10],
            [-44, 18, 8],
          ]),
          12,
          m.plasticBlack,
          {
            holes: [hole(8, 0, 24)],
            bevel: 2,
          },
        ),
        moved(alongZ(nut(7, m.zinc)), -26, -6, 8),
        moved(alongZ(nut(7, m.zinc)), 26, -6, 8),
      ),
      x,
      70,
      16,
    );
  const cable = (points) => tube(points, 2.6, m.insulation);
  const motor = moved(
    group(
      alongZ(cylinder(46, 26, m.plasticBlack)),
      moved(alongZ(cylinder(30, 8, m.zinc)), 0, 0, 26),
      moved(box(60, 44, 24, m.plasticBlack, 5), 44, -20, 12),
      moved(tilted(cylinder(25, 92, m.zinc, { rounding: 4 }), 0, 0, -64), 58, -34, 14),
      moved(connector({ width: 34, height: 20, depth: 22, pins: 2 }), -10, -56, 22),
      [50, 170, 290].map((deg) =>
        tilted(
          moved(
            plate(
              laidAround([
                [0, 0, 9],
                [-18, 0, 16],
              ]),
              6,
              m.plasticBlack,
              { holes: [hole(4)] },
            ),
            56,
            0,
            4,
          ),
          0,
          0,
          deg,
        ),
      ),
    ),
    0,
    -70,
    0,
  );
  return tilted(
    group(
      rail(-120),
      rail(120),
      carrier(-120),
      carrier(120),
      motor,
      cable([
        [-120, 216, 10],
        [-70, 236, 12],
        [10, 120, 16],
        [6, -10, 20],
        [-6, -30, 20],
      ]),
      cable([
        [120, -216, 10],
        [80, -234, 12],
        [40, -190, 16],
        [16, -120, 20],
      ]),
      cable([
        [-120, -216, 10],
        [-80, -236, 12],
        [-40, -190, 16],
        [-20, -116, 20],
      ]),
      cable([
        [120, 216, 10],
        [80, 234, 12],
        [30, 110, 16],
        [14, -26, 20],
      ]),
      cable([
        [-120, 200, 12],
        [-120, 100, 14],
      ]),
      cable([
        [120, 200, 12],
        [120, 100, 14],
      ]),
    ),
    -6,
    18,
    0,
  );
}

/** A door mirror, left, its glass to the camera. */
function doorMirror() {
  const shellStations = [-118, -108, -80, -30, 30, 86, 116, 128];
  const shellHeights = [70, 104, 132, 146, 150, 138, 106, 60];
  const shell = lofted(
    shellStations.map((x, index) =>
      sectionAcross({
        x,
        height: shellHeights[index] ?? 100,
        width: [30, 52, 82, 104, 108, 92, 58, 24][index] ?? 60,
        y: [-8, -4, 0, 2, 2, 0, -4, -10][index] ?? 0,
        z: -36,
        power: 2.8,
      }),
    ),
    m.variant(m.paintBlack, { color: '#26282a' }),
    { creaseDeg: 60 },
  );
  const outline = (grow) =>
    polygon(
      [
        [-104 - grow, -50 - grow, 30],
        [96 + grow, -56 - grow, 40],
        [118 + grow, 6, 60],
        [92 + grow, 62 + grow, 40],
        [-96 - grow, 56 + grow, 34],
      ],
      30,
    );
  return tilted(
    group(
      shell,
      moved(plate(outline(9), 14, m.plasticBlack, { holes: [holeOf(outline(1))], bevel: 4 }), 0, 0, 30),
      moved(plate(outline(2), 3, m.plasticGloss), 0, 0, 20),
      moved(tilted(plate(outline(-2), 3, m.mirror, { bevel: 1 }), 2, 2, 0), 0, 0, 32),
      // The arm and its foot on the door.
      lofted(
        [-100, -150, -178].map((x, index) =>
          sectionAcross({
            x,
            y: -62 - index * 10,
            z: -20,
            height: [34, 34, 44][index] ?? 34,
            width: [52, 46, 56][index] ?? 50,
            power: 3,
          }),
        ),
        m.plasticBlack,
      ),
      moved(box(22, 118, 96, m.plasticBlack, 8), -188, -76, -22),
      moved(box(6, 128, 106, m.rubber, 3), -201, -76, -22),
      row(3, [0, -36, 0], () => moved(alongX(thread(4, 22, m.zinc)), -226, -76, -22)),
      moved(
        tube(
          [
            [-200, -110, -40],
            [-226, -116, -30],
            [-236, -132, 0],
            [-216, -134, 24],
          ],
          4,
          m.insulation,
        ),
        0,
        0,
        0,
      ),
      moved(connector({ width: 22, height: 14, depth: 18, pins: 3 }), -212, -132, 30),
    ),
    0,
    -6,
  );
}

/** A lid's gas spring, rod out, a ball socket at each end; it lies aslant. */
function gasSpring() {
  const socket = () =>
    group(
      box(20, 15, 17, m.plasticBlack, 4),
      moved(alongZ(cylinder(10, 19, m.plasticBlack)), 12, 0, -9.5),
      moved(alongZ(cylinder(6, 4, m.steel)), 12, 0, 8),
      moved(
        tube(
          [
            [2, 9, 0],
            [14, 12, 0],
            [24, 6, 0],
            [24, -4, 0],
          ],
          1,
          m.springSteel,
        ),
        0,
        0,
        0,
      ),
    );
  const stud = () =>
    group(
      moved(ball(7, m.polishedSteel), 0, 27, 0),
      moved(cylinder(4, 12, m.zinc), 0, 12, 0),
      moved(cylinder(10, 4, m.zinc), 0, 10, 0),
      thread(4.4, 11, m.zinc),
    );
  return group(
    moved(
      tilted(
        group(
          moved(alongX(cylinder(14, 180, m.paintBlack, { rounding: 3 })), -160, 0, 0),
          moved(alongX(cylinder(14.3, 3, m.paintBlack)), -12, 0, 0),
          moved(alongX(cylinder(6.4, 140, m.chrome)), 20, 0, 0),
          moved(socket(), 164, 0, 0),
          moved(tilted(socket(), 0, 0, 180), -170, 0, 0),
          moved(alongX(torus(14.1, 0.8, m.paintBlack)), 2, 0, 0),
          moved(plate(rectangle(84, 14, 1), 0.4, m.plasticWhite), -84, 0, 14.2),
        ),
        0,
        12,
        22,
      ),
      0,
      108,
      0,
    ),
    moved(tilted(stud(), 0, 0, 90), 128, 12, 60),
    moved(tilted(stud(), 0, 40, 90), 84, 12, 92),
  );
}

export default {
  'wiper-blade': wiperBlade,
  'window-regulator': windowRegulator,
  'door-mirror': doorMirror,
  'gas-spring': gasSpring,
};
