/** What tells the engine's computer about air, speed and exhaust gas. Millimetres. */

import { connector, hexBlock, thread } from '../kit/fittings.js';
import { label } from '../kit/lettering.js';
import * as m from '../kit/materials.js';
import { hole, around as laidAround, rectangle } from '../kit/outlines.js';
import { alongX, alongZ, around, group, moved, row, tilted } from '../kit/placing.js';
import { box, cylinder, plate, slab, torus, tube, turned } from '../kit/shapes.js';

/** The probe that both exhaust gas sensors screw in: holed tip, thread, hexagon, sleeve; its tip at y = 0. */
function exhaustProbe({ tip, sleeve }) {
  const radius = 4.6;
  const holes = [0, 1].map((ring) =>
    around(6, radius - 0.12, () => tilted(cylinder(1.1, 0.3, m.darkIron), 0, 0, -90), { fromDeg: ring * 30 }),
  );
  return group(
    turned(
      [
        [0, 0],
        [radius - 1, 0, 0.8],
        [radius, 1],
        [radius, tip],
        [0, tip],
      ],
      m.hardenedSteel,
    ),
    holes.map((ring, index) => moved(ring, 0, tip * (0.38 + index * 0.3), 0)),
    moved(thread(9, 11, m.steel, 1.5), 0, tip, 0),
    moved(torus(9.6, 1.1, m.polishedSteel), 0, tip + 11.4, 0),
    moved(hexBlock(22, 8.5, m.steel), 0, tip + 12.4, 0),
    turned(
      [
        [0, tip + 20],
        [9.4, tip + 20],
        [9.4, tip + 24],
        [7.4, tip + 26],
        [7.4, tip + 24 + sleeve],
        [6, tip + 27 + sleeve, 1],
        [0, tip + 27 + sleeve],
      ],
      m.stainless,
    ),
    [0.45, 0.75].map((share) => moved(cylinder(7.55, 1.1, m.darkIron), 0, tip + 24 + sleeve * share, 0)),
    turned(
      [
        [0, tip + 26 + sleeve],
        [5.6, tip + 26 + sleeve],
        [5, tip + 34 + sleeve, 2],
        [0, tip + 34 + sleeve],
      ],
      m.rubber,
    ),
  );
}

/** Laid with its tip towards us on the right, four wires in a loop to a plug. */
function oxygenSensor() {
  const wires = ['#e4e3de', '#e4e3de', '#2a2b2d', '#8b8f92'].map((color, index) => {
    const shift = (index - 1.5) * 2.3;
    return tube(
      [
        [-54, 11, shift * 0.5],
        [-70, 10.5, shift],
        [-92, 5 + Math.abs(shift) * 0.4, -16 + shift],
        [-74, 3 + index * 0.8, -44 - shift],
        [-36, 4 + index * 0.6, -50 - shift],
        [-10, 10, -44 - shift * 0.6],
      ],
      1.45,
      m.variant(m.insulation, { color }),
    );
  });
  return tilted(
    group(
      moved(tilted(exhaustProbe({ tip: 16, sleeve: 30 }), 0, 0, 90), 22, 11, 0),
      wires,
      moved(tilted(connector({ width: 26, height: 20, depth: 34, pins: 2, rows: 2 }), 0, 74), 4, 10, -40),
    ),
    0,
    6,
  );
}

/** The same kind of probe, but on an armoured cable to its own box of electronics. */
function noxSensor() {
  const cable = tube(
    [
      [-33, 11, 46],
      [-64, 10, 42],
      [-96, 5, 18],
      [-92, 5, -30],
      [-62, 12, -42],
      [-32, 17, -40],
    ],
    4.6,
    m.insulation,
  );
  const unit = group(
    moved(box(84, 26, 62, m.plasticBlack, 4), 0, 17, 0),
    slab(rectangle(112, 40, 8), 5, m.plasticBlack, { holes: [hole(4, -49, 0), hole(4, 49, 0)], bevel: 0.8 }),
    [-49, 49].map((x) => moved(cylinder(6, 6, m.brass, { bore: 4 }), x, 0, 0)),
    moved(
      tilted(
        label({
          width: 62,
          height: 34,
          title: 'NOx SENSOR',
          ground: '#d9dbdc',
          size: 0.34,
          lines: ['12 V  CAN', 'After SCR'],
        }),
        -90,
      ),
      -2,
      30.2,
      2,
    ),
    moved(connector({ width: 40, height: 19, depth: 28, pins: 5 }), 6, 17, 42),
    moved(alongX(cylinder(7, 14, m.rubber)), -54, 17, 0),
  );
  return tilted(
    group(
      moved(tilted(exhaustProbe({ tip: 20, sleeve: 22 }), 0, 0, 90), 40, 11, 46),
      cable,
      moved(unit, 18, 0, -40),
    ),
    0,
    4,
  );
}

/** A short inductive pick-up: magnet tip, O-ring, screw eye, plug at the end of its lead. */
function crankshaftSensor() {
  const body = group(
    moved(cylinder(4, 3, m.steel), 0, -2.6, 0),
    cylinder(8.8, 26, m.plasticBlack, { rounding: 1 }),
    moved(torus(8.6, 1.7, m.rubberBrown), 0, 20, 0),
    moved(cylinder(10.6, 5, m.plasticBlack), 0, 23, 0),
    moved(
      slab(
        laidAround([
          [0, 0, 13],
          [24, 0, 9],
        ]),
        7,
        m.plasticBlack,
        { holes: [hole(4.6, 24, 0)], bevel: 0.8 },
      ),
      0,
      28,
      0,
    ),
    moved(cylinder(5.6, 7.6, m.brass, { bore: 3.6 }), 24, 27.7, 0),
    moved(box(19, 20, 19, m.plasticBlack, 3), 0, 43, 0),
    moved(alongZ(cylinder(6, 16, m.plasticBlack)), 0, 45, -22),
  );
  const lead = tube(
    [
      [0, 45, -14],
      [0, 45, -26],
      [-8, 36, -44],
      [-42, 6, -54],
      [-76, 4, -34],
      [-72, 4, 2],
      [-48, 5, 16],
      [-34, 8, 26],
    ],
    3.4,
    m.insulation,
  );
  return tilted(
    group(
      moved(body, 0, 2.6, 0),
      lead,
      moved(tilted(connector({ width: 24, height: 16, depth: 28, pins: 3 }), 0, 48), -24, 8.5, 36),
    ),
    0,
    8,
  );
}

const DUCT = { radius: 40, length: 92 };

/** A measuring pipe with its grid, and the plug-in sensor on top. */
function massAirFlowSensor() {
  const { radius, length } = DUCT;
  const pipe = turned(
    [
      [radius - 3, 0],
      [radius, 0],
      [radius, 14],
      [radius + 1.5, 15],
      [radius + 1.5, 18],
      [radius + 0.5, 19],
      [radius + 0.5, length - 16],
      [radius + 3, length - 14],
      [radius + 3, length],
      [radius - 3, length],
    ],
    m.plasticBlack,
  );
  const mesh = group(
    row(15, [5, 0, 0], (index) =>
      box(0.9, 2 * Math.sqrt((radius - 3) ** 2 - ((index - 7) * 5) ** 2), 3, m.zinc, 0.2),
    ),
    row(15, [0, 5, 0], (index) =>
      box(2 * Math.sqrt((radius - 3) ** 2 - ((index - 7) * 5) ** 2), 0.9, 3, m.zinc, 0.2),
    ),
  );
  const rim = plate(rectangle(106, 98, 16), 7, m.plasticBlack, {
    holes: [hole(radius - 3), ...[-1, 1].flatMap((x) => [-1, 1].map((y) => hole(3.4, x * 43, y * 39)))],
    bevel: 1,
  });
  const sensor = group(
    box(46, 10, 40, m.plasticBlack, 2.5),
    moved(box(34, 12, 30, m.plasticBlack, 3), 0, 9, 0),
    [-18, 18].map((x) => moved(cylinder(3.6, 2, m.zinc), x, 5, 0)),
    moved(connector({ width: 34, height: 18, depth: 26, pins: 5 }), 0, 13, 22),
    moved(
      tilted(label({ width: 26, height: 12, title: 'AIR FLOW', ground: '#d9dbdc', size: 0.6 }), -90),
      0,
      15.2,
      -6,
    ),
  );
  return tilted(
    group(
      moved(alongZ(pipe), 0, 0, -length / 2),
      moved(rim, 0, 0, length / 2 - 6),
      moved(mesh, 0, 0, length / 2 - 8),
      // The sensor's own finger in the stream of air.
      moved(box(14, 46, 10, m.plasticBlack, 2), 0, 18, length / 2 - 40),
      moved(tilted(sensor, 0, 90), 0, radius + 5, -10),
    ),
    0,
    -14,
  );
}

export default {
  'oxygen-sensor': oxygenSensor,
  'nox-sensor': noxSensor,
  'crankshaft-sensor': crankshaftSensor,
  'mass-air-flow-sensor': massAirFlowSensor,
};
