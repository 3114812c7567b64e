/** What carries an engine, and its piston. Millimetres. */

import { nut, thread } from '../kit/fittings.js';
import * as m from '../kit/materials.js';
import { arcPoints, hole, holeOf, around as laidAround, polygon, sector } from '../kit/outlines.js';
import { alongX, group, moved, tilted } from '../kit/placing.js';
import { box, cylinder, slab, tube, turned } from '../kit/shapes.js';

/** A rubber-metal mount: pressed base with two bolts' holes, rubber block, cast arm over it. */
function engineMount() {
  const base = group(
    slab(
      laidAround([
        [-66, 0, 20],
        [66, 0, 20],
        [0, 0, 48],
      ]),
      6,
      m.paintBlack,
      { holes: [hole(7, -68, 0), hole(7, 68, 0)], bevel: 1.2 },
    ),
    turned(
      [
        [0, 4],
        [46, 4, 6],
        [46, 36, 2],
        [50, 38, 1],
        [50, 42, 1],
        [42, 42],
        [42, 10],
        [0, 10],
      ],
      m.paintBlack,
    ),
  );
  const block = turned(
    [
      [0, 34],
      [44, 34],
      [43, 46, 5],
      [31, 64, 8],
      [24, 74, 3],
      [0, 74],
    ],
    m.rubber,
  );
  const core = group(
    turned(
      [
        [0, 66],
        [23, 66],
        [23, 74, 2],
        [17, 84, 2],
        [0, 84],
      ],
      m.castAluminium,
    ),
  );
  const arm = group(
    moved(
      slab(
        laidAround([
          [0, 0, 26],
          [96, 34, 17],
          [104, -26, 17],
        ]),
        16,
        m.castAluminium,
        {
          holes: [
            hole(6.5, 100, 36),
            hole(6.5, 108, -28),
            holeOf(
              polygon(
                [
                  [44, 4],
                  [80, 18],
                  [84, -12],
                ],
                6,
              ),
            ),
          ],
          bevel: 3,
        },
      ),
      0,
      84,
      0,
    ),
    moved(tilted(box(84, 18, 8, m.castAluminium, 3), 0, 18), 46, 104, -24),
    moved(tilted(box(84, 18, 8, m.castAluminium, 3), 0, -12), 48, 104, 20),
    [
      [100, -36],
      [108, 28],
    ].map(([x, z]) => moved(cylinder(12, 22, m.castAluminium, { bore: 6.5, rounding: 1.5 }), x, 81, z)),
  );
  return tilted(
    group(
      base,
      block,
      core,
      arm,
      moved(cylinder(17, 2.6, m.zinc), 0, 100, 0),
      moved(nut(7, m.zinc, 11), 0, 102, 0),
      moved(thread(7, 24, m.zinc, 1.6), 0, 102, 0),
      // The lug that catches the engine if the rubber tears.
      moved(box(20, 46, 5, m.paintBlack, 1.5), -50, 44, 0),
      moved(box(36, 5, 20, m.paintBlack, 1.5), -40, 66, 0),
    ),
    0,
    12,
  );
}

const PISTON = { radius: 38, pin: 9, height: 52 };

/** A piston with its rings and its pin, as the box holds them. */
function pistonKit() {
  const { radius, pin, height } = PISTON;
  const grooves = [6, 11.5, 17].flatMap((down, index) => {
    const tall = index === 2 ? 3 : 1.5;
    return [
      [radius, height - down, 0.1],
      [radius - 3, height - down, 0],
      [radius - 3, height - down - tall, 0],
      [radius, height - down - tall, 0.1],
    ];
  });
  const crown = turned(
    [
      [0, height],
      [radius - 9, height, 1],
      [radius - 7, height - 0.2],
      [radius, height, 0.8],
      ...grooves,
      [radius, height - 23],
      [radius - 5, height - 23],
      [radius - 6, height - 8],
      [0, height - 8],
    ],
    m.lathed(m.aluminium, 'y', 0.12),
  );
  const skirt = [0, 180].map((turn) =>
    tilted(
      slab(sector(radius - 4, radius, -62, 62), height - 22, m.gasketGraphite, {
        bevel: 0.8,
        curveSegments: 48,
      }),
      0,
      turn + 90,
    ),
  );
  const bosses = [-1, 1].map((side) =>
    group(
      moved(
        alongX(moved(cylinder(pin + 6, 15, m.castAluminium, { bore: pin }), 0, -7.5, 0)),
        side * 23,
        20,
        0,
      ),
      moved(box(13, height - 34, 40, m.castAluminium, 2), side * 23, 38, 0),
      moved(box(10, 34, 12, m.castAluminium, 2), side * 21, 18, 24),
      moved(box(10, 34, 12, m.castAluminium, 2), side * 21, 18, -24),
    ),
  );
  const ring = (thickness, material) =>
    slab(sector(radius - 2.6, radius + 0.6, 3, 357), thickness, material, { bevel: 0.15, curveSegments: 96 });
  const wristPin = alongX(
    moved(cylinder(pin, 58, m.polishedSteel, { bore: pin * 0.6, rounding: 1 }), 0, -29, 0),
  );
  const clip = tube(
    arcPoints(pin + 0.6, 20, 330, 0, 0, 24).map(([x, y]) => [x, 0.8, y]),
    0.8,
    m.springSteel,
  );
  return group(
    moved(tilted(group(crown, skirt, bosses), 0, -36), -34, 0, -18),
    moved(tilted(ring(1.3, m.chrome), 0, 30), 52, 0, 0),
    moved(tilted(ring(1.3, m.blackenedSteel), 4, 140), 60, 2.6, 8),
    moved(tilted(ring(2.6, m.steel), 5, 215), 50, 5.4, 14),
    moved(tilted(wristPin, 0, 24), -6, pin, 52),
    moved(clip, 40, 0, 64),
    moved(tilted(clip.clone(), 0, 70), 62, 0, 72),
  );
}

export default { 'engine-mount': engineMount, 'piston-kit': pistonKit };
