/** Filters: told apart by their outer shape first: a can, panels, a bowl, a pan. */

import { thread } from '../kit/fittings.js';
import { wrappedLabel } from '../kit/lettering.js';
import * as m from '../kit/materials.js';
import { circle, hole, holesAround } from '../kit/outlines.js';
import { group, moved } from '../kit/placing.js';
import { slab, torus, turned } from '../kit/shapes.js';

/** A spin-on can with its gasket up, so that thread and holes show. */
function oilFilter() {
  const radius = 38;
  const height = 76;
  const can = turned(
    [
      [0, 0],
      [radius * 0.55, 0, 4],
      [radius * 0.96, 7, 5],
      [radius, 14],
      [radius, height - 5],
      [radius + 2.2, height - 3, 1],
      [radius + 2.2, height, 1.5],
      [radius - 4, height, 1],
      [radius - 5, height - 4],
      [0, height - 4],
    ],
    m.paintBlack,
  );
  const plate = slab(circle(radius - 5), 3, m.zinc, {
    holes: [hole(9.5), ...holesAround(8, 19, 2.6)],
    bevel: 0.4,
  });
  return group(
    can,
    moved(plate, 0, height - 4, 0),
    moved(torus(radius - 7.5, 3.2, m.rubber), 0, height - 0.6, 0),
    moved(thread(11.5, 7, m.steel, 1.5, 9.5), 0, height - 7, 0),
    moved(
      wrappedLabel(
        radius + 0.15,
        {
          width: 150,
          height: 38,
          title: 'OIL FILTER',
          band: '#b3231d',
          lines: ['SPIN-ON   M20 × 1.5', 'Oil the gasket. Hand tight.'],
        },
        50,
      ),
      0,
      height * 0.5,
      0,
    ),
  );
}

export default { 'oil-filter': oilFilter };
