/** Steering: rack and pump. */

import { bellows, bolt, hexBlock, nut, springClamp, thread } from '../kit/fittings.js';
import { ballHousing, ballStud } from '../kit/joints.js';
import * as m from '../kit/materials.js';
import { around as belt, circle, hole, holesAround } from '../kit/outlines.js';
import { alongX, alongZ, around, group, moved, tilted } from '../kit/placing.js';
import { box, cylinder, plate, slab, torus, tube, turned } from '../kit/shapes.js';

/** One end of the rack along x from x = 0: boot, tie rod, ball joint. */
function rackEnd() {
  return alongX(
    group(
      moved(bellows(32, 20, 84, 7, m.rubber, 0.2), 0, 0, 0),
      moved(springClamp(28, 9, m.zinc), 0, 4, 0),
      moved(springClamp(15, 7, m.zinc), 0, 82, 0),
      moved(cylinder(9, 46, m.steel), 0, 80, 0),
      moved(thread(9, 30, m.zinc, 3), 0, 112, 0),
      moved(nut(9), 0, 118, 0),
      moved(
        turned(
          [
            [0, 0],
            [11, 0, 2],
            [13, 6],
            [15, 46, 6],
            [0, 50],
          ],
          m.forgedSteel,
        ),
        0,
        136,
        0,
      ),
      moved(
        tilted(
          group(
            ballHousing(22, 32, m.forgedSteel),
            ballStud({ boot: 21, stud: 7.4, coneLength: 16, threadLength: 18 }),
          ),
          0,
          0,
          90,
        ),
        -16,
        198,
        0,
      ),
    ),
  );
}

/** A power rack: housing with its valve tower, pipes along it, boots and rods at both ends. */
function steeringRack() {
  const half = 140;
  const housing = alongX(
    moved(
      turned(
        [
          [0, 0],
          [30, 0, 2],
          [30, 40, 4],
          [25, 50, 3],
          [25, 230, 3],
          [30, 240, 4],
          [30, 280, 2],
          [0, 280],
        ],
        m.castAluminium,
      ),
      0,
      -half,
      0,
    ),
  );
  const tower = group(
    moved(
      turned(
        [
          [0, -44],
          [30, -44, 3],
          [30, -20, 6],
          [36, -8, 6],
          [36, 22, 4],
          [27, 34, 3],
          [27, 76, 2],
          [22, 80, 2],
          [0, 80],
        ],
        m.castAluminium,
      ),
      0,
      0,
      0,
    ),
    moved(cylinder(11, 30, m.steel), 0, 78, 0),
    moved(thread(11, 22, m.steel, 1.8), 0, 92, 0),
    moved(
      turned(
        [
          [11, 0],
          [24, 0],
          [20, 8, 3],
          [12, 12],
        ],
        m.rubber,
      ),
      0,
      79,
      0,
    ),
    [44, 62].map((y) =>
      moved(
        alongZ(group(cylinder(9, 34, m.castAluminium), moved(hexBlock(14, 8, m.zinc), 0, 33, 0))),
        0,
        y,
        0,
      ),
    ),
  );
  const ear = (x) =>
    moved(
      group(
        plate(
          belt([
            [0, 0, 28],
            [0, -46, 17],
          ]),
          30,
          m.castAluminium,
          { holes: [hole(9, 0, -46)], bevel: 3 },
        ),
        alongZ(moved(cylinder(11.5, 34, m.steel, { bore: 8 }), 0, -17, 0)).translateY(-46),
      ),
      x,
      0,
      0,
    );
  const pipe = (lift, from, to) =>
    tube(
      [
        [from, 46 + lift, 40],
        [from + 30, 46 + lift, 46],
        [from + 70, 20 + lift, 40],
        [to - 50, 18 + lift, 36],
        [to - 16, 18 + lift, 34],
        [to, 8, 26],
      ],
      4,
      m.zinc,
      { segments: 160 },
    );
  return tilted(
    tilted(
      group(
        housing,
        moved(tilted(tower, -16), -62, 0, 0),
        ear(-112),
        ear(108),
        pipe(0, -60, 34),
        pipe(16, -60, 96),
        moved(rackEnd(), half, 0, 0),
        moved(tilted(rackEnd(), 0, 180), -half, 0, 0),
      ),
      0,
      0,
      8,
    ),
    0,
    36,
  );
}

/** A vane pump with its pulley, pressure outlet and suction neck. */
function powerSteeringPump() {
  const body = group(
    alongZ(
      moved(
        turned(
          [
            [0, -70],
            [36, -70, 4],
            [44, -62, 4],
            [44, -20, 4],
            [52, -12, 3],
            [52, 8, 3],
            [30, 14, 4],
            [26, 26, 2],
            [0, 26],
          ],
          m.castAluminium,
        ),
        0,
        0,
        0,
      ),
    ),
    moved(
      plate(
        belt([
          [0, 0, 50],
          [-56, -34, 13],
          [56, -34, 13],
          [30, 58, 13],
        ]),
        14,
        m.castAluminium,
        { holes: [hole(6, -56, -34), hole(6, 56, -34), hole(6, 30, 58)], bevel: 3 },
      ),
      0,
      0,
      0,
    ),
    around(4, 36, () => alongZ(moved(tilted(bolt(4, 6), 180), 0, -70, 0)), { axis: 'z', fromDeg: 45 }),
  );
  const neck = moved(
    group(
      moved(box(40, 22, 40, m.castAluminium, 6), 0, 46, 0),
      moved(
        tube(
          [
            [0, 50, 0],
            [0, 78, 0],
            [-14, 98, 0],
            [-52, 104, 0],
          ],
          12,
          m.plasticBlack,
          { bore: 9, bend: 22 },
        ),
        0,
        0,
        0,
      ),
      moved(tilted(torus(12, 1.8, m.plasticBlack), 0, 0, 90), -44, 104, 0),
    ),
    0,
    0,
    -38,
  );
  const outlet = moved(
    alongX(
      group(
        cylinder(17, 22, m.castAluminium),
        moved(hexBlock(24, 14, m.zinc), 0, 22, 0),
        moved(cylinder(8, 8, m.zinc, { bore: 5 }), 0, 36, 0),
      ),
    ),
    38,
    10,
    -42,
  );
  const ribs = Array.from({ length: 6 }, (_, index) => {
    const y = -12 + index * 4;
    return [
      [64, y],
      [61, y + 2],
    ];
  }).flat();
  const pulley = alongZ(
    group(
      turned(
        [
          [52, -14],
          [66, -14, 1],
          [66, -12.6],
          ...ribs,
          [64, 12],
          [66, 12.6],
          [66, 15, 1],
          [60, 15, 1],
          [58, -6, 3],
          [52, -8],
        ],
        m.paintSatinBlack,
        { segments: 128, rounding: 0.4 },
      ),
      slab(circle(58), 5, m.paintSatinBlack, {
        holes: [hole(11), ...holesAround(6, 38, 9)],
        bevel: 1,
      }).translateY(-10),
      moved(cylinder(20, 26, m.steel, { bore: 11 }), 0, -14, 0),
      moved(cylinder(10.8, 22, m.polishedSteel), 0, -12, 0),
    ),
  );
  return tilted(group(body, neck, outlet, moved(pulley, 0, 0, 46)), 0, 56);
}

export default {
  'steering-rack': steeringRack,
  'power-steering-pump': powerSteeringPump,
};
