/** The coolant's way and the fans: pump, thermostat, radiator, hose. Millimetres. */

import { ribbedPulley } from '../kit/drives.js';
import { finnedCore } from '../kit/exchangers.js';
import { bolt, connector, hexBlock, hose, wormClamp } from '../kit/fittings.js';
import * as m from '../kit/materials.js';
import { circle, hole, around as laidAround, polar, rectangle } from '../kit/outlines.js';
import { alongZ, around, group, moved, row, tilted } from '../kit/placing.js';
import { box, cylinder, plate, spring, tube, turned } from '../kit/shapes.js';

/** A pump driven by the ribbed belt, seen from its pulley; the impeller shows behind the flange. */
function waterPump() {
  const eyes = [20, 85, 150, 205, 270, 330].map((angleDeg) => {
    const angle = (angleDeg * Math.PI) / 180;
    return [Math.cos(angle) * 58, Math.sin(angle) * 58];
  });
  const flange = plate(laidAround([[0, 0, 52], ...eyes.map(([x, y]) => [x, y, 11])]), 12, m.castAluminium, {
    holes: eyes.map(([x, y]) => hole(4.6, x, y)),
    bevel: 1.4,
  });
  const bosses = eyes.map(([x, y]) => moved(alongZ(cylinder(9, 8, m.machinedSteel, { bore: 4.6 })), x, y, 2));
  const gasket = plate(circle(50), 2, m.gasketPaper, { bevel: 0.2 });
  const neck = alongZ(
    turned(
      [
        [0, 0],
        [46, 0],
        [40, 10, 5],
        [27, 18, 6],
        [24, 44],
        [22, 46],
        [0, 46],
      ],
      m.castAluminium,
    ),
  );
  const ribs = around(8, 32, () => moved(box(22, 3.5, 22, m.castAluminium, 1.4), 0, 0, 10), { axis: 'z' });
  const pulley = alongZ(
    group(
      ribbedPulley({ radius: 52, ribs: 6, bore: 46 }, m.paintSatinBlack),
      turned(
        [
          [0, -4],
          [47, -4],
          [47, 0],
          [30, 1, 3],
          [26, 7, 2],
          [0, 7],
        ],
        m.paintSatinBlack,
      ),
      around(4, 17, () => moved(bolt(3.4, 3, m.zinc), 0, 7, 0), { fromDeg: 30 }),
      around(4, 37, () => moved(cylinder(5.5, 1, m.darkIron), 0, 0.6, 0)),
      moved(cylinder(8, 10, m.steel), 0, 4, 0),
    ),
  );
  const impeller = moved(
    group(
      alongZ(moved(cylinder(33, 4, m.stainless), 0, -4, 0)),
      around(7, 20, () => moved(tilted(box(26, 3, 16, m.stainless, 0.6), 0, 0, 32), 0, 0, 6), { axis: 'z' }),
      moved(alongZ(cylinder(8, 26, m.stainless)), 0, 0, -4),
    ),
    0,
    0,
    -28,
  );
  return tilted(
    group(
      flange,
      bosses,
      moved(gasket, 0, 0, -7),
      impeller,
      moved(neck, 0, 0, 5),
      moved(ribs, 0, 0, 4),
      moved(pulley, 0, 0, 58),
      // The stub for the heater's hose.
      tube(
        [
          [-34, 20, 6],
          [-62, 44, 14],
          [-92, 52, 14],
        ],
        11,
        m.castAluminium,
        { bend: 16, bore: 8 },
      ),
      moved(tilted(cylinder(12.5, 5, m.castAluminium), 0, 0, 75), -84, 50, 14),
    ),
    0,
    -26,
  );
}

/** The bare insert: brass bridge, valve plate, spring, wax capsule. */
function thermostat() {
  const plateRing = turned(
    [
      [18, 0],
      [27, 0],
      [27, 2, 0.6],
      [20, 2],
      [19, 6, 1.6],
      [16, 6],
      [16, 4],
      [18, 4],
    ],
    m.brass,
  );
  const seal = turned(
    [
      [24.6, -1],
      [28.6, -1],
      [28.6, 3],
      [24.6, 3],
    ],
    m.rubber,
    { rounding: 1.4 },
  );
  const legs = (radius, top) =>
    [0, 180].map((turn) =>
      tilted(
        tube(
          [
            [0, top, 0],
            [radius * 0.42, top - 1, 0],
            [radius, top * 0.45, 0],
            [radius, 0, 0],
          ],
          2.6,
          m.brass,
          { bend: 8 },
        ),
        0,
        turn,
      ),
    );
  return tilted(
    group(
      moved(plateRing, 0, 0, 0),
      seal,
      turned(
        [
          [0, 4],
          [16.6, 4],
          [15, 6.4, 1],
          [5, 8],
          [5, 10],
          [0, 10],
        ],
        m.brass,
      ),
      // The jiggle valve lets air through.
      moved(cylinder(1.7, 4, m.brass), 19.6, 2, 9),
      group(legs(17, 24)),
      moved(cylinder(4.4, 6, m.brass), 0, 21, 0),
      moved(cylinder(1.9, 16, m.polishedSteel), 0, 9, 0),
      moved(cylinder(8.5, 22, m.copper, { rounding: 1.6 }), 0, -24, 0),
      moved(cylinder(6, 10, m.copper, { rounding: 2 }), 0, -33, 0),
      moved(spring({ radius: 12.6, wire: 1.15, height: 22, turns: 5 }, m.springSteel), 0, -22, 0),
      moved(tilted(group(legs(17.5, 24)), 180, 90), 0, 0, 0),
      moved(cylinder(15, 2, m.brass, { bore: 8 }), 0, -24.5, 0),
    ),
    0,
    24,
    -64,
  );
}

/** A cross-flow radiator: aluminium core between two plastic tanks with their pipes. */
function radiator() {
  const [width, height, depth] = [520, 380, 26];
  const tank = (side) => {
    const outlet = side < 0 ? height * 0.34 : -height * 0.36;
    return group(
      box(44, height + 24, 46, m.plasticBlack, 8),
      row(11, [0, 36, 0], () => box(46, 4, 47.5, m.plasticBlack, 1.4)),
      // The seam where the header's tabs are folded over the tank's foot.
      moved(box(12, height + 26, 52, m.aluminium, 2), side * -26, 0, 0),
      row(26, [0, 15.4, 0], () => moved(box(9, 9, 54, m.aluminium, 1.5), side * -27, 0, 0)),
      moved(
        alongZ(
          turned(
            [
              [14, 0],
              [19, 0],
              [19, 40],
              [21, 43, 1.5],
              [19, 50],
              [14, 50],
            ],
            m.plasticBlack,
          ),
        ),
        0,
        outlet,
        16,
      ),
      [-1, 1].map((end) =>
        moved(cylinder(8, 18, m.plasticBlack, { rounding: 2 }), 0, end * (height / 2 + 14) - 9, 0),
      ),
    );
  };
  const sideFrame = (y) => moved(box(width + 6, 12, depth + 10, m.aluminium, 2), 0, y, 0);
  return tilted(
    group(
      finnedCore({ width, height: height - 16, depth, tubes: 30, fins: 130 }),
      sideFrame(height / 2 - 2),
      sideFrame(-height / 2 + 2),
      moved(tank(-1), -width / 2 - 20, 0, 0),
      moved(tank(1), width / 2 + 20, 0, 0),
      // Filler neck with its cap on the left tank, drain cock low on the right.
      moved(
        group(
          cylinder(20, 14, m.plasticBlack),
          moved(cylinder(28, 14, m.plasticBlack, { rounding: 3 }), 0, 12, 0),
          around(12, 28, () => moved(box(3, 11, 4, m.plasticBlack, 1), 0, 19, 0)),
          moved(cylinder(18, 1.6, m.plasticYellow), 0, 25.4, 0),
        ),
        -width / 2 - 20,
        height / 2 + 8,
        0,
      ),
      moved(alongZ(cylinder(9, 16, m.plasticRed, { rounding: 3 })), width / 2 + 20, -height / 2 + 26, 20),
      [-1, 1].map((x) => moved(box(26, 10, 34, m.aluminium, 2), x * 150, height / 2 + 8, 0)),
    ),
    0,
    8,
  );
}

function radiatorHose() {
  const path = [
    [-130, 24, 30],
    [-80, 24, 34],
    [-34, 40, 20],
    [0, 86, -10],
    [40, 116, -24],
    [84, 92, -10],
    [104, 26, 34],
    [104, 22, 90],
  ];
  return group(
    hose(path, 19, m.rubber, 4.5),
    moved(tilted(wormClamp(19.2, 9), 0, -40, 90), -112, 24, 31),
    moved(alongZ(tilted(wormClamp(19.2, 9), 0, 150)), 104, 22.6, 74),
    // A sleeve where the hose would rub.
    hose(
      [
        [-46, 33.5, 24],
        [-34, 40, 20],
        [-20, 55, 10.5],
      ],
      20.6,
      m.rubberGloss,
      2,
    ),
  );
}

/** One fan's wheel about z: hub and curved blades, with a ring around their tips. */
function fanWheel({ radius, hub, blades, material, ring = true }) {
  const blade = () => {
    const length = radius - hub;
    return moved(
      tilted(
        plate(
          polar((angleDeg) => {
            const angle = (angleDeg * Math.PI) / 180;
            const [a, b] = [length * 0.53, length * 0.33];
            const round =
              1 / ((Math.abs(Math.cos(angle)) / a) ** 4 + (Math.abs(Math.sin(angle)) / b) ** 4) ** 0.25;
            return round;
          }, 90),
          3,
          material,
          { bevel: 1 },
        ),
        30,
        0,
        -12,
      ),
      length / 2,
      0,
      0,
    );
  };
  return group(
    alongZ(
      turned(
        [
          [0, -14],
          [hub, -14],
          [hub, 14, 6],
          [hub * 0.55, 18, 4],
          [0, 18],
        ],
        material,
      ),
    ),
    around(blades, hub, blade, { axis: 'z' }),
    ring &&
      alongZ(
        moved(
          cylinder(radius + 3, 22, material, { bore: radius - 1, rounding: 1.5, segments: 128 }),
          0,
          -11,
          0,
        ),
      ),
  );
}

/** Electric fan in its shroud. */
function coolingFan() {
  const [width, height, radius] = [380, 360, 152];
  const shroud = plate(rectangle(width, height, 30), 10, m.plasticBlack, {
    holes: [hole(radius + 8), ...[-1, 1].flatMap((x) => [-1, 1].map((y) => hole(5, x * 172, y * 162)))],
    bevel: 2,
    curveSegments: 96,
  });
  const lip = alongZ(
    cylinder(radius + 14, 46, m.plasticBlack, { bore: radius + 8, rounding: 2, segments: 128 }),
  );
  const rim = plate(rectangle(width, height, 30), 34, m.plasticBlack, {
    holes: [rectangle(width - 10, height - 10, 26)],
    bevel: 2,
  });
  const struts = around(5, 0, () => moved(box(118, 9, 12, m.plasticBlack, 3), 104, 0, 0), {
    axis: 'z',
    fromDeg: 18,
  });
  const motor = group(
    alongZ(cylinder(47, 30, m.plasticBlack, { rounding: 3 })),
    moved(alongZ(cylinder(42, 12, m.zinc, { rounding: 4 })), 0, 0, 28),
    moved(alongZ(cylinder(12, 5, m.zinc, { rounding: 1 })), 0, 0, 39),
    around(3, 34, () => alongZ(moved(bolt(3, 4, m.zinc), 0, 38, 0)), { axis: 'z', fromDeg: 40 }),
  );
  const wheel = fanWheel({
    radius,
    hub: 54,
    blades: 7,
    material: m.variant(m.plasticBlack, { color: '#33373a' }),
  });
  return tilted(
    group(
      shroud,
      moved(rim, 0, 0, -12),
      moved(lip, 0, 0, -6),
      moved(wheel, 0, 0, 2),
      moved(struts, 0, 0, 34),
      moved(motor, 0, 0, 26),
      tube(
        [
          [38, -18, 40],
          [84, -44, 44],
          [132, -78, 42],
          [158, -118, 22],
        ],
        5,
        m.insulation,
      ),
      moved(tilted(connector({ width: 36, height: 24, depth: 32, pins: 2 }), 0, 0, 0), 158, -132, 26),
    ),
    0,
    -6,
  );
}

/** A viscous coupling: finned aluminium disc with the bimetal spring in its middle. */
function fanClutch() {
  const radius = 92;
  const body = alongZ(
    group(
      turned(
        [
          [0, -30],
          [44, -30, 4],
          [radius - 8, -16, 4],
          [radius - 4, -10],
          [radius - 4, 10],
          [0, 10],
        ],
        m.castAluminium,
      ),
      moved(cylinder(radius, 8, m.castAluminium, { rounding: 1.5, segments: 128 }), 0, -4, 0),
    ),
  );
  const fins = around(36, 61, () => box(40, 3, 18, m.castAluminium, 1.2), { axis: 'z' });
  const middle = alongZ(
    group(
      cylinder(38, 18, m.castAluminium, { rounding: 3 }),
      moved(cylinder(30, 3, m.zinc), 0, 17, 0),
      moved(box(44, 2, 7, m.steel, 0.8), 0, 28, 0),
      moved(cylinder(4, 12, m.steel), 0, 18, 0),
    ),
  );
  const turns = 4.4;
  const coil = tube(
    Array.from({ length: 90 }, (_, index) => {
      const share = index / 89;
      const angle = share * turns * Math.PI * 2;
      const r = 6 + share * 17;
      return [Math.cos(angle) * r, Math.sin(angle) * r, 0];
    }),
    1.3,
    m.brass,
    { segments: 360, sides: 10 },
  );
  const lugs = around(
    4,
    radius - 2,
    () =>
      group(
        plate(
          laidAround([
            [-10, 0, 13],
            [8, 0, 10],
          ]),
          10,
          m.castAluminium,
          {
            holes: [hole(4.4, 8, 0)],
            bevel: 1.2,
          },
        ),
      ),
    { axis: 'z', fromDeg: 45 },
  );
  const shaft = alongZ(
    group(moved(cylinder(20, 40, m.steel), 0, -74, 0), moved(hexBlock(46, 14, m.blackenedSteel), 0, -80, 0)),
  );
  return tilted(
    group(
      body,
      moved(fins, 0, 0, 14),
      moved(middle, 0, 0, 8),
      moved(coil, 0, 0, 32),
      moved(lugs, 0, 0, -6),
      shaft,
    ),
    0,
    -18,
  );
}

export default {
  'water-pump': waterPump,
  thermostat,
  radiator,
  'radiator-hose': radiatorHose,
  'cooling-fan': coolingFan,
  'fan-clutch': fanClutch,
};
