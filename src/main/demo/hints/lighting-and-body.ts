import { type HintsByCode, isCommercial } from './part-type-hints.ts';

const LEFT_AND_RIGHT = ['left', 'right'] as const;

/** Lamps and bulbs. */
export const LIGHTING: HintsByCode = {
  headlight: {
    letters: 'HL',
    weights: { car: 26, light: 7, commercial: 7 },
    needs: (app) => app.kind !== 'motorcycle',
    positions: { car: LEFT_AND_RIGHT, commercial: LEFT_AND_RIGHT },
    priceUsd: { car: [52, 330], light: [58, 240], commercial: [85, 290] },
    order: [[1, 1]],
    dimensions: (draw) => {
      const modern = draw.year >= 2014;
      const source =
        draw.segment === 'commercial'
          ? modern
            ? 'LED'
            : 'H4 halogen'
          : modern
            ? draw.random.pick(['LED', 'LED', 'H11 halogen'])
            : draw.year >= 2003
              ? draw.random.pick(['H7 halogen', 'H11 halogen', 'xenon D1S', 'xenon D2S'])
              : draw.random.pick(['H4 halogen', '9004 halogen', '9006 halogen']);
      return {
        'light-source': source,
        levelling: draw.random.pick(source.startsWith('xenon') ? ['automatic'] : ['manual', 'electric']),
        standard: draw.random.pick(['SAE', 'SAE', 'SAE', 'ECE']),
      };
    },
    making: ({ dimensions, random }) => ({
      bulbs: dimensions['light-source'] === 'LED' || random.chance(0.3),
    }),
    suffix: ['{light-source}, {standard}'],
    facts: [
      '[light-source!=LED] Headlight for {light-source}, {levelling} levelling, lens of coated polycarbonate; approved to {standard}.',
      '[light-source=LED] LED headlight with built-in modules, {levelling} levelling, approved to {standard}.',
      '[segment=commercial] Headlight with die-cast mount and polycarbonate lens, {light-source}, approved to {standard}.',
      'New headlight with vented housing, {light-source}, for right-hand traffic.',
    ],
    box: [
      '[bulbs=yes, light-source!=LED] With bulbs.',
      '[bulbs=no] Without bulbs and levelling motor.',
      '[light-source=LED] With modules; control unit not included.',
      '[light-source=xenon D1S|xenon D2S] Without burner and ballast.',
    ],
    fitting: [
      'Have the aim set after fitting.',
      'Transfer the caps from the old lamp if they seal better.',
      '[light-source!=LED] Do not touch the glass of the bulb.',
      '[light-source=LED] Teach in the lamp with a diagnostic tester.',
    ],
    qualifiers: [
      'with halogen headlights',
      '1999- with xenon headlights',
      '2012- with LED headlights',
      '2006- without adaptive headlights',
    ],
  },
  'tail-light': {
    letters: 'TL',
    weights: { car: 20, light: 6, commercial: 6, motorcycle: 4 },
    positions: { car: LEFT_AND_RIGHT, commercial: LEFT_AND_RIGHT },
    priceUsd: { car: [26, 118], commercial: [18, 62], motorcycle: [28, 84] },
    order: [
      [1, 1],
      [2, 1],
    ],
    dimensions: (draw) => ({
      'light-source':
        draw.year >= 2010 || draw.segment === 'motorcycle' ? draw.random.pick(['LED', 'bulb']) : 'bulb',
      voltage: 12,
      standard: draw.random.pick(['SAE', 'SAE', 'SAE', 'ECE']),
    }),
    making: ({ dimensions, random }) => ({
      'bulb-holder': dimensions['light-source'] === 'bulb' && random.chance(0.5),
    }),
    suffix: ['{light-source}, {standard}'],
    facts: [
      '[light-source=LED] LED rear lamp, {voltage} V, sealed, approved to {standard}.',
      '[light-source=bulb] Rear lamp for bulbs with lens of acrylic glass, approved to {standard}.',
      'Combined rear lamp with tail, brake, turn and reversing light.',
      '[kind=motorcycle] Rear lamp with brake light and number plate light.',
    ],
    box: [
      '[bulb-holder=yes] With bulb holder; bulbs are not included.',
      '[bulb-holder=no, light-source=bulb] Without bulb holder.',
      '[light-source=LED] With gasket and fixings.',
      'One lamp with gasket.',
    ],
    fitting: [
      'Renew the gasket and check the drain hole.',
      'Clean corroded contacts instead of bridging them.',
      '[light-source=LED] Turn signals may need a load resistor on older vehicles.',
    ],
    qualifiers: ['2006- with LED tail lights', '2006- without LED tail lights'],
  },
  'headlight-bulb': {
    letters: 'LB',
    weights: { car: 16, light: 3, commercial: 3, motorcycle: 9 },
    needs: (app) => app.yearFrom < 2018,
    priceUsd: { car: [2.1, 9.5], commercial: [2.6, 9], motorcycle: [2.2, 8.5] },
    order: [
      [10, 10],
      [10, 10],
      [2, 2],
      [20, 10],
    ],
    perVehicle: (draw) => (draw.segment === 'motorcycle' ? 1 : 2),
    dimensions: (draw) => {
      const halogen: readonly (readonly [string, number, string])[] = [
        ['H7', 55, 'PX26d'],
        ['H4', 60, 'P43t'],
        ['H11', 55, 'PGJ19-2'],
        ['H1', 55, 'P14.5s'],
        ['9005', 65, 'P20d'],
        ['9006', 51, 'P22d'],
      ];
      const xenon: readonly (readonly [string, number, string])[] = [
        ['D1S', 35, 'PK32d-2'],
        ['D2S', 35, 'P32d-2'],
        ['D3S', 35, 'PK32d-5'],
      ];
      const [designation, power, socket] = draw.random.pick(
        draw.segment === 'car' && draw.size > 0.45 && draw.year >= 2003 && draw.random.chance(0.3)
          ? xenon
          : halogen,
      );
      return {
        designation,
        voltage:
          draw.segment === 'commercial' && draw.random.chance(0.2)
            ? 24
            : designation.startsWith('D')
              ? 42
              : 12,
        power,
        socket,
      };
    },
    making: ({ dimensions, tier, random }) => ({
      'colour-temperature': String(dimensions.designation).startsWith('D')
        ? random.pick([4300, 4300, 5000])
        : tier === 'premium'
          ? random.pick([3350, 3700])
          : 3200,
    }),
    suffix: ['{designation}, {power} W, {colour-temperature} K'],
    facts: [
      '[voltage=12|24] Halogen bulb {designation}, {voltage} V {power} W, base {socket}, colour temperature {colour-temperature} K.',
      '[voltage=42] Xenon burner {designation}, {power} W, base {socket}, {colour-temperature} K.',
      '[voltage=12|24] {designation} bulb of quartz glass with UV filter, {power} W; ECE-approved.',
    ],
    box: ['Price per bulb.', 'Price per bulb, in a single box.'],
    fitting: [
      'Never touch the glass with bare fingers.',
      'Switch the light off and let the lamp cool.',
      '[voltage=42] High voltage: disconnect the battery first and renew both burners.',
      'Renew both sides so that the light is alike.',
    ],
    tradeNumbers: (_draw, dimensions) => [`${dimensions.designation} ${dimensions.socket}`],
  },
  'turn-signal': {
    letters: 'TS',
    weights: { motorcycle: 13 },
    needs: (app) => app.kind === 'motorcycle' && !app.traits.has('dirt'),
    positions: { motorcycle: ['front', 'rear', 'left', 'right'] },
    priceUsd: { motorcycle: [7.5, 26] },
    order: [
      [2, 2],
      [1, 1],
      [4, 2],
    ],
    perVehicle: () => 2,
    dimensions: (draw) => ({ thread: draw.random.pick(['M8', 'M10', 'M6']) }),
    making: ({ tier, random }) => {
      const source =
        tier === 'premium' ? random.pick(['LED', 'LED', 'bulb']) : random.pick(['bulb', 'bulb', 'LED']);
      return {
        'light-source': source,
        power: source === 'LED' ? 2 : random.pick([10, 21, 21]),
        lens: random.pick(['amber', 'clear', 'smoked']),
      };
    },
    suffix: ['{light-source}, {lens} lens'],
    facts: [
      '[light-source=bulb] Turn signal for a {power} W bulb, {lens} lens, ABS housing on a flexible stem.',
      '[light-source=LED] LED turn signal, {power} W, {lens} lens, potted against water.',
      'Turn signal with {thread} mounting thread and {lens} lens, E-marked.',
    ],
    box: [
      '[light-source=bulb] One lamp; bulb included.',
      '[light-source=LED] One lamp; resistor sold separately.',
      'One lamp with cable and nut.',
    ],
    fitting: [
      '[light-source=LED] Fit load resistors or an electronic flasher relay, or the lamps flash too fast.',
      'Keep the minimum spacing that the registration rules require.',
      '[light-source=bulb] Check the rubber stem for cracks each season.',
    ],
  },
};

/** Wipers, windows, mirrors and gas springs. */
export const BODY: HintsByCode = {
  'wiper-blade': {
    letters: 'WB',
    weights: { car: 16, light: 3, commercial: 4 },
    needs: (app) => app.kind !== 'motorcycle',
    positions: {
      car: ['driver side', 'passenger side', 'rear window'],
      light: ['driver side', 'passenger side'],
      commercial: ['driver side', 'passenger side'],
    },
    priceUsd: { car: [3.4, 12.5], commercial: [5.5, 14] },
    order: [
      [10, 10],
      [5, 5],
      [6, 6],
    ],
    dimensions: (draw) => ({
      length:
        draw.position === 'rear window'
          ? draw.random.pick([300, 330, 350, 400])
          : draw.segment === 'commercial'
            ? draw.random.pick([500, 550, 600, 700])
            : draw.random.pick([400, 450, 475, 500, 550, 600, 650, 700]),
    }),
    making: ({ tier, random, position }) => ({
      type:
        position === 'rear window'
          ? 'rear blade'
          : random.pick(tier === 'economy' ? ['framed', 'framed'] : ['flat', 'flat', 'hybrid']),
      connection: random.pick(['hook', 'push button', 'pinch tab', 'side pin']),
    }),
    suffix: ['{length} mm, {type}'],
    facts: [
      '[type=flat] Flat blade, {length} mm, with pre-curved steel spring and graphite-coated rubber; {connection} connection.',
      '[type=framed] Framed blade of galvanised steel, {length} mm, natural-rubber strip, {connection} connection.',
      '[type=hybrid] Covered frame blade, {length} mm, with wind deflector and {connection} connection.',
      '[type=rear blade] Rear blade, {length} mm, with adapter for the original arm.',
    ],
    box: [
      'Price per blade.',
      'Price per blade with adapter fitted.',
      'Price per blade; several adapters enclosed.',
    ],
    fitting: [
      'Lay a cloth on the glass before unclipping the old blade.',
      'Clean the glass with a film remover, or even a new blade smears.',
      '[type=flat] Pull until the adapter clicks.',
    ],
  },
  'window-regulator': {
    letters: 'WR',
    weights: { car: 18, light: 3 },
    needs: (app) => app.kind !== 'motorcycle' && !isCommercial(app),
    positions: {
      car: ['front left', 'front right', 'rear left', 'rear right'],
      light: ['front left', 'front right'],
    },
    priceUsd: { car: [26, 92] },
    order: [
      [1, 1],
      [2, 1],
    ],
    dimensions: (draw) => ({
      operation: draw.year >= 1998 ? 'electric' : draw.random.pick(['electric', 'manual']),
    }),
    making: ({ dimensions, random }) =>
      dimensions.operation === 'electric'
        ? { motor: random.chance(0.55), contacts: random.pick([2, 2, 6]) }
        : { motor: false },
    suffix: ['[motor=yes] {operation}, with motor', '{operation}, without motor'],
    facts: [
      '[operation=electric, motor=yes] Cable regulator with motor and {contacts}-pin plug, pulleys of polyamide.',
      '[operation=electric, motor=no] Cable regulator for the original motor, glass carrier of fibre-filled polyamide.',
      '[operation=manual] Regulator with crank drive, cable in a lined sleeve.',
      'Regulator with steel cable, reinforced glass clips and factory-set travel.',
    ],
    box: [
      '[motor=yes] Complete with motor.',
      '[motor=no, operation=electric] Without motor.',
      'With clips and rivets.',
    ],
    fitting: [
      'Secure the glass with tape before loosening it.',
      'Stick the water barrier of the door down again.',
      '[operation=electric] Teach in the end stops and the anti-trap function.',
      '[operation=manual] Grease the rail lightly before fitting.',
    ],
    qualifiers: ['with convenience electronics', 'without convenience electronics'],
  },
  'door-mirror': {
    letters: 'DM',
    weights: { car: 18, light: 6, commercial: 6, motorcycle: 7 },
    needs: (app) => !(app.kind === 'motorcycle' && app.traits.has('dirt')),
    positions: { car: LEFT_AND_RIGHT, commercial: LEFT_AND_RIGHT, motorcycle: LEFT_AND_RIGHT },
    priceUsd: { car: [34, 148], light: [42, 165], commercial: [54, 190], motorcycle: [11, 38] },
    order: [[1, 1]],
    dimensions: (draw) => {
      if (draw.segment === 'motorcycle')
        return { adjustment: 'manual', heated: false, glass: draw.random.pick(['convex', 'flat']) };
      const electric = draw.year >= 1998 ? draw.random.chance(0.85) : draw.random.chance(0.4);
      return {
        adjustment: electric ? 'electric' : 'manual',
        heated: electric && draw.random.chance(0.7),
        glass: draw.position === 'right' ? 'convex' : draw.random.pick(['flat', 'aspherical', 'convex']),
        contacts: electric ? draw.random.pick([3, 5, 6, 9, 12]) : 0,
      };
    },
    making: ({ segment, random }) => ({
      finish:
        segment === 'commercial'
          ? random.pick(['chrome', 'black'])
          : segment === 'motorcycle'
            ? random.pick(['black', 'chrome'])
            : random.pick(['primed', 'textured black', 'primed']),
    }),
    suffix: ['[heated=yes] {adjustment}, heated, {finish}', '{adjustment}, {finish}'],
    facts: [
      '[kind!=motorcycle] {adjustment} mirror with {glass} glass, cover {finish}.',
      '[heated=yes] Mirror with heated {glass} glass and {contacts} contacts, cover {finish}.',
      '[kind=motorcycle] Mirror with {glass} glass on a steel stem, {finish}; ball joint with adjustable friction.',
      '[finish=primed] Mirror with primed cover for painting in the colour of the vehicle; {glass} glass.',
    ],
    box: [
      'Complete with glass.',
      '[kind!=motorcycle] Complete with glass and gasket; cover not painted.',
      '[kind=motorcycle] One mirror; adapter for right- and left-hand thread enclosed.',
    ],
    fitting: [
      '[kind=motorcycle] Mind the thread: one side is left-handed on many models.',
      '[adjustment=electric] Disconnect the battery and test all functions before closing the door.',
      '[kind!=motorcycle] Transfer turn signal and temperature sensor from the old mirror.',
    ],
    qualifiers: [
      '2009- with blind spot monitor',
      '2009- without blind spot monitor',
      'with power folding mirrors',
      'without power folding mirrors',
    ],
  },
  'gas-spring': {
    letters: 'GS',
    weights: { car: 18, light: 3 },
    needs: (app) => app.kind !== 'motorcycle' && !isCommercial(app),
    positions: { car: ['bonnet', 'tailgate'], light: ['bonnet'] },
    priceUsd: { car: [5.2, 24] },
    order: [
      [2, 2],
      [2, 2],
      [10, 2],
    ],
    perVehicle: () => 2,
    dimensions: (draw) => {
      const bonnet = draw.position === 'bonnet';
      const length = bonnet ? draw.random.stepped(305, 640, 1) : draw.random.stepped(430, 720, 1);
      return {
        force: bonnet ? draw.random.stepped(200, 480, 10) : draw.random.stepped(350, 820, 10),
        length,
        stroke: Math.round(length * (bonnet ? 0.38 : 0.36)),
      };
    },
    suffix: ['{force} N, {length} mm'],
    facts: [
      'Gas spring {force} N, {length} mm extended, {stroke} mm stroke, with ball sockets.',
      'Nitrogen-filled spring of {force} N with hard-chromed rod, {length} mm extended.',
      'Spring for the {position}, {force} N at full extension, end damping built in.',
    ],
    box: ['Price per spring.', 'Price per spring; clips enclosed.'],
    fitting: [
      'Renew both sides and prop the {position} while working.',
      'Fit with the rod downwards so that oil keeps the seal.',
      'Never drill or heat an old spring: it is under pressure.',
    ],
  },
};
