import { FRONT_AND_REAR, type HintsByCode, isCommercial } from './part-type-hints.ts';

const isCarOrLight = (app: Parameters<typeof isCommercial>[0]) =>
  app.kind !== 'motorcycle' && !isCommercial(app);

/** Dampers, springs and their mounts. */
export const SUSPENSION: HintsByCode = {
  'shock-absorber': {
    letters: 'SA',
    weights: { car: 40, light: 12, commercial: 14, motorcycle: 13 },
    positionFits: (app, position) => position !== 'front axle' || !app.traits.has('strut'),
    positions: {
      car: ['rear axle'],
      light: FRONT_AND_REAR,
      commercial: ['steer axle', 'drive axle', 'cab'],
      motorcycle: ['rear wheel'],
    },
    priceUsd: { car: [21, 86], light: [24, 78], commercial: [32, 84], motorcycle: [48, 320] },
    order: [
      [2, 2],
      [1, 1],
      [2, 1],
    ],
    perVehicle: (draw) =>
      draw.segment === 'motorcycle'
        ? draw.is('cruiser') || draw.is('scooter')
          ? 2
          : 1
        : draw.position === 'drive axle' && draw.is('heavy')
          ? 4
          : 2,
    dimensions: (draw) => {
      const extended =
        draw.segment === 'motorcycle'
          ? draw.random.stepped(272, 480, 1)
          : draw.segment === 'commercial'
            ? draw.random.stepped(360, 760, 1)
            : draw.random.stepped(348, 640, 1);
      return {
        'length-extended': extended,
        'length-compressed': Math.round(extended * (draw.segment === 'motorcycle' ? 0.82 : 0.63)),
        'upper-mount':
          draw.segment === 'motorcycle'
            ? 'eye'
            : draw.random.pick(draw.segment === 'commercial' ? ['eye', 'eye', 'pin'] : ['pin', 'pin', 'eye']),
        'lower-mount':
          draw.segment === 'motorcycle'
            ? draw.random.pick(['eye', 'fork'])
            : draw.random.pick(['eye', 'eye', 'fork']),
      };
    },
    making: ({ tier, segment, random }) => ({
      design:
        segment === 'motorcycle'
          ? random.pick(['monotube', 'emulsion', 'monotube'])
          : tier === 'premium'
            ? random.pick(['twin-tube gas', 'monotube gas'])
            : random.pick(
                tier === 'economy'
                  ? ['twin-tube oil', 'twin-tube gas']
                  : ['twin-tube gas', 'twin-tube gas', 'twin-tube oil'],
              ),
    }),
    suffix: ['[kind=motorcycle] {design}, {length-extended} mm', '{design}, {upper-mount}/{lower-mount}'],
    facts: [
      '[design=twin-tube gas] Twin-tube gas damper, {length-compressed} to {length-extended} mm, {upper-mount} above and {lower-mount} below.',
      '[design=monotube gas] Monotube gas damper with 46 mm piston, {length-compressed} to {length-extended} mm; firm and free of fade.',
      '[design=twin-tube oil] Twin-tube oil damper with hard-chromed rod, {length-compressed} to {length-extended} mm.',
      '[kind=motorcycle, design=monotube] Monotube shock with preload adjuster, eye to eye {length-extended} mm.',
      '[kind=motorcycle, design=emulsion] Emulsion shock with progressive spring and five-step preload, {length-extended} mm.',
      '[segment=commercial, position=cab] Cab damper, {length-compressed} to {length-extended} mm, with large rubber eyes.',
      '[segment=commercial, position!=cab] Heavy-duty damper with 45 mm piston, {length-extended} mm extended, {upper-mount}/{lower-mount} mounting.',
    ],
    box: [
      'Sold singly; renew in pairs per axle.',
      '[upper-mount=pin] With nut and washers; bump stop not included.',
      '[kind=motorcycle] Complete with spring.',
      '[segment=commercial] With bushes fitted.',
    ],
    fitting: [
      '[upper-mount=pin, kind!=motorcycle] Work the rod through its full travel three times, upright, before fitting.',
      '[kind!=motorcycle] Tighten rubber bushes only with the weight on the wheels.',
      'Renew bump stops and dust covers that have crumbled.',
      '[kind=motorcycle] Set preload to the rider and check the sag.',
    ],
    qualifiers: [
      'with sport suspension',
      'without sport suspension',
      'without electronic damping',
      'without self-levelling',
    ],
  },
  'suspension-strut': {
    letters: 'SU',
    weights: { car: 34, light: 2 },
    needs: (app) => app.traits.has('strut'),
    positions: { car: ['front axle left', 'front axle right', 'front axle'] },
    priceUsd: { car: [34, 148] },
    order: [
      [1, 1],
      [2, 2],
    ],
    perVehicle: (draw) => (draw.position === 'front axle' ? 2 : 1),
    dimensions: (draw) => ({
      'clamp-diameter': draw.random.pick([48, 50, 51, 52, 54, 55, 60]),
      'rod-diameter': draw.random.pick([20, 20, 22, 22, 25]),
      assembled: draw.random.chance(0.25),
    }),
    making: ({ tier, random }) => ({
      design: random.pick(
        tier === 'economy'
          ? ['twin-tube oil', 'twin-tube gas']
          : ['twin-tube gas', 'twin-tube gas', 'monotube gas'],
      ),
    }),
    suffix: ['[assembled=yes] complete with spring and mount', '{design}'],
    facts: [
      '[assembled=no] {design} strut, body {clamp-diameter} mm, piston rod {rod-diameter} mm.',
      '[assembled=yes] Complete strut with spring, mount and bump stop, ready to bolt in; piston rod {rod-diameter} mm.',
      'McPherson strut with {rod-diameter} mm chromed rod and low-friction guide, {design}.',
    ],
    box: [
      '[assembled=no] With rod nut; mount and bump stop are not included.',
      '[assembled=yes] Assembled and compressed at the factory.',
      'Sold singly; renew in pairs.',
    ],
    fitting: [
      '[assembled=no] Use a spring compressor and renew the strut mount.',
      'Have the wheel alignment measured after fitting.',
      'Renew self-locking nuts.',
      '[assembled=yes] No spring compressor needed; tighten the top nuts before lowering.',
    ],
    qualifiers: [
      'with sport suspension',
      'without sport suspension',
      'without electronic damping',
      'from the second half of the model year',
    ],
  },
  'strut-mount': {
    letters: 'MT',
    weights: { car: 16 },
    needs: (app) => app.traits.has('strut') && app.kind === 'car',
    positions: { car: ['front axle'] },
    priceUsd: { car: [9.5, 42] },
    order: [
      [2, 2],
      [2, 1],
    ],
    perVehicle: () => 2,
    dimensions: (draw) => ({
      bearing: draw.random.chance(0.7),
      bolts: draw.random.pick([0, 3, 3, 4]),
      height: draw.random.stepped(34, 78, 1),
    }),
    suffix: ['[bearing=yes] with bearing', 'without bearing'],
    facts: [
      '[bearing=yes] Rubber-metal mount with sealed thrust bearing, {height} mm high.',
      '[bearing=no] Rubber-metal mount for the original bearing, {height} mm high.',
      'Mount of natural rubber and pressed steel, with zinc-nickel plated plates.',
    ],
    box: [
      'Sold singly; renew both sides.',
      '[bearing=yes] One mount with bearing and nut.',
      'One mount with fixing nuts.',
    ],
    fitting: [
      'Turn the arrow or notch outwards as on the old mount.',
      'Tighten the rod nut while the spring is still compressed.',
      'A knock on turning the wheel comes from the bearing: renew it as well.',
    ],
  },
  'coil-spring': {
    letters: 'CO',
    weights: { car: 28, light: 4 },
    needs: isCarOrLight,
    positions: { car: FRONT_AND_REAR, light: ['front axle'] },
    priceUsd: { car: [24, 84] },
    order: [
      [2, 2],
      [1, 1],
    ],
    perVehicle: () => 2,
    dimensions: (draw) => ({
      'wire-diameter': draw.sized(10, 16.5, 0.25),
      'outer-diameter': draw.random.stepped(102, 168, 1),
      length: draw.random.stepped(258, 442, 1),
      rate: draw.random.pick(['linear', 'linear', 'progressive']),
    }),
    suffix: ['{wire-diameter} mm wire, {length} mm'],
    facts: [
      'Spring of chrome-silicon steel, wire {wire-diameter} mm, {length} mm free length, {rate} rate.',
      '[rate=progressive] Progressive spring, {outer-diameter} mm outside, {length} mm long unloaded.',
      'Cold-wound spring, shot-peened and epoxy-coated; wire {wire-diameter} mm, outside {outer-diameter} mm.',
    ],
    box: ['Sold singly; always renew in pairs.', 'One spring with colour code of the original.'],
    fitting: [
      'Compare wire, length and colour code with the old spring.',
      'Set the end of the coil against the stop of the seat.',
      'Check the headlight aim afterwards.',
      'Renew rubber seats that have hardened.',
    ],
    qualifiers: ['with sport suspension', 'without sport suspension', 'with trailer package'],
  },
  'air-spring': {
    letters: 'AS',
    weights: { car: 4, commercial: 18 },
    needs: (app) =>
      app.kind === 'car'
        ? app.size >= 0.7 && app.yearTo >= 2003
        : app.traits.has('heavy') || (app.traits.has('medium') && app.traits.has('airbrake')),
    positions: { car: FRONT_AND_REAR, commercial: ['drive axle', 'drive axle', 'cab'] },
    priceUsd: { car: [110, 290], commercial: [42, 112] },
    order: [
      [2, 2],
      [1, 1],
      [2, 1],
    ],
    perVehicle: (draw) =>
      draw.segment === 'commercial' && draw.position === 'drive axle' ? (draw.is('heavy') ? 4 : 2) : 2,
    dimensions: (draw) => {
      if (draw.segment === 'car')
        return {
          type: draw.position === 'front axle' ? 'air strut' : 'rolling lobe',
          diameter: draw.random.stepped(110, 178, 1),
          'length-extended': draw.random.stepped(280, 560, 5),
          'length-compressed': draw.random.stepped(140, 220, 5),
        };
      const cab = draw.position === 'cab';
      return {
        type: 'rolling lobe',
        diameter: cab ? draw.random.stepped(110, 160, 5) : draw.random.stepped(240, 320, 5),
        'length-extended': cab ? draw.random.stepped(180, 260, 5) : draw.random.stepped(480, 720, 10),
        'length-compressed': cab ? draw.random.stepped(70, 110, 5) : draw.random.stepped(150, 240, 5),
      };
    },
    making: ({ segment, random }) => ({
      piston:
        segment === 'car'
          ? 'aluminium'
          : random.pick(['glass-filled polyamide', 'steel', 'glass-filled polyamide']),
    }),
    suffix: ['{type}, {length-extended} mm'],
    facts: [
      '[segment=commercial] Rolling-lobe air spring, {diameter} mm at working pressure, {length-compressed} to {length-extended} mm, piston of {piston}.',
      '[segment=car, type=rolling lobe] Air spring with cross-ply bellows and aluminium piston, {length-extended} mm extended.',
      '[type=air strut] Air strut with bellows, damper and residual pressure valve.',
      '[segment=commercial] Two-ply bellows of natural rubber, cold-resistant to −40 °C, bump stop built in.',
    ],
    box: [
      'One air spring with nuts.',
      '[segment=car] One air spring with fitting and O-rings; filled with residual pressure.',
    ],
    fitting: [
      'Empty the circuit before loosening fittings.',
      'Never fill an air spring that is not under load.',
      'Check height sensor or levelling valve after fitting.',
      '[segment=car] Calibrate the ride height with a diagnostic tester.',
    ],
    qualifiers: ['with air suspension', 'for 4-bag suspension', 'without self-levelling'],
  },
  'leaf-spring': {
    letters: 'LS',
    weights: { light: 5, commercial: 8 },
    needs: (app) => app.kind === 'truck' && !app.traits.has('strut'),
    positions: { light: ['rear axle'], commercial: ['steer axle'] },
    priceUsd: { light: [84, 190], commercial: [148, 320] },
    order: [
      [1, 1],
      [2, 1],
    ],
    perVehicle: () => 2,
    dimensions: (draw) => {
      const leaves = draw.segment === 'light' ? draw.random.pick([3, 4, 5]) : draw.random.pick([1, 2, 3, 8]);
      return {
        leaves,
        width: draw.segment === 'light' ? draw.random.pick([60, 63.5, 76]) : draw.random.pick([89, 100, 102]),
        length:
          draw.segment === 'light' ? draw.random.stepped(1180, 1620, 5) : draw.random.stepped(1270, 1600, 5),
        'load-capacity':
          draw.segment === 'light'
            ? draw.random.stepped(700, 1500, 50)
            : draw.random.stepped(2700, 6000, 100),
        design: leaves > 4 ? 'multi-leaf' : 'parabolic',
      };
    },
    suffix: ['{leaves} leaves, {load-capacity} kg'],
    facts: [
      '[leaves!=1] {design} spring with {leaves} leaves, {width} mm wide, {length} mm from eye to eye.',
      '[leaves=1] Single-leaf parabolic spring, {width} mm wide, {length} mm from eye to eye.',
      'Spring of 51CrV4 steel, shot-peened and painted, capacity {load-capacity} kg.',
    ],
    box: ['With bushes fitted; U-bolts are not included.', 'One spring with centre bolt.'],
    fitting: [
      'Renew U-bolts: they are stretched once tightened.',
      'Tighten with the weight on the axle and again after 500 km.',
      'Renew both sides.',
    ],
    qualifiers: [
      'with heavy-duty suspension',
      'without heavy-duty suspension',
      'with snow plough preparation',
    ],
  },
  'torque-rod': {
    letters: 'TR',
    weights: { commercial: 10 },
    needs: (app) => app.traits.has('heavy'),
    positions: { commercial: ['drive axle'] },
    priceUsd: { commercial: [42, 118] },
    order: [
      [1, 1],
      [2, 1],
    ],
    perVehicle: () => 4,
    dimensions: (draw) => ({
      length: draw.random.stepped(430, 730, 1),
      ends: draw.random.pick(['straddle pin', 'two holes', 'taper pin']),
      'tube-diameter': draw.random.pick([48, 57, 60]),
    }),
    suffix: ['{length} mm, {ends}'],
    facts: [
      'Torque rod {length} mm from centre to centre, tube {tube-diameter} mm, rubber bushes with {ends} mounting.',
      'Rod with friction-welded eyes and natural-rubber bushes, {length} mm.',
    ],
    box: ['With bushes fitted.', 'Rod with bushes; bolts and nuts sold separately.'],
    fitting: [
      'Tighten with the suspension at ride height.',
      'Check the axle alignment after fitting.',
      'Do not burn out old bushes: press them out.',
    ],
  },
  'fork-seal-kit': {
    letters: 'FS',
    weights: { motorcycle: 15 },
    needs: (app) => app.kind === 'motorcycle' && app.size > 0.2,
    positions: { motorcycle: ['front wheel'] },
    priceUsd: { motorcycle: [8.5, 28] },
    order: [
      [1, 1],
      [5, 5],
      [2, 1],
    ],
    dimensions: (draw) => {
      const inner = draw.random.pick(draw.size > 0.7 ? [41, 43, 45, 48, 49] : [31, 33, 37, 39, 41, 43]);
      return {
        'inner-diameter': inner,
        'outer-diameter': inner + draw.random.pick([10, 11, 12, 13]),
        height: draw.random.pick([8, 9.5, 10.5, 11]),
      };
    },
    making: ({ tier, random }) => ({ 'dust-seals': tier !== 'economy' || random.chance(0.5) }),
    suffix: [
      '[dust-seals=yes] {inner-diameter} × {outer-diameter} × {height} mm, with dust seals',
      '{inner-diameter} × {outer-diameter} × {height} mm',
    ],
    facts: [
      'Double-lip seals {inner-diameter} × {outer-diameter} × {height} mm of low-friction nitrile rubber.',
      '[dust-seals=yes] Kit with oil seals {inner-diameter} × {outer-diameter} × {height} mm and dust seals.',
      'Seals for {inner-diameter} mm fork tubes, with garter springs on both lips.',
    ],
    box: ['[dust-seals=yes] Two oil seals and two dust seals.', '[dust-seals=no] Two oil seals.'],
    fitting: [
      'Polish out stone chips on the tubes, or the new seals tear.',
      'Slide the seals over a plastic bag so that the lips do not catch.',
      'Change the fork oil and check its level from the top of the tube.',
    ],
  },
};
