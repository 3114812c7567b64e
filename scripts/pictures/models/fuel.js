/** What meters fuel: the pump in the tank and the injector. Millimetres. */

import { connector } from '../kit/fittings.js';
import * as m from '../kit/materials.js';
import { alongX, around, group, moved, tilted } from '../kit/placing.js';
import { box, cylinder, torus, tube, turned } from '../kit/shapes.js';

/** The unit that hangs in the tank: lid with plug and pipes, rods, pot with the pump, float on its arm. */
function fuelPump() {
  const lidAt = 158;
  const lid = group(
    cylinder(64, 5, m.plasticNatural, { rounding: 1.5 }),
    moved(cylinder(52, 12, m.plasticNatural, { rounding: 2 }), 0, 4, 0),
    around(24, 58, () => moved(box(8, 2, 1.4, m.plasticNatural, 0.4), 0, 5.6, 0)),
    moved(torus(53, 2.4, m.rubber), 0, -1.6, 0),
    moved(tilted(connector({ width: 34, height: 18, depth: 24, pins: 4 }), -60, 0, 0), -14, 22, 20),
    [
      [16, -8, m.plasticBlack],
      [30, 14, m.plasticBlack],
    ].map(([x, z, colour]) => moved(nipple(colour), x, 16, z)),
  );
  const pot = group(
    turned(
      [
        [0, 0],
        [48, 0, 3],
        [50, 10],
        [50, 76],
        [53, 78],
        [53, 84],
        [0, 84],
      ],
      m.plasticBlack,
    ),
    around(8, 50, () => moved(box(3, 60, 6, m.plasticBlack, 1), 0, 40, 0)),
    moved(cylinder(20, 30, m.brushed(m.steel, 'y'), { rounding: 3 }), -12, 78, 4),
    moved(cylinder(14, 8, m.plasticNatural), -12, 108, 4),
    moved(cylinder(5, 8, m.plasticNatural), -12, 114, 4),
  );
  const rod = () =>
    group(
      cylinder(3.4, lidAt - 60, m.polishedSteel),
      moved(cylinder(6, 18, m.plasticNatural), 0, lidAt - 78, 0),
    );
  const corrugated = tube(
    [
      [-12, 118, 4],
      [-12, 128, 4],
      [2, 138, 14],
      [14, 140, 4],
      [16, 156, -8],
    ],
    5,
    m.plasticBlack,
  );
  const float = group(
    tube(
      [
        [50, 52, 14],
        [54, 52, 16],
        [66, 62, 40],
        [84, 40, 56],
        [98, 20, 58],
        [98, 18, 80],
      ],
      1.3,
      m.steel,
      { bend: 6 },
    ),
    moved(box(22, 16, 42, m.plasticBlack, 5), 98, 18, 74),
    moved(box(8, 40, 26, m.plasticNatural, 2), 50, 50, 14),
  );
  const wires = ['#9c2a24', '#1c1d1f'].map((color, index) =>
    tube(
      [
        [-16 + index * 8, 110, 14],
        [-26 + index * 14, 128, 26],
        [-20 + index * 8, 144, 20],
        [-16 + index * 8, 158, 14],
      ],
      1.5,
      m.variant(m.insulation, { color }),
    ),
  );
  return group(
    pot,
    [
      [34, -24],
      [-38, -18],
      [-6, 40],
    ].map(([x, z]) => moved(rod(), x, 62, z)),
    moved(lid, 0, lidAt, 0),
    corrugated,
    float,
    wires,
  );
}

/** A quick connector's pipe, bent over to the right. */
const nipple = (material) =>
  group(
    tube(
      [
        [0, -4, 0],
        [0, 14, 0],
        [40, 14, 0],
      ],
      3.6,
      material,
      { bend: 8, bore: 2.4 },
    ),
    moved(alongX(cylinder(4.8, 3, material)), 28, 14, 0),
    moved(cylinder(6, 4, material), 0, -1, 0),
  );

/** One injector for a manifold, standing on its nozzle. */
function injector() {
  const green = m.variant(m.plasticGreen, { color: '#2f6b4a' });
  const ring = (y, colour) => moved(torus(6, 1.9, colour), 0, y, 0);
  return group(
    turned(
      [
        [2.4, 0],
        [4.2, 0, 0.5],
        [4.6, 8],
        [6.6, 10],
        [6.6, 24],
        [0, 24],
        [0, 3],
        [2.4, 3],
      ],
      m.steel,
    ),
    moved(cylinder(2.2, 3, m.brass), 0, 0.8, 0),
    ring(5, m.rubberBrown),
    turned(
      [
        [0, 12],
        [10.6, 12],
        [10.6, 33],
        [0, 33],
      ],
      m.brushed(m.steel, 'y'),
    ),
    moved(torus(9.6, 1.3, m.plasticBlack), 0, 13, 0),
    turned(
      [
        [0, 32],
        [10, 32],
        [10, 36, 2],
        [7.4, 40],
        [7.4, 56],
        [0, 56],
      ],
      green,
    ),
    turned(
      [
        [3.2, 54],
        [6.4, 54],
        [6.4, 58],
        [5.2, 59],
        [5.2, 63],
        [6.8, 64],
        [6.8, 66, 0.5],
        [3.2, 66],
      ],
      m.steel,
    ),
    ring(61, m.rubber),
    moved(
      tilted(
        group(
          moved(connector({ width: 18, height: 13, depth: 22, pins: 2 }, green), 0, 0, 14),
          moved(box(13, 11, 14, green, 2), 0, 0, 3),
        ),
        -38,
      ),
      0,
      44,
      6,
    ),
  );
}

function fuelInjector() {
  return group(tilted(injector(), 0, 40), moved(tilted(tilted(injector(), 0, 62, 90), 0, 22), 44, 10.7, 24));
}

export default { 'fuel-pump': fuelPump, 'fuel-injector': fuelInjector };
