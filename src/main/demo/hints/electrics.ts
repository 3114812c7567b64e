import { type HintsByCode, hasEngine } from './part-type-hints.ts';

/** Batteries, alternators, starters and their motorcycle kin. */
export const ELECTRICS: HintsByCode = {
  battery: {
    letters: 'BA',
    weights: { car: 16, light: 4, commercial: 6, motorcycle: 24 },
    needs: (app) => hasEngine(app) && !(app.traits.has('dirt') && app.yearTo < 2010),
    priceUsd: { car: [62, 148], commercial: [118, 205], motorcycle: [24, 98] },
    order: [
      [1, 1],
      [1, 1],
      [2, 1],
      [4, 1],
    ],
    perVehicle: (draw) => (draw.segment === 'commercial' ? (draw.is('heavy') ? 4 : 2) : 1),
    dimensions: (draw) => {
      const { random } = draw;
      if (draw.segment === 'motorcycle') {
        const size = random.pick(
          [
            [4, 50, 113, 70, 85],
            [6, 90, 114, 71, 106],
            [8, 120, 151, 88, 94],
            [10, 170, 151, 87, 131],
            [12, 200, 151, 88, 147],
            [14, 225, 151, 88, 161],
            [18, 270, 177, 88, 154],
            [28, 385, 166, 126, 175],
          ].filter(([capacity = 0]) => Math.abs(capacity / 20 - draw.size) < 0.45),
        );
        const [capacity = 0, current = 0, length = 0, width = 0, height = 0] = size;
        return {
          capacity,
          'cold-cranking': current,
          length,
          width,
          height,
          terminals: random.pick(['positive left', 'positive right']),
        };
      }
      if (draw.segment === 'commercial') {
        return {
          capacity: 100,
          'cold-cranking': random.pick([650, 730, 950, 1000]),
          length: 330,
          width: 173,
          height: 240,
          terminals: random.pick(['stud', 'post']),
        };
      }
      const sizes = [
        [45, 360, 207, 175],
        [60, 560, 242, 175],
        [70, 720, 278, 175],
        [80, 760, 315, 175],
        [92, 850, 353, 175],
        [95, 900, 353, 175],
      ];
      const [capacity = 0, current = 0, length = 0, width = 0] =
        sizes[Math.min(sizes.length - 1, Math.floor(draw.size * 5.2 + random.next()))] ?? [];
      return {
        capacity,
        'cold-cranking': current,
        length,
        width,
        height: 190,
        terminals: random.pick(['positive right', 'positive right', 'positive left']),
      };
    },
    making: ({ segment, tier, year, random }) => ({
      technology:
        segment === 'motorcycle'
          ? random.pick(tier === 'premium' ? ['AGM', 'lithium iron phosphate', 'gel'] : ['AGM', 'AGM', 'wet'])
          : segment === 'commercial'
            ? random.pick(['wet', 'AGM'])
            : year >= 2012
              ? random.pick(['AGM', 'EFB'])
              : random.pick(['wet', 'wet', 'EFB', 'AGM']),
    }),
    suffix: ['12 V, {capacity} A·h, {cold-cranking} A, {technology}'],
    facts: [
      '[technology=AGM] AGM battery, 12 V {capacity} A·h, {cold-cranking} A cold cranking current; leak-proof and resistant to vibration.',
      '[technology=EFB] EFB battery for vehicles with start-stop system, {capacity} A·h, {cold-cranking} A.',
      '[technology=wet] Lead-acid battery with calcium grids, {capacity} A·h, {cold-cranking} A, {length} × {width} × {height} mm.',
      '[technology=gel] Gel battery, {capacity} A·h, sealed and deep-cycle resistant; {length} × {width} × {height} mm.',
      '[technology=lithium iron phosphate] Lithium iron phosphate battery with charge electronics; a third of the weight of lead, {capacity} A·h as lead equivalent.',
    ],
    box: [
      '[technology!=wet] Charged and ready to fit.',
      '[technology=wet, kind=motorcycle] Dry-charged, with acid pack.',
      '[technology=wet, kind!=motorcycle] Filled and charged; {terminals}.',
      '[kind=motorcycle] With terminal screws; {terminals}.',
    ],
    fitting: [
      '[technology=AGM, kind=car] Register the new battery where the vehicle has an energy management.',
      '[technology=lithium iron phosphate] Charge only with a charger for lithium batteries.',
      '[technology=EFB, kind=car] Never replace an AGM battery by an EFB one.',
      'Stored for over three months: recharge below 12.5 V.',
      'Return old batteries for recycling.',
    ],
    qualifiers: [
      '2012- with start-stop system',
      '2012- without start-stop system',
      'battery in the luggage compartment',
    ],
    tradeNumbers: (draw, dimensions) =>
      draw.segment === 'motorcycle'
        ? [`YTX${dimensions.capacity}-BS`]
        : draw.segment === 'commercial'
          ? ['BCI 31']
          : [
              `BCI ${({ 207: '26R', 242: '47', 278: '48', 315: '94R', 353: '49' } as Record<string, string>)[String(dimensions.length)] ?? '48'}`,
            ],
  },
  alternator: {
    letters: 'AL',
    weights: { car: 26, light: 6, commercial: 8 },
    needs: (app) => hasEngine(app) && app.kind !== 'motorcycle',
    priceUsd: { car: [98, 285], commercial: [185, 420] },
    order: [[1, 1]],
    dimensions: (draw) => ({
      current:
        draw.segment === 'commercial' ? draw.random.pick([130, 160, 185, 200, 240]) : draw.sized(70, 220, 10),
      voltage: 12,
      pulley:
        draw.segment === 'commercial'
          ? 'fixed'
          : draw.year >= 2004
            ? draw.random.pick(['free-wheel', 'decoupling', 'fixed'])
            : 'fixed',
      grooves: draw.segment === 'commercial' ? draw.random.pick([8, 10]) : draw.random.pick([5, 6, 6, 7]),
      regulator: draw.year >= 2008 ? 'LIN bus' : 'built-in',
    }),
    suffix: ['{current} A, {grooves} grooves'],
    facts: [
      'Alternator {voltage} V, {current} A, {pulley} pulley with {grooves} grooves, {regulator} regulator.',
      '[pulley!=fixed] Alternator {current} A with {pulley} pulley and {grooves} grooves, which protects belt and tensioner.',
      '[regulator=LIN bus] {current} A alternator with LIN regulator, controlled by the engine management.',
      '[segment=commercial] Brush-type alternator {current} A for long idling, pad or hinge mount as the original.',
    ],
    box: ['With pulley and test sheet.', 'Complete with regulator; pulley fitted.'],
    fitting: [
      'Disconnect the battery before touching terminal B+.',
      'Charge the battery first: an alternator is no charger.',
      'Check belt, tensioner and earth straps.',
      'Compare plug and pulley with the old unit before fitting.',
    ],
    remanufactured: [
      'Remanufactured: rotor and stator tested, bearings, brushes and regulator new, measured under load.',
      'Remanufactured with new bearings, slip rings and regulator; output measured at three speeds.',
    ],
    dependsOnEngine: true,
  },
  'starter-motor': {
    letters: 'SM',
    weights: { car: 22, light: 5, commercial: 7, motorcycle: 9 },
    needs: (app) => hasEngine(app) && !(app.kind === 'motorcycle' && app.traits.has('dirt')),
    priceUsd: { car: [78, 210], commercial: [190, 410], motorcycle: [58, 148] },
    order: [[1, 1]],
    dimensions: (draw) => ({
      'rated-power':
        draw.segment === 'motorcycle'
          ? draw.random.pick([0.4, 0.5, 0.6, 0.8, 1.2])
          : draw.segment === 'commercial'
            ? draw.random.pick([4, 5.5, 7.2, 7.5])
            : draw.is('diesel')
              ? draw.random.pick([1.8, 2, 2.2])
              : draw.random.pick([0.9, 1.1, 1.4, 1.7]),
      voltage: 12,
      teeth:
        draw.segment === 'commercial' ? draw.random.pick([11, 12]) : draw.random.pick([9, 9, 10, 11, 13]),
      rotation: draw.random.pick(['clockwise', 'clockwise', 'anticlockwise']),
    }),
    suffix: ['{rated-power} kW, {teeth} teeth'],
    facts: [
      'Starter {voltage} V, {rated-power} kW, pinion with {teeth} teeth, turning {rotation}.',
      '[segment=car|light] Permanent-magnet starter with planetary gear, {rated-power} kW, {teeth} teeth.',
      '[segment=commercial] Gear-reduction starter {rated-power} kW with {teeth}-tooth pinion and thermal protection.',
      '[kind=motorcycle] Starter {rated-power} kW with {teeth}-tooth shaft and sealed brush cover.',
    ],
    box: [
      'Complete with solenoid.',
      '[kind=motorcycle] With O-ring.',
      'Ready to fit; bolts are not included.',
    ],
    fitting: [
      'Check battery and cables under load before renewing the starter.',
      'Look at the ring gear for worn teeth.',
      'Clean the earth face of the flange to bare metal.',
    ],
    remanufactured: [
      'Remanufactured: armature turned and tested, brushes, bushes and solenoid contacts new.',
      'Remanufactured with new brushes, bearings and drive; tested with torque under load.',
    ],
    qualifiers: ['with manual transmission', 'with automatic transmission', '2012- with start-stop system'],
    dependsOnEngine: true,
  },
  'regulator-rectifier': {
    letters: 'RR',
    weights: { motorcycle: 13 },
    needs: (app) => app.kind === 'motorcycle' && !(app.traits.has('dirt') && app.traits.has('twostroke')),
    priceUsd: { motorcycle: [22, 86] },
    order: [
      [1, 1],
      [2, 1],
    ],
    dimensions: (draw) => ({
      current: draw.sized(12, 50, 1),
      voltage: draw.random.pick([14.2, 14.4, 14.5]),
      contacts: draw.random.pick([4, 5, 6, 6]),
    }),
    making: ({ tier, random }) => ({
      type: random.pick(tier === 'economy' ? ['SCR shunt'] : ['MOSFET shunt', 'MOSFET series', 'SCR shunt']),
    }),
    suffix: ['{type}, {current} A'],
    facts: [
      '[type=MOSFET shunt] MOSFET regulator, {current} A at {voltage} V, which runs cooler than a thyristor one.',
      '[type=MOSFET series] Series regulator, {current} A, which disconnects the stator instead of shorting it.',
      '[type=SCR shunt] Thyristor regulator for {current} A at {voltage} V in a finned housing.',
    ],
    box: ['One unit with original plugs, {contacts} contacts.', 'One unit; heat paste enclosed.'],
    fitting: [
      'Mount on bare metal for cooling.',
      'Measure the stator and cut out burnt plugs first.',
      'Check the charging voltage at 5,000 min⁻¹: {voltage} V.',
    ],
  },
  stator: {
    letters: 'ST',
    weights: { motorcycle: 11 },
    needs: (app) => app.kind === 'motorcycle' && !app.traits.has('dirt'),
    priceUsd: { motorcycle: [42, 138] },
    order: [[1, 1]],
    dimensions: (draw) => ({
      poles: draw.random.pick([8, 12, 18, 18]),
      'outer-diameter': draw.sized(82, 140, 0.5),
      phases: draw.random.pick([1, 3, 3, 3]),
    }),
    making: ({ random }) => ({ gasket: random.chance(0.5) }),
    suffix: ['{poles} poles, {outer-diameter} mm'],
    facts: [
      'Stator with {poles} poles and {outer-diameter} mm outer diameter, wound with wire for 200 °C.',
      '[phases=3] Three-phase stator with {poles} poles, resin-impregnated winding.',
      'New winding on laminated core, {poles} poles, {outer-diameter} mm, with silicone-sleeved leads.',
    ],
    box: ['[gasket=yes] With gasket for the cover.', '[gasket=no] Without cover gasket.'],
    fitting: [
      'Use a new cover gasket and fresh oil.',
      'Measure the regulator: a shorted one kills the new stator.',
      'Secure the leads with the original clamp, clear of the rotor.',
    ],
  },
};
