import { type HintsByCode, hasEngine, isCommercial } from './part-type-hints.ts';

const isNotMotorcycle = (app: { kind: string }) => app.kind !== 'motorcycle';

/** Makers whose engine control heats the thermostat. */
const MAP_CONTROLLED = ['BMW', 'MINI', 'Volkswagen', 'Audi', 'Porsche', 'Mercedes-Benz'];

/** Coolant circuit and fans. */
export const COOLING: HintsByCode = {
  'water-pump': {
    letters: 'WP',
    weights: { car: 30, light: 5, commercial: 7, motorcycle: 3 },
    needs: (app) => hasEngine(app) && !app.traits.has('aircooled'),
    priceUsd: { car: [18, 78], commercial: [68, 185], motorcycle: [44, 98] },
    order: [
      [1, 1],
      [1, 1],
      [2, 1],
    ],
    dimensions: (draw) => ({
      drive:
        draw.segment === 'commercial'
          ? draw.random.pick(['gear', 'belt'])
          : draw.segment === 'motorcycle'
            ? 'gear'
            : draw.is('belt') && draw.random.chance(0.6)
              ? 'timing belt'
              : draw.year >= 2008 && draw.random.chance(0.25)
                ? 'electric'
                : 'belt',
      housing: draw.random.chance(0.4),
    }),
    making: ({ random, tier, dimensions }) => ({
      impeller:
        dimensions.drive === 'electric'
          ? 'plastic'
          : random.pick(tier === 'economy' ? ['steel'] : ['steel', 'plastic', 'cast iron']),
      gasket: random.chance(0.85),
    }),
    suffix: ['{drive} drive, {impeller} impeller', '{drive}'],
    facts: [
      '[drive=belt] Pump for the ribbed belt with {impeller} impeller and sealed double-row bearing.',
      '[drive=timing belt] Pump driven by the timing belt, {impeller} impeller, mechanical seal of silicon carbide.',
      '[drive=electric] Electric coolant pump, controlled by the engine control unit; wear-free brushless motor.',
      '[drive=gear] Gear-driven pump with {impeller} impeller and lip seal towards the oil side.',
      '[housing=yes, drive!=electric] Pump complete with housing, {impeller} impeller.',
    ],
    box: [
      '[gasket=yes] With gasket or O-ring.',
      '[gasket=no] Without gasket; use liquid gasket sparingly.',
      '[gasket=yes, drive=belt] With gasket; pulley not included.',
    ],
    fitting: [
      'Flush the system and fill with the coolant that the vehicle maker prescribes.',
      '[drive=timing belt] Renew together with the timing belt.',
      '[drive=electric] Bleed with the diagnostic routine, or trapped air stops the pump.',
      'Turn the pump only in coolant: a dry run ruins the seal.',
    ],
    dependsOnEngine: true,
  },
  thermostat: {
    letters: 'TH',
    weights: { car: 22, light: 4, commercial: 5, motorcycle: 3 },
    needs: (app) => hasEngine(app) && !app.traits.has('aircooled'),
    priceUsd: { car: [6.2, 44], commercial: [14, 42], motorcycle: [12, 28] },
    order: [
      [1, 1],
      [2, 1],
      [5, 5],
    ],
    dimensions: (draw) => {
      const mapped =
        draw.year >= 2003 &&
        draw.app.models.some(({ make }) => MAP_CONTROLLED.includes(make)) &&
        draw.random.chance(0.5);
      return {
        type: mapped ? 'map-controlled' : 'wax element',
        'opening-temperature': mapped
          ? draw.random.pick([97, 103, 105])
          : draw.segment === 'motorcycle'
            ? draw.random.pick([71, 76, 80, 82])
            : draw.random.pick([82, 83, 87, 88, 92]),
        housing: mapped || draw.random.chance(0.4),
        diameter: draw.random.pick([44, 48, 52, 54, 56, 67]),
      };
    },
    suffix: [
      '[housing=yes] {opening-temperature} °C, with housing',
      '{opening-temperature} °C, {diameter} mm',
    ],
    facts: [
      '[type=wax element] Thermostat with wax element, opening at {opening-temperature} °C, fully open 12 °C above.',
      '[type=map-controlled] Map-controlled thermostat with heating element, {opening-temperature} °C, in its housing.',
      '[type=wax element, housing=no] Insert with {diameter} mm flange and bleed valve, opens at {opening-temperature} °C.',
      '[housing=yes, type=wax element] Thermostat {opening-temperature} °C in a glass-filled polyamide housing.',
    ],
    box: [
      'With seal.',
      '[housing=yes] With housing and O-rings.',
      '[housing=no] With seal; housing not included.',
    ],
    fitting: [
      'Fit with the bleed valve at the top.',
      'Bleed the system and check the heater for heat.',
      '[type=map-controlled] Check connector and wiring for coolant that has crept in.',
    ],
    dependsOnEngine: true,
  },
  radiator: {
    letters: 'RA',
    weights: { car: 34, light: 6, commercial: 6, motorcycle: 9 },
    needs: (app) => !app.traits.has('aircooled'),
    priceUsd: { car: [58, 188], commercial: [420, 880], motorcycle: [84, 210] },
    order: [[1, 1]],
    dimensions: (draw) => {
      if (draw.segment === 'commercial')
        return {
          'core-length': draw.sized(640, 1020, 1),
          'core-height': draw.sized(620, 1100, 1),
          'core-depth': draw.random.pick([42, 48, 52, 56]),
          transmission: draw.random.pick(['manual', 'manual and automatic']),
        };
      if (draw.segment === 'motorcycle')
        return {
          'core-length': draw.sized(190, 380, 1),
          'core-height': draw.sized(120, 250, 1),
          'core-depth': draw.random.pick([22, 24, 32]),
        };
      return {
        'core-length': draw.sized(352, 735, 1),
        'core-height': draw.sized(340, 520, 1),
        'core-depth': draw.random.pick([16, 18, 23, 26, 32, 36]),
        transmission: draw.random.pick(['manual', 'automatic', 'manual and automatic']),
      };
    },
    making: ({ segment, random, tier }) => ({
      construction:
        segment === 'motorcycle'
          ? random.pick(['all aluminium', 'aluminium core, plastic tanks'])
          : tier === 'premium'
            ? 'brazed aluminium'
            : random.pick(['brazed aluminium', 'mechanically jointed']),
    }),
    suffix: ['{core-length} × {core-height} × {core-depth} mm'],
    facts: [
      'Radiator with a core of {core-length} × {core-height} × {core-depth} mm, {construction}.',
      '[construction=brazed aluminium] Brazed aluminium core, {core-length} × {core-height} mm, with tanks of glass-filled polyamide.',
      '[construction=mechanically jointed] Round-tube core, mechanically jointed, {core-length} × {core-height} × {core-depth} mm.',
      '[transmission=automatic] Radiator for automatic transmission with built-in oil cooler; core {core-length} × {core-height} mm.',
      '[kind=motorcycle] Radiator for one side, core {core-length} × {core-height} mm, pressure-tested at 1.8 bar.',
    ],
    box: [
      'One radiator with protective caps; cap not included.',
      '[kind=car] One radiator with drain plug and seals.',
      'One radiator, packed with edge protection.',
    ],
    fitting: [
      'Flush the circuit first: old sealant and silt block a new core.',
      'Check hoses, cap and fan at the same time.',
      'Fill with premixed coolant and bleed with the heater on.',
      '[transmission=automatic] Do not cross the threads of the oil cooler lines.',
    ],
    qualifiers: [
      'with manual transmission',
      'with automatic transmission',
      'with heavy-duty cooling',
      'with trailer package',
      'without air conditioning',
    ],
  },
  'radiator-hose': {
    letters: 'RH',
    weights: { car: 18, light: 4, commercial: 4, motorcycle: 4 },
    needs: (app) => hasEngine(app) && !app.traits.has('aircooled'),
    positions: { car: ['upper', 'lower'], commercial: ['upper', 'lower'], motorcycle: ['upper', 'lower'] },
    priceUsd: { car: [7.5, 34], commercial: [18, 48], motorcycle: [12, 28] },
    order: [
      [1, 1],
      [2, 1],
      [5, 5],
    ],
    dimensions: (draw) => ({
      'inner-diameter':
        draw.segment === 'commercial'
          ? draw.random.pick([57, 63, 70])
          : draw.segment === 'motorcycle'
            ? draw.random.pick([17, 19, 22, 25])
            : draw.random.pick([28, 32, 35, 38, 42]),
      length:
        draw.segment === 'motorcycle' ? draw.random.stepped(120, 420, 5) : draw.random.stepped(240, 720, 5),
      connection:
        draw.segment === 'car' && draw.year >= 2000
          ? draw.random.pick(['quick connector', 'hose clip'])
          : 'hose clip',
    }),
    making: ({ segment, tier, random }) => ({
      material:
        segment === 'commercial' && tier === 'premium'
          ? 'silicone'
          : segment === 'motorcycle'
            ? random.pick(['EPDM', 'silicone'])
            : 'EPDM',
    }),
    suffix: ['{inner-diameter} mm, {material}', '{inner-diameter} mm'],
    facts: [
      '[material=EPDM] Moulded EPDM hose with aramid knit, {inner-diameter} mm inside, {length} mm along the middle.',
      '[material=silicone] Silicone hose with four fabric plies, {inner-diameter} mm inside, for continuous 175 °C.',
      '[connection=quick connector] Hose with quick connectors and seals, {length} mm, shaped like the original.',
    ],
    box: [
      '[connection=hose clip] One hose; clips are not included.',
      '[connection=quick connector] One hose with connectors and O-rings.',
    ],
    fitting: [
      'Work on a cold engine only.',
      '[connection=hose clip] Set the clips in the marks of the old ones.',
      '[connection=quick connector] Push until it clicks, then pull to prove it.',
      'Bleed the circuit after filling.',
    ],
    dependsOnEngine: true,
  },
  'cooling-fan': {
    letters: 'FA',
    weights: { car: 14, light: 3, motorcycle: 3 },
    needs: (app) => !isCommercial(app) && !app.traits.has('aircooled') && !app.traits.has('dirt'),
    priceUsd: { car: [48, 168], motorcycle: [58, 120] },
    order: [[1, 1]],
    dimensions: (draw) =>
      draw.segment === 'motorcycle'
        ? { diameter: draw.random.pick([150, 170, 190, 210]), power: draw.random.pick([60, 80, 90]), fans: 1 }
        : {
            diameter: draw.random.pick([280, 300, 320, 345, 380, 400, 430, 460]),
            power: draw.random.pick([180, 250, 300, 400, 600, 850]),
            fans: draw.random.pick([1, 1, 2]),
          },
    making: ({ tier, segment }) => ({
      motor: tier === 'premium' && segment === 'car' ? 'brushless' : 'brushed',
    }),
    suffix: ['[fans=2] twin fan, {power} W', '{diameter} mm, {power} W'],
    facts: [
      '[fans=1] Fan with shroud and {motor} motor, {diameter} mm in diameter, {power} W.',
      '[fans=2] Twin fan with shroud, {power} W in total, {motor} motors.',
      'Assembly of fan, motor and shroud, balanced; {power} W.',
    ],
    box: [
      '[kind=car|truck] Complete with shroud; control unit not included.',
      '[kind=car|truck, motor=brushless] Complete with shroud and control unit.',
      '[kind=motorcycle] Complete with shroud and plug.',
    ],
    fitting: [
      'Check fuse, relay and temperature sensor before renewing a fan.',
      'Lay the harness clear of the blades.',
      'Run the fan by air conditioning or tester to check its direction.',
    ],
    qualifiers: [
      'with air conditioning',
      'without air conditioning',
      'with trailer package',
      'with heavy-duty cooling',
    ],
  },
  'fan-clutch': {
    letters: 'FC',
    weights: { light: 5, commercial: 8 },
    needs: (app) => app.kind === 'truck' && app.traits.has('rwd') && hasEngine(app),
    priceUsd: { light: [32, 74], commercial: [145, 390] },
    order: [[1, 1]],
    dimensions: (draw) => ({
      type:
        draw.segment === 'commercial'
          ? draw.random.pick(['air-operated on/off', 'electronic viscous', 'viscous'])
          : draw.random.pick(['viscous', 'electronic viscous']),
      diameter:
        draw.segment === 'commercial' ? draw.random.stepped(190, 260, 1) : draw.random.stepped(152, 208, 1),
      'bolt-circle': draw.random.pick([57, 66.7, 82.5, 101.6]),
    }),
    suffix: ['{type}, {diameter} mm'],
    facts: [
      '[type=viscous] Viscous clutch with bimetal control, {diameter} mm, engaging at about 80 °C of radiator air.',
      '[type=electronic viscous] Electronically controlled viscous clutch with speed feedback, {diameter} mm.',
      '[type=air-operated on/off] Air-operated clutch with spring engagement, so that the fan runs if the air fails.',
    ],
    box: ['One clutch; fan not included.', '[type=air-operated on/off] One clutch with seals and studs.'],
    fitting: [
      'Store and carry upright.',
      'Some hubs have a left-hand thread: check before loosening.',
      'Check fan and water pump for play at the same time.',
    ],
    remanufactured: [
      'Remanufactured with new friction lining, bearings and seals; tested for leaks at 8 bar.',
    ],
    qualifiers: ['with heavy-duty cooling', 'with trailer package'],
  },
};

/** Air conditioning and ventilation. */
export const CLIMATE: HintsByCode = {
  'ac-compressor': {
    letters: 'CP',
    weights: { car: 22, light: 5, commercial: 5 },
    needs: (app) => isNotMotorcycle(app) && hasEngine(app),
    priceUsd: { car: [128, 315], commercial: [175, 360] },
    order: [[1, 1]],
    dimensions: (draw) => ({
      refrigerant: draw.year >= 2017 ? 'R1234yf' : draw.year < 1994 ? 'R12' : 'R134a',
      'pulley-diameter': draw.random.pick([100, 105, 110, 115, 119, 125]),
      grooves: draw.segment === 'commercial' ? draw.random.pick([6, 8]) : draw.random.pick([4, 5, 6, 6, 7]),
      displacement: draw.random.pick([120, 140, 155, 161, 170, 180]),
      clutch: draw.year < 2006 || draw.random.chance(0.6),
    }),
    suffix: ['{refrigerant}, {grooves} grooves'],
    facts: [
      'Compressor for {refrigerant}, {displacement} cm³, pulley {pulley-diameter} mm with {grooves} grooves.',
      '[clutch=yes] Compressor with magnetic clutch, pulley {pulley-diameter} mm, {grooves} grooves, filled with oil for {refrigerant}.',
      '[clutch=no] Clutchless variable compressor with overload protection in the pulley, for {refrigerant}.',
      'Swash-plate compressor, {displacement} cm³, for {refrigerant}; leak-tested with helium.',
    ],
    box: [
      'Oil filled; seals of the connections enclosed.',
      '[clutch=yes] With clutch and pulley; oil filled.',
    ],
    fitting: [
      'Flush the system and renew drier and expansion valve, or the warranty lapses.',
      'Measure the oil that the old compressor held and correct the filling.',
      'Turn the shaft ten times by hand before the first start.',
      'Work on the refrigerant circuit is for trained persons only.',
    ],
    remanufactured: [
      'Remanufactured with new shaft seal, bearings and clutch; tested for leaks, delivery and noise.',
    ],
    dependsOnEngine: true,
  },
  'ac-condenser': {
    letters: 'CD',
    weights: { car: 18, light: 4, commercial: 3 },
    needs: isNotMotorcycle,
    priceUsd: { car: [52, 148], commercial: [96, 190] },
    order: [[1, 1]],
    dimensions: (draw) => ({
      'core-length': draw.sized(480, 720, 1),
      'core-height': draw.sized(300, 450, 1),
      'core-depth': draw.random.pick([12, 16, 16, 18, 20]),
      drier: draw.year >= 2001 && draw.random.chance(0.75),
    }),
    suffix: ['[drier=yes] {core-length} × {core-height} mm, with drier', '{core-length} × {core-height} mm'],
    facts: [
      'Parallel-flow condenser, core {core-length} × {core-height} × {core-depth} mm, brazed aluminium.',
      '[drier=yes] Condenser with built-in drier cartridge, core {core-length} × {core-height} mm.',
      'Condenser of brazed aluminium with epoxy coating against road salt; tested with helium.',
    ],
    box: [
      '[drier=yes] With drier fitted and caps on the ports.',
      '[drier=no] With caps on the ports; drier not included.',
    ],
    fitting: [
      'Remove the caps only just before connecting.',
      'Oil the new O-rings with compressor oil.',
      '[drier=no] Renew the drier with the condenser.',
      'Evacuate for at least 30 minutes before filling.',
    ],
  },
  'blower-motor': {
    letters: 'BM',
    weights: { car: 13, light: 3, commercial: 4 },
    needs: isNotMotorcycle,
    priceUsd: { car: [24, 84], commercial: [38, 92] },
    order: [
      [1, 1],
      [2, 1],
    ],
    dimensions: (draw) => ({
      voltage: 12,
      power: draw.random.pick([140, 180, 220, 250, 300]),
      diameter: draw.random.pick([140, 145, 150, 155, 160]),
    }),
    making: ({ tier, random }) => ({
      motor: tier === 'premium' && random.chance(0.4) ? 'brushless' : 'brushed',
    }),
    suffix: ['{power} W'],
    facts: [
      'Interior blower with balanced {diameter} mm wheel and {motor} motor, {voltage} V, {power} W.',
      '[motor=brushless] Blower with brushless motor and built-in control, {power} W.',
      'Radial blower, {diameter} mm wheel, with rubber-mounted motor against hum.',
    ],
    box: ['One blower with wheel.', 'One blower; resistor not included.'],
    fitting: [
      'Renew a clogged cabin filter at the same time.',
      'Check the plug for scorching: a tired motor burns its contacts.',
      'Push the seal in all round so that no water is drawn in.',
    ],
    qualifiers: ['with automatic air conditioning', 'with manual air conditioning', 'left-hand drive'],
  },
};
