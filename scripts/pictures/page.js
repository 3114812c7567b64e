/** What runs in the browser: draws parts when the command asks for them. */
import { LOOK, openStage } from './kit/stage.js';

let stage;

const modelsOf = async (file) => (await import(`./models/${file}`)).default;

/** Loads the letters and opens the stage; called once. */
globalThis.openPictures = async (shadowMapPx) => {
  await document.fonts.load('600 40px "Barlow Condensed"');
  stage = openStage(shadowMapPx);
};

/** A PNG as base64. */
globalThis.drawPart = async (file, code, quality) => {
  const canvas = await stage.draw((await modelsOf(file))[code](), quality);
  return canvas.toDataURL('image/png').split(',')[1];
};

/**
 * What identifies the picture: every point and every material of the model, and the look of the stage. A change to the kit
 * that doesn't change this part leaves it as it is.
 */
globalThis.fingerprintOf = async (file, code) => {
  const model = (await modelsOf(file))[code]();
  model.updateMatrixWorld(true);
  const words = [`look ${LOOK}`];
  model.traverse((node) => {
    if (!node.isMesh) return;
    const { color, roughness, metalness, opacity, clearcoat, userData } = node.material;
    words.push(node.matrixWorld.elements.map((number) => number.toFixed(3)).join());
    words.push(JSON.stringify([color.getHex(), roughness, metalness, opacity, clearcoat, userData]));
    words.push(Array.from(node.geometry.attributes.position.array, (number) => number.toFixed(2)).join());
  });
  const bytes = new Uint8Array(
    await crypto.subtle.digest('SHA-256', new TextEncoder().encode(words.join('\n'))),
  );
  return Array.from(bytes.slice(0, 8), (byte) => byte.toString(16).padStart(2, '0')).join('');
};
