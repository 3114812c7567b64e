/** Brakes: what watches pads and wheels. */
import { connector } from '../kit/fittings.js';
import * as m from '../kit/materials.js';
import { around as belt, hole, polygon } from '../kit/outlines.js';
import { alongX, alongZ, group, moved, tilted } from '../kit/placing.js';
import { box, cylinder, plate, torus, tube, turned } from '../kit/shapes.js';

/** Cable in a loop on the table, from one end to the other. */
const cable = (points, radius = 2.4) => tube(points, radius, m.insulation, { segments: 260, sides: 14 });

/** A clip with its contact on a long cable. */
function brakePadWearSensor() {
  const head = group(
    box(14, 9, 22, m.plasticBlack, 2),
    moved(box(8, 7, 10, m.copper, 1), 0, 0, 14),
    moved(
      plate(
        polygon(
          [
            [-11, -8],
            [11, -8],
            [11, 6],
            [5, 12],
            [-5, 12],
            [-11, 6],
          ],
          2,
        ),
        1.6,
        m.springSteel,
      ),
      0,
      0,
      -6,
    ),
  );
  const line = [
    [-92, 10, 8],
    [-92, 9, -6],
    [-84, 4, -40],
    [-30, 3, -62],
    [36, 3, -50],
    [62, 3, -4],
    [26, 3, 34],
    [-30, 5, 24],
    [-42, 9, -14],
    [0, 6, -44],
    [64, 3, -34],
    [104, 6, 12],
    [112, 9, 30],
  ];
  return group(
    cable(line, 2.8),
    moved(tilted(head, 0, -14), -92, 12, 14),
    moved(tilted(connector({ width: 22, height: 17, depth: 34, pins: 2 }), 0, 22), 118, 10, 46),
    moved(tilted(cylinder(5, 10, m.rubber), 60, 30), 66, 3, 8),
  );
}

/** A tip with its fastening ear, a cable with two rubber guides, a plug. */
function wheelSpeedSensor() {
  const tip = alongX(
    group(
      turned(
        [
          [0, 0],
          [9, 0, 1],
          [9, 30],
          [10, 31],
          [10, 38],
          [0, 38],
        ],
        m.plasticBlack,
      ),
      moved(torus(9, 1.8, m.rubber), 0, 25, 0),
      moved(cylinder(6, 1, m.steel), 0, -0.6, 0),
    ),
  );
  const ear = group(
    plate(
      belt([
        [0, 0, 13],
        [0, 25, 9],
      ]),
      9,
      m.plasticBlack,
      { bevel: 1.5, holes: [hole(5.6, 0, 25)] },
    ),
    moved(alongZ(moved(cylinder(5.8, 10.4, m.brass, { bore: 4 }), 0, -5.2, 0)), 0, 25, 0),
  );
  const line = [
    [-46, 14, 0],
    [-30, 14, 0],
    [-2, 12, -12],
    [30, 6, -44],
    [80, 4, -40],
    [88, 4, 2],
    [44, 4, 30],
    [6, 5, 14],
    [18, 7, -18],
    [70, 6, -14],
    [112, 10, 14],
    [122, 12, 26],
  ];
  const guide = (x, y, z, yDeg) =>
    moved(
      tilted(
        turned(
          [
            [2, -9],
            [6.4, -9],
            [6.4, -3],
            [4.8, -2],
            [4.8, 2],
            [6.4, 3],
            [6.4, 9],
            [2, 9],
          ],
          m.rubberGloss,
        ),
        90,
        yDeg,
      ),
      x,
      y,
      z,
    );
  return group(
    moved(tip, -104, 14, 0),
    moved(tilted(ear, 0, 90), -68, 14, 0),
    moved(
      alongX(
        turned(
          [
            [0, 0],
            [9, 0],
            [9, 12, 3],
            [4, 26, 2],
            [0, 26],
          ],
          m.rubber,
        ),
      ),
      -66,
      14,
      0,
    ),
    cable(line, 3),
    guide(82, 4, -34, -20),
    guide(46, 4, 30, 80),
    moved(
      tilted(connector({ width: 20, height: 18, depth: 36, pins: 2 }, m.plasticGrey), 0, 20),
      128,
      13,
      44,
    ),
  );
}

export default {
  'brake-pad-wear-sensor': brakePadWearSensor,
  'wheel-speed-sensor': wheelSpeedSensor,
};
