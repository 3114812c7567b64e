/** What a rider's hands hold. Millimetres. */

import { nut, thread } from '../kit/fittings.js';
import { lofted, sectionAcross } from '../kit/lofts.js';
import * as m from '../kit/materials.js';
import { hole, around as laidAround } from '../kit/outlines.js';
import { alongX, group, moved, tilted } from '../kit/placing.js';
import { ball, box, cylinder, plate, torus, tube, turned } from '../kit/shapes.js';

/** A brake lever with its span adjuster: a flat blade that curves towards the grip and ends in a ball. */
function controlLever() {
  const blade = m.variant(m.paintBlack, { roughness: 0.34, clearcoat: 0.5 });
  const stations = Array.from({ length: 25 }, (_, index) => index * 6.6);
  const curve = (x) => 15 * Math.sin((x / 160) * Math.PI) - x * 0.06;
  return tilted(
    group(
      lofted(
        stations.map((x) =>
          sectionAcross({
            x,
            y: curve(x),
            height: 17 - 6 * Math.sin((Math.min(1, x / 158) * Math.PI) / 2),
            width: 13 - 3 * (x / 158),
            power: 2.6,
            points: 40,
          }),
        ),
        blade,
      ),
      moved(ball(8.2, blade), 160, curve(160), 0),
      // The eye on the pivot, and the finger that pushes the piston.
      moved(
        tilted(
          plate(
            laidAround([
              [0, 0, 15],
              [-34, 10, 12],
              [26, 2, 9],
            ]),
            13,
            blade,
            { holes: [hole(5.4, -30, 9)], bevel: 2.6 },
          ),
          0,
        ),
        -4,
        -2,
        0,
      ),
      moved(tilted(cylinder(7.4, 16, m.brass, { bore: 5 }), 90), -34, 7, -8),
      moved(tilted(box(34, 12, 11, blade, 3), 0, 0, -52), -30, -17, 0),
      moved(alongX(cylinder(4, 9, m.steel)), -46, -30, 0),
      // Six clicks of reach.
      moved(tilted(cylinder(10.5, 9, m.variant(m.brushedAluminium, { color: '#c8b06a' })), 90), 16, 2, 6),
      moved(tilted(torus(10.4, 0.9, m.blackenedSteel), 90), 16, 2, 11),
      moved(tilted(thread(3, 20, m.zinc), 0, 0, 150), 4, -12, 0),
    ),
    -14,
    6,
    -8,
  );
}

/** A throttle or clutch cable, coiled, with adjuster, ferrules and nipples. */
function controlCable() {
  const turns = 2.15;
  const coil = Array.from({ length: 70 }, (_, index) => {
    const share = index / 69;
    const angle = share * turns * Math.PI * 2 + 0.9;
    const radius = 104 - 7 * Math.sin(share * 9);
    return [Math.cos(angle) * radius, 4 + share * 9 + 3 * Math.sin(angle * 2), Math.sin(angle) * radius];
  });
  const [start, second] = coil;
  const end = coil.at(-1);
  const before = coil.at(-2);
  const outwards = ([x, y, z], [ax, ay, az], length) => {
    const long = Math.hypot(x - ax, y - ay, z - az);
    return [x + ((x - ax) / long) * length, y + ((y - ay) / long) * length, z + ((z - az) / long) * length];
  };
  const tail = (from, previous) => {
    const [x, , z] = outwards(from, previous, 1);
    const facing = (Math.atan2(-(z - from[2]), x - from[0]) * 180) / Math.PI;
    return (thing) => moved(tilted(alongX(thing), 0, facing), ...from);
  };
  const adjuster = group(
    cylinder(5.4, 16, m.zinc),
    moved(thread(4.2, 34, m.zinc), 0, 16, 0),
    moved(nut(4.4, m.zinc, 6), 0, 26, 0),
    moved(
      turned(
        [
          [0, 0],
          [8, 0],
          [8, 10, 1],
          [0, 10],
        ],
        m.brushedAluminium,
      ),
      0,
      38,
      0,
    ),
    moved(cylinder(1.1, 70, m.steel), 0, 40, 0),
    moved(tilted(cylinder(4.4, 10, m.lead), 90), 0, 112, -5),
  );
  const plainEnd = group(
    cylinder(5, 20, m.zinc),
    moved(
      turned(
        [
          [0, 0],
          [7, 0],
          [5, 24, 2],
          [0, 24],
        ],
        m.rubber,
      ),
      0,
      14,
      0,
    ),
    moved(cylinder(1.1, 60, m.steel), 0, 34, 0),
    moved(
      turned(
        [
          [0, 0],
          [4.6, 0],
          [4.6, 8, 1],
          [0, 8],
        ],
        m.lead,
      ),
      0,
      92,
      0,
    ),
  );
  return tilted(
    group(
      tube(coil, 3.6, m.insulation, { segments: 600 }),
      tail(start, second)(adjuster),
      tail(end, before)(plainEnd),
      // Two ties keep the coil.
      [40, 215].map((deg) => tilted(moved(tilted(torus(10, 1.4, m.plasticWhite), 90), 102, 9, 0), 0, deg)),
    ),
    24,
    0,
    0,
  );
}

export default { 'control-lever': controlLever, 'control-cable': controlCable };
