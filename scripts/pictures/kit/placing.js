/**
 * Puts things in their places. Each function wraps what it is given, so calls read from the inside out:
 * `moved(tilted(bolt, 90), 2, 0, 0)` first tilts the bolt, then moves it. Lengths are a model's own (millimetres, mostly:
 * the stage scales every model to fill its picture), angles are degrees, y is up, x to the right, z towards the camera.
 */
import { Group, MathUtils } from 'three';

const rad = MathUtils.degToRad;

/** Everything that it is given as one object; lists are taken apart, and what is undefined or false is left out. */
export function group(...things) {
  const all = new Group();
  for (const thing of things.flat(3)) if (thing) all.add(thing);
  return all;
}

export function moved(thing, x = 0, y = 0, z = 0) {
  const frame = group(thing);
  frame.position.set(x, y, z);
  return frame;
}

/** Turned about x, then about y, then about z. */
export function tilted(thing, xDeg = 0, yDeg = 0, zDeg = 0) {
  const frame = group(thing);
  frame.rotation.set(rad(xDeg), rad(yDeg), rad(zDeg), 'ZYX');
  return frame;
}

export function scaled(thing, x, y = x, z = x) {
  const frame = group(thing);
  frame.scale.set(x, y, z);
  return frame;
}

/** What stands along y is laid along x. */
export const alongX = (thing) => tilted(thing, 0, 0, -90);
/** What stands along y is laid along z, its top towards the camera. */
export const alongZ = (thing) => tilted(thing, 90);

/**
 * Copies around an axis, like bolts around a flange.
 *
 * @param {number} count
 * @param {number} radius
 * @param {(index: number) => import('three').Object3D} make called for each copy
 * @param {{ axis?: 'y'|'z', fromDeg?: number, toDeg?: number }} [options] all round unless told
 */
export function around(count, radius, make, { axis = 'y', fromDeg = 0, toDeg } = {}) {
  const stepDeg = toDeg === undefined ? 360 / count : (toDeg - fromDeg) / Math.max(1, count - 1);
  return group(
    Array.from({ length: count }, (_, index) => {
      const angleDeg = fromDeg + index * stepDeg;
      const out = moved(make(index), radius, 0, 0);
      return axis === 'y' ? tilted(out, 0, angleDeg, 0) : tilted(out, 0, 0, angleDeg);
    }),
  );
}

/** Copies in a row, centred, `stepX`, `stepY`, `stepZ` apart. */
export function row(count, [stepX = 0, stepY = 0, stepZ = 0], make) {
  return group(
    Array.from({ length: count }, (_, index) => {
      const at = index - (count - 1) / 2;
      return moved(make(index), at * stepX, at * stepY, at * stepZ);
    }),
  );
}

/** One on either side: as made, and mirrored by half a turn about y. */
export const pair = (make) => group(make(), tilted(make(), 0, 180));

/** Random numbers that are the same at every drawing. */
export function chance(seed = 7) {
  let state = seed;
  return () => {
    state = (state * 16807) % 2147483647;
    return (state - 1) / 2147483646;
  };
}
