/** What moves air through a radiator. Millimetres. */

import { bolt, connector, hexBlock } from '../kit/fittings.js';
import * as m from '../kit/materials.js';
import { hole, around as laidAround, polar, rectangle } from '../kit/outlines.js';
import { alongZ, around, group, moved, tilted } from '../kit/placing.js';
import { box, cylinder, plate, tube, turned } from '../kit/shapes.js';

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

export default { 'cooling-fan': coolingFan, 'fan-clutch': fanClutch };
