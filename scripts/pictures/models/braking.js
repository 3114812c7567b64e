/** Brakes of cars: what turns and what rubs on it. */

import { rivet } from '../kit/fittings.js';
import * as m from '../kit/materials.js';
import { circle, hole, holesAround, polygon, sector } from '../kit/outlines.js';
import { alongX, alongZ, around, group, moved, pair, tilted } from '../kit/placing.js';
import { box, cylinder, Line, plate, slab, tube, tubeAlong, turned } from '../kit/shapes.js';

/** Dark dots where wheel bolts go through a solid hub. */
const boltHoles = (count, onRadius, radius, fromDeg) =>
  around(count, onRadius, () => alongZ(cylinder(radius, 0.8, m.darkIron, { rounding: 0.1 })), {
    axis: 'z',
    fromDeg,
  });

/** A ventilated, drilled disc, its hat towards us. */
function brakeDisc() {
  const radius = 160;
  const face = m.lathed(m.steel, 'z', 0.11);
  const drilled = () => [0, 1, 2].flatMap((ring) => holesAround(20, 108 + ring * 19, 3.2, ring * 5.4, 12));
  const ring = () =>
    plate(circle(radius), 9, face, {
      holes: [hole(88, 0, 0, 80), ...drilled()],
      bevel: 1,
      curveSegments: 96,
    });
  const vane = () => box(58, 5, 12, m.darkIron);
  const hat = turned(
    [
      [70, -4],
      [92, -4],
      [92, 6],
      [88, 16, 6],
      [88, 44, 5],
      [33, 44, 1.5],
      [33, 37, 1.5],
      [70, 37],
    ],
    m.geomet,
  );
  return tilted(
    group(
      moved(ring(), 0, 0, 10),
      moved(ring(), 0, 0, -10),
      around(44, 126, vane, { axis: 'z' }),
      alongZ(hat),
      moved(boltHoles(5, 58, 8, 18), 0, 0, 43.5),
    ),
    -4,
    50,
  );
}

/** A drum with its closed side towards us. */
function brakeDrum() {
  const shell = turned(
    [
      [30, 66],
      [78, 66, 3],
      [82, 60, 2],
      [104, 60, 8],
      [118, 54, 6],
      [124, 44],
      [124, 12, 3],
      [134, 10, 2],
      [134, -8, 2],
      [115, -8],
      [115, 46, 6],
      [100, 52],
      [30, 54],
    ],
    m.castIron,
    { segments: 144 },
  );
  const groove = (y) =>
    moved(
      turned(
        [
          [123, 0],
          [125.5, 0],
          [125.5, 4],
          [123, 4],
        ],
        m.machinedSteel,
        { segments: 144 },
      ),
      0,
      y,
      0,
    );
  const seat = turned(
    [
      [31, 66],
      [74, 66],
      [74, 66.8],
      [31, 66.8],
    ],
    m.machinedSteel,
  );
  return tilted(
    group(
      alongZ(group(shell, seat, groove(20), groove(32))),
      moved(boltHoles(5, 54, 7.5, 90), 0, 0, 66.4),
      moved(boltHoles(2, 54, 4.5, 54), 0, 0, 66.4),
    ),
    -4,
    46,
  );
}

/** One pad standing on its lower edge: lining to the front, plate behind. */
function brakePad({ withSensor = false } = {}) {
  const plateOutline = () =>
    polygon(
      [
        [-66, 0],
        [-50, 4],
        [0, 9],
        [50, 4],
        [66, 0],
        [68, 18],
        [80, 20],
        [80, 36],
        [69, 38],
        [64, 54],
        [34, 62],
        [0, 65],
        [-34, 62],
        [-64, 54],
        [-69, 38],
        [-80, 36],
        [-80, 20],
        [-68, 18],
      ],
      4,
    );
  const half = (side) =>
    polygon(
      [
        [side * 2, 12],
        [side * 46, 9],
        [side * 56, 14],
        [side * 55, 46],
        [side * 46, 54],
        [side * 2, 59],
      ],
      3,
    );
  const shim = polygon(
    [
      [-56, 8],
      [0, 13],
      [56, 8],
      [58, 50],
      [30, 58],
      [0, 60],
      [-30, 58],
      [-58, 50],
    ],
    4,
  );
  return group(
    plate(plateOutline(), 6, m.paintSatinBlack, { bevel: 0.8 }),
    [-1, 1].map((side) => moved(plate(half(side), 12, m.frictionLining, { bevel: 1.6 }), 0, 0, 9)),
    moved(plate(shim, 0.8, m.zinc, { bevel: 0.2 }), 0, 0, -3.4),
    [-26, 26].map((x) => moved(tilted(rivet(4.5, m.zinc), -90), x, 34, -3.8)),
    withSensor &&
      moved(
        plate(
          polygon(
            [
              [-4, 0],
              [4, 0],
              [4, 30],
              [-4, 30],
            ],
            1,
          ),
          1.2,
          m.springSteel,
        ),
        44,
        46,
        -4.6,
      ),
  );
}

function brakePadSet() {
  const front = () => tilted(brakePad(), -14);
  const back = () => tilted(brakePad({ withSensor: true }), -14, 180);
  return tilted(
    group(
      moved(front(), -52, 0, 62),
      moved(tilted(back(), 0, -14), 78, 0, 30),
      moved(tilted(front(), 0, 10), -74, 0, -26),
      moved(tilted(back(), 0, -6), 66, 0, -44),
    ),
    0,
    12,
  );
}

/** A curved shoe: web, rim and lining, its hollow side to the left. */
function brakeShoe() {
  const reach = 58;
  const web = sector(76, 106, -reach, reach);
  const eye = hole(5, 92 * Math.cos(0.86), 92 * Math.sin(0.86));
  const slots = [-30, 0, 28].map((deg) =>
    hole(5, 90 * Math.cos((deg * Math.PI) / 180), 90 * Math.sin((deg * Math.PI) / 180)),
  );
  const rivets = [-44, -30, -10, 10, 30, 44].flatMap((deg) =>
    [-11, 11].map((z) =>
      tilted(moved(tilted(cylinder(3.2, 0.6, m.copper), 0, 0, -90), 113.6, 0, z), 0, 0, deg),
    ),
  );
  return group(
    plate(web, 5, m.paintGrey, { bevel: 0.6, holes: [eye, ...slots] }),
    plate(sector(104, 107.5, -reach, reach), 42, m.paintGrey, { bevel: 0.5, curveSegments: 64 }),
    plate(sector(107.5, 113.6, -50, 50), 40, m.frictionLining, { bevel: 0.8, curveSegments: 64 }),
    rivets,
  );
}

/** A return spring along x with its hooks. */
function returnSpring(length) {
  const turns = 16;
  const coil = (share) => {
    const angle = share * turns * 2 * Math.PI;
    return [(share - 0.5) * length * 0.62, Math.sin(angle) * 5, Math.cos(angle) * 5];
  };
  const hook = () =>
    tube(
      [
        [length * 0.31, 0, 5],
        [length * 0.4, 0, 2],
        [length * 0.5, 0, 0],
        [length * 0.52, 4, 0],
      ],
      1.1,
      m.springSteel,
    );
  return group(tubeAlong(new Line(coil), 1.2, m.springSteel, { segments: 420, sides: 10 }), pair(hook));
}

/** Two shoes as they stand in the drum, with their springs and adjuster. */
function brakeShoeSet() {
  const adjuster = alongX(
    group(
      moved(cylinder(5, 62, m.zinc), 0, -62, 0),
      cylinder(3.6, 50, m.yellowChromate),
      moved(slab(circle(9), 5, m.zinc, { holes: [] }), 0, -2, 0),
    ),
  );
  return tilted(
    group(
      moved(brakeShoe(), 6),
      moved(tilted(brakeShoe(), 0, 180), -6),
      moved(returnSpring(150), 0, 74, 6),
      moved(returnSpring(132), 0, -80, 6),
      moved(adjuster, 6, 58, -6),
    ),
    -6,
    54,
  );
}

export default {
  'brake-disc': brakeDisc,
  'brake-drum': brakeDrum,
  'brake-pad-set': brakePadSet,
  'brake-shoe-set': brakeShoeSet,
};
