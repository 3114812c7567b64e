import { type HintsByCode, hasEngine } from './part-type-hints.ts';

/** Timing, belts, gaskets and seals. */
export const ENGINE: HintsByCode = {
  'timing-belt-kit': {
    letters: 'TB',
    weights: { car: 20 },
    needs: (app) => app.traits.has('belt') && app.kind === 'car',
    priceUsd: { car: [38, 148] },
    order: [[1, 1]],
    dimensions: (draw) => ({
      teeth: draw.app.cylinders >= 6 ? draw.random.int(199, 257) : draw.random.int(104, 163),
      width: draw.random.pick([24, 25.4, 26, 30]),
      pulleys: draw.app.cylinders >= 6 ? draw.random.int(3, 4) : draw.random.int(1, 3),
    }),
    making: ({ random }) => ({ 'water-pump': random.chance(0.45) }),
    suffix: ['[water-pump=yes] {teeth} teeth, with water pump', '{teeth} teeth, {width} mm'],
    facts: [
      'Kit with a {teeth}-tooth belt, {width} mm wide, of HNBR rubber with glass-fibre cord.',
      'Toothed belt ({teeth} teeth, {width} mm) with fabric-faced teeth and all rolling parts that it runs on.',
      '[water-pump=yes] Complete kit for one timing belt change: belt of {teeth} teeth, pulleys, tensioner and water pump.',
    ],
    box: [
      '[water-pump=no, pulleys!=1] Belt and {pulleys} pulleys with bolts; water pump not included.',
      '[water-pump=no, pulleys=1] Belt, tensioner and bolts; water pump not included.',
      '[water-pump=yes, pulleys!=1] Belt, {pulleys} pulleys, water pump, gasket and bolts.',
      '[water-pump=yes, pulleys=1] Belt, tensioner, water pump and gasket.',
    ],
    fitting: [
      'Lock crankshaft and camshaft before removing the old belt.',
      'Set the tension on a cold engine and turn it twice by hand before starting.',
      'Enter date and mileage on the sticker enclosed.',
      'Never kink the belt or turn it inside out.',
    ],
    dependsOnEngine: true,
  },
  'timing-chain-kit': {
    letters: 'TC',
    weights: { car: 18, motorcycle: 7 },
    needs: (app) =>
      app.traits.has('chain') && hasEngine(app) && !app.traits.has('twostroke') && app.kind !== 'truck',
    priceUsd: { car: [58, 245], motorcycle: [24, 68] },
    order: [[1, 1]],
    dimensions: (draw) => ({
      links:
        draw.segment === 'motorcycle' ? draw.random.stepped(88, 134, 2) : draw.random.stepped(96, 202, 2),
      'chain-type':
        draw.segment === 'motorcycle'
          ? draw.random.pick(['silent chain', 'bush chain'])
          : draw.random.pick(['silent chain', 'simplex roller chain', 'bush chain']),
    }),
    making: ({ segment, random }) =>
      segment === 'motorcycle'
        ? { gears: false, pieces: random.int(1, 3) }
        : { gears: random.chance(0.55), pieces: random.int(6, 17) },
    suffix: ['{links} links, {chain-type}', '{links} links'],
    facts: [
      '[kind=car] Kit with {chain-type} of {links} links, guide rails of glass-filled polyamide and hydraulic tensioner.',
      '[gears=yes] Timing kit of {pieces} pieces with crankshaft and camshaft gears, {chain-type} of {links} links.',
      '[kind=motorcycle] Cam chain, {chain-type}, {links} links, endless.',
    ],
    box: [
      '[gears=yes] Chain, gears, rails, tensioner, seals and stretch bolts.',
      '[gears=no, kind=car] Chain, rails, tensioner and gaskets; gears not included.',
      '[kind=motorcycle, pieces=1] One chain.',
      '[kind=motorcycle, pieces!=1] Chain with tensioner parts and gasket.',
    ],
    fitting: [
      '[kind=car] Use the locking tools and renew the stretch bolts.',
      '[kind=car] Prime the tensioner with oil and release it only when it is fitted.',
      '[kind=motorcycle] Turn the engine twice by hand and check the timing marks again.',
      'Wash the sump strainer: worn rails leave pieces in it.',
    ],
    dependsOnEngine: true,
  },
  'ribbed-belt': {
    letters: 'RB',
    weights: { car: 26, light: 6, commercial: 8 },
    needs: (app) => hasEngine(app) && app.kind !== 'motorcycle',
    priceUsd: { car: [5.4, 24], commercial: [16, 38] },
    order: [
      [5, 5],
      [1, 1],
      [2, 1],
      [10, 10],
    ],
    dimensions: (draw) => ({
      ribs: draw.segment === 'commercial' ? draw.random.pick([8, 8, 10]) : draw.random.pick([5, 6, 6, 6, 7]),
      length:
        draw.segment === 'commercial'
          ? draw.random.stepped(1320, 2560, 1)
          : draw.random.stepped(698, 2560, 1),
      stretch: draw.segment === 'car' && draw.random.chance(0.14),
    }),
    suffix: ['{ribs} ribs, {length} mm'],
    facts: [
      '[stretch=no] EPDM belt with {ribs} ribs, effective length {length} mm, with aramid-reinforced cord.',
      '[stretch=yes] Stretch belt with {ribs} ribs, {length} mm, for drives without tensioner.',
      'Ribbed belt {ribs}PK{length}; the profile is ground, so that it runs quietly.',
      '[segment=commercial] Heavy-duty belt with {ribs} ribs, {length} mm, polyester cord, resistant to oil and heat.',
    ],
    box: [
      '[stretch=no] One belt in a sleeve.',
      '[stretch=yes] One belt with single-use fitting tool.',
      'One belt.',
    ],
    fitting: [
      'Follow the routing label and turn the engine by hand until all ribs sit.',
      '[stretch=yes] Cut the old belt; a stretch belt is never used twice.',
      'Check pulleys and tensioner: a squealing belt is seldom the belt alone.',
    ],
    dependsOnEngine: true,
    tradeNumbers: (_draw, dimensions) => [`${dimensions.ribs}PK${dimensions.length}`],
  },
  'belt-tensioner': {
    letters: 'BT',
    weights: { car: 16, light: 4, commercial: 6 },
    needs: (app) => hasEngine(app) && app.kind !== 'motorcycle',
    priceUsd: { car: [14, 58], commercial: [38, 88] },
    order: [
      [1, 1],
      [2, 1],
    ],
    dimensions: (draw) => ({
      'pulley-diameter': draw.random.pick([60, 65, 70, 74, 76]),
      'pulley-width': draw.random.stepped(22, 34, 0.5),
      damping: draw.random.pick(['friction', 'friction', 'hydraulic']),
    }),
    making: ({ random, segment }) => ({
      'pulley-material': segment === 'commercial' ? 'steel' : random.pick(['polyamide', 'steel']),
    }),
    suffix: ['{pulley-diameter} mm pulley'],
    facts: [
      '[damping=friction] Automatic tensioner with spring and friction damping, pulley of {pulley-material}, {pulley-diameter} mm.',
      '[damping=hydraulic] Tensioner with hydraulic damper; pulley of {pulley-material}, {pulley-diameter} × {pulley-width} mm.',
      'Tensioner for the auxiliary drive, pulley {pulley-diameter} mm, with sealed double-row bearing.',
    ],
    box: ['One tensioner with bolt and dust cap.', 'One tensioner; renew the stretch bolt.'],
    fitting: [
      'Remove the locking pin only after the belt is on.',
      'Renew belt and tensioner together.',
      'Check the alignment of the pulleys with a straight edge.',
    ],
    dependsOnEngine: true,
  },
  'cvt-belt': {
    letters: 'VB',
    weights: { motorcycle: 14 },
    needs: (app) => app.traits.has('cvt'),
    priceUsd: { motorcycle: [14, 72] },
    order: [
      [1, 1],
      [2, 1],
      [5, 5],
    ],
    dimensions: (draw) => ({ length: draw.sized(660, 1060, 1), width: draw.sized(16.5, 30, 0.1) }),
    making: ({ tier, random }) => ({
      material: random.pick(tier === 'economy' ? ['polyester'] : ['aramid', 'aramid', 'polyester']),
    }),
    suffix: ['{length} × {width} mm'],
    facts: [
      '[material=aramid] Double-cogged belt with aramid cord, {length} × {width} mm, for constant speed at heat.',
      '[material=polyester] Cogged belt with polyester cord, {length} × {width} mm.',
      'Variator belt {length} mm long and {width} mm wide at the top; wear limit 1 mm less.',
    ],
    box: ['One belt.', 'One belt with running-direction arrow.'],
    fitting: [
      'Degrease the pulley faces and check the rollers for flats.',
      'Fit with the arrow in running direction.',
      'Ride gently for the first 100 km.',
    ],
  },
  'cylinder-head-gasket': {
    letters: 'HG',
    weights: { car: 16, light: 3, commercial: 6, motorcycle: 8 },
    needs: hasEngine,
    priceUsd: { car: [14, 58], commercial: [36, 98], motorcycle: [8, 34] },
    order: [
      [1, 1],
      [2, 1],
    ],
    perVehicle: (draw) =>
      draw.app.cylinders >= 6 && draw.segment !== 'commercial' && draw.app.cylinders !== 6 ? 2 : 1,
    dimensions: (draw) => ({
      bore:
        draw.segment === 'commercial'
          ? draw.sized(105, 140, 0.5)
          : draw.segment === 'motorcycle'
            ? draw.sized(48, 104, 0.5)
            : draw.random.stepped(72, 98, 0.5),
      thickness:
        draw.segment === 'commercial'
          ? draw.random.pick([1.2, 1.3, 1.5])
          : draw.random.pick([0.65, 0.7, 0.8, 1, 1.15, 1.4]),
    }),
    making: ({ random, segment }) => ({
      material:
        segment === 'motorcycle'
          ? random.pick(['multi-layer steel', 'fibre composite'])
          : random.pick(['multi-layer steel', 'multi-layer steel', 'fibre composite']),
    }),
    suffix: ['{bore} mm bore, {thickness} mm'],
    facts: [
      '[material=multi-layer steel] Gasket of coated spring-steel layers for a bore of {bore} mm, {thickness} mm thick when clamped.',
      '[material=fibre composite] Composite gasket on a tanged steel core with metal fire rings, {thickness} mm, bore {bore} mm.',
      '[material=multi-layer steel] Steel gasket with beaded sealing lines and elastomer coating; {thickness} mm after tightening.',
    ],
    box: ['One gasket; head bolts are not included.', 'One gasket, packed flat between boards.'],
    fitting: [
      'Head and block must be clean, dry and flat to 0.05 mm.',
      'Use new head bolts and tighten in stages by torque and angle.',
      '[material=multi-layer steel] Do not use any sealant.',
      '[kind=car] Compare the notches that mark the thickness.',
    ],
    dependsOnEngine: true,
  },
  'valve-cover-gasket': {
    letters: 'VC',
    weights: { car: 18, light: 3, commercial: 4, motorcycle: 9 },
    needs: (app) => hasEngine(app) && !app.traits.has('twostroke'),
    priceUsd: { car: [7.5, 34], commercial: [16, 44], motorcycle: [9, 24] },
    order: [
      [1, 1],
      [2, 1],
      [5, 5],
    ],
    perVehicle: (draw) => (draw.app.cylinders >= 8 ? 2 : 1),
    dimensions: () => ({}),
    making: ({ random, segment, app }) => ({
      material: random.pick(
        segment === 'commercial'
          ? ['silicone rubber', 'acrylic rubber']
          : ['acrylic rubber', 'silicone rubber', 'nitrile rubber'],
      ),
      pieces: random.int(1, 4),
      'spark-plug-seals': !app.traits.has('diesel') && segment !== 'motorcycle' && random.chance(0.5),
    }),
    suffix: ['[spark-plug-seals=yes] {material}, with spark plug seals', '{material}'],
    facts: [
      'Moulded gasket of {material}, which stays soft against oil and heat.',
      '[spark-plug-seals=yes] Gasket of {material} with the seals of the spark plug tubes.',
      '[material=silicone rubber] Silicone gasket with double sealing lip and locating pegs.',
      '[kind=motorcycle] Profiled gasket of {material} with half-moon ends.',
    ],
    box: [
      '[pieces=1] One gasket.',
      '[pieces!=1] Set of {pieces} pieces.',
      '[spark-plug-seals=yes] Set of {pieces} pieces and spark plug tube seals.',
    ],
    fitting: [
      'Put a dab of sealant on the joints of the camshaft caps only.',
      'Clean the groove and check the cover for warp before fitting.',
      'Tighten the cover from the centre outwards to 10 N·m.',
    ],
    dependsOnEngine: true,
  },
  'crankshaft-seal': {
    letters: 'CS',
    weights: { car: 12, light: 3, commercial: 5 },
    needs: (app) => hasEngine(app) && app.kind !== 'motorcycle',
    positions: { car: ['front', 'rear'], commercial: ['front', 'rear'] },
    priceUsd: { car: [3.8, 19], commercial: [12, 46] },
    order: [
      [2, 1],
      [5, 5],
      [1, 1],
    ],
    dimensions: (draw) => {
      const rear = draw.position === 'rear';
      const inner =
        draw.segment === 'commercial'
          ? rear
            ? draw.random.int(105, 150)
            : draw.random.int(68, 95)
          : rear
            ? draw.random.int(78, 98)
            : draw.random.int(32, 56);
      return {
        'inner-diameter': inner,
        'outer-diameter': inner + draw.random.int(12, 24),
        width: draw.random.pick([7, 8, 9, 10, 11, 12]),
      };
    },
    making: ({ tier, random }) => ({
      material: random.pick(tier === 'economy' ? ['FKM', 'ACM'] : ['PTFE', 'FKM', 'FKM']),
    }),
    suffix: ['{inner-diameter} × {outer-diameter} × {width} mm'],
    facts: [
      '[material=PTFE] Radial shaft seal with PTFE lip, {inner-diameter} × {outer-diameter} × {width} mm.',
      '[material=FKM] Radial shaft seal {inner-diameter} × {outer-diameter} × {width} mm of fluorocarbon rubber, with dust lip.',
      '[material=ACM] Radial shaft seal {inner-diameter} × {outer-diameter} × {width} mm of acrylic rubber.',
    ],
    box: ['One seal.', '[material=PTFE] One seal on a fitting sleeve.'],
    fitting: [
      '[material=PTFE] Fit dry: oil on the lip makes it leak.',
      '[material!=PTFE] Oil the lip and press in square.',
      'Seat the lip off the old running track if the shaft is scored.',
    ],
    dependsOnEngine: true,
  },
};
