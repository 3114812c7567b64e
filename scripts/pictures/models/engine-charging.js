/** Charging and exhaust gas: turbocharger, charge air cooler, EGR valve. Millimetres. */

import { finnedCore } from '../kit/exchangers.js';
import { bolt, connector, hexBlock } from '../kit/fittings.js';
import { lofted, sectionAcross } from '../kit/lofts.js';
import * as m from '../kit/materials.js';
import { hole, around as laidAround, rectangle } from '../kit/outlines.js';
import { alongZ, around, group, moved, tilted } from '../kit/placing.js';
import { box, cylinder, plate, slab, tube, turned } from '../kit/shapes.js';

const SCROLL_STEPS = 72;
const RING_POINTS = 32;

/**
 * A spiral housing about z: a round passage that grows on its way round and leaves straight on.
 *
 * @param {{ inner: number, from: number, to: number, outlet: number }} size radius of the axis' free space, radii of the
 *   passage at its beginning and end, length of the straight outlet
 */
function scroll({ inner, from, to, outlet }, material) {
  const rings = [];
  const ringAt = (angle, passage, straight) => {
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
    const radius = inner + passage;
    return Array.from({ length: RING_POINTS }, (_, index) => {
      const round = (index / RING_POINTS) * Math.PI * 2;
      const out = radius + Math.cos(round) * passage;
      return [cos * out - sin * straight, sin * out + cos * straight, -Math.sin(round) * passage];
    });
  };
  for (let step = 0; step <= SCROLL_STEPS; step += 1) {
    const share = step / SCROLL_STEPS;
    rings.push(ringAt(share * Math.PI * 2, from + (to - from) * share, 0));
  }
  rings.push(ringAt(Math.PI * 2, to * 1.02, outlet));
  return lofted(rings, material);
}

/** Where a scroll's outlet ends: its mouth's middle, opening towards +y before the whole is turned. */
const mouthOf = ({ inner, to, outlet }, thing) => moved(thing, inner + to, outlet, 0);

function compressorWheel() {
  const blade = (length) =>
    tilted(
      moved(plate(rectangle(length, 20, 3), 1.2, m.polishedAluminium, { twistDeg: 0 }), length / 2 + 5, 0, 0),
      58,
      0,
      0,
    );
  return group(
    alongZ(
      turned(
        [
          [0, -14],
          [24, -14],
          [12, -6, 6],
          [7, 6, 4],
          [6, 14],
          [0, 14],
        ],
        m.polishedAluminium,
      ),
    ),
    around(7, 0, () => blade(19), { axis: 'z' }),
    around(7, 0, () => blade(13), { axis: 'z', fromDeg: 26 }),
    moved(alongZ(hexBlock(9, 6, m.steel)), 0, 0, 13),
  );
}

function turbocharger() {
  const cold = { inner: 20, from: 8, to: 21, outlet: 62 };
  const hot = { inner: 18, from: 11, to: 22, outlet: 46 };
  const compressor = group(
    tilted(
      group(
        scroll(cold, m.castAluminium),
        mouthOf(cold, moved(cylinder(24.5, 5, m.castAluminium, { bore: 18 }), 0, -22, 0)),
        mouthOf(cold, moved(cylinder(22.5, 8, m.machinedSteel, { bore: 18.5, rounding: 1 }), 0, -4, 0)),
        mouthOf(cold, moved(cylinder(18.4, 1, m.darkIron), 0, 0.6, 0)),
      ),
      0,
      0,
      -72,
    ),
    alongZ(
      turned(
        [
          [25, -16],
          [42, -16],
          [44, 0, 6],
          [34, 18, 10],
          [31, 46],
          [33.5, 48, 1],
          [33.5, 53, 1],
          [31, 55],
          [29, 55],
          [24.5, 34, 12],
          [24.5, 0],
        ],
        m.castAluminium,
      ),
    ),
    alongZ(moved(cylinder(27, 2, m.darkIron), 0, -8, 0)),
    moved(compressorWheel(), 0, 0, 30),
    alongZ(moved(cylinder(54, 10, m.castAluminium, { rounding: 2 }), 0, -30, 0)),
    around(6, 49, () => moved(alongZ(tilted(bolt(3, 3, m.zinc), 0, 20)), 0, 0, -20), {
      axis: 'z',
      fromDeg: 10,
    }),
  );
  const middle = group(
    alongZ(
      turned(
        [
          [0, -82],
          [44, -82],
          [44, -74],
          [30, -70, 6],
          [27, -46, 6],
          [40, -30],
          [40, -26],
          [0, -26],
        ],
        m.castIron,
      ),
    ),
    // Oil comes in from above and leaves below through a flange.
    moved(cylinder(11, 34, m.castIron, { rounding: 1.5 }), 0, 8, -52),
    moved(hexBlock(19, 7, m.zinc), 0, 42, -52),
    moved(box(34, 34, 30, m.castIron, 4), 0, -24, -52),
    moved(
      slab(
        laidAround([
          [-18, 0, 8],
          [18, 0, 8],
          [0, 0, 13],
        ]),
        8,
        m.castIron,
        { holes: [hole(3, -19, 0), hole(3, 19, 0)] },
      ),
      0,
      -46,
      -52,
    ),
  );
  const turbine = moved(
    group(
      tilted(
        group(
          scroll(hot, m.castIron),
          mouthOf(
            hot,
            moved(
              slab(rectangle(76, 66, 9), 12, m.castIron, {
                holes: [hole(19), ...[-1, 1].flatMap((x) => [-1, 1].map((y) => hole(4.4, x * 29, y * 24)))],
                bevel: 1.5,
              }),
              0,
              -6,
              0,
            ),
          ),
        ),
        0,
        0,
        196,
      ),
      alongZ(
        turned(
          [
            [0, -34],
            [34, -34, 3],
            [38, -10, 8],
            [38, 16, 4],
            [0, 16],
          ],
          m.castIron,
        ),
      ),
      alongZ(moved(cylinder(44, 9, m.castIron, { bore: 26, rounding: 1.5 }), 0, -42, 0)),
    ),
    0,
    0,
    -104,
  );
  const clampRing = alongZ(
    moved(
      turned(
        [
          [42, -6],
          [48, -6],
          [51, 0, 2],
          [48, 6],
          [42, 6],
        ],
        m.steel,
      ),
      0,
      -84,
      0,
    ),
  );
  // The wastegate's actuator: a can on a bracket, its rod leading back to the turbine's lever.
  const actuator = group(
    alongZ(
      group(
        turned(
          [
            [0, -22],
            [14, -22, 2],
            [24, -10, 4],
            [24, -2],
            [27, 0, 0.6],
            [27, 3, 0.6],
            [24, 5],
            [23, 18, 6],
            [0, 20],
          ],
          m.yellowChromate,
        ),
        moved(cylinder(4, 18, m.brass, { bore: 2.4 }), 0, 18, 0),
        moved(cylinder(3, 76, m.zinc), 0, -94, 0),
      ),
    ),
    moved(box(10, 34, 8, m.zinc, 2), -2, -30, -24),
    moved(box(30, 6, 40, m.zinc, 2), -8, -24, -14),
    moved(box(9, 62, 7, m.zinc, 2), 0, -24, -88),
    moved(tilted(bolt(3, 5, m.zinc), 0, 0, -90), 6, 0, -88),
  );
  return tilted(group(compressor, middle, turbine, clampRing, moved(actuator, 40, 66, -24)), 0, -20);
}

/** Core of bars and plates between two cast tanks with pipes that point up to us. */
function chargeAirCooler() {
  const [width, height, depth] = [420, 180, 60];
  const tank = (side) => {
    const at = (share) => side * (width / 2 + share * 92);
    const order = side > 0 ? [0, 0.2, 0.4, 0.6, 0.8, 1] : [1, 0.8, 0.6, 0.4, 0.2, 0];
    return group(
      lofted(
        order.map((share) =>
          sectionAcross({
            x: at(share),
            width: (depth + 8) * (1 - share ** 3 * 0.4),
            height: (height + 4) * (1 - share ** 2 * 0.62),
            y: share ** 2 * -24,
            power: 6 - share * 3,
          }),
        ),
        m.castAluminium,
      ),
      // The pipe leaves forward and carries a bead against the hose's slipping.
      moved(
        alongZ(
          turned(
            [
              [25, 0],
              [29, 0],
              [29, 44],
              [31.5, 48, 1.5],
              [29, 52],
              [29, 60],
              [25.5, 60],
            ],
            m.castAluminium,
          ),
        ),
        at(0.6),
        -12,
        10,
      ),
      moved(alongZ(cylinder(26, 4, m.darkIron)), at(0.6), -12, 40),
      moved(box(14, height + 10, depth + 14, m.castAluminium, 3), side * (width / 2 + 2), 0, 0),
      moved(
        tilted(
          slab(
            laidAround([
              [0, 0, 12],
              [0, 26, 10],
            ]),
            8,
            m.castAluminium,
            { holes: [hole(5, 0, 26)], bevel: 1 },
          ),
          90,
        ),
        at(0.2),
        height / 2 + 4,
        4,
      ),
    );
  };
  return tilted(
    group(
      finnedCore({ width, height: height - 12, depth, tubes: 9, fins: 74 }),
      [-1, 1].map((side) => moved(box(width, 6, depth + 2, m.aluminium, 1.5), 0, side * (height / 2 - 4), 0)),
      tank(-1),
      tank(1),
    ),
    0,
    4,
  );
}

/** Cast body with an exhaust flange, an electric head with its plug. */
function egrValve() {
  const flange = (width, height, bore, material, thickness = 10) =>
    plate(rectangle(width, height, 10), thickness, material, {
      holes: [
        hole(bore),
        ...[-1, 1].flatMap((x) =>
          [-1, 1].map((y) => hole(4.2, (x * (width - 19)) / 2, (y * (height - 19)) / 2)),
        ),
      ],
      bevel: thickness * 0.14,
    });
  const body = group(
    moved(cylinder(31, 62, m.castAluminium, { rounding: 4 }), 0, -18, 0),
    moved(cylinder(36, 10, m.castAluminium, { rounding: 2 }), 0, 36, 0),
    alongZ(cylinder(25, 48, m.castAluminium, { bore: 18 })),
    moved(alongZ(cylinder(18.4, 2, m.darkIron)), 0, 0, 26),
    // The valve's plate shows in the passage.
    moved(tilted(cylinder(17, 2.4, m.steel), 72), 0, 0, 38),
    moved(flange(86, 74, 18, m.castAluminium), 0, 0, 50),
    moved(flange(84, 72, 19, m.gasketGraphite, 1.4), 0, 0, 55.8),
    tube(
      [
        [0, -14, 0],
        [0, -36, 0],
        [-52, -36, -6],
        [-70, -36, -6],
      ],
      20,
      m.castAluminium,
      { bend: 24, bore: 16, sides: 36 },
    ),
    moved(tilted(flange(72, 62, 16, m.castIron), 0, 90), -74, -36, -6),
    moved(cylinder(24, 10, m.castAluminium, { rounding: 3 }), 0, -46, 0),
    // Cooling ribs keep the motor from the heat.
    [44, 50, 56].map((y) => moved(cylinder(34, 2.6, m.castAluminium, { rounding: 1 }), 0, y, 0)),
    moved(cylinder(28, 18, m.castAluminium), 0, 44, 0),
  );
  const head = group(
    cylinder(35, 8, m.plasticBlack, { rounding: 1.5 }),
    moved(cylinder(30, 46, m.plasticBlack, { rounding: 5 }), 0, 6, 0),
    around(10, 30, () => moved(box(2.6, 36, 4, m.plasticBlack, 1), 0, 27, 0)),
    around(3, 33, () => group(cylinder(6.4, 9, m.plasticBlack), moved(bolt(3, 3, m.zinc), 0, 9, 0)), {
      fromDeg: 20,
    }),
    moved(box(26, 22, 26, m.plasticBlack, 4), 0, 34, 26),
    moved(connector({ width: 30, height: 20, depth: 28, pins: 5 }), 0, 34, 48),
  );
  return tilted(group(body, moved(tilted(head, 0, 52), 0, 62, 0)), 0, -6);
}

export default { turbocharger, 'charge-air-cooler': chargeAirCooler, 'egr-valve': egrValve };
