/** Flat outlines for `plate`, and holes in them. Lengths are a model's own. */
import { MathUtils, Path, Shape, Vector2 } from 'three';

const rad = MathUtils.degToRad;
const FULL = Math.PI * 2;

export function circle(radius, x = 0, y = 0) {
  const shape = new Shape();
  shape.absarc(x, y, radius, 0, FULL);
  return shape;
}

/** A round hole; `points` are enough for all but a wide bore, and cost less than a curve's. */
export function hole(radius, x = 0, y = 0, points = 40) {
  const path = new Path();
  path.setFromPoints(
    Array.from({ length: points + 1 }, (_, index) => {
      const angle = (-index / points) * FULL;
      return new Vector2(x + Math.cos(angle) * radius, y + Math.sin(angle) * radius);
    }),
  );
  return path;
}

/** Holes on a circle. */
export const holesAround = (count, onRadius, radius, fromDeg = 0, points = 24) =>
  Array.from({ length: count }, (_, index) => {
    const angle = rad(fromDeg + (index * 360) / count);
    return hole(radius, Math.cos(angle) * onRadius, Math.sin(angle) * onRadius, points);
  });

/** A shape's outline as a hole. */
export const holeOf = (shape, points = 24) => new Path(shape.getPoints(points));

export function rectangle(width, height, rounding = 0, x = 0, y = 0) {
  const [w, h] = [width / 2, height / 2];
  return polygon(
    [
      [x - w, y - h],
      [x + w, y - h],
      [x + w, y + h],
      [x - w, y + h],
    ],
    rounding,
  );
}

/** A polygon whose corners are rounded: by one radius, or by each point's own third number. */
export function polygon(points, rounding = 0) {
  const shape = new Shape();
  const count = points.length;
  points.forEach((point, index) => {
    const corner = new Vector2(point[0], point[1]);
    const before = new Vector2(...points[(index + count - 1) % count].slice(0, 2));
    const after = new Vector2(...points[(index + 1) % count].slice(0, 2));
    const radius = point[2] ?? rounding;
    const reach = Math.min(radius, corner.distanceTo(before) / 2, corner.distanceTo(after) / 2);
    const enter = corner.clone().add(before.sub(corner).setLength(reach));
    const leave = corner.clone().add(after.sub(corner).setLength(reach));
    if (index === 0) shape.moveTo(enter.x, enter.y);
    else shape.lineTo(enter.x, enter.y);
    if (reach > 0) shape.quadraticCurveTo(corner.x, corner.y, leave.x, leave.y);
  });
  shape.closePath();
  return shape;
}

/** Part of a ring, between two radii and two angles. */
export function sector(innerRadius, outerRadius, fromDeg, toDeg) {
  const shape = new Shape();
  shape.absarc(0, 0, outerRadius, rad(fromDeg), rad(toDeg), false);
  shape.absarc(0, 0, innerRadius, rad(toDeg), rad(fromDeg), true);
  shape.closePath();
  return shape;
}

export function hexagon(acrossFlats) {
  const radius = acrossFlats / Math.sqrt(3);
  return polygon(
    Array.from({ length: 6 }, (_, index) => [
      Math.cos(rad(60 * index)) * radius,
      Math.sin(rad(60 * index)) * radius,
    ]),
  );
}

/**
 * A belt laid around circles, `[x, y, radius]` each: levers, flanges with two or three eyes, arms.
 * Order doesn't matter, and what is inside is covered.
 */
export function around(circles) {
  const samples = 72;
  const points = circles.flatMap(([x, y, radius]) =>
    Array.from({ length: samples }, (_, index) => [
      x + radius * Math.cos((index / samples) * FULL),
      y + radius * Math.sin((index / samples) * FULL),
    ]),
  );
  return new Shape(convexHull(points).map(([x, y]) => new Vector2(x, y)));
}

function convexHull(points) {
  const sorted = [...points].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const turn = (o, a, b) => (a[0] - o[0]) * (b[1] - o[1]) - (a[1] - o[1]) * (b[0] - o[0]);
  const half = (list) => {
    const chain = [];
    for (const point of list) {
      while (chain.length >= 2 && turn(chain.at(-2), chain.at(-1), point) <= 0) chain.pop();
      chain.push(point);
    }
    return chain.slice(0, -1);
  };
  return [...half(sorted), ...half(sorted.reverse())];
}

/**
 * Any outline told in polar form: the radius at each angle.
 *
 * @param {(angleDeg: number) => number} radiusAt
 */
export function polar(radiusAt, samples = 360) {
  return new Shape(
    Array.from({ length: samples }, (_, index) => {
      const angleDeg = (index / samples) * 360;
      const radius = radiusAt(angleDeg);
      return new Vector2(Math.cos(rad(angleDeg)) * radius, Math.sin(rad(angleDeg)) * radius);
    }),
  );
}

/**
 * A toothed wheel. `shape` says where a tooth's flanks begin and end, as shares of the pitch: foot, tip, tip, foot.
 */
export function toothed(teeth, rootRadius, tipRadius, shape = [0.1, 0.32, 0.58, 0.8]) {
  const pitchDeg = 360 / teeth;
  const points = [];
  for (let tooth = 0; tooth < teeth; tooth += 1) {
    for (const [share, radius] of [
      [shape[0], rootRadius],
      [shape[1], tipRadius],
      [shape[2], tipRadius],
      [shape[3], rootRadius],
    ]) {
      const angle = rad((tooth + share) * pitchDeg);
      points.push(new Vector2(Math.cos(angle) * radius, Math.sin(angle) * radius));
    }
  }
  return new Shape(points);
}

/** A line of some thickness as an outline: bent sheet seen from its edge. Corners stay sharp; give more points to round them. */
export function strip(points, thickness) {
  const line = points.map(([x, y]) => new Vector2(x, y));
  const side = (sign) =>
    line.map((point, index) => {
      const before = line[Math.max(0, index - 1)];
      const after = line[Math.min(line.length - 1, index + 1)];
      const into = point.clone().sub(before).normalize();
      const out = after.clone().sub(point).normalize();
      const along = into.add(out).normalize();
      const first = index === 0 ? out : into;
      const lean = Math.max(0.4, Math.abs(along.dot(first.lengthSq() > 0 ? along : out)));
      return new Vector2(-along.y, along.x).multiplyScalar((sign * thickness) / 2 / lean).add(point);
    });
  return new Shape([...side(1), ...side(-1).reverse()]);
}

/** Points on an arc, for `strip` and `polygon`. */
export const arcPoints = (radius, fromDeg, toDeg, x = 0, y = 0, count = 16) =>
  Array.from({ length: count + 1 }, (_, index) => {
    const angle = rad(fromDeg + ((toDeg - fromDeg) * index) / count);
    return [x + Math.cos(angle) * radius, y + Math.sin(angle) * radius];
  });
