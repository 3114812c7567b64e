import { burnsDiesel, burnsPetrol, type HintsByCode, hasEngine } from './part-type-hints.ts';

/** Exhaust parts, and the levers and cables of motorcycles. */
export const EXHAUST_AND_CONTROLS: HintsByCode = {
  silencer: {
    letters: 'MU',
    weights: { car: 16, light: 4, commercial: 3 },
    needs: (app) => hasEngine(app) && app.kind !== 'motorcycle',
    positions: { car: ['centre', 'rear'], light: ['rear'], commercial: ['rear'] },
    priceUsd: { car: [38, 148], commercial: [96, 240] },
    order: [[1, 1]],
    dimensions: (draw) => ({
      'pipe-diameter':
        draw.segment === 'commercial'
          ? draw.random.pick([102, 127])
          : draw.random.pick([45, 48, 50, 55, 60, 63]),
      length: draw.random.stepped(380, 1340, 5),
    }),
    making: ({ tier, random }) => ({
      material:
        tier === 'premium' ? random.pick(['stainless steel', 'aluminised steel']) : 'aluminised steel',
    }),
    suffix: ['{pipe-diameter} mm, {material}'],
    facts: [
      '[material=stainless steel] Silencer of stainless steel, pipe {pipe-diameter} mm, {length} mm long.',
      '[material=aluminised steel] Silencer of aluminised steel, pipe {pipe-diameter} mm, {length} mm.',
      'Silencer with welded baffles and glass wool, ends flanged as original.',
    ],
    box: ['One silencer; clamps and rubbers are not included.', 'One silencer with clamp.'],
    fitting: [
      'Align the whole system before tightening.',
      'Use new rubbers and a new clamp.',
      'Let the old system cool: it may still be under tension.',
    ],
    qualifiers: ['with sport exhaust', 'without sport exhaust', 'short wheelbase', 'long wheelbase'],
  },
  'catalytic-converter': {
    letters: 'CC',
    weights: { car: 16, light: 4 },
    needs: (app) => burnsPetrol(app) && app.kind !== 'motorcycle',
    priceUsd: { car: [165, 560] },
    order: [[1, 1]],
    dimensions: (draw) => ({
      length: draw.random.stepped(320, 1180, 5),
      'emission-standard': draw.year >= 2017 ? 'Tier 3' : draw.year >= 2004 ? 'Tier 2' : 'Tier 1',
      'sensor-bungs': draw.random.pick([1, 1, 2]),
    }),
    making: ({ tier, random }) => ({
      substrate: tier === 'premium' ? random.pick(['ceramic', 'metallic']) : 'ceramic',
    }),
    suffix: ['{emission-standard}, {length} mm'],
    facts: [
      'Catalyst with {substrate} substrate for {emission-standard} vehicles, {length} mm long, {sensor-bungs} sensor bungs.',
      'Direct-fit catalyst, {substrate} monolith with precious metals, for {emission-standard}.',
    ],
    box: ['With gaskets.', 'With gaskets; lambda sensors are not included.'],
    fitting: [
      'Cure misfires first: unburnt fuel melts the new monolith.',
      'Tighten cold, then again after the first heat cycle.',
      'Not for use where state emission rules ask for their own approval.',
    ],
    qualifiers: ['federal emissions', 'except California emissions', 'front catalyst', 'rear catalyst'],
    dependsOnEngine: true,
  },
  'exhaust-flex-pipe': {
    letters: 'FX',
    weights: { car: 9, light: 2, commercial: 5 },
    needs: (app) => hasEngine(app) && app.kind !== 'motorcycle',
    priceUsd: { car: [14, 38], commercial: [38, 96] },
    order: [
      [1, 1],
      [2, 1],
      [4, 2],
    ],
    dimensions: (draw) => ({
      'inner-diameter':
        draw.segment === 'commercial' ? draw.random.pick([102, 127]) : draw.random.pick([45, 50, 55, 60]),
      length: draw.random.stepped(100, 320, 10),
    }),
    making: ({ tier, random }) => ({
      construction: random.pick(
        tier === 'economy'
          ? ['single-layer bellows']
          : ['interlock with double braid', 'double-layer bellows with braid'],
      ),
    }),
    suffix: ['{inner-diameter} × {length} mm'],
    facts: [
      'Flex pipe {inner-diameter} × {length} mm, {construction}.',
      'Pipe of stainless steel, {construction}, to weld in.',
    ],
    box: ['One pipe.', 'One pipe with stubs of 50 mm.'],
    fitting: ['Weld without tension: the bellows must not take the weight.', 'Do not bend past 15°.'],
  },
  'diesel-particulate-filter': {
    letters: 'DP',
    weights: { car: 3, light: 3, commercial: 5 },
    firstYear: 2007,
    needs: (app) => burnsDiesel(app) && app.yearTo >= 2009,
    priceUsd: { car: [620, 980], commercial: [980, 1750] },
    order: [[1, 1]],
    dimensions: (draw) => ({
      diameter:
        draw.segment === 'commercial' ? draw.random.pick([254, 305, 330]) : draw.random.pick([144, 160, 178]),
      length: draw.random.stepped(150, 410, 5),
    }),
    making: ({ random }) => ({
      substrate: random.pick(['silicon carbide', 'cordierite']),
      gaskets: random.chance(0.8),
    }),
    suffix: ['{diameter} × {length} mm, {substrate}'],
    facts: [
      'Filter of {substrate}, {diameter} × {length} mm, with catalytic coating.',
      '[segment=commercial] Cleanable filter of {substrate} for the exhaust module, {diameter} × {length} mm.',
    ],
    box: ['[gaskets=yes] With gaskets and clamps.', '[gaskets=no] Without gaskets.'],
    fitting: [
      'Find why the old filter filled up before fitting a new one.',
      'Reset the ash counter with a diagnostic tester.',
      'Check both pressure hoses for ash.',
    ],
    remanufactured: ['Remanufactured: blown out, heated through and weighed; back pressure measured.'],
    dependsOnEngine: true,
  },
  'control-lever': {
    letters: 'LV',
    weights: { motorcycle: 16 },
    needs: (app) => app.kind === 'motorcycle',
    positions: { motorcycle: ['brake side', 'clutch side'] },
    priceUsd: { motorcycle: [7.5, 48] },
    order: [
      [1, 1],
      [2, 1],
      [5, 5],
    ],
    dimensions: (draw) => ({ pivot: draw.random.pick([6, 8, 10]) }),
    making: ({ tier, random }) => ({
      material:
        tier === 'premium' ? 'forged aluminium' : random.pick(['die-cast aluminium', 'forged aluminium']),
      finish: random.pick(['polished', 'black anodised', 'silver anodised']),
      adjustable: tier === 'premium' && random.chance(0.7),
    }),
    suffix: ['[adjustable=yes] adjustable, {finish}', '{finish}'],
    facts: [
      '[adjustable=yes] Lever of {material}, {finish}, with six-step reach adjuster.',
      '[adjustable=no] Lever of {material}, {finish}, shape of the original.',
      'Lever with {pivot} mm pivot, {finish}.',
    ],
    box: ['One lever.', '[adjustable=yes] One lever with pivot bush.', 'One lever; pivot bolt not included.'],
    fitting: [
      'Grease the pivot and check that the lever returns.',
      '[position=brake side] Check the brake light switch and the free play.',
      '[position=clutch side] Set the free play at the lever to 2–3 mm.',
    ],
    qualifiers: ['with cable clutch', 'with hydraulic clutch', 'without ABS'],
  },
  'control-cable': {
    letters: 'CW',
    weights: { motorcycle: 16 },
    needs: (app) => app.kind === 'motorcycle',
    positions: { motorcycle: ['clutch', 'throttle'] },
    priceUsd: { motorcycle: [8.5, 26] },
    order: [
      [1, 1],
      [2, 1],
      [5, 5],
    ],
    dimensions: (draw) => ({
      length: draw.random.stepped(720, 1480, 5),
      'free-travel': draw.random.stepped(56, 142, 1),
    }),
    making: ({ tier, random }) => ({
      liner: random.pick(tier === 'economy' ? ['nylon'] : ['PTFE', 'PTFE', 'nylon']),
    }),
    suffix: ['{length} mm'],
    facts: [
      '{position} cable, {length} mm outer, inner projects by {free-travel} mm, {liner} liner.',
      'Cable of galvanised 19-strand wire in a {liner}-lined sleeve, {length} mm.',
      '[liner=PTFE] PTFE-lined cable that needs no oil, {length} mm, ends moulded on.',
    ],
    box: ['One cable.', 'One cable with adjuster and nuts.'],
    fitting: [
      'Route as the original, without tight bends near the steering head.',
      '[position=throttle] The twist grip must snap shut at every steering angle.',
      '[position=clutch] Set the play at the lever to 2–3 mm.',
      '[liner=PTFE] Do not oil it: the liner runs dry.',
    ],
    qualifiers: ['with raised handlebar', 'standard handlebar'],
  },
};
