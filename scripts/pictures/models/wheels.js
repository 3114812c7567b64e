/** Wheels: bearings and seals. */
import { hexBlock, thread } from '../kit/fittings.js';
import * as m from '../kit/materials.js';
import { alongZ, group, moved, tilted } from '../kit/placing.js';
import { cylinder, torus, tube, turned } from '../kit/shapes.js';

/** A double-row cartridge bearing, its sealed side towards us; circlip and axle nut beside it. */
function wheelBearing() {
  const [bore, outer, width] = [21, 42, 38];
  const shell = turned(
    [
      [outer - 7, 0],
      [outer, 0, 1.4],
      [outer, width, 1.4],
      [outer - 7, width, 0.8],
    ],
    m.lathed(m.polishedSteel),
    { segments: 144 },
  );
  const innerRing = turned(
    [
      [bore, 0, 1],
      [bore + 6.5, 0, 0.6],
      [bore + 6.5, width, 0.6],
      [bore, width, 1],
    ],
    m.lathed(m.polishedSteel),
    { segments: 144 },
  );
  const seal = (y) =>
    moved(
      turned(
        [
          [bore + 6, 0],
          [outer - 6.6, 0],
          [outer - 6.6, 3, 0.6],
          [outer - 8, 3.4, 0.6],
          [outer - 10, 2, 1],
          [bore + 9, 2, 1],
          [bore + 7.4, 3, 0.6],
          [bore + 6, 2],
        ],
        m.rubber,
        { segments: 144 },
      ),
      0,
      y,
      0,
    );
  const bearing = tilted(
    alongZ(moved(group(shell, innerRing, seal(width - 3.6), tilted(seal(-3.6), 180)), 0, -width / 2, 0)),
    -10,
    44,
  );
  const clipLine = Array.from({ length: 48 }, (_, index) => {
    const angle = 0.16 + (index / 47) * (2 * Math.PI - 0.32);
    return [Math.cos(angle) * 40, 0, Math.sin(angle) * 40];
  });
  const clip = group(
    tube(clipLine, 1.9, m.blackenedSteel, { segments: 180 }),
    [clipLine[0], clipLine.at(-1)].map(([x, , z]) =>
      moved(cylinder(3.6, 3, m.blackenedSteel, { bore: 1.3 }), x - 4, -1.5, z),
    ),
  );
  const axleNut = group(
    hexBlock(36, 18, m.zinc, { bore: 12 }),
    cylinder(22, 3, m.zinc, { bore: 12 }),
    moved(thread(12.2, 17, m.zinc, 1.8, 10.5), 0, 0.5, 0),
    moved(cylinder(15, 6, m.zinc, { bore: 12 }), 0, 16, 0),
  );
  return group(moved(bearing, -22, 42, 0), moved(tilted(clip, 0, -40), 62, 2, 34), moved(axleNut, 62, 0, 34));
}

/** A truck's hub seal: metal outside, rubber lips and their spring inside; one leans behind another that lies. */
function wheelHubSeal() {
  const [inner, outer, height] = [62, 88, 22];
  const seal = () =>
    group(
      turned(
        [
          [outer - 6, 0],
          [outer, 0, 1.4],
          [outer, height, 2.4],
          [outer - 20, height, 1.4],
          [outer - 20, height - 2.4, 1],
          [outer - 2.6, height - 2.4, 1.4],
          [outer - 2.6, 1.6],
          [outer - 6, 1.6],
        ],
        m.zinc,
        { segments: 160 },
      ),
      turned(
        [
          [inner + 4, 2],
          [outer - 5, 1, 1],
          [outer - 5, 6, 1],
          [outer - 9, 8],
          [outer - 9, height - 4],
          [inner + 8, height - 4, 1],
          [inner + 5, height - 1, 1],
          [inner + 1, height + 1, 0.8],
          [inner, height - 2, 0.8],
          [inner + 4, height * 0.6, 1],
          [inner, height * 0.4, 0.8],
          [inner + 3, 6, 1],
        ],
        m.rubberBlue,
        { segments: 160 },
      ),
      moved(
        turned(
          [
            [outer, 4],
            [outer + 1.4, 5, 0.6],
            [outer + 1.4, 13, 0.6],
            [outer, 14],
          ],
          m.rubberBlue,
          { segments: 160 },
        ),
        0,
        1,
        0,
      ),
      moved(torus(inner + 4.6, 1.3, m.springSteel), 0, height - 1.6, 0),
    );
  return group(moved(seal(), -62, 0, 44), moved(tilted(seal(), 70, 20), 52, 83, -86));
}

export default {
  'wheel-bearing': wheelBearing,
  'wheel-hub-seal': wheelHubSeal,
};
