import { type HintsByCode, hasEngine, isCommercial } from './part-type-hints.ts';

const isCarOrLight = (app: Parameters<typeof isCommercial>[0]) =>
  app.kind !== 'motorcycle' && !isCommercial(app);
const hasDriveChain = (app: Parameters<typeof isCommercial>[0]) =>
  app.kind === 'motorcycle' && app.traits.has('chain');

/** Clutches, shafts, joints and chain drives. */
export const DRIVETRAIN: HintsByCode = {
  'clutch-kit': {
    letters: 'CL',
    weights: { car: 24, light: 5, commercial: 6, motorcycle: 16 },
    needs: (app) =>
      hasEngine(app) &&
      (app.kind === 'motorcycle' ? !app.traits.has('cvt') : app.kind === 'truck' || app.size < 0.72),
    priceUsd: { car: [74, 245], commercial: [360, 620], motorcycle: [28, 94] },
    order: [
      [1, 1],
      [1, 1],
      [2, 1],
    ],
    dimensions: (draw) => {
      if (draw.segment === 'motorcycle')
        return { plates: draw.random.int(5, 10), diameter: draw.sized(96, 162, 1) };
      return {
        diameter:
          draw.segment === 'commercial'
            ? draw.random.pick([365, 395, 430])
            : draw.random.pick([190, 200, 215, 225, 228, 240, 250]),
        splines:
          draw.segment === 'commercial'
            ? draw.random.pick([10, 14, 18])
            : draw.random.pick([14, 20, 22, 23, 24, 26, 28]),
      };
    },
    making: ({ segment, random }) => ({
      contents:
        segment === 'motorcycle'
          ? random.pick(['friction plates', 'friction plates, steel plates and springs'])
          : segment === 'commercial'
            ? 'cover, two discs and release bearing'
            : random.pick([
                'disc, cover and release bearing',
                'disc and cover',
                'disc, cover and slave cylinder',
              ]),
    }),
    suffix: [
      '[kind=motorcycle] {plates} plates, {diameter} mm',
      '[kind!=motorcycle] {diameter} mm, {splines} splines',
    ],
    facts: [
      '[segment=car|light] Clutch kit {diameter} mm with {splines} splines: {contents}.',
      '[segment=commercial] Pull-type clutch {diameter} mm, {splines} splines, with ceramic friction pads.',
      '[kind=motorcycle] {plates} friction plates of {diameter} mm for a wet clutch, with cork-based or paper lining.',
      '[segment=car|light] Disc with torsion damper and riveted lining, {diameter} mm, {splines} splines.',
    ],
    box: [
      '{contents}.',
      '[kind=motorcycle] {contents}; cover gasket not included.',
      '[segment=car|light] {contents}, with centring tool.',
    ],
    fitting: [
      '[segment!=motorcycle] Degrease the flywheel and check its face for heat cracks.',
      '[segment=car|light] Bleed the hydraulics and check the free travel of the pedal.',
      '[kind=motorcycle] Soak new friction plates in engine oil for 30 minutes.',
      '[segment=commercial] Adjust the clutch brake and lubricate the release sleeve.',
      '[segment=car|light] Centre the disc with the tool before tightening the cover crosswise.',
    ],
    qualifiers: [
      'with 5-speed manual transmission',
      '2002- with 6-speed manual transmission',
      'with dual-mass flywheel',
      'with single-mass flywheel',
    ],
    dependsOnEngine: true,
  },
  'cv-axle': {
    letters: 'CV',
    weights: { car: 30, light: 3 },
    needs: (app) =>
      isCarOrLight(app) &&
      (app.traits.has('fwd') ||
        app.traits.has('awd') ||
        (app.kind === 'car' && !app.traits.has('fwd') && app.size > 0.4)),
    positionFits: (app, position) =>
      app.kind === 'truck' ||
      app.traits.has('awd') ||
      app.traits.has(position === 'rear axle' ? 'rwd' : 'fwd'),
    positions: {
      car: ['front axle left', 'front axle right', 'rear axle'],
      light: ['front axle left', 'front axle right'],
    },
    priceUsd: { car: [48, 168] },
    order: [
      [1, 1],
      [2, 1],
    ],
    perVehicle: (draw) => (draw.position === 'rear axle' ? 2 : 1),
    dimensions: (draw) => ({
      length: draw.random.stepped(410, 880, 1),
      'splines-wheel': draw.random.pick([24, 26, 28, 30, 33, 36]),
      'splines-transmission': draw.random.pick([24, 26, 28, 30]),
      'abs-ring': draw.year < 2003 ? draw.random.pick([0, 44, 46, 48, 50]) : 0,
    }),
    suffix: ['{length} mm, {splines-wheel}/{splines-transmission} splines'],
    facts: [
      'Axle shaft {length} mm with {splines-wheel} splines at the wheel and {splines-transmission} at the transmission.',
      '[abs-ring!=0] Shaft {length} mm with ABS ring of {abs-ring} teeth.',
      'New shaft with balls in ground cages, boots of thermoplastic, {length} mm.',
    ],
    box: ['Complete with boots, grease and axle nut.', 'Complete shaft, ready to fit.'],
    fitting: [
      'Renew the axle nut and the seal in the differential.',
      'Do not let the shaft hang from the inner joint.',
      'Push until the circlip clicks and pull to prove it.',
    ],
    remanufactured: ['Remanufactured with new joints and boots; straightness and balance measured.'],
    qualifiers: ['with ABS', 'without ABS', 'with manual transmission', 'with automatic transmission'],
  },
  'cv-boot-kit': {
    letters: 'CT',
    weights: { car: 16, light: 2 },
    needs: (app) => isCarOrLight(app) && (app.traits.has('fwd') || app.traits.has('awd') || app.size > 0.4),
    positions: { car: ['wheel side', 'transmission side'] },
    priceUsd: { car: [6.4, 19] },
    order: [
      [2, 2],
      [5, 5],
      [1, 1],
    ],
    perVehicle: () => 2,
    dimensions: (draw) => ({
      length: draw.random.stepped(78, 138, 1),
      'small-diameter': draw.random.stepped(19, 30, 0.5),
      'large-diameter': draw.random.stepped(64, 104, 0.5),
    }),
    making: ({ tier, random }) => ({
      material: random.pick(tier === 'economy' ? ['CR rubber'] : ['TPE', 'TPE', 'CR rubber']),
    }),
    suffix: ['{material}, {small-diameter} × {large-diameter} mm'],
    facts: [
      '[material=TPE] Boot of thermoplastic elastomer, {small-diameter} × {large-diameter} mm, {length} mm long.',
      '[material=CR rubber] Boot of chloroprene rubber, {small-diameter} × {large-diameter} mm.',
      'Kit for one joint, boot {length} mm long, resistant to ozone and cold to −40 °C.',
    ],
    box: ['Boot, grease, two clamps and circlip.', 'Boot, 90 g of grease and clamps.'],
    fitting: [
      'Clean the joint of water and grit or renew it.',
      'Spread the grease between balls and boot.',
      'Close the clamps with the joint straight.',
    ],
  },
  'universal-joint': {
    letters: 'UJ',
    weights: { light: 8, commercial: 10, car: 4 },
    needs: (app) =>
      app.kind !== 'motorcycle' &&
      (app.kind === 'truck'
        ? app.traits.has('rwd')
        : app.traits.has('rwd') && app.yearFrom < 2012 && app.size > 0.45),
    priceUsd: { car: [8.5, 26], light: [9.5, 28], commercial: [18, 58] },
    order: [
      [1, 1],
      [2, 1],
      [5, 5],
    ],
    perVehicle: () => 2,
    dimensions: (draw) => ({
      'cap-diameter':
        draw.segment === 'commercial'
          ? draw.random.pick([48, 49.2, 57])
          : draw.random.pick([24, 27, 28.6, 30.2]),
      span:
        draw.segment === 'commercial'
          ? draw.random.stepped(126, 168, 0.5)
          : draw.random.stepped(60, 106, 0.5),
      locking: draw.random.pick(['circlips outside', 'circlips inside', 'staked']),
    }),
    making: ({ tier, random }) => ({
      greasable: tier === 'premium' ? random.chance(0.4) : random.chance(0.75),
    }),
    suffix: ['{cap-diameter} × {span} mm'],
    facts: [
      'Joint cross with caps of {cap-diameter} mm and {span} mm span, {locking}.',
      '[greasable=yes] Joint with grease nipple, caps {cap-diameter} mm, span {span} mm.',
      '[greasable=no] Sealed joint, greased for life; caps {cap-diameter} mm, span {span} mm.',
    ],
    box: ['With circlips.', '[greasable=yes] With nipple and seals.'],
    fitting: [
      'Mark the yokes before taking the shaft apart.',
      'Press in square and check for free swing.',
      '[greasable=yes] Grease until all four seals pass grease.',
    ],
  },
  'driveshaft-support-bearing': {
    letters: 'CN',
    weights: { light: 5, commercial: 8, car: 6 },
    needs: (app) => app.kind !== 'motorcycle' && (app.traits.has('rwd') || app.traits.has('awd')),
    priceUsd: { car: [24, 62], light: [19, 54], commercial: [34, 92] },
    order: [
      [1, 1],
      [2, 1],
    ],
    dimensions: (draw) => ({
      'inner-diameter':
        draw.segment === 'commercial'
          ? draw.random.pick([45, 55, 60, 65])
          : draw.random.pick([25, 28, 30, 35]),
      'bolt-spacing': draw.random.stepped(140, 220, 1),
      height: draw.random.stepped(50, 88, 1),
    }),
    suffix: ['{inner-diameter} mm bearing'],
    facts: [
      'Support with {inner-diameter} mm bearing in a rubber ring, bolt spacing {bolt-spacing} mm.',
      'Rubber-metal support with sealed bearing {inner-diameter} mm, bracket of zinc-plated steel.',
    ],
    box: ['With dust caps.', 'With bearing pressed in.'],
    fitting: [
      'Mark both shaft halves so that the balance is kept.',
      'Align the shaft and check the angle.',
      'Press on the inner ring only.',
    ],
  },
  'transmission-mount': {
    letters: 'TM',
    weights: { car: 16, light: 3 },
    needs: (app) => isCarOrLight(app) && hasEngine(app),
    positions: { car: ['left', 'rear'], light: ['rear'] },
    priceUsd: { car: [11, 48] },
    order: [
      [1, 1],
      [2, 1],
    ],
    dimensions: (draw) => ({
      type: draw.random.pick(['rubber-metal', 'rubber-metal', 'hydraulic']),
      bolts: draw.random.pick([2, 3, 4]),
      transmission: draw.random.pick(['manual', 'automatic', 'manual and automatic']),
    }),
    suffix: ['{type}, {transmission}'],
    facts: [
      '[type=rubber-metal] Rubber-metal mount with {bolts} bolt holes, for {transmission} transmission.',
      '[type=hydraulic] Fluid-filled mount for {transmission} transmission.',
      'Mount of natural rubber on a cast bracket, {bolts} bolt holes.',
    ],
    box: ['With nuts.', 'One mount; bolts are not included.'],
    fitting: [
      'Support the transmission and fit without tension.',
      'Fit together with the engine mounts if these are as old.',
    ],
    dependsOnEngine: true,
  },
  'chain-kit': {
    letters: 'KT',
    weights: { motorcycle: 20 },
    needs: hasDriveChain,
    priceUsd: { motorcycle: [48, 158] },
    order: [[1, 1]],
    dimensions: (draw) => {
      const pitch =
        draw.size < 0.25
          ? '420'
          : draw.size < 0.5
            ? draw.random.pick(['428', '520'])
            : draw.size < 0.8
              ? draw.random.pick(['520', '525'])
              : draw.random.pick(['525', '530']);
      const front = draw.random.int(pitch === '420' ? 14 : 13, 17);
      const rear = draw.random.int(38, 52);
      return { pitch, links: draw.random.stepped(104, 122, 2), 'front-teeth': front, 'rear-teeth': rear };
    },
    making: ({ tier, segment, random, dimensions }) => ({
      seal:
        segment === 'motorcycle' && dimensions.pitch === '420'
          ? 'none'
          : random.pick(tier === 'economy' ? ['O-ring'] : ['X-ring', 'X-ring', 'O-ring']),
      joint: random.pick(['rivet link', 'clip link']),
    }),
    suffix: ['{pitch}, {links} links, {front-teeth}/{rear-teeth}'],
    facts: [
      '[seal=X-ring] Kit with X-ring chain {pitch}, {links} links, front sprocket {front-teeth} and rear sprocket {rear-teeth} teeth of tempered steel.',
      '[seal=O-ring] Kit with O-ring chain {pitch}, {links} links, and sprockets of {front-teeth} and {rear-teeth} teeth in the original ratio.',
      '[seal=none] Kit with standard chain {pitch}, {links} links, sprockets {front-teeth}/{rear-teeth}.',
    ],
    box: [
      'Chain, both sprockets, {joint} and fixing bolts.',
      'Chain with {joint}, front and rear sprocket; nuts are not included.',
    ],
    fitting: [
      'Set the slack on the centre stand and check it again after 500 km.',
      '[joint=rivet link] Close the rivet link with a tool, not with a hammer.',
      '[joint=clip link] Set the clip with its open end away from the direction of travel.',
      'Renew the lock tab of the front sprocket.',
    ],
    tradeNumbers: (_draw, dimensions) => [`${dimensions.pitch} x ${dimensions.links}`],
  },
  'drive-chain': {
    letters: 'CH',
    weights: { motorcycle: 14 },
    needs: hasDriveChain,
    priceUsd: { motorcycle: [26, 108] },
    order: [
      [1, 1],
      [2, 1],
    ],
    dimensions: (draw) => {
      const pitch =
        draw.size < 0.25
          ? '420'
          : draw.size < 0.5
            ? draw.random.pick(['428', '520'])
            : draw.size < 0.8
              ? draw.random.pick(['520', '525'])
              : draw.random.pick(['525', '530']);
      return {
        pitch,
        links: draw.random.stepped(100, 124, 2),
        'tensile-strength':
          ({ 420: 18, 428: 20, 520: 36, 525: 39, 530: 42 } as Record<string, number>)[pitch] ?? 36,
      };
    },
    making: ({ tier, random, dimensions }) => ({
      seal:
        dimensions.pitch === '420'
          ? 'none'
          : random.pick(tier === 'economy' ? ['O-ring'] : ['X-ring', 'O-ring']),
      joint: random.pick(['rivet link', 'clip link']),
    }),
    suffix: ['{pitch}, {links} links'],
    facts: [
      '[seal!=none] {seal} chain {pitch} with {links} links and {tensile-strength} kN tensile strength.',
      '[seal=none] Standard roller chain {pitch}, {links} links, for light motorcycles.',
      'Chain {pitch}, {links} links, side plates of tempered steel, {joint} included.',
    ],
    box: ['One chain with {joint}.', 'One chain in a bag; {joint} enclosed.'],
    fitting: [
      'Renew chain and sprockets together.',
      '[joint=rivet link] Rivet with the tool until the head is 5.6 mm wide.',
      'Clean and lubricate every 800 km, and after rain.',
    ],
    tradeNumbers: (_draw, dimensions) => [`${dimensions.pitch} x ${dimensions.links}`],
  },
  sprocket: {
    letters: 'SC',
    weights: { motorcycle: 12 },
    needs: hasDriveChain,
    positions: { motorcycle: ['front', 'rear'] },
    priceUsd: { motorcycle: [8.5, 42] },
    order: [
      [1, 1],
      [2, 2],
      [3, 3],
    ],
    dimensions: (draw) => {
      const pitch =
        draw.size < 0.25
          ? '420'
          : draw.size < 0.5
            ? draw.random.pick(['428', '520'])
            : draw.size < 0.8
              ? draw.random.pick(['520', '525'])
              : draw.random.pick(['525', '530']);
      return {
        pitch,
        teeth: draw.position === 'front' ? draw.random.int(12, 17) : draw.random.int(38, 52),
        'bolt-holes': draw.position === 'rear' ? draw.random.pick([4, 5, 6]) : 0,
      };
    },
    making: ({ position, tier, random }) => ({
      material:
        position === 'front' ? 'steel' : tier === 'premium' ? random.pick(['aluminium', 'steel']) : 'steel',
    }),
    suffix: ['{teeth} teeth, {pitch}'],
    facts: [
      '[position=front] Front sprocket with {teeth} teeth for {pitch} chain, case-hardened steel.',
      '[position=rear] Rear sprocket with {teeth} teeth for {pitch} chain, {bolt-holes} bolt holes, {material}.',
      '[material=aluminium] Sprocket of 7075 aluminium, hard-anodised, {teeth} teeth, pitch {pitch}.',
    ],
    box: ['One sprocket.', '[position=front] One sprocket with lock washer.'],
    fitting: [
      'Renew both sprockets with the chain.',
      '[position=rear] Use new bolts and thread locker.',
      '[position=front] Bend the lock tab against the nut.',
    ],
    tradeNumbers: (_draw, dimensions) => [`${dimensions.pitch}-${dimensions.teeth}`],
  },
};
