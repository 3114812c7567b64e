/** Printed labels. The letters are Barlow Condensed, the shop's own; what is printed says what the part is, and no maker's name. */
import * as THREE from 'three';
import { material } from './materials.js';
import { mesh } from './shapes.js';

const PX_PER_LINE = 96;

/**
 * Something printed: a bold title on a band, lines under it.
 *
 * @param {object} text
 * @param {number} text.width in any unit; only its share of the height counts
 * @param {number} text.height
 * @param {string} [text.title]
 * @param {string[]} [text.lines]
 * @param {string} [text.ground] colour of the paper
 * @param {string} [text.ink]
 * @param {string} [text.band] colour of the band behind the title; none unless given
 * @param {number} [text.size] height of the title as a share of the label's
 */
export function printed({
  width,
  height,
  title = '',
  lines = [],
  ground = '#f1f1ee',
  ink = '#16191b',
  band,
  size = 0.3,
}) {
  if (typeof document === 'undefined') return null;
  const canvas = document.createElement('canvas');
  canvas.height = PX_PER_LINE * 6;
  canvas.width = Math.round((canvas.height * width) / height);
  const g = canvas.getContext('2d');
  const [w, h] = [canvas.width, canvas.height];
  const margin = h * 0.1;
  g.fillStyle = ground;
  g.fillRect(0, 0, w, h);
  const titleHeight = h * size;
  if (band) {
    g.fillStyle = band;
    g.fillRect(0, 0, w, titleHeight * 1.3);
  }
  g.fillStyle = band ? ground : ink;
  g.textBaseline = 'middle';
  g.font = `600 ${titleHeight * 0.92}px "Barlow Condensed"`;
  g.fillText(title, margin, titleHeight * 0.7, w - 2 * margin);
  g.fillStyle = ink;
  const rest = h - titleHeight * 1.4 - margin * 0.6;
  lines.forEach((line, index) => {
    const lineHeight = Math.min(rest / lines.length, titleHeight * 0.62);
    g.font = `600 ${lineHeight * 0.74}px "Barlow Condensed"`;
    g.fillText(line, margin, titleHeight * 1.45 + lineHeight * (index + 0.5), w - 2 * margin);
  });
  const texture = new THREE.CanvasTexture(canvas);
  texture.colorSpace = THREE.SRGBColorSpace;
  texture.anisotropy = 8;
  return texture;
}

const paper = (map, text) => {
  const made = material({ map, roughness: 0.42, clearcoat: 0.35, clearcoatRoughness: 0.25 });
  made.userData.text = text;
  return made;
};

/** A flat label in the plane of x and y, centred, facing +z. Put it a hair in front of what it sticks to. */
export const label = (text) =>
  mesh(new THREE.PlaneGeometry(text.width, text.height), paper(printed(text), text));

/**
 * A label around a can about y, centred on y = 0, its middle at `facingDeg` (0 is +z). `text.width` is its length on the can;
 * `along` makes the lines run up the can instead of around it, for cans that lie.
 */
export function wrappedLabel(radius, text, facingDeg = 0, along = false) {
  const [length, height] = along ? [text.height, text.width] : [text.width, text.height];
  const arc = length / radius;
  const start = THREE.MathUtils.degToRad(facingDeg) - arc / 2;
  const sheet = new THREE.CylinderGeometry(radius, radius, height, 96, 1, true, start, arc);
  const { uv } = sheet.attributes;
  if (along) for (let i = 0; i < uv.count; i += 1) uv.setXY(i, uv.getY(i), 1 - uv.getX(i));
  return mesh(sheet, paper(printed(text), text));
}
