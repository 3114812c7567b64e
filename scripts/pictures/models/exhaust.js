/** What the exhaust gas passes: silencer, catalytic converter, particulate filter, flexible pipe. Millimetres. */

import { hexBlock } from '../kit/fittings.js';
import { lofted, sectionAcross } from '../kit/lofts.js';
import * as m from '../kit/materials.js';
import { hole, around as laidAround } from '../kit/outlines.js';
import { alongX, group, moved, row, tilted } from '../kit/placing.js';
import { box, cylinder, Line, plate, slab, torus, tube, tubeAlong, turned } from '../kit/shapes.js';

const aluminised = m.variant(m.galvanised, { color: '#a9adae', roughness: 0.4 });
const heated = m.variant(m.stainless, { color: '#b5aca0', roughness: 0.34 });

/** An oval, `width` by `height`. */
const oval = (width, height) => {
  const radius = height / 2;
  const reach = width / 2 - radius;
  return laidAround([
    [-reach, 0, radius],
    [reach, 0, radius],
  ]);
};

/** A flange of two eyes about x, its face towards +x. */
const twoEyed = (pipeRadius, material = aluminised) =>
  alongX(
    slab(
      laidAround([
        [0, 0, pipeRadius + 10],
        [0, pipeRadius + 22, 12],
        [0, -pipeRadius - 22, 12],
      ]),
      10,
      material,
      {
        holes: [hole(pipeRadius - 2), hole(5.5, 0, pipeRadius + 22), hole(5.5, 0, -pipeRadius - 22)],
        bevel: 1,
      },
    ),
  );

/** A weld around a pipe about x. */
const weld = (radius) => alongX(torus(radius, 1.8, m.darkIron));

/** A rear silencer: an oval box along x, the inlet pipe bent at one end, a polished tail pipe at the other. */
function silencer() {
  const [length, width, height] = [400, 220, 140];
  const along = (shape, thickness, material, bevel) =>
    tilted(plate(shape, thickness, material, { bevel, curveSegments: 64 }), 0, 90);
  const hanger = (x) =>
    group(
      tube(
        [
          [x, height / 2 - 4, -20],
          [x, height / 2 + 14, -20],
          [x, height / 2 + 26, -6],
          [x, height / 2 + 26, 34],
        ],
        5.5,
        m.zinc,
        { bend: 14 },
      ),
      moved(box(34, 4, 40, aluminised, 1), x, height / 2 + 1, -18),
    );
  return tilted(
    group(
      along(oval(width, height), length, aluminised, 3),
      [-1, 1].map((end) =>
        group(
          // The lock seam where the end plate is rolled over the shell.
          moved(along(oval(width + 8, height + 8), 12, aluminised, 3), end * (length / 2 - 8), 0, 0),
          moved(along(oval(width - 40, height - 40), 10, aluminised, 4), end * (length / 2 + 2), 0, 0),
        ),
      ),
      [-0.24, 0, 0.24].map((share) =>
        moved(along(oval(width + 2.4, height + 2.4), 9, aluminised, 1.2), share * length, 0, 0),
      ),
      tube(
        [
          [-length / 2 + 4, 0, -30],
          [-length / 2 - 80, 0, -30],
          [-length / 2 - 140, 40, -30],
          [-length / 2 - 220, 40, -30],
        ],
        26,
        aluminised,
        { bend: 60, bore: 23.5, sides: 40 },
      ),
      moved(weld(26.5), -length / 2 - 6, 0, -30),
      moved(twoEyed(26), -length / 2 - 224, 40, -30),
      tube(
        [
          [length / 2 - 4, -10, 40],
          [length / 2 + 60, -10, 40],
          [length / 2 + 90, -20, 40],
        ],
        25,
        aluminised,
        { bend: 30, sides: 40 },
      ),
      moved(weld(25.5), length / 2 + 8, -10, 40),
      moved(
        tilted(
          alongX(
            turned(
              [
                [26, 0],
                [31, 2],
                [34, 90],
                [37, 96, 3],
                [34, 98],
                [31, 90],
                [28, 4],
              ],
              m.chrome,
            ),
          ),
          0,
          0,
          -8,
        ),
        length / 2 + 70,
        -15,
        40,
      ),
      hanger(-120),
      hanger(130),
    ),
    0,
    -14,
  );
}

/** A threaded boss for a sensor on a can's skin, pointing up along y. */
const sensorBoss = () =>
  group(cylinder(15, 14, m.steel, { bore: 9 }), moved(torus(15, 1.8, m.darkIron), 0, 2, 0));

/** A skin that goes over from one section to another without a kink. */
const cone = (from, to, material) =>
  lofted(
    Array.from({ length: 13 }, (_, step) => {
      const share = step / 12;
      const eased = share * share * (3 - 2 * share);
      const between = (key) => from[key] + (to[key] - from[key]) * eased;
      return sectionAcross({
        x: from.x + (to.x - from.x) * share,
        width: between('width'),
        height: between('height'),
      });
    }),
    material,
  );

/** Flat oval body under a heat shield's ribs, cones, flanges, a boss for the sensor. */
function catalyticConverter() {
  const [length, width, height, pipe] = [240, 190, 120, 54];
  const [half, reach] = [length / 2, 76];
  const body = { width, height };
  const end = { width: pipe, height: pipe };
  const skin = (x, thickness, grown) =>
    moved(
      lofted(
        [-0.5, -0.46, 0.46, 0.5].map((share, index) =>
          sectionAcross({
            x: share * thickness,
            width: width + grown - (index % 3 === 0 ? 2.5 : 0),
            height: height + grown - (index % 3 === 0 ? 2.5 : 0),
          }),
        ),
        heated,
      ),
      x,
      0,
      0,
    );
  return tilted(
    group(
      skin(0, length, 0),
      [-0.36, -0.18, 0, 0.18, 0.36].map((share) => skin(share * length, 16, 6)),
      [-1, 1].map((side) => skin(side * (half - 4), 10, 9)),
      cone({ x: half - 2, ...body }, { x: half + reach, ...end }, heated),
      cone({ x: -half - reach, ...end }, { x: -half + 2, ...body }, heated),
      moved(pipeAlongX(pipe / 2, 50, heated), half + reach - 2, 0, 0),
      moved(pipeAlongX(pipe / 2, 50, heated), -half - reach - 48, 0, 0),
      moved(weld(pipe / 2 + 0.5), half + reach, 0, 0),
      moved(weld(pipe / 2 + 0.5), -half - reach, 0, 0),
      moved(twoEyed(pipe / 2), half + reach + 40, 0, 0),
      moved(twoEyed(pipe / 2), -half - reach - 50, 0, 0),
      // The honeycomb, seen through the outlet.
      moved(alongX(cylinder(pipe / 2 - 3, 2, m.ceramic)), half + reach + 18, 0, 0),
      moved(honeycomb(pipe / 2 - 3), half + reach + 20.4, 0, 0),
      moved(tilted(sensorBoss(), 0, 0, -38), half + 24, 42, 0),
    ),
    0,
    -22,
  );
}

const pipeAlongX = (radius, length, material) =>
  alongX(cylinder(radius, length, material, { bore: radius - 2.5 }));

/** Thin walls in front of a ceramic disc, its face towards +x. */
const honeycomb = (radius) => {
  const wall = (index, count, [width, height]) => {
    const at = ((index - (count - 1) / 2) / count) * 2 * radius;
    const long = 2 * Math.sqrt(Math.max(0, radius ** 2 - at ** 2));
    return box(1, width === 0 ? long : 0.7, height === 0 ? long : 0.7, m.darkIron, 0.1);
  };
  const count = 17;
  const step = (2 * radius) / count;
  return group(
    row(count, [0, 0, step], (index) => wall(index, count, [0, 1])),
    row(count, [0, step, 0], (index) => wall(index, count, [1, 0])),
  );
};

/** A large round can, its two halves held by a V clamp, with pressure pipes and sensor bosses. */
function dieselParticulateFilter() {
  const [radius, length] = [92, 190];
  const can = alongX(
    turned(
      [
        [0, -12],
        [radius - 6, -12, 8],
        [radius, -2, 4],
        [radius, length - 4, 4],
        [radius - 6, length + 8, 8],
        [0, length + 8],
      ],
      m.lathed(m.stainless, 'y', 0.04),
    ),
  );
  const bead = (x, grown = 4) =>
    moved(alongX(cylinder(radius + grown, 9, m.stainless, { rounding: 3.5, segments: 128 })), x, 0, 0);
  const clamp = group(
    alongX(
      turned(
        [
          [radius - 2, -11],
          [radius + 5, -11],
          [radius + 12, -4, 2],
          [radius + 12, 4, 2],
          [radius + 5, 11],
          [radius - 2, 11],
        ],
        m.steel,
      ),
    ),
    moved(
      tilted(group(cylinder(5, 46, m.zinc), moved(hexBlock(16, 9, m.zinc), 0, 44, 0)), 90),
      0,
      radius + 19,
      -22,
    ),
    [-14, 14].map((z) => moved(box(22, 18, 7, m.steel, 1.5), 0, radius + 18, z)),
  );
  const inlet = group(
    cone(
      { x: -80, width: 70, height: 70 },
      { x: -8, width: radius * 1.9, height: radius * 1.9 },
      m.stainless,
    ),
    tube(
      [
        [-76, 0, 0],
        [-120, 0, 0],
        [-150, 60, 0],
        [-150, 84, 0],
      ],
      35,
      heated,
      { bend: 46, bore: 31, sides: 40 },
    ),
    moved(cylinder(46, 9, aluminised, { bore: 31 }), -150, 82, 0),
    moved(weld(35.6), -80, 0, 0),
  );
  const outlet = group(
    cone(
      { x: length - 2, width: radius * 1.9, height: radius * 1.9 },
      { x: length + 64, width: 62, height: 62 },
      m.stainless,
    ),
    moved(pipeAlongX(31, 44, heated), length + 60, 0, 0),
    moved(twoEyed(31), length + 92, 0, 0),
    moved(weld(31.6), length + 64, 0, 0),
  );
  // Two thin pipes lead the pressure before and behind the filter to its sensor.
  const pressurePipe = (x, bendZ) =>
    group(
      moved(tilted(hexBlock(17, 12, m.zinc), 40), x, radius * 0.76, radius * 0.64),
      tube(
        [
          [x, radius * 0.7, radius * 0.6],
          [x, radius * 0.98, radius * 0.82],
          [x + 8, radius * 1.34, radius * 0.86],
          [104, radius * 1.44, bendZ],
          [116, radius * 1.72, bendZ],
        ],
        4.2,
        m.zinc,
        { bend: 12 },
      ),
    );
  return tilted(
    group(
      can,
      bead(14),
      bead(length - 24),
      bead(length * 0.5 + 26, 2.4),
      moved(clamp, 56, 0, 0),
      inlet,
      outlet,
      pressurePipe(26, 40),
      pressurePipe(length - 44, 56),
      moved(tilted(sensorBoss(), 68), length * 0.56, radius * 0.3, radius * 0.93),
    ),
    0,
    -14,
  );
}

/** A braided bellows between two pipe ends. */
function exhaustFlexPipe() {
  const [radius, length] = [38, 170];
  const wires = Array.from({ length: 44 }, (_, index) =>
    [1, -1].map((hand) =>
      tubeAlong(
        new Line((share) => {
          const angle = (index / 44) * Math.PI * 2 + hand * share * Math.PI * 1.5;
          // Over and under its crossing neighbours, and drawn in at the ends.
          const drawnIn = 5 * Math.max(0, Math.abs(share - 0.5) * 2 - 0.86) * 7;
          const r =
            radius -
            drawnIn +
            0.7 * Math.sin(share * Math.PI * 66 + (hand > 0 ? 0 : Math.PI) + index * Math.PI);
          return [(share - 0.5) * length, Math.cos(angle) * r, Math.sin(angle) * r];
        }),
        1.15,
        m.stainless,
        { segments: 96, sides: 6 },
      ),
    ),
  );
  const cap = () =>
    turned(
      [
        [28, 0],
        [radius + 2.5, 0, 1],
        [radius + 2.5, 20, 3],
        [30, 32, 3],
        [30, 36],
        [28, 36],
      ],
      m.stainless,
    );
  const end = () =>
    group(
      moved(alongX(cap()), length / 2 - 10, 0, 0),
      moved(alongX(cylinder(28.6, 92, aluminised, { bore: 26 })), length / 2 - 6, 0, 0),
      moved(weld(29.4), length / 2 + 27, 0, 0),
    );
  return tilted(
    group(
      alongX(moved(cylinder(radius - 2.4, length, m.darkIron), 0, -length / 2, 0)),
      wires,
      end(),
      tilted(end(), 0, 180),
    ),
    0,
    -16,
  );
}

export default {
  silencer,
  'catalytic-converter': catalyticConverter,
  'diesel-particulate-filter': dieselParticulateFilter,
  'exhaust-flex-pipe': exhaustFlexPipe,
};
