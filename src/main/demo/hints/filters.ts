import { burnsDiesel, type HintsByCode, hasEngine } from './part-type-hints.ts';

/** Filters for oil, air, fuel and transmissions. */
export const FILTERS: HintsByCode = {
  'oil-filter': {
    letters: 'OF',
    weights: { car: 34, light: 8, commercial: 12, motorcycle: 26 },
    needs: (app) => hasEngine(app) && !app.traits.has('twostroke'),
    priceUsd: { car: [2.6, 8.4], commercial: [8.5, 24], motorcycle: [2.8, 7.2] },
    order: [
      [12, 12],
      [12, 12],
      [10, 10],
      [6, 6],
      [1, 1],
    ],
    dimensions: (draw) => {
      const { random } = draw;
      const element =
        draw.segment !== 'commercial' &&
        (draw.segment === 'motorcycle' ? random.chance(0.35) : draw.year >= 2004 && random.chance(0.5));
      if (element) {
        return {
          type: 'element',
          height: draw.segment === 'motorcycle' ? random.stepped(36, 62, 1) : random.stepped(78, 155, 1),
          diameter: draw.segment === 'motorcycle' ? random.stepped(38, 56, 1) : random.stepped(57, 84, 1),
        };
      }
      return {
        type: 'spin-on',
        height:
          draw.segment === 'commercial'
            ? draw.sized(142, 302, 1)
            : draw.segment === 'motorcycle'
              ? random.stepped(54, 88, 1)
              : random.stepped(65, 124, 1),
        diameter:
          draw.segment === 'commercial'
            ? random.pick([93, 108, 118])
            : draw.segment === 'motorcycle'
              ? random.pick([65, 68, 76])
              : random.pick([66, 68, 76, 93]),
        thread:
          draw.segment === 'commercial'
            ? random.pick(['1 1/2-16 UN', '1 1/8-16 UN', '2 1/4-12 UN'])
            : random.pick(['M20 × 1.5', '3/4-16 UNF', 'M22 × 1.5', 'M18 × 1.5', '13/16-16 UN']),
        'bypass-pressure': random.pick([1, 1.2, 1.7, 2.5]),
      };
    },
    suffix: ['[type=spin-on] spin-on, {thread}', 'element, {height} mm'],
    facts: [
      '[type=spin-on] Spin-on filter, {thread}, {height} mm high and {diameter} mm in diameter, with bypass valve at {bypass-pressure} bar.',
      '[type=element] Filter element {height} × {diameter} mm of pleated cellulose and glass fibre on a centre tube that burns without ash.',
      '[type=spin-on, tier!=economy] Spin-on filter with silicone anti-drain valve, so that the oil is back at the bearings at once after a cold start.',
      '[type=spin-on, segment=commercial] Full-flow spin-on filter with glass-fibre medium for long drain intervals; {height} mm high.',
      '[type=element, tier=premium] Synthetic element, heat-resistant end discs, dirt capacity for long service intervals.',
    ],
    box: [
      '[type=element] With O-rings for the housing and the drain plug.',
      '[type=element, kind=motorcycle] With cover O-ring.',
      '[type=spin-on] Gasket fitted.',
      '[type=spin-on, tier!=economy] Gasket fitted and greased; packed singly.',
    ],
    fitting: [
      '[type=spin-on] Oil the gasket, spin on until it touches and tighten by three quarters of a turn.',
      '[type=element] Tighten the housing cap to 25 N·m with the new O-ring.',
      '[segment=commercial] Fill the filter with clean oil before fitting.',
      'Check for leaks with the engine idling.',
    ],
    dependsOnEngine: true,
  },
  'air-filter': {
    letters: 'AF',
    weights: { car: 32, light: 6, commercial: 10, motorcycle: 18 },
    needs: hasEngine,
    priceUsd: { car: [4.2, 15], commercial: [22, 68], motorcycle: [8.5, 26] },
    order: [
      [6, 6],
      [10, 10],
      [4, 4],
      [1, 1],
      [5, 5],
    ],
    dimensions: (draw) => {
      const { random, segment } = draw;
      if (segment === 'commercial')
        return { type: 'round', diameter: draw.sized(210, 330, 1), height: draw.sized(290, 560, 1) };
      if (segment === 'motorcycle') {
        return random.chance(0.25)
          ? { type: 'round', diameter: random.stepped(88, 150, 1), height: random.stepped(60, 140, 1) }
          : {
              type: 'panel',
              length: random.stepped(120, 268, 1),
              width: random.stepped(80, 190, 1),
              height: random.stepped(18, 48, 1),
            };
      }
      return {
        type: 'panel',
        length: draw.sized(208, 372, 1),
        width: draw.sized(126, 268, 1),
        height: random.stepped(36, 71, 1),
      };
    },
    making: ({ tier, segment, is, random }) => ({
      medium:
        segment === 'motorcycle' && is('dirt')
          ? 'oiled foam'
          : tier === 'premium' && random.chance(0.3)
            ? 'synthetic'
            : segment === 'motorcycle'
              ? random.pick(['oiled paper', 'paper'])
              : 'paper',
    }),
    suffix: [
      '[type=round] round, {diameter} × {height} mm',
      '[type=panel] panel, {length} × {width} × {height} mm',
    ],
    facts: [
      '[type=panel, medium=paper] Panel filter {length} × {width} × {height} mm with embossed pleats and a moulded polyurethane seal.',
      '[medium=synthetic] Synthetic medium, moisture-resistant, with a foam seal that keeps its shape in heat.',
      '[type=round, medium=paper|synthetic] Round filter, {diameter} mm outside and {height} mm high, with end seals of polyurethane.',
      '[segment=commercial] Primary element with radial seal and steel-free end caps, {diameter} × {height} mm.',
      '[medium=oiled foam] Two-layer foam filter, washable, supplied dry; oil it before use.',
      '[medium=oiled paper] Oil-wetted paper element {height} mm high, for one service interval; not to be washed.',
    ],
    box: [
      'One filter.',
      '[type=panel] One filter, packed flat.',
      '[segment=commercial] One element; the safety element is sold separately.',
    ],
    fitting: [
      'Wipe out the housing and check that the seal sits all round.',
      '[segment=commercial] Change by the restriction gauge, not by looks.',
      '[kind=car|truck] Note the flow arrow or the shape of the frame when inserting.',
      '[medium=oiled foam] Grease the rim so that no dust creeps past.',
    ],
    dependsOnEngine: true,
  },
  'cabin-filter': {
    letters: 'CF',
    weights: { car: 26, light: 4, commercial: 3 },
    firstYear: 1997,
    needs: (app) => app.kind !== 'motorcycle' && app.yearTo >= 2002,
    priceUsd: { car: [3.8, 12.5], commercial: [7.5, 17] },
    order: [
      [6, 6],
      [10, 10],
      [4, 4],
      [1, 1],
    ],
    dimensions: (draw) => ({
      length: draw.random.stepped(190, 320, 1),
      width: draw.random.stepped(140, 240, 1),
      height: draw.random.pick([17, 20, 25, 30, 34, 40]),
    }),
    making: ({ tier, random }) => ({
      type: random.pick(
        tier === 'economy'
          ? ['particle']
          : tier === 'premium'
            ? ['activated carbon', 'activated carbon', 'anti-allergen']
            : ['particle', 'activated carbon'],
      ),
    }),
    suffix: ['{type}, {length} × {width} × {height} mm'],
    facts: [
      '[type=particle] Particle filter of electrostatic fleece against pollen and dust, {length} × {width} × {height} mm.',
      '[type=activated carbon] Combined filter: fleece against dust and a layer of activated carbon against ozone, exhaust gas and smells.',
      '[type=anti-allergen] Three-layer filter with activated carbon and a coating that binds allergens; {length} × {width} mm.',
    ],
    box: [
      'One filter.',
      'One filter with foam strip.',
      '[type!=particle] One filter, sealed in film to keep the carbon dry.',
    ],
    fitting: [
      'The arrow shows the direction of the air.',
      'Change every 15,000 km or once a year.',
      'Vacuum leaves from the housing before inserting it.',
    ],
    qualifiers: ['with automatic air conditioning', 'with air conditioning'],
  },
  'fuel-filter': {
    letters: 'FF',
    weights: { car: 18, light: 6, commercial: 8, motorcycle: 4 },
    needs: (app) => hasEngine(app) && (app.yearFrom < 2012 || burnsDiesel(app)),
    priceUsd: { car: [4.4, 24], commercial: [8.2, 26], motorcycle: [3.4, 9.5] },
    order: [
      [6, 6],
      [1, 1],
      [4, 4],
      [12, 12],
    ],
    dimensions: (draw) => {
      const { random } = draw;
      const type = burnsDiesel(draw.app)
        ? random.pick(draw.segment === 'commercial' ? ['spin-on'] : ['element', 'in-line'])
        : 'in-line';
      return {
        type,
        height: type === 'in-line' ? random.stepped(86, 190, 1) : random.stepped(96, 230, 1),
        diameter: type === 'in-line' ? random.stepped(38, 80, 1) : random.stepped(66, 108, 1),
        fineness: burnsDiesel(draw.app) ? random.pick([2, 4, 5]) : random.pick([8, 10, 12]),
      };
    },
    suffix: ['{type}, {height} mm'],
    facts: [
      '[type=in-line] In-line filter in a metal housing, {height} mm long, {diameter} mm in diameter, fineness {fineness} µm.',
      '[type=element] Filter element for the diesel filter housing, {height} × {diameter} mm, water-repellent medium of {fineness} µm.',
      '[type=spin-on] Spin-on secondary filter for diesel fuel, {fineness} µm, {height} mm high.',
    ],
    box: [
      '[type=in-line] One filter with hose clips.',
      '[type=element] One element with housing seal.',
      '[type=spin-on] One filter, gasket fitted.',
      'One filter.',
    ],
    fitting: [
      'Release the pressure before opening the fuel line.',
      '[type=in-line] The arrow on the housing points to the engine.',
      '[type=element|spin-on] Bleed the system with the hand pump or by switching the ignition on repeatedly.',
    ],
    dependsOnEngine: true,
  },
  'fuel-water-separator': {
    letters: 'FW',
    weights: { light: 3, commercial: 12 },
    needs: (app) => app.kind === 'truck' && burnsDiesel(app),
    priceUsd: { light: [13, 28], commercial: [12, 34] },
    order: [
      [6, 6],
      [12, 12],
      [1, 1],
      [4, 4],
    ],
    dimensions: (draw) => ({
      height: draw.random.stepped(128, 262, 1),
      diameter: draw.random.pick([86, 93, 108, 110]),
      thread: draw.random.pick(['1-14 UN', 'M32 × 1.5', '1 3/8-16 UN', 'M20 × 1.5']),
      fineness: draw.random.pick([2, 7, 10, 25]),
      'bowl-port': draw.random.chance(0.6),
    }),
    suffix: ['{thread}, {fineness} µm'],
    facts: [
      'Primary filter that separates water from diesel, {fineness} µm, thread {thread}, {height} mm high.',
      '[bowl-port=yes] Separator with port for a clear bowl or water sensor; silicone-treated medium of {fineness} µm.',
      '[bowl-port=no] Spin-on separator with drain valve in the base, {diameter} mm in diameter.',
    ],
    box: [
      'Gasket and drain plug seal fitted.',
      '[bowl-port=yes] With seals for can and bowl; the bowl is used again.',
      'One filter.',
    ],
    fitting: [
      'Fill with clean fuel through the outer holes only.',
      'Drain water daily in wet climates.',
      'Bleed before starting and check for air after a test run.',
    ],
    dependsOnEngine: true,
  },
  'transmission-filter': {
    letters: 'TF',
    weights: { car: 14, light: 5 },
    needs: (app) =>
      app.kind !== 'motorcycle' &&
      hasEngine(app) &&
      !app.traits.has('medium') &&
      !app.traits.has('heavy') &&
      app.size > 0.2,
    priceUsd: { car: [9.5, 38] },
    order: [
      [1, 1],
      [2, 1],
      [4, 4],
    ],
    dimensions: (draw) => ({ 'pan-bolts': draw.random.pick([8, 10, 11, 13, 14, 16, 18, 20]) }),
    making: ({ tier, random }) => ({
      medium: random.pick(tier === 'economy' ? ['felt'] : ['felt', 'felt', 'metal mesh']),
      'pan-gasket': tier !== 'economy' || random.chance(0.7),
    }),
    suffix: ['[pan-gasket=yes] with pan gasket, {pan-bolts} bolts', '{pan-bolts} bolts'],
    facts: [
      '[medium=felt] Double-layer felt filter in a sealed housing, for automatic transmissions with a pan of {pan-bolts} bolts.',
      '[medium=metal mesh] Filter with metal mesh for automatic transmissions, pan with {pan-bolts} bolts.',
      'Filter for the automatic transmission; compare the pan shape ({pan-bolts} bolts) before ordering.',
    ],
    box: [
      '[pan-gasket=yes] With moulded pan gasket and O-ring.',
      '[pan-gasket=no] With O-ring; pan gasket not included.',
    ],
    fitting: [
      'Check the level at the fluid temperature that the maker gives.',
      'Clean the magnets in the pan.',
      'Tighten the pan bolts crosswise to 10 N·m.',
      'Use only the fluid that the transmission was made for.',
    ],
    qualifiers: [
      '-2010 with 4-speed automatic transmission',
      '1996-2013 with 5-speed automatic transmission',
      '2005- with 6-speed automatic transmission',
      '2012- with 8-speed automatic transmission',
    ],
  },
};
