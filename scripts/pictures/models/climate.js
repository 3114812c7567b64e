/** Air conditioning and the cabin's air. Millimetres. */

import { ribbedPulley } from '../kit/drives.js';
import { finnedCore } from '../kit/exchangers.js';
import { bolt, connector, nut } from '../kit/fittings.js';
import { wrappedLabel } from '../kit/lettering.js';
import * as m from '../kit/materials.js';
import { circle, hole, holesAround, around as laidAround, strip } from '../kit/outlines.js';
import { alongZ, around, group, moved, tilted } from '../kit/placing.js';
import { box, cylinder, plate, slab, torus, tube, turned } from '../kit/shapes.js';

/** The clutch in front of a compressor, standing on y = 0, its hub up. */
const magneticClutch = () =>
  group(
    moved(ribbedPulley({ radius: 58, ribs: 6, bore: 47 }, m.paintSatinBlack), 0, 14, 0),
    turned(
      [
        [0, 2],
        [48, 2],
        [48, 22],
        [44, 22],
        [44, 16],
        [0, 16],
      ],
      m.darkIron,
    ),
    // The armature plate: a ring held by three leaf springs.
    moved(cylinder(52, 5, m.lathed(m.steel), { bore: 30, rounding: 0.6 }), 0, 25, 0),
    around(3, 26, () => moved(box(36, 2.4, 14, m.springSteel, 0.8), 4, 31.4, 0), { fromDeg: 20 }),
    around(3, 41, () => moved(cylinder(4, 3, m.zinc), 0, 31, 0), { fromDeg: 20 }),
    around(3, 17, () => moved(cylinder(3.4, 3, m.zinc), 0, 32, 0), { fromDeg: 20 }),
    turned(
      [
        [0, 24],
        [22, 24],
        [22, 31, 1.5],
        [14, 33],
        [13, 36],
        [0, 36],
      ],
      m.steel,
    ),
    moved(nut(5, m.zinc, 7), 0, 35, 0),
    moved(cylinder(4.8, 10, m.steel), 0, 35, 0),
  );

const earWithHole = (length) =>
  group(
    slab(
      laidAround([
        [40, 0, 18],
        [72, 0, 11],
      ]),
      length,
      m.castAluminium,
      { holes: [hole(5.6, 72, 0)], bevel: 1.5 },
    ),
  );

function acCompressor() {
  const radius = 56;
  const ports = moved(
    group(
      box(50, 40, 58, m.castAluminium, 5),
      [-14, 14].map((z) =>
        moved(
          group(
            cylinder(11, 4, m.machinedSteel, { bore: 7 }),
            moved(cylinder(9.4, 3, m.plasticRed, { rounding: 1 }), 0, 3, 0),
            moved(cylinder(5, 6, m.plasticRed, { rounding: 2 }), 0, 5, 0),
          ),
          0,
          20,
          z,
        ),
      ),
      moved(bolt(3.4, 4, m.zinc), 17, 20, 0),
    ),
    0,
    0,
    0,
  );
  const body = group(
    turned(
      [
        [0, -96],
        [30, -96, 4],
        [48, -90, 8],
        [radius, -76, 4],
        [radius, -40],
        [0, -40],
      ],
      m.castAluminium,
    ),
    moved(cylinder(radius + 5, 14, m.castAluminium, { rounding: 2 }), 0, -48, 0),
    moved(cylinder(radius - 1, 72, m.castAluminium), 0, -40, 0),
    moved(cylinder(radius + 5, 14, m.castAluminium, { rounding: 2 }), 0, 18, 0),
    turned(
      [
        [0, 30],
        [radius, 30],
        [radius - 8, 44, 6],
        [44, 50],
        [0, 50],
      ],
      m.castAluminium,
    ),
    around(
      6,
      radius + 1,
      () =>
        moved(group(cylinder(6.5, 80, m.castAluminium), moved(bolt(3.4, 4, m.zinc), 0, 80, 0)), 0, -47, 0),
      {
        fromDeg: 12,
      },
    ),
    moved(tilted(earWithHole(26), 0, 140), 0, -8, 0),
    moved(tilted(earWithHole(20), 0, 262), 0, -44, 0),
    moved(tilted(earWithHole(20), 0, 262), 0, 18, 0),
    moved(tilted(earWithHole(26), 0, 20), 0, -8, 0),
    wrappedLabel(
      radius - 0.6,
      {
        width: 64,
        height: 34,
        title: 'R134a',
        ground: '#d9dbdc',
        size: 0.4,
        lines: ['PAG 46  120 ml', '12 V'],
      },
      62,
    ),
    moved(magneticClutch(), 0, 50, 0),
  );
  const lead = group(
    tube(
      [
        [14, 60, 42],
        [18, 78, 34],
        [24, 82, 10],
        [26, 78, -10],
      ],
      3,
      m.insulation,
    ),
    moved(tilted(connector({ width: 20, height: 14, depth: 22, pins: 1 }), 0, 70), 32, 78, -16),
  );
  return tilted(group(alongZ(body), moved(ports, 0, radius + 6, -52), lead), 0, -14);
}

/** A flat parallel-flow condenser: round headers, receiver-drier at its side, two block fittings. */
function acCondenser() {
  const [width, height] = [560, 350];
  const header = () =>
    group(
      moved(cylinder(10.5, height + 22, m.aluminium, { rounding: 3 }), 0, -height / 2 - 11, 0),
      [-0.2, 0.22].map((share) => moved(cylinder(11.4, 4, m.aluminium), 0, share * height, 0)),
    );
  const block = (y) =>
    moved(
      group(
        box(34, 24, 30, m.aluminium, 3),
        moved(alongZ(cylinder(8, 5, m.polishedAluminium, { bore: 5 })), -7, 0, 14),
        moved(alongZ(cylinder(4.5, 2, m.darkIron)), 9, 0, 13.6),
      ),
      -width / 2 - 20,
      y,
      8,
    );
  const drier = moved(
    group(
      cylinder(19, 270, m.aluminium, { rounding: 5 }),
      moved(cylinder(15, 4, m.plasticBlack, { rounding: 1 }), 0, -3, 0),
      [60, 210].map((y) => moved(box(24, 12, 16, m.aluminium, 2), -20, y, 0)),
    ),
    width / 2 + 42,
    -height / 2 + 12,
    0,
  );
  const bracket = (x, y) =>
    moved(
      plate(
        laidAround([
          [0, -8, 9],
          [0, 14, 9],
        ]),
        4,
        m.aluminium,
        { holes: [hole(4.4, 0, 14)] },
      ),
      x,
      y,
      0,
    );
  return tilted(
    group(
      finnedCore({ width, height: height - 8, depth: 16, tubes: 36, fins: 130 }),
      [-1, 1].map((side) =>
        group(
          moved(header(), side * (width / 2 + 8), 0, 0),
          moved(box(width, 4, 20, m.aluminium, 1), 0, side * (height / 2 - 1), 0),
        ),
      ),
      bracket(-190, height / 2 + 4),
      bracket(190, height / 2 + 4),
      block(height * 0.36),
      block(-height * 0.22),
      drier,
    ),
    0,
    8,
  );
}

/** Motor in its flange, and the drum wheel on its shaft. */
function blowerMotor() {
  const [radius, height, blades] = [74, 70, 44];
  const blade = () =>
    slabbedBlade(
      [
        [-13, 4],
        [-5, -1],
        [4, -2],
        [10, 1],
      ],
      height,
    );
  const wheelMaterial = m.variant(m.plasticBlack, { color: '#3a3e41' });
  const slabbedBlade = (points, tall) => slab(strip(points, 2), tall, wheelMaterial, { bevel: 0.3 });
  const wheel = group(
    cylinder(radius, 5, wheelMaterial, { bore: radius - 26, rounding: 1 }),
    turned(
      [
        [0, 26],
        [16, 26, 3],
        [radius - 18, 4, 6],
        [radius - 2, 2],
        [radius - 2, 0],
        [0, 0],
      ],
      wheelMaterial,
    ),
    around(blades, radius - 11, blade),
    moved(cylinder(radius, 6, wheelMaterial, { bore: radius - 10, rounding: 1 }), 0, height - 3, 0),
    moved(cylinder(10, 16, wheelMaterial, { rounding: 2 }), 0, 22, 0),
    moved(cylinder(4, 8, m.polishedSteel), 0, 36, 0),
  );
  const flange = group(
    slab(circle(88), 6, m.plasticBlack, { holes: holesAround(3, 81, 3.4, 30), bevel: 1 }),
    around(
      3,
      86,
      () =>
        slab(
          laidAround([
            [0, 0, 11],
            [9, 0, 9],
          ]),
          6,
          m.plasticBlack,
          { holes: [hole(3.2, 8, 0)] },
        ),
      {
        fromDeg: 24,
      },
    ),
    moved(torus(78, 2.6, m.felt), 0, 6.4, 0),
  );
  const motor = group(
    cylinder(37, 62, m.galvanised, { rounding: 5 }),
    moved(cylinder(41, 34, m.plasticBlack, { rounding: 2 }), 0, 30, 0),
    around(6, 40, () => moved(box(8, 32, 5, m.plasticBlack, 1.5), 4, 46, 0)),
    moved(cylinder(14, 6, m.galvanised, { rounding: 3 }), 0, -4, 0),
  );
  return tilted(
    group(
      moved(motor, 0, 0, 0),
      moved(flange, 0, 62, 0),
      moved(wheel, 0, 74, 0),
      // The lead to the resistor.
      tube(
        [
          [20, 26, 34],
          [40, 14, 52],
          [72, 2, 62],
          [98, 3, 52],
        ],
        3.4,
        m.insulation,
      ),
      moved(tilted(connector({ width: 24, height: 14, depth: 26, pins: 2 }), 0, 110), 108, 3, 48),
    ),
    0,
    6,
  );
}

export default { 'ac-compressor': acCompressor, 'ac-condenser': acCondenser, 'blower-motor': blowerMotor };
