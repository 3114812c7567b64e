/** What lights the mixture: plugs and coils. Millimetres. */

import { connector, hexBlock, thread } from '../kit/fittings.js';
import * as m from '../kit/materials.js';
import { hole, around as laidAround, strip } from '../kit/outlines.js';
import { group, moved, row, tilted } from '../kit/placing.js';
import { box, cylinder, plate, slab, spring, torus, turned } from '../kit/shapes.js';

/** Laid down with its gap towards us on the right. */
function sparkPlug() {
  const terminal = turned(
    [
      [0, 0],
      [2.4, 0],
      [2.4, 1.6],
      [3.2, 2.2],
      [3.2, 5.4, 1],
      [2, 6.2],
      [2, 7],
      [3.2, 7.6],
      [3.2, 9.4, 1],
      [0, 9.4],
    ],
    m.steel,
  );
  const corrugations = [0, 1, 2, 3, 4].flatMap((index) => [
    [5.1, 8 - index * 3.1],
    [4.5, 7.2 - index * 3.1],
    [4.5, 6.2 - index * 3.1],
    [5.1, 5.4 - index * 3.1],
  ]);
  const insulator = turned(
    [[0, 11], [3.2, 11], [5.1, 10], ...corrugations, [5.2, -10], [6, -14], [6, -20], [0, -20]],
    m.ceramic,
    { rounding: 0.5 },
  );
  const shell = group(
    turned(
      [
        [5.4, 1.5],
        [6.6, 1.5, 0.6],
        [8.4, -2.5],
        [8.4, -4],
        [5.4, -4],
      ],
      m.polishedSteel,
    ),
    moved(hexBlock(16, 9, m.steel, { bevel: 0.7 }), 0, -13, 0),
    turned(
      [
        [0, -13],
        [8.6, -13],
        [8.6, -15.4],
        [7.4, -16],
        [7.4, -17],
        [0, -17],
      ],
      m.steel,
    ),
  );
  const gasket = torus(7.6, 1.2, m.polishedSteel);
  const nose = group(
    turned(
      [
        [0, 1],
        [4.6, 1],
        [2.6, -1.8, 0.6],
        [0, -2],
      ],
      m.ceramic,
    ),
    moved(cylinder(1.15, 2.6, m.polishedSteel), 0, -3.6, 0),
  );
  // The hook of the ground electrode, bent over the middle one.
  const hook = plate(
    strip(
      [
        [6.1, 1],
        [6.1, -3.6],
        [5.8, -4.8],
        [5, -5.4],
        [-1.2, -5.4],
      ],
      1.5,
    ),
    2.8,
    m.hardenedSteel,
    { bevel: 0.2 },
  );
  const plug = group(
    moved(terminal, 0, 33, 0),
    moved(insulator, 0, 22, 0),
    moved(shell, 0, 4, 0),
    moved(gasket, 0, -14, 0),
    moved(thread(7, 17, m.polishedSteel, 1.25, 5), 0, -32, 0),
    moved(nose, 0, -32, 0),
    moved(tilted(hook, 0, -35), 0, -32, 0),
  );
  return tilted(tilted(plug, 0, 0, 96), 0, -8);
}

/** A coil that stands in the plug's well: a head with its plug and screw eye, a long stem, a rubber boot. */
function ignitionCoil() {
  const head = group(
    box(38, 30, 30, m.plasticBlack, 4),
    moved(box(30, 4, 24, m.plasticBlack, 1.6), 0, 16, 0),
    row(4, [7, 0, 0], () => moved(box(1.6, 2, 20, m.plasticBlack, 0.6), 0, 18.2, 0)),
    moved(tilted(connector({ width: 24, height: 17, depth: 26, pins: 3 }), 0, 90), 30, 3, 0),
  );
  const eye = group(
    slab(
      laidAround([
        [0, 0, 10],
        [20, 0, 9],
      ]),
      9,
      m.plasticBlack,
      { holes: [hole(4.2)], bevel: 1 },
    ),
    cylinder(5, 9.6, m.brass, { bore: 3.4 }),
  );
  const stem = turned(
    [
      [0, 0],
      [16, 0, 3],
      [16, -12, 2],
      [11.6, -15],
      [11.6, -82],
      [0, -82],
    ],
    m.plasticBlack,
  );
  const core = moved(cylinder(12.6, 44, m.brushed(m.galvanised, 'y')), 0, -66, 0);
  const boot = turned(
    [
      [7, 0],
      [13.4, 0, 1],
      [13.4, 6],
      [12.4, 7],
      [12.4, 22],
      [13.4, 23],
      [13.4, 26],
      [11.5, 27],
      [11.5, 54],
      [12.8, 55],
      [12.8, 60, 1],
      [7, 60],
    ],
    m.rubber,
  );
  const contact = spring({ radius: 3.8, wire: 0.7, height: 16, turns: 7 }, m.steel);
  const coil = group(
    head,
    moved(eye, -34, -12, 0),
    moved(stem, 0, -13, 0),
    moved(core, 0, -13, 0),
    moved(boot, 0, -148, 0),
    moved(contact, 0, -158, 0),
  );
  return tilted(tilted(coil, 0, 38, 72), 0, 14);
}

/** A sheathed plug: a thin heater, a hexagon, one round contact. */
function glowPlug() {
  const plug = group(
    turned(
      [
        [0, 0],
        [1.4, 0, 1.2],
        [1.6, 1.6],
        [1.6, 26],
        [2.1, 28],
        [2.1, 34],
        [3, 37],
        [3.9, 37.6],
        [3.9, 72],
        [0, 72],
      ],
      m.steel,
      { rounding: 0.3 },
    ),
    // The heater shows the colours of the heat it was tested with.
    moved(
      turned(
        [
          [0, -0.02],
          [1.42, -0.02, 1.2],
          [1.64, 1.6],
          [1.64, 20],
          [0, 20],
        ],
        m.variant(m.hardenedSteel, { color: '#7d7086' }),
        { rounding: 0.3 },
      ),
      0,
      0,
      0,
    ),
    moved(thread(5, 22, m.zinc, 1.1), 0, 72, 0),
    moved(hexBlock(12, 10, m.zinc), 0, 94, 0),
    moved(cylinder(4, 5, m.zinc), 0, 104, 0),
    moved(cylinder(3.2, 3, m.plasticRed), 0, 108.6, 0),
    turned(
      [
        [0, 111],
        [2.3, 111],
        [2.3, 113],
        [1.5, 114],
        [1.5, 116],
        [2.3, 117],
        [2.3, 121, 1],
        [0, 121],
      ],
      m.steel,
    ),
  );
  const lying = (spinDeg, yawDeg) => tilted(tilted(plug.clone(), 0, spinDeg, 92), 0, yawDeg);
  return group(moved(lying(0, -16), -4, 5, -14), moved(lying(30, -20), 10, 5, 16));
}

export default { 'spark-plug': sparkPlug, 'ignition-coil': ignitionCoil, 'glow-plug': glowPlug };
