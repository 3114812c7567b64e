/** How a motorcycle's engine reaches its wheel: chain, sprockets, and both as a kit. Millimetres. */

import { loopAround, loopThrough, rollerChain } from '../kit/drives.js';
import * as m from '../kit/materials.js';
import { hole, holeOf, holesAround, polar, sector } from '../kit/outlines.js';
import { group, moved, tilted } from '../kit/placing.js';
import { plate, turned } from '../kit/shapes.js';

/** Of a chain of size 520 or 525: five eighths of an inch. */
const PITCH = 15.875;
const goldChain = { outer: m.gold, inner: m.blackenedSteel };

const pitchRadius = (teeth) => PITCH / (2 * Math.sin(Math.PI / teeth));

/** A sprocket's outline: valleys for the rollers, teeth between them, a valley at 0°. */
function sprocketOutline(teeth) {
  const root = pitchRadius(teeth) - PITCH * 0.34;
  return polar((angleDeg) => {
    const share = ((angleDeg * teeth) / 360) % 1;
    return root + Math.min(PITCH * 0.78, PITCH * Math.sin(Math.PI * share) ** 1.25);
  }, teeth * 18);
}

/** The wheel's sprocket in the plane of x and y: six bolts, and lightened between them. */
function rearSprocket(teeth, material) {
  const rim = pitchRadius(teeth) - PITCH * 1.15;
  const windows = Array.from({ length: 6 }, (_, index) =>
    holeOf(sector(rim * 0.74, rim, index * 60 + 9, index * 60 + 51)),
  );
  return plate(sprocketOutline(teeth), 7, material, {
    holes: [hole(rim * 0.46, 0, 0, 72), ...holesAround(6, rim * 0.6, 5.5), ...windows],
    bevel: 0.9,
    curveSegments: 48,
  });
}

/** The engine's sprocket in the plane of x and y, with a splined bore. */
function frontSprocket(teeth, material) {
  const splines = polar((angleDeg) => (((angleDeg * 13) / 360) % 1 < 0.5 ? 11.5 : 14), 390);
  const boss = turned(
    [
      [14.2, -6],
      [23, -6, 1],
      [23, 6, 1],
      [14.2, 6],
    ],
    material,
  );
  return group(
    plate(sprocketOutline(teeth), 8, material, { holes: [holeOf(splines, 390)], bevel: 0.9 }),
    tilted(boss, 90),
  );
}

const sprocket = () =>
  tilted(
    group(
      rearSprocket(40, m.brushed(m.variant(m.geomet, { color: '#9ea3a7', roughness: 0.4 }))),
      moved(tilted(frontSprocket(15, m.hardenedSteel), 0, 0, 9), 92, -74, 34),
    ),
    0,
    46,
  );

/** A chain as it fell: a closed loop of an even number of links. */
const FALLEN = [
  [-190, 8],
  [-150, 84],
  [-60, 96],
  [10, 62],
  [90, 92],
  [176, 70],
  [196, -10],
  [150, -82],
  [60, -64],
  [-20, -92],
  [-120, -84],
];

function driveChain() {
  const line = loopThrough(FALLEN, 70);
  // The points stand evenly; the loop is scaled until they are a pitch apart.
  const scale = PITCH / Math.hypot(line[1][0] - line[0][0], line[1][1] - line[0][1]);
  const loop = line.map(([x, y]) => [x * scale, y * scale]);
  return tilted(rollerChain(loop, { pitch: PITCH }, goldChain), -38, 24, 0);
}

/** Two sprockets and the chain around them. */
function chainKit() {
  const [rear, front] = [40, 15];
  const links = 68;
  const distance = distanceFor(links, pitchRadius(rear), pitchRadius(front));
  const line = loopAround(
    [
      [0, 0, pitchRadius(rear)],
      [distance, 0, pitchRadius(front)],
    ],
    links,
  );
  const phase = (x, radius) => {
    const [px, py] = line.find(([ax, ay]) => Math.abs(Math.hypot(ax - x, ay) - radius) < 0.6) ?? [x + 1, 0];
    return (Math.atan2(py, px - x) * 180) / Math.PI;
  };
  return tilted(
    moved(
      group(
        tilted(
          rearSprocket(rear, m.variant(m.paintSatinBlack, { roughness: 0.36, metalness: 0.4 })),
          0,
          0,
          phase(0, pitchRadius(rear)),
        ),
        moved(
          tilted(frontSprocket(front, m.hardenedSteel), 0, 0, phase(distance, pitchRadius(front))),
          distance,
        ),
        rollerChain(line, { pitch: PITCH }, goldChain),
        tilted(
          turned(
            [
              [pitchRadius(rear) * 0.37, -4],
              [pitchRadius(rear) * 0.4, -4],
              [pitchRadius(rear) * 0.4, 4],
              [pitchRadius(rear) * 0.37, 4],
            ],
            m.zinc,
          ),
          90,
        ),
      ),
      -distance / 2,
    ),
    -4,
    38,
    0,
  );
}

/** How far apart two circles stand that a chain of so many links goes around. */
function distanceFor(links, large, small) {
  const lengthAt = (distance) => {
    const lean = Math.asin((large - small) / distance);
    return 2 * distance * Math.cos(lean) + large * (Math.PI + 2 * lean) + small * (Math.PI - 2 * lean);
  };
  let distance = large + small + 40;
  for (let round = 0; round < 80; round += 1) distance += (links * PITCH - lengthAt(distance)) * 0.45;
  return distance;
}

export default { 'chain-kit': chainKit, 'drive-chain': driveChain, sprocket };
