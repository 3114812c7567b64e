import { type HintsByCode, hasEngine, isCommercial } from './part-type-hints.ts';

/** Mounts, pistons, charging and exhaust gas recirculation. */
export const ENGINE_PERIPHERY: HintsByCode = {
  'engine-mount': {
    letters: 'EM',
    weights: { car: 28, light: 5, commercial: 5 },
    needs: (app) => hasEngine(app) && app.kind !== 'motorcycle',
    positions: {
      car: ['left', 'right', 'front', 'rear'],
      light: ['left', 'right'],
      commercial: ['front', 'rear'],
    },
    priceUsd: { car: [13, 68], commercial: [28, 84] },
    order: [
      [1, 1],
      [2, 1],
    ],
    perVehicle: (draw) => (draw.segment === 'commercial' && draw.position === 'rear' ? 2 : 1),
    dimensions: (draw) => ({
      type:
        draw.segment === 'commercial'
          ? 'rubber-metal'
          : draw.size > 0.35 && draw.random.chance(0.6)
            ? 'hydraulic'
            : 'rubber-metal',
      thread: draw.random.pick(['M10', 'M10', 'M12', 'M14']),
      height: draw.random.stepped(52, 138, 1),
    }),
    suffix: ['{type}'],
    facts: [
      '[type=hydraulic] Hydraulic mount: a fluid chamber in the rubber damps idle shake; {height} mm high unloaded.',
      '[type=rubber-metal] Rubber-metal mount of natural rubber vulcanised to steel, {height} mm high unloaded, stud {thread}.',
      '[type=hydraulic] Fluid-filled mount with {thread} stud and aluminium bracket.',
      '[segment=commercial] Heavy rubber-metal mount with rebound stop, stud {thread}.',
    ],
    box: ['One mount; bolts are not included.', 'One mount with nuts.'],
    fitting: [
      'Support the engine, fit without tension and tighten only when its weight rests on the mount.',
      'Renew all mounts if one has sagged.',
      '[type=hydraulic] Oil stains around the rubber mean that the old mount is empty.',
    ],
    qualifiers: ['with manual transmission', 'with automatic transmission', 'with all-wheel drive'],
    dependsOnEngine: true,
  },
  'piston-kit': {
    letters: 'PK',
    weights: { motorcycle: 14, commercial: 3 },
    needs: (app) =>
      app.kind === 'motorcycle'
        ? app.traits.has('dirt') ||
          app.traits.has('dual') ||
          app.traits.has('twostroke') ||
          app.traits.has('cruiser')
        : isCommercial(app),
    priceUsd: { motorcycle: [34, 118], commercial: [96, 210] },
    order: [[1, 1]],
    perVehicle: (draw) => draw.app.cylinders,
    dimensions: (draw) => ({
      diameter: draw.segment === 'commercial' ? draw.sized(105, 137, 0.5) : draw.sized(38, 101, 0.01),
      pin:
        draw.segment === 'commercial'
          ? draw.random.pick([40, 45, 50])
          : draw.random.pick([12, 13, 14, 15, 16, 18, 20, 22]),
      rings: draw.is('twostroke') ? draw.random.pick([1, 2]) : 3,
    }),
    making: ({ tier, segment, random }) => ({
      type:
        segment === 'commercial'
          ? 'cast, steel crown'
          : tier === 'premium'
            ? 'forged'
            : random.pick(['cast', 'forged']),
    }),
    suffix: ['{diameter} mm, {type}'],
    facts: [
      '[type=forged] Forged piston, {diameter} mm, with molybdenum-coated skirt and {rings} rings.',
      '[type=cast] Cast piston of high-silicon aluminium, {diameter} mm, standard compression.',
      '[segment=commercial] Piston for one cylinder, {diameter} mm, with cooling gallery and ring carrier.',
    ],
    box: [
      'Piston, rings, pin and circlips for one cylinder.',
      '[kind=motorcycle] Piston, rings, pin and circlips; gaskets are not included.',
    ],
    fitting: [
      'Measure bore and piston and keep the clearance printed on the box.',
      'Stagger the ring gaps and use the circlips once only.',
      '[kind=motorcycle] The arrow on the crown points to the exhaust.',
    ],
  },
  turbocharger: {
    letters: 'TU',
    weights: { car: 14, light: 4, commercial: 8 },
    needs: (app) =>
      app.kind !== 'motorcycle' &&
      (app.traits.has('diesel') || (app.yearFrom >= 2006 && hasEngine(app) && app.cylinders <= 6)),
    priceUsd: { car: [235, 620], commercial: [480, 1350] },
    order: [[1, 1]],
    dimensions: (draw) => ({
      geometry: draw.is('diesel')
        ? draw.random.pick(['variable', 'variable', 'fixed with wastegate'])
        : 'fixed with wastegate',
      actuator: draw.year >= 2008 ? draw.random.pick(['electronic', 'electronic', 'pneumatic']) : 'pneumatic',
      'compressor-inlet': draw.segment === 'commercial' ? draw.random.int(76, 110) : draw.random.int(38, 62),
      cooling: draw.random.pick(['oil- and water-cooled', 'oil-cooled']),
    }),
    suffix: ['{geometry}', '{actuator} actuator'],
    facts: [
      '[geometry=variable] Turbocharger with variable turbine geometry and {actuator} actuator, {cooling} bearing housing.',
      '[geometry=fixed with wastegate] Turbocharger with wastegate, {actuator} actuator and {cooling} bearing housing; compressor inlet {compressor-inlet} mm.',
      '[grade!=remanufactured] New turbocharger with {actuator} actuator, balanced at working speed and calibrated on the flow bench.',
    ],
    box: [
      'With gaskets and oil syringe.',
      'Complete with actuator; gaskets are enclosed.',
      'Complete with actuator; gasket set sold separately.',
    ],
    fitting: [
      'Change oil and filter, clean the feed line and fill the bearing with oil before the first start.',
      'Find the cause of the old failure first: oil supply, blocked breather or foreign bodies.',
      'Let the engine idle for two minutes after fitting.',
      '[actuator=electronic] Teach in the actuator with a diagnostic tester.',
    ],
    remanufactured: [
      'Remanufactured with new shaft, bearings and seals; balanced and flow-tested.',
      'Remanufactured: housings blasted and measured, all moving parts new, actuator calibrated.',
    ],
    dependsOnEngine: true,
  },
  'charge-air-cooler': {
    letters: 'IC',
    weights: { car: 8, light: 3, commercial: 7 },
    needs: (app) =>
      app.kind !== 'motorcycle' &&
      (app.traits.has('diesel') || (app.yearFrom >= 2008 && hasEngine(app) && app.cylinders <= 4)),
    priceUsd: { car: [68, 190], commercial: [310, 640] },
    order: [[1, 1]],
    dimensions: (draw) =>
      draw.segment === 'commercial'
        ? {
            'core-length': draw.sized(660, 1000, 1),
            'core-height': draw.sized(560, 960, 1),
            'core-depth': draw.random.pick([50, 56, 64]),
            'connection-diameter': draw.random.pick([76, 90, 100]),
          }
        : {
            'core-length': draw.sized(420, 700, 1),
            'core-height': draw.random.stepped(128, 420, 1),
            'core-depth': draw.random.pick([32, 50, 64, 80]),
            'connection-diameter': draw.random.pick([50, 55, 60]),
          },
    suffix: ['{core-length} × {core-height} × {core-depth} mm'],
    facts: [
      'Brazed aluminium core {core-length} × {core-height} × {core-depth} mm with plastic tanks, connections {connection-diameter} mm.',
      '[segment=commercial] Bar-and-plate cooler with welded aluminium tanks, core {core-length} × {core-height} mm.',
      'Air-to-air cooler with internal turbulators, pressure-tested at 2.5 bar.',
    ],
    box: ['One cooler with protective caps.', 'One cooler; seals of the hoses are not included.'],
    fitting: [
      'Wash oil and swarf out of the hoses after a turbocharger failure.',
      'Renew the O-rings of the charge air hoses.',
      'Check the rubber mounts so that the tanks are free of tension.',
    ],
    dependsOnEngine: true,
  },
  'egr-valve': {
    letters: 'EG',
    weights: { car: 10, light: 3, commercial: 5 },
    needs: (app) => hasEngine(app) && app.kind !== 'motorcycle' && app.yearTo >= 2002,
    priceUsd: { car: [42, 128], commercial: [145, 330] },
    order: [[1, 1]],
    dimensions: (draw) => {
      const actuation = draw.year < 2003 ? 'vacuum' : draw.random.pick(['electric', 'electric', 'vacuum']);
      return actuation === 'electric' ? { actuation, contacts: draw.random.pick([5, 5, 6]) } : { actuation };
    },
    making: ({ random }) => ({ gasket: random.chance(0.7) }),
    suffix: ['{actuation}'],
    facts: [
      '[actuation=electric] Electric valve with position feedback, {contacts} contacts, seat of stainless steel.',
      '[actuation=vacuum] Vacuum-operated valve with steel seat and heat-resistant diaphragm.',
      '[actuation=electric, kind=truck] Heavy-duty valve with brushless actuator, {contacts}-pin connector.',
    ],
    box: ['[gasket=yes] With gaskets.', '[gasket=no] Without gaskets.'],
    fitting: [
      'Clean the intake duct of soot before fitting.',
      '[actuation=electric] Run the adaptation with a diagnostic tester.',
      '[actuation=vacuum] Check hoses and solenoid first: they fail more often than the valve.',
    ],
    dependsOnEngine: true,
  },
};
