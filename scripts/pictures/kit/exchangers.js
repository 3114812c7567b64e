/** The cores of radiators, condensers and coolers: flat tubes with folded fins between them. */
import * as THREE from 'three';
import { mergeGeometries } from 'three/addons/utils/BufferGeometryUtils.js';
import * as materials from './materials.js';
import { group, moved, row } from './placing.js';
import { box, mesh } from './shapes.js';

/** A wave of thin sheet between two tubes, centred: it runs along x, is `height` high and `depth` deep. */
function finWave(width, height, depth, count, material) {
  const step = width / count;
  const sheets = Array.from({ length: count }, (_, index) => {
    const sheet = new THREE.BoxGeometry(step * 0.16, height * 1.02, depth);
    sheet.rotateZ(index % 2 === 0 ? 0.24 : -0.24);
    return sheet.translate(-width / 2 + (index + 0.5) * step, 0, 0);
  });
  return mesh(mergeGeometries(sheets), material);
}

/**
 * A core, centred: tubes run along x, one above the other, fins fill the gaps.
 *
 * @param {{ width: number, height: number, depth: number, tubes: number, fins: number }} size `fins` is the number of
 *   folds along a tube; what can't be told apart in the picture anyway is left out
 */
export function finnedCore(
  { width, height, depth, tubes, fins },
  { tube = materials.aluminium, fin = materials.aluminium } = {},
) {
  const step = height / tubes;
  const tubeHeight = step * 0.24;
  return group(
    row(tubes + 1, [0, step, 0], () => box(width, tubeHeight, depth, tube, tubeHeight * 0.4)),
    row(tubes, [0, step, 0], () => finWave(width, step - tubeHeight, depth * 0.94, fins, fin)),
    // Nothing is seen through a core at this angle: a dark sheet keeps what is behind it out of the gaps.
    moved(box(width, height, depth * 0.2, materials.darkIron), 0, 0, 0),
  );
}
