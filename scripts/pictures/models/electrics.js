/** What starts an engine and what charges its battery. Millimetres. */

import { ribbedPulley } from '../kit/drives.js';
import { bolt, connector, nut, thread, washer } from '../kit/fittings.js';
import { label } from '../kit/lettering.js';
import * as m from '../kit/materials.js';
import { circle, hole, holeOf, around as laidAround, sector, toothed } from '../kit/outlines.js';
import { alongX, alongZ, around, group, moved, row, tilted } from '../kit/placing.js';
import { box, cylinder, plate, slab, tube, turned } from '../kit/shapes.js';

/** A sealed 12 V battery with round posts and a strap to carry it by. */
function battery() {
  const [width, height, depth] = [278, 168, 175];
  const lid = m.variant(m.plasticBlack, { color: '#2d3134' });
  const post = (x, colour) =>
    moved(
      group(
        cylinder(22, 6, colour),
        turned(
          [
            [0, 4],
            [17, 4],
            [17, 9],
            [12, 10],
            [10, 30, 2],
            [0, 30],
          ],
          m.lead,
        ),
      ),
      x,
      height + 18,
      52,
    );
  const vent = () =>
    group(cylinder(8.5, 2.4, lid, { rounding: 0.6 }), moved(box(10, 1, 2.4, m.plasticGloss, 0.4), 0, 2.6, 0));
  const strap = tube(
    [
      [-112, height + 10, -64],
      [-104, height + 38, -68],
      [-84, height + 48, -70],
      [84, height + 48, -70],
      [104, height + 38, -68],
      [112, height + 10, -64],
    ],
    5.5,
    m.plasticGloss,
  );
  return tilted(
    group(
      moved(box(width, height, depth, m.plasticBlack, 5), 0, height / 2, 0),
      moved(box(width + 9, 16, depth + 9, m.plasticBlack, 4), 0, 8, 0),
      moved(
        row(13, [0, 0, 11.4], () => box(3, 96, 4.5, m.plasticBlack, 1.2)),
        width / 2,
        82,
        0,
      ),
      moved(box(width + 5, 20, depth + 5, lid, 5), 0, height + 7, 0),
      moved(box(width - 22, 16, 84, lid, 5), 0, height + 20, -32),
      moved(row(6, [37, 0, 0], vent), 0, height + 28, -34),
      post(-104, m.plasticBlack),
      post(104, m.plasticRed),
      strap,
      moved(
        label({
          width: 226,
          height: 112,
          title: 'STARTER BATTERY',
          band: '#15181a',
          size: 0.32,
          lines: ['12 V    70 A·h    760 A', 'AGM, sealed    Hold-down B13'],
        }),
        -6,
        height * 0.5 + 4,
        depth / 2 + 0.4,
      ),
    ),
    0,
    4,
  );
}

const ALTERNATOR_RADIUS = 64;

/** A die-cast end of an alternator standing on y = 0, its slotted end up. */
function ventedBell() {
  const slots = Array.from({ length: 16 }, (_, index) =>
    holeOf(sector(27, 49, index * 22.5, index * 22.5 + 14)),
  );
  return group(
    cylinder(ALTERNATOR_RADIUS, 7, m.castAluminium, { bore: 57, rounding: 1 }),
    around(28, 60.5, () => moved(box(7, 26, 5, m.castAluminium, 1), 0, 15, 0)),
    turned(
      [
        [48, 25],
        [ALTERNATOR_RADIUS, 25, 1],
        [ALTERNATOR_RADIUS, 31, 5],
        [56, 38, 2],
        [48, 38],
      ],
      m.castAluminium,
    ),
    moved(slab(circle(52), 6, m.castAluminium, { holes: slots, bevel: 0.8 }), 0, 32, 0),
    turned(
      [
        [0, 36],
        [29, 36],
        [27, 43, 2],
        [19, 44],
        [19, 41],
        [0, 41],
      ],
      m.castAluminium,
    ),
    // Windings and the rotor's fan, seen through the slots.
    turned(
      [
        [44, 2],
        [55, 2],
        [55, 22, 4],
        [44, 22],
      ],
      m.copper,
    ),
    cylinder(42, 26, m.darkIron),
    around(11, 36, () => moved(tilted(box(17, 3, 1.6, m.zinc), 0, 30), 0, 27, 0)),
  );
}

/** A fixing ear with a steel bush, reaching out along x from an alternator's body, its hole along y. */
function ear(reach, length) {
  return group(
    slab(
      laidAround([
        [46, 0, 22],
        [reach, 0, 12],
      ]),
      length,
      m.castAluminium,
      { holes: [hole(6.2, reach, 0)], bevel: 1.6 },
    ),
    moved(cylinder(8.5, length + 3, m.steel, { bore: 5.4 }), reach, -1.5, 0),
  );
}

function alternator() {
  const throughBolts = around(
    4,
    67,
    () => group(cylinder(6.5, 84, m.castAluminium, { rounding: 1.5 }), moved(bolt(2.9, 4, m.zinc), 0, 84, 0)),
    { fromDeg: 45 },
  );
  const body = group(
    turned(
      [
        [0, -20],
        [48, -20, 6],
        [58, -6, 6],
        [58, 16],
        [0, 16],
      ],
      m.plasticBlack,
    ),
    moved(tilted(ventedBell(), 180), 0, 50, 0),
    moved(cylinder(66, 26, m.lathed(m.galvanised, 'y', 0.3)), 0, 50, 0),
    moved(ventedBell(), 0, 76, 0),
    moved(throughBolts, 0, 22, 0),
    moved(tilted(ear(88, 15), 0, 90), 0, 92, 0),
    moved(tilted(ear(82, 40), 0, 262), 0, 66, 0),
    moved(ear(80, 15), 0, 92, 0),
    moved(cylinder(12, 16, m.steel), 0, 116, 0),
    moved(ribbedPulley({ radius: 27, ribs: 6, bore: 13 }, m.steel), 0, 138, 0),
    moved(cylinder(14, 4, m.darkIron), 0, 130, 0),
    moved(nut(8.5, m.zinc, 11), 0, 142, 0),
    moved(cylinder(8.2, 14, m.steel), 0, 142, 0),
    // The voltage regulator's plug and the output stud with its red cap.
    moved(tilted(connector({ width: 30, height: 17, depth: 26, pins: 3 }), -90, 0, 0), -14, 2, -60),
    moved(tilted(thread(4, 22, m.copper), 0, 0, 90), -56, 0, 20),
  );
  return tilted(alongZ(body), 0, -16);
}

const STARTER = { radius: 38, length: 112 };

function starterMotor() {
  const { radius, length } = STARTER;
  const solenoidAt = -(radius + 27);
  const motor = group(
    turned(
      [
        [0, -22],
        [14, -22, 1],
        [14, -16, 1],
        [radius - 5, -14, 4],
        [radius + 1, -4],
        [radius + 1, 4],
        [0, 4],
      ],
      m.castAluminium,
    ),
    cylinder(radius, length, m.paintBlack, { rounding: 1 }),
    moved(cylinder(radius + 0.5, 3, m.zinc), 0, 30, 0),
    around(2, 27, () => moved(tilted(bolt(3, 4, m.zinc), 180), 0, -13, 0), { fromDeg: 20 }),
  );
  const solenoid = group(
    moved(cylinder(25, 68, m.zinc, { rounding: 1.2 }), 0, 34, 0),
    moved(cylinder(25.6, 7, m.zinc, { rounding: 1 }), 0, 34, 0),
    turned(
      [
        [0, 12],
        [19, 12, 3],
        [23, 20],
        [23, 36],
        [0, 36],
      ],
      m.plasticBlack,
    ),
    [-10, 10].map((z) =>
      moved(
        tilted(group(moved(thread(4, 20, m.copper), 0, -2, 0), nut(4, m.copper, 5), washer(4.5)), 180),
        2,
        12,
        z,
      ),
    ),
    moved(box(8, 14, 2, m.brass), -14, 8, 0),
  );
  const mouth = laidAround([
    [0, 0, radius + 4],
    [solenoidAt, 0, 29],
  ]);
  const earsAt = [
    [46, 34],
    [-58, -44],
  ];
  const flange = polygonFlange(earsAt);
  const nose = group(
    turned(
      [
        [0, 0],
        [32, 0],
        [31, 14, 4],
        [20, 26, 4],
        [19, 34, 1],
        [0, 34],
      ],
      m.castAluminium,
    ),
    moved(cylinder(9, 50, m.polishedSteel), 0, 30, 0),
    moved(cylinder(14, 7, m.hardenedSteel), 0, 36, 0),
    moved(slab(toothed(10, 12.4, 17.4), 22, m.hardenedSteel, { bevel: 0.8, holes: [] }), 0, 42, 0),
    moved(cylinder(7, 10, m.polishedSteel, { rounding: 2 }), 0, 74, 0),
  );
  return tilted(
    alongX(
      group(
        motor,
        moved(solenoid, solenoidAt, 0, 0),
        moved(slab(mouth, 20, m.castAluminium, { bevel: 2.5 }), 0, length - 10, 0),
        moved(flange, 0, length + 8, 0),
        moved(nose, 0, length + 19, 0),
        // The lead from the solenoid to the motor's brushes.
        tube(
          [
            [solenoidAt + 2, 4, 10],
            [solenoidAt + 12, -3, 22],
            [-radius + 4, 2, 26],
            [-radius + 12, 14, 27],
          ],
          4.2,
          m.copper,
        ),
      ),
    ),
    0,
    -16,
  );
}

/** The plate that meets the gearbox, with its two bolt eyes. */
function polygonFlange(earsAt) {
  const eye = ([x, z]) => hole(6, x, -z);
  return slab(laidAround([[0, 0, 42], ...earsAt.map(([x, z]) => [x, -z, 14])]), 12, m.castAluminium, {
    holes: earsAt.map(eye),
    bevel: 1.6,
  });
}

function regulatorRectifier() {
  const [width, depth] = [92, 66];
  const anodised = m.variant(m.paintSatinBlack, { color: '#303336', metalness: 0.55, roughness: 0.4 });
  const base = slab(
    laidAround([
      [-52, 0, 12],
      [52, 0, 12],
      [-36, 24, 9],
      [36, 24, 9],
      [-36, -24, 9],
      [36, -24, 9],
    ]),
    9,
    anodised,
    { holes: [hole(4.2, -54, 0), hole(4.2, 54, 0)], bevel: 1.2 },
  );
  const ribs = moved(
    row(13, [6.6, 0, 0], () => box(2.6, 22, depth, anodised, 0.9)),
    0,
    18,
    0,
  );
  const wire = (index, colour) =>
    tube(
      [
        [-18 + index * 7, 6, 30],
        [-18 + index * 7, 5, 44],
        [-26 + index * 6, 3.2, 62],
        [-22 + index * 4.4, 7, 88],
        [-22 + index * 4.4, 8, 100],
      ],
      2,
      colour,
    );
  const insulation = (color) => m.variant(m.insulation, { color });
  const colours = ['#d8b21f', '#d8b21f', '#d8b21f', '#9c2a24', '#1c1d1f', '#3a7d48'].map(insulation);
  return tilted(
    group(
      base,
      ribs,
      moved(box(width - 4, 6, depth - 2, anodised, 2), 0, 10, 0),
      colours.map((colour, index) => wire(index, colour)),
      moved(connector({ width: 34, height: 16, depth: 26, pins: 3, rows: 2 }, m.plasticNatural), -11, 8, 108),
    ),
    0,
    14,
  );
}

const STATOR_POLES = 18;

/** One pole with its winding, pointing along x from the ring that it stands on. */
function statorPole() {
  const wound = m.variant(m.copper, { color: '#b9682f', roughness: 0.36 });
  return group(
    moved(box(26, 8, 16, m.darkIron), 3, 0, 0),
    row(9, [1.9, 0, 0], () => box(1.75, 11.4, 22, wound, 0.85)),
    moved(box(4, 16.6, 18, m.galvanised, 1.2), 11.5, 0, 0),
  );
}

function stator() {
  const core = plate(circle(36), 18, m.galvanised, {
    holes: [hole(24), hole(3.2, 0, 30), hole(3.2, 26, -15), hole(3.2, -26, -15)],
    bevel: 0.6,
  });
  const sleeve = tube(
    [
      [40, -24, 4],
      [60, -42, 10],
      [78, -53, 16],
      [88, -55, 34],
      [87, -55, 46],
    ],
    4.4,
    m.insulation,
  );
  const lead = (offset) =>
    tube(
      [
        [87 + offset * 0.5, -55, 42],
        [86 + offset, -55, 54],
        [84 + offset, -55, 68],
      ],
      1.9,
      m.variant(m.insulation, { color: '#d8b21f' }),
    );
  return tilted(
    group(
      tilted(group(core, around(STATOR_POLES, 46, statorPole, { axis: 'z' })), 0, 0, 4),
      sleeve,
      [-4, 0, 4].map(lead),
      moved(connector({ width: 20, height: 13, depth: 22, pins: 3 }, m.plasticNatural), 84, -55, 76),
    ),
    -16,
    8,
  );
}

export default {
  battery,
  alternator,
  'starter-motor': starterMotor,
  'regulator-rectifier': regulatorRectifier,
  stator,
};
