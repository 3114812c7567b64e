/** Skins that change their section along the way: cones from round to oval, tanks, scrolls. */
import * as THREE from 'three';
import { toCreasedNormals } from 'three/addons/utils/BufferGeometryUtils.js';
import { mesh } from './shapes.js';

/**
 * A skin over sections of equally many points, each `[x, y, z]`, counter-clockwise as seen from where the skin leads to.
 *
 * @param {[number, number, number][][]} rings
 * @param {import('three').Material} material
 * @param {{ caps?: boolean, creaseDeg?: number }} [options] `caps` closes both ends
 */
export function lofted(rings, material, { caps = true, creaseDeg = 34 } = {}) {
  const places = [];
  for (let index = 0; index + 1 < rings.length; index += 1) {
    const [ring, next] = [rings[index], rings[index + 1]];
    ring.forEach((a, corner) => {
      const following = (corner + 1) % ring.length;
      places.push(...a, ...ring[following], ...next[corner]);
      places.push(...ring[following], ...next[following], ...next[corner]);
    });
  }
  if (caps) {
    for (const [ring, sign] of [
      [rings[0], -1],
      [rings.at(-1), 1],
    ]) {
      const middle = [0, 1, 2].map((axis) => ring.reduce((sum, point) => sum + point[axis], 0) / ring.length);
      ring.forEach((a, corner) => {
        const b = ring[(corner + 1) % ring.length];
        places.push(...middle, ...(sign > 0 ? a : b), ...(sign > 0 ? b : a));
      });
    }
  }
  const geometry = new THREE.BufferGeometry();
  geometry.setAttribute('position', new THREE.Float32BufferAttribute(places, 3));
  return mesh(toCreasedNormals(geometry, THREE.MathUtils.degToRad(creaseDeg)), material);
}

/**
 * A section across x for `lofted`: a rounded rectangle, which is an ellipse for `power` 2 and squarer above.
 *
 * @param {{ x: number, width: number, height: number, y?: number, z?: number, power?: number, points?: number }} size
 *   `width` along z, `height` along y
 */
export function sectionAcross({ x, width, height, y = 0, z = 0, power = 2, points = 64 }) {
  return Array.from({ length: points }, (_, index) => {
    const angle = (index / points) * Math.PI * 2;
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
    const reach = (value, half) => Math.sign(value) * Math.abs(value) ** (2 / power) * half;
    return [x, y + reach(cos, height / 2), z + reach(sin, width / 2)];
  });
}
