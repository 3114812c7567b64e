/** Filters: told apart by their outer shape first: a can, panels, a pipe, a bowl, a pan. */

import { connector, pleats, thread } from '../kit/fittings.js';
import { label, wrappedLabel } from '../kit/lettering.js';
import * as m from '../kit/materials.js';
import { around as belt, circle, hole, holeOf, holesAround, polygon, rectangle } from '../kit/outlines.js';
import { alongX, around, group, moved, row, tilted } from '../kit/placing.js';
import { box, cylinder, plate, slab, torus, turned } from '../kit/shapes.js';

/** The threaded end of a spin-on can: plate with holes, gasket, thread; its rim at y = 0. */
const spinOnEnd = (radius) =>
  group(
    moved(
      slab(circle(radius - 5), 3, m.zinc, {
        holes: [hole(9.5), ...holesAround(8, radius / 2, 2.6)],
        bevel: 0.4,
      }),
      0,
      -4,
      0,
    ),
    moved(torus(radius - 7.5, 3.2, m.rubber), 0, -0.6, 0),
    moved(thread(11.5, 7, m.steel, 1.5, 9.5), 0, -7, 0),
  );

/** A spin-on can with its gasket up, so that thread and holes show. */
function oilFilter() {
  const radius = 38;
  const height = 84;
  const can = turned(
    [
      [0, 0],
      [radius * 0.55, 0, 4],
      [radius * 0.96, 7, 5],
      [radius, 14],
      [radius, height - 5],
      [radius + 2.2, height - 3, 1],
      [radius + 2.2, height, 1.5],
      [radius - 4, height, 1],
      [radius - 5, height - 4],
      [0, height - 4],
    ],
    m.paintBlack,
  );
  const text = {
    width: radius * 2 * Math.PI,
    height: 40,
    title: 'OIL FILTER',
    band: '#b3231d',
    lines: ['SPIN-ON   M20 × 1.5', 'Oil the gasket. Hand tight.'],
  };
  const grip = around(14, radius - 0.4, () => moved(box(1.6, 11, 6, m.paintBlack, 0.7), 0, 13, 0));
  return group(
    can,
    grip,
    moved(spinOnEnd(radius), 0, height, 0),
    moved(wrappedLabel(radius + 0.15, text, 163), 0, height * 0.52, 0),
  );
}

/** A panel of folded paper in the plane of x and y, its folds towards us. */
const pleatedPanel = (width, height, depth, folds, paper) =>
  tilted(moved(pleats({ width, height: depth, depth: height, folds }, paper), 0, -depth / 2, 0), 90);

/** An engine's air filter: folded paper in a soft orange frame, leaning back. */
function airFilter() {
  const [width, height, depth] = [270, 190, 40];
  const rim = 13;
  const inner = () => holeOf(rectangle(width - 2 * rim, height - 2 * rim, 10));
  const seal = m.variant(m.rubber, { color: '#c4551a', roughness: 0.55 });
  return tilted(
    group(
      plate(rectangle(width, height, 20), depth, seal, { holes: [inner()], bevel: 3 }),
      moved(
        plate(rectangle(width + 14, height + 14, 26), 8, seal, { holes: [inner()], bevel: 3 }),
        0,
        0,
        depth / 2 - 3,
      ),
      pleatedPanel(width - 2 * rim, height - 2 * rim, depth - 10, 34, m.filterPaper),
      [-0.25, 0.25].map((share) =>
        moved(box(width - 2 * rim, 2.4, 2.4, m.filterPaperWhite, 1), 0, share * height, depth / 2 - 5),
      ),
    ),
    -46,
    16,
  );
}

/** A cabin filter: grey carbon paper in a thin white frame, standing, with its arrow. */
function cabinFilter() {
  const [width, height, depth] = [250, 170, 34];
  const fleece = m.filterPaperWhite;
  const side = (length, x, y, turnDeg) =>
    moved(tilted(box(length, 2, depth, fleece, 0.6), 0, 0, turnDeg), x, y, 0);
  const text = { width: 120, height: 22, title: '▲ AIR FLOW   CABIN FILTER', ground: '#e8e7e1', size: 0.62 };
  return tilted(
    group(
      pleatedPanel(width, height, depth - 4, 22, m.activatedCarbon),
      side(width + 4, 0, height / 2, 0),
      side(width + 4, 0, -height / 2, 0),
      side(height, width / 2 + 1, 0, 90),
      side(height, -width / 2 - 1, 0, 90),
      moved(tilted(label(text), -90), -40, height / 2 + 1.2, 0),
    ),
    -8,
    -14,
  );
}

/** A pipe nozzle about y with the bead that holds a hose, from y = 0. */
const nozzle = (radius, length, material) =>
  turned(
    [
      [0, 0],
      [radius, 0],
      [radius, length * 0.62],
      [radius * 1.22, length * 0.7, radius * 0.15],
      [radius, length * 0.86],
      [radius, length, 0.4],
      [radius * 0.7, length, 0.4],
      [radius * 0.7, length * 0.6],
      [0, length * 0.6],
    ],
    material,
  );

/** An in-line filter: a can lying between two hose ends. */
function fuelFilter() {
  const [radius, length] = [34, 116];
  const can = turned(
    [
      [0, -length / 2],
      [12, -length / 2, 2],
      [radius - 6, -length / 2 + 5, 5],
      [radius, -length / 2 + 14, 3],
      [radius, length / 2 - 14, 3],
      [radius - 6, length / 2 - 5, 5],
      [12, length / 2, 2],
      [0, length / 2],
    ],
    m.aluminium,
  );
  const text = {
    width: 96,
    height: 60,
    title: 'FUEL FILTER',
    lines: ['FLOW  ───▶', 'PETROL   MAX 8 bar'],
    band: '#1f4a8a',
    size: 0.28,
  };
  const filter = group(
    can,
    [-1, 1].map((side) => moved(torus(radius + 0.4, 1.2, m.aluminium), 0, side * (length / 2 - 16), 0)),
    moved(nozzle(6, 34, m.zinc), 0, length / 2 - 2, 0),
    tilted(moved(nozzle(6, 34, m.zinc), 0, length / 2 - 2, 0), 180),
    moved(nozzle(5, 26, m.zinc), 17, length / 2 - 7, 8),
    wrappedLabel(radius + 0.2, text, -22, true),
  );
  return tilted(alongX(filter), 0, 14);
}

/** A can over a clear bowl with drain and water sensor. */
function fuelWaterSeparator() {
  const radius = 46;
  const can = turned(
    [
      [0, 62],
      [radius, 62, 2],
      [radius, 168, 3],
      [radius + 2, 170, 1],
      [radius + 2, 174, 1.5],
      [radius - 4, 174, 1],
      [radius - 5, 170],
      [0, 170],
    ],
    m.paintGrey,
  );
  const bowl = turned(
    [
      [0, 8],
      [18, 8, 3],
      [radius - 12, 20, 8],
      [radius - 3, 44, 6],
      [radius - 3, 62],
      [0, 62],
    ],
    m.plasticTranslucent,
  );
  const fuel = turned(
    [
      [0, 10],
      [17, 10, 3],
      [radius - 15, 22, 7],
      [radius - 6, 42, 4],
      [0, 42],
    ],
    m.fluidAmber,
  );
  const collar = group(
    moved(cylinder(radius + 4, 12, m.plasticBlack, { rounding: 2 }), 0, 56, 0),
    around(28, radius + 4, () => moved(box(2.4, 9, 3, m.plasticBlack, 0.8), 0, 62, 0)),
  );
  const drain = group(
    moved(cylinder(12, 12, m.plasticBlack), 0, -2, 0),
    moved(
      slab(
        belt([
          [-13, 0, 5],
          [13, 0, 5],
          [0, 0, 9],
        ]),
        6,
        m.plasticYellow,
        { bevel: 1 },
      ),
      0,
      -9,
      0,
    ),
    moved(nozzle(4, 12, m.plasticBlack).rotateX(Math.PI), 0, -6, 0),
  );
  const sensor = moved(tilted(connector({ width: 16, height: 14, depth: 26, pins: 2 }), 0, 34), 24, 14, 30);
  const text = {
    width: radius * 2 * Math.PI,
    height: 66,
    title: 'FUEL / WATER',
    lines: ['SEPARATOR   10 micron', 'Drain water daily'],
    band: '#16191b',
  };
  return group(
    can,
    bowl,
    fuel,
    collar,
    drain,
    sensor,
    moved(spinOnEnd(radius), 0, 174, 0),
    moved(wrappedLabel(radius + 0.2, text, 148), 0, 122, 0),
  );
}

/** A flat filter with its pick-up neck on the gasket of the oil pan. */
function transmissionFilter() {
  const outline = (grow) =>
    polygon(
      [
        [-92 - grow, -52 - grow],
        [40, -60 - grow],
        [92 + grow, -34 - grow],
        [96 + grow, 40 + grow],
        [30, 62 + grow],
        [-86 - grow, 54 + grow],
      ],
      18 + grow,
    );
  const shell = group(
    slab(outline(-4), 16, m.plasticBlack, { bevel: 4 }),
    slab(outline(2), 4, m.zinc, { bevel: 0.8 }),
    moved(slab(outline(-22), 5, m.plasticBlack, { bevel: 2 }), 0, 14, 0),
    row(5, [24, 0, 0], () => moved(box(4, 4, 64, m.plasticBlack, 1.4), -8, 20, 0)),
    moved(
      group(
        cylinder(19, 34, m.plasticBlack, { bore: 14 }),
        moved(torus(18.4, 2.6, m.rubber), 0, 27, 0),
        cylinder(24, 6, m.plasticBlack),
      ),
      58,
      15,
      8,
    ),
  );
  const pan = [
    [-150, -104],
    [150, -104],
    [150, 70],
    [110, 104],
    [-150, 104],
  ];
  const inner = holeOf(
    polygon(
      [
        [-132, -86],
        [132, -86],
        [132, 62],
        [102, 86],
        [-132, 86],
      ],
      16,
    ),
  );
  const boltPlaces = [-141, -70, 0, 70, 141]
    .flatMap((x) => [
      [x, -95],
      [x, x > 140 ? 60 : 95],
    ])
    .concat([
      [-141, -30],
      [-141, 40],
      [141, -20],
    ]);
  const gasket = slab(
    polygon(pan, 22),
    3.4,
    m.variant(m.rubberBrown, { color: '#8a6a47', roughness: 0.85 }),
    {
      holes: [inner, ...boltPlaces.map(([x, y]) => hole(4.4, x, y, 20))],
      bevel: 0.5,
    },
  );
  return tilted(group(gasket, moved(tilted(shell, 0, 8), 4, 4, 4)), 0, -12);
}

export default {
  'oil-filter': oilFilter,
  'air-filter': airFilter,
  'cabin-filter': cabinFilter,
  'fuel-filter': fuelFilter,
  'fuel-water-separator': fuelWaterSeparator,
  'transmission-filter': transmissionFilter,
};
