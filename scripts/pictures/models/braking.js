/** Brakes of cars, trucks and motorcycles: what turns, rubs and presses. */

import * as m from '../kit/materials.js';
import { circle, hole, holesAround } from '../kit/outlines.js';
import { alongZ, around, group, moved, tilted } from '../kit/placing.js';
import { box, plate, turned } from '../kit/shapes.js';

/** A ventilated, drilled disc, its hat towards us. */
function brakeDisc() {
  const radius = 160;
  const face = m.lathed(m.steel, 'z', 0.11);
  const drilled = [0, 1, 2].flatMap((ring) => holesAround(20, 108 + ring * 19, 3.2, ring * 5.4));
  const ring = () =>
    plate(circle(radius), 9, face, {
      holes: [hole(92), ...drilled.map((path) => path.clone())],
      bevel: 1,
      curveSegments: 96,
    });
  const vane = () => box(62, 5, 12, m.darkIron);
  const hat = alongZ(
    turned(
      [
        [70, -2],
        [94, -2, 0],
        [94, 5, 0],
        [88, 14, 6],
        [88, 44, 5],
        [33, 44, 1.5],
        [33, 37, 1.5],
        [70, 37],
      ],
      m.geomet,
    ),
  );
  const studs = around(
    5,
    58,
    () =>
      alongZ(
        turned(
          [
            [0, 0],
            [8, 0],
            [8, 0.6],
            [0, 0.6],
          ],
          m.darkIron,
        ),
      ),
    { axis: 'z', fromDeg: 18 },
  );
  return tilted(
    group(
      moved(ring(), 0, 0, 10),
      moved(ring(), 0, 0, -10),
      around(44, 126, vane, { axis: 'z' }),
      hat,
      moved(studs, 0, 0, 44),
    ),
    -4,
    50,
  );
}

export default { 'brake-disc': brakeDisc };
