/** The basic solids: what is turned, cut from plate, bent from tube or wound from wire. */
import * as THREE from 'three';
import { RoundedBoxGeometry } from 'three/addons/geometries/RoundedBoxGeometry.js';
import { mergeGeometries, toCreasedNormals } from 'three/addons/utils/BufferGeometryUtils.js';
import { circle, hole } from './outlines.js';
import { group } from './placing.js';

const ROUND_STEPS = 4;
const CREASE = Math.cos(THREE.MathUtils.degToRad(38));

export const mesh = (geometry, material) => new THREE.Mesh(geometry, material);
const vectors = (points) => points.map(([x, y, z = 0]) => new THREE.Vector3(x, y, z));

/**
 * A solid of revolution about y.
 *
 * @param {[number, number, number?][]} profile corners `[radius, y, rounding]` of its closed section, in either direction; the
 *   rounding of a corner is its own, or the option's
 * @param {import('three').Material} material
 * @param {{ rounding?: number, segments?: number, fromDeg?: number, sweepDeg?: number, open?: boolean }} [options] `open`: the
 *   section is a line and not a ring of corners (use a material of `bothSides`)
 */
export function turned(profile, material, options = {}) {
  const { segments = 96, fromDeg = 0, sweepDeg = 360, open = false } = options;
  const size = Math.max(...profile.flatMap(([radius, y]) => [radius, Math.abs(y)]));
  const line = roundedLine(profile, options.rounding ?? size * 0.008, open);
  if (!open && area(line) < 0) line.reverse();
  const rows = litRows(line, open);

  const [from, sweep] = [fromDeg, sweepDeg].map(THREE.MathUtils.degToRad);
  const places = [];
  const normals = [];
  const uvs = [];
  const triangles = [];
  const length = rows.at(-1).along || 1;
  for (let step = 0; step <= segments; step += 1) {
    const angle = from + (sweep * step) / segments;
    const [sin, cos] = [Math.sin(angle), Math.cos(angle)];
    for (const { point, normal, along } of rows) {
      places.push(point.x * sin, point.y, point.x * cos);
      normals.push(normal.x * sin, normal.y, normal.x * cos);
      uvs.push(step / segments, along / length);
    }
  }
  for (let step = 0; step < segments; step += 1) {
    for (let index = 0; index + 1 < rows.length; index += 1) {
      if (rows[index].ends) continue;
      const a = step * rows.length + index;
      const b = a + rows.length;
      triangles.push(a, b, a + 1, b, b + 1, a + 1);
    }
  }
  const geometry = new THREE.BufferGeometry();
  geometry.setAttribute('position', new THREE.Float32BufferAttribute(places, 3));
  geometry.setAttribute('normal', new THREE.Float32BufferAttribute(normals, 3));
  geometry.setAttribute('uv', new THREE.Float32BufferAttribute(uvs, 2));
  geometry.setIndex(triangles);
  return mesh(geometry, material);
}

function area(line) {
  return line.reduce((sum, a, index) => {
    const b = line[(index + 1) % line.length];
    return sum + a.x * b.y - b.x * a.y;
  }, 0);
}

function roundedLine(profile, rounding, open) {
  const count = profile.length;
  const points = profile.map(([radius, y]) => new THREE.Vector2(radius, y));
  return points.flatMap((corner, index) => {
    const isEnd = open && (index === 0 || index === count - 1);
    const before = points[(index + count - 1) % count];
    const after = points[(index + 1) % count];
    const wanted = profile[index][2] ?? rounding;
    const reach = Math.min(wanted, corner.distanceTo(before) * 0.48, corner.distanceTo(after) * 0.48);
    if (isEnd || reach < 1e-6 || corner.x < 1e-6) return [corner];
    const enter = corner.clone().lerp(before, reach / corner.distanceTo(before));
    const leave = corner.clone().lerp(after, reach / corner.distanceTo(after));
    return Array.from({ length: ROUND_STEPS + 1 }, (_, step) => {
      const t = step / ROUND_STEPS;
      return enter.clone().lerp(corner, t).lerp(corner.clone().lerp(leave, t), t);
    });
  });
}

/** The section's points with their normals; where two stretches meet at an edge, the point stands twice. */
function litRows(line, open) {
  const count = line.length;
  const stretches = [];
  for (let index = 0; index < (open ? count - 1 : count); index += 1) {
    const [a, b] = [line[index], line[(index + 1) % count]];
    const onAxis = a.x < 1e-6 && b.x < 1e-6;
    if (a.distanceTo(b) < 1e-7 || onAxis) continue;
    const along = b.clone().sub(a).normalize();
    stretches.push({ a, b, normal: new THREE.Vector2(along.y, -along.x) });
  }
  const rows = [];
  let travelled = 0;
  const blend = (one, other) => one.clone().add(other).normalize();
  stretches.forEach((stretch, index) => {
    const before = stretches[(index + stretches.length - 1) % stretches.length];
    const after = stretches[(index + 1) % stretches.length];
    const smooth = (other, joint) =>
      other !== stretch && joint && stretch.normal.dot(other.normal) > CREASE
        ? blend(stretch.normal, other.normal)
        : stretch.normal;
    rows.push({ point: stretch.a, normal: smooth(before, before.b.equals(stretch.a)), along: travelled });
    travelled += stretch.a.distanceTo(stretch.b);
    rows.push({
      point: stretch.b,
      normal: smooth(after, after.a.equals(stretch.b)),
      along: travelled,
      ends: true,
    });
  });
  return rows;
}

/** A cylinder standing on y = 0; `bore` makes it a tube. */
export function cylinder(
  radius,
  height,
  material,
  { rounding = radius * 0.04, bore = 0, segments = 64 } = {},
) {
  const inner = bore > 0 ? bore : 0;
  return turned(
    [
      [inner, 0],
      [radius, 0],
      [radius, height],
      [inner, height],
    ],
    material,
    { rounding, segments },
  );
}

export const ball = (radius, material) => mesh(new THREE.SphereGeometry(radius, 48, 32), material);

/** A ring of round wire about y. */
export const torus = (radius, wireRadius, material) =>
  mesh(new THREE.TorusGeometry(radius, wireRadius, 20, 96).rotateX(Math.PI / 2), material);

/** A box centred on its middle. */
export const box = (width, height, depth, material, rounding = Math.min(width, height, depth) * 0.08) =>
  mesh(new RoundedBoxGeometry(width, height, depth, 4, rounding), material);

/**
 * An outline given thickness along z, centred on z = 0; `bevel` rounds its edges without making it larger.
 *
 * @param {import('three').Shape} outline changed: the holes become its own
 * @param {number} thickness
 * @param {import('three').Material} material
 * @param {{ holes?: import('three').Path[], bevel?: number, curveSegments?: number, twistDeg?: number }} [options]
 */
export function plate(outline, thickness, material, options = {}) {
  const { holes = [], bevel = thickness * 0.08, curveSegments = 32, twistDeg = 0 } = options;
  outline.holes.push(...holes);
  let geometry = new THREE.ExtrudeGeometry(outline, {
    depth: thickness - 2 * bevel,
    steps: twistDeg === 0 ? 1 : 12,
    bevelEnabled: bevel > 0,
    bevelSize: bevel,
    bevelOffset: -bevel,
    bevelThickness: bevel,
    bevelSegments: 3,
    curveSegments,
  });
  geometry.translate(0, 0, bevel - thickness / 2);
  if (twistDeg !== 0) twist(geometry, THREE.MathUtils.degToRad(twistDeg) / thickness);
  const faces = geometry.groups[0];
  geometry = toCreasedNormals(geometry, THREE.MathUtils.degToRad(34));
  flatten(geometry.attributes, faces);
  return mesh(geometry, material);
}

/** Both faces stay plane right up to their rounded edges. */
function flatten({ position, normal }, { start, count }) {
  for (let i = start; i < start + count; i += 1) normal.setXYZ(i, 0, 0, position.getZ(i) < 0 ? -1 : 1);
}

function twist(geometry, perLength) {
  const places = geometry.attributes.position;
  for (let i = 0; i < places.count; i += 1) {
    const [x, y, angle] = [places.getX(i), places.getY(i), places.getZ(i) * perLength];
    places.setXY(i, x * Math.cos(angle) - y * Math.sin(angle), x * Math.sin(angle) + y * Math.cos(angle));
  }
}

/** A flat ring in the plane of x and y, `thickness` along z. */
export const washerPlate = (outerRadius, innerRadius, thickness, material, options = {}) =>
  plate(circle(outerRadius), thickness, material, {
    ...options,
    holes: [hole(innerRadius), ...(options.holes ?? [])],
  });

/** A plate lying flat: thickness along y, standing on y = 0; what was y in the outline points away from the camera. */
export function slab(outline, thickness, material, options) {
  const flat = plate(outline, thickness, material, options);
  flat.rotation.x = -Math.PI / 2;
  flat.position.y = thickness / 2;
  return group(flat);
}

/**
 * A round bar, wire, pipe or hose through points: smooth, or straight with rounded bends if `bend` is given.
 *
 * @param {[number, number, number?][]} points
 * @param {number} radius
 * @param {import('three').Material} material
 * @param {{ closed?: boolean, bend?: number, segments?: number, sides?: number, bore?: number }} [options]
 *   `bore` shows the ends as those of a pipe
 */
export function tube(points, radius, material, options = {}) {
  const { closed = false, bend, sides = 20, bore = 0 } = options;
  const curve =
    bend === undefined
      ? new THREE.CatmullRomCurve3(vectors(points), closed, 'centripetal')
      : bentLine(vectors(points), bend);
  return tubeAlong(curve, radius, material, {
    closed,
    sides,
    bore,
    segments: options.segments ?? 40 + points.length * 14,
  });
}

/** A tube along any curve of three.js, with ends. */
export function tubeAlong(
  curve,
  radius,
  material,
  { closed = false, sides = 20, bore = 0, segments = 200 } = {},
) {
  const parts = [new THREE.TubeGeometry(curve, segments, radius, sides, closed).toNonIndexed()];
  if (!closed) parts.push(endOf(curve, 0, radius, bore, sides), endOf(curve, 1, radius, bore, sides));
  if (bore > 0) {
    const inside = new THREE.TubeGeometry(curve, segments, bore, sides, false);
    inside.scale(1, 1, 1).index.array.reverse();
    const normals = inside.attributes.normal;
    for (let i = 0; i < normals.count; i += 1)
      normals.setXYZ(i, -normals.getX(i), -normals.getY(i), -normals.getZ(i));
    parts.push(inside.toNonIndexed());
  }
  return mesh(mergeGeometries(parts), material);
}

function endOf(curve, at, radius, bore, sides) {
  const cap =
    bore > 0 ? new THREE.RingGeometry(bore, radius, sides) : new THREE.CircleGeometry(radius, sides);
  const outward = curve.getTangentAt(at).multiplyScalar(at === 0 ? -1 : 1);
  cap.applyQuaternion(new THREE.Quaternion().setFromUnitVectors(new THREE.Vector3(0, 0, 1), outward));
  const { x, y, z } = curve.getPointAt(at);
  return cap.translate(x, y, z).toNonIndexed();
}

function bentLine(points, bend) {
  const path = new THREE.CurvePath();
  let from = points[0];
  for (let index = 1; index + 1 < points.length; index += 1) {
    const corner = points[index];
    const reach = Math.min(
      bend,
      corner.distanceTo(points[index - 1]) * 0.49,
      corner.distanceTo(points[index + 1]) * 0.49,
    );
    const enter = corner.clone().add(points[index - 1].clone().sub(corner).setLength(reach));
    const leave = corner.clone().add(points[index + 1].clone().sub(corner).setLength(reach));
    path.add(new THREE.LineCurve3(from, enter));
    path.add(new THREE.QuadraticBezierCurve3(enter, corner, leave));
    from = leave;
  }
  path.add(new THREE.LineCurve3(from, points.at(-1)));
  return path;
}

/** Any line in space told as a function of a share from 0 to 1 that returns `[x, y, z]`. */
export class Line extends THREE.Curve {
  constructor(at) {
    super();
    this.at = at;
  }
  getPoint(share, target = new THREE.Vector3()) {
    return target.set(...this.at(share));
  }
}

/**
 * A helical spring about y, standing on y = 0.
 *
 * @param {object} size
 * @param {number | ((share: number) => number)} size.radius of the wire's middle; a function of the height makes a barrel or a cone
 * @param {number} size.wire radius of the wire
 * @param {number} size.height from end to end
 * @param {number} size.turns
 * @param {number} [size.closedTurns] turns at each end that lie close
 */
export function spring({ radius, wire, height, turns, closedTurns = 0.8 }, material) {
  const radiusAt = typeof radius === 'function' ? radius : () => radius;
  const free = turns - 2 * closedTurns;
  const closedRise = closedTurns * wire * 2.05;
  const rise = height - 2 * wire - 2 * closedRise;
  const heightAt = (turn) => {
    if (turn <= closedTurns) return turn * wire * 2.05;
    if (turn >= turns - closedTurns) return closedRise + rise + (turn - turns + closedTurns) * wire * 2.05;
    return closedRise + (rise * (turn - closedTurns)) / free;
  };
  const at = (share) => {
    const angle = share * turns * Math.PI * 2;
    const y = heightAt(share * turns);
    const r = radiusAt(y / height);
    return [Math.cos(angle) * r, wire + y, Math.sin(angle) * r];
  };
  return tubeAlong(new Line(at), wire, material, { segments: Math.round(turns * 64), sides: 18 });
}
