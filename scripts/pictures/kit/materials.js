/** What parts are made of. Shared by all pictures: take one from here, or a `variant` of it, before making another. */
import * as THREE from 'three';
import { withSurface } from './surface.js';

const GRAIN = {
  cast: [26, 0.16, 0.16],
  fineCast: [48, 0.09, 0.12],
  orangePeel: [14, 0.012, 0.02],
  worn: [60, 0.03, 0.08],
  moulded: [70, 0.06, 0.1],
  rubber: [55, 0.07, 0.1],
  friction: [62, 0.34, 0.1],
  paper: [90, 0.06, 0.05],
};

/** A material of three.js with a surface; see `withSurface` for the second argument. */
export function material(look, surface = {}) {
  return withSurface(new THREE.MeshPhysicalMaterial(look), surface);
}

/** The same material in another colour, say: `variant(paintBlack, { color: '#224' })`; with another surface if given. */
export function variant(base, look, surface = base.userData.surface) {
  const copy = base.clone();
  copy.setValues(look);
  return withSurface(copy, surface);
}

/** Visible from both sides: for sheet without thickness. */
export const bothSides = (base) => variant(base, { side: THREE.DoubleSide });

/** With marks of a lathe around the mesh's own axis (`y` for what `turned` makes, `z` for what `plate` makes). */
export const lathed = (base, axis = 'y', depth = 0.09) =>
  variant(base, {}, { tooling: ['turned', axis, 230, depth] });

/** Brushed along the mesh's own axis. */
export const brushed = (base, axis = 'x', depth = 0.05) =>
  variant(base, {}, { tooling: ['brushed', axis, 70, depth] });

const metal = (color, roughness, surface, metalness = 1) =>
  material({ color, metalness, roughness }, surface);
const dull = (color, roughness, surface, more = {}) => material({ color, roughness, ...more }, surface);

// Iron and steel
export const castIron = metal('#5b5f63', 0.62, { grain: GRAIN.cast }, 0.65);
export const darkIron = metal('#3d4043', 0.66, { grain: GRAIN.cast }, 0.5);
export const forgedSteel = metal('#6a6d70', 0.5, { grain: GRAIN.fineCast }, 0.8);
export const steel = metal('#bfc2c5', 0.3, { grain: GRAIN.worn });
export const machinedSteel = lathed(steel);
export const polishedSteel = metal('#dcdee0', 0.13, {});
export const chrome = metal('#e6e8ea', 0.05, {});
export const hardenedSteel = metal('#8f8c86', 0.32, { grain: GRAIN.worn });
export const blackenedSteel = metal('#45494d', 0.42, { grain: GRAIN.worn }, 0.7);
export const springSteel = metal('#5d6164', 0.4, { grain: GRAIN.worn }, 0.9);
export const stainless = metal('#c9c8c5', 0.27, { grain: GRAIN.worn });

// Coated steel
export const zinc = metal('#b3b8bb', 0.36, { grain: [40, 0.03, 0.12] }, 0.9);
export const galvanised = metal('#a3a8ab', 0.48, { grain: [10, 0.03, 0.22] }, 0.85);
export const yellowChromate = metal('#c9a95c', 0.34, { grain: [9, 0.02, 0.16] }, 0.95);
export const geomet = metal('#8b9094', 0.55, { grain: GRAIN.fineCast }, 0.7);

// Other metals
export const aluminium = metal('#c6c9cb', 0.42, { grain: GRAIN.fineCast });
export const castAluminium = metal('#b4b7b9', 0.5, { grain: [34, 0.13, 0.12] }, 0.92);
export const brushedAluminium = brushed(metal('#cfd2d4', 0.3, {}));
export const polishedAluminium = metal('#e0e2e4', 0.16, {});
export const brass = metal('#cfae6a', 0.28, { grain: GRAIN.worn });
export const copper = metal('#c58058', 0.3, { grain: GRAIN.worn });
export const bronze = metal('#a5824f', 0.42, { grain: GRAIN.worn });
export const lead = metal('#a7abae', 0.5, { grain: GRAIN.worn }, 0.9);
export const gold = metal('#d2b473', 0.24, {});

// Paint: a clear coat over colour
const paint = (color, roughness = 0.42) =>
  dull(color, roughness, { grain: GRAIN.orangePeel }, { clearcoat: 0.7, clearcoatRoughness: 0.16 });
export const paintBlack = paint('#292b2e');
export const paintSatinBlack = dull('#313437', 0.42, { grain: [40, 0.025, 0.06] }, { metalness: 0.15 });
export const paintRed = paint('#a3211c');
export const paintBlue = paint('#1f4a8a');
export const paintWhite = paint('#e9e9e6');
export const paintGrey = paint('#7a7e82');
export const paintGreen = paint('#2c6a45');
export const powderCoatGrey = dull('#8b8f93', 0.5, { grain: [60, 0.05, 0.05] });

// Plastic and rubber
const plastic = (color, roughness = 0.5) => dull(color, roughness, { grain: GRAIN.moulded });
export const plasticBlack = plastic('#2e3033');
export const plasticGloss = dull('#212326', 0.22, {}, { clearcoat: 0.6, clearcoatRoughness: 0.1 });
export const plasticGrey = plastic('#8d9194');
export const plasticWhite = plastic('#e6e5e0');
export const plasticNatural = plastic('#d9d3bf', 0.45);
export const plasticGreen = plastic('#3b7d55');
export const plasticBlue = plastic('#2b5c9a');
export const plasticRed = plastic('#a8332b');
export const plasticYellow = plastic('#d9a72c');
export const plasticOrange = plastic('#c96a1f');
export const rubber = dull('#292b2d', 0.78, { grain: GRAIN.rubber });
export const rubberGloss = dull('#242628', 0.42, { grain: [40, 0.03, 0.08] });
export const rubberBlue = dull('#2e5f93', 0.6, { grain: GRAIN.rubber });
export const rubberGreen = dull('#3f7b57', 0.6, { grain: GRAIN.rubber });
export const rubberBrown = dull('#6b4230', 0.6, { grain: GRAIN.rubber });
export const insulation = dull('#282a2c', 0.48, { grain: GRAIN.worn });
export const insulationRed = dull('#9c2a24', 0.48, { grain: GRAIN.worn });

// Paper, lining, ceramic, cloth
export const filterPaper = dull('#d9c58d', 0.88, { grain: GRAIN.paper });
export const filterPaperWhite = dull('#e8e7e1', 0.9, { grain: GRAIN.paper });
export const filterPaperGreen = dull('#a9bd9a', 0.88, { grain: GRAIN.paper });
export const activatedCarbon = dull('#7d8183', 0.92, { grain: GRAIN.paper });
export const frictionLining = dull('#6a655e', 0.9, { grain: GRAIN.friction });
export const gasketGraphite = dull('#4b4e51', 0.6, { grain: GRAIN.worn }, { metalness: 0.25 });
export const gasketPaper = dull('#7d8072', 0.9, { grain: GRAIN.paper });
export const ceramic = dull('#eeece6', 0.2, {}, { clearcoat: 1, clearcoatRoughness: 0.05 });
export const felt = dull('#bdb7a8', 0.98, { grain: GRAIN.friction });

// Clear things. Put something behind them: what is clear shows what is there.
const clear = (color, opacity, roughness = 0.05) =>
  material(
    {
      color,
      roughness,
      transparent: true,
      opacity,
      clearcoat: 1,
      clearcoatRoughness: 0.03,
      depthWrite: false,
    },
    { glaze: 1 },
  );
export const glass = clear('#eef3f5', 0.12);
export const lensClear = clear('#f3f5f6', 0.16);
export const lensRed = clear('#b3130f', 0.62);
export const lensOrange = clear('#e8740c', 0.62);
export const lensSmoked = clear('#1a1c1e', 0.7);
export const plasticTranslucent = clear('#e8e6da', 0.5, 0.35);
export const fluidAmber = clear('#b9781f', 0.6, 0.2);
export const mirror = metal('#eef1f3', 0.02, {});
