/** The coolant's way: pump, thermostat, radiator, hose. Millimetres. */

import { ribbedPulley } from '../kit/drives.js';
import { finnedCore } from '../kit/exchangers.js';
import { bolt, hose, wormClamp } from '../kit/fittings.js';
import * as m from '../kit/materials.js';
import { circle, hole, around as laidAround } from '../kit/outlines.js';
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

export default { 'water-pump': waterPump, thermostat, radiator, 'radiator-hose': radiatorHose };
