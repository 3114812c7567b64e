import {
  FRONT_AND_REAR,
  FRONT_AND_REAR_WHEEL,
  type HintsByCode,
  hasEngine,
  isCommercial,
} from './part-type-hints.ts';

/** Steering gear, rods, wheel bearings and hub seals. */
export const STEERING_AND_WHEELS: HintsByCode = {
  'tie-rod-end': {
    letters: 'TE',
    weights: { car: 28, light: 8, commercial: 8 },
    needs: (app) => app.kind !== 'motorcycle',
    positions: {
      car: ['front axle left', 'front axle right'],
      commercial: ['front axle left', 'front axle right'],
    },
    priceUsd: { car: [7.5, 34], commercial: [24, 62] },
    order: [
      [2, 2],
      [1, 1],
      [2, 1],
    ],
    dimensions: (draw) => ({
      thread:
        draw.segment === 'commercial'
          ? draw.random.pick(['M28 × 1.5', 'M30 × 1.5', '1 1/8-12 UNF'])
          : draw.random.pick(['M12 × 1.5', 'M14 × 1.5', 'M16 × 1.5', 'M18 × 1.5']),
      'thread-hand':
        draw.segment === 'commercial'
          ? draw.position.endsWith('left')
            ? 'left-hand'
            : 'right-hand'
          : 'right-hand',
      taper:
        draw.segment === 'commercial'
          ? draw.random.pick([22, 26, 28.6])
          : draw.random.pick([12, 13, 14, 15, 16]),
      length:
        draw.segment === 'commercial' ? draw.random.stepped(108, 168, 1) : draw.random.stepped(72, 212, 1),
    }),
    making: ({ segment, random }) => ({ greasable: segment !== 'car' && random.chance(0.55) }),
    suffix: ['{thread}, {taper} mm taper'],
    facts: [
      'Tie rod end, {thread} {thread-hand} thread, {taper} mm taper, {length} mm long.',
      'Forged end with polished ball in an acetal shell, {thread}, sealed boot.',
      '[greasable=yes] End with grease nipple, {thread} {thread-hand}, taper {taper} mm.',
    ],
    box: ['With nut.', 'With castle nut and split pin.'],
    fitting: [
      'Count the turns when unscrewing and have the toe measured.',
      'Clean taper and bore of grease.',
      '[greasable=yes] Grease until the boot swells slightly.',
      'Tighten the lock nut with the joint held level.',
    ],
    qualifiers: ['with all-wheel drive', 'with rear-wheel drive', 'with sport suspension'],
  },
  'steering-rack': {
    letters: 'SR',
    weights: { car: 16 },
    needs: (app) => app.kind === 'car',
    priceUsd: { car: [118, 340] },
    order: [[1, 1]],
    dimensions: (draw) => ({
      assistance:
        draw.year >= 2012
          ? 'electric'
          : draw.year >= 2006
            ? draw.random.pick(['hydraulic', 'hydraulic', 'electric'])
            : 'hydraulic',
      'drive-side': 'left-hand drive',
      turns: draw.random.stepped(2.4, 3.4, 0.1),
    }),
    making: ({ random }) => ({ 'inner-tie-rods': random.chance(0.7) }),
    suffix: ['{assistance}, {drive-side}'],
    facts: [
      '[assistance=hydraulic] Hydraulic rack for {drive-side}, {turns} turns from lock to lock.',
      '[assistance=electric] Rack with electric assistance for {drive-side}, motor and control unit not programmed.',
      'Rack and pinion gear with induction-hardened rack, {turns} turns lock to lock, {drive-side}.',
    ],
    box: [
      '[inner-tie-rods=yes] With inner tie rods and boots.',
      '[inner-tie-rods=no] Without tie rods.',
      '[assistance=hydraulic] With caps on the ports; seals enclosed.',
    ],
    fitting: [
      '[assistance=hydraulic] Flush lines and reservoir, or the old swarf ruins the new valve.',
      '[assistance=electric] Code the control unit and teach in the end stops.',
      'Set the rack to the middle before coupling the column.',
      'Have the wheel alignment measured.',
    ],
    remanufactured: [
      'Remanufactured: rack ground and polished, valve and all seals new, tested for leaks and effort.',
      'Remanufactured with new seals, bushes and boots; run in on the bench under load.',
    ],
    qualifiers: [
      'with speed-dependent assistance',
      'without speed-dependent assistance',
      'with all-wheel drive',
    ],
  },
  'power-steering-pump': {
    letters: 'PP',
    weights: { car: 14, light: 4, commercial: 4 },
    needs: (app) => app.kind !== 'motorcycle' && hasEngine(app) && (app.yearFrom < 2010 || isCommercial(app)),
    priceUsd: { car: [52, 148], commercial: [118, 260] },
    order: [[1, 1]],
    dimensions: (draw) => ({
      pressure:
        draw.segment === 'commercial'
          ? draw.random.pick([150, 165, 185])
          : draw.random.pick([85, 95, 105, 115, 120]),
      thread: draw.random.pick(['M16 × 1.5', 'M14 × 1.5', '5/8-18 UNF']),
      reservoir: draw.random.chance(0.3),
    }),
    making: ({ random }) => ({ pulley: random.chance(0.35) }),
    suffix: ['[pulley=yes] {pressure} bar, with pulley', '{pressure} bar'],
    facts: [
      'Vane pump, {pressure} bar, pressure port {thread}.',
      '[reservoir=yes] Vane pump with reservoir, {pressure} bar, cast-iron housing.',
      '[segment=commercial] Gear-driven vane pump, {pressure} bar, with flow control valve.',
    ],
    box: [
      '[pulley=yes] With pulley.',
      '[pulley=no] Without pulley; transfer the old one with a puller.',
      'With O-rings.',
    ],
    fitting: [
      'Flush the system and use the prescribed fluid only.',
      'Bleed by turning the wheel from lock to lock with the engine off.',
      'Never run the pump dry.',
    ],
    remanufactured: ['Remanufactured with new vanes, shaft seal and bearing; pressure and flow tested.'],
    dependsOnEngine: true,
  },
  'kingpin-kit': {
    letters: 'KP',
    weights: { commercial: 9 },
    needs: isCommercial,
    positions: { commercial: ['steer axle'] },
    priceUsd: { commercial: [62, 148] },
    order: [[1, 1]],
    dimensions: (draw) => ({
      'pin-diameter': draw.random.pick([45.5, 46, 50, 50.8]),
      'pin-length': draw.random.stepped(182, 252, 1),
    }),
    making: ({ random, tier }) => ({
      bushes: tier === 'premium' ? 'ream-free' : random.pick(['bronze', 'ream-free']),
    }),
    suffix: ['{pin-diameter} × {pin-length} mm'],
    facts: [
      'Kit for both sides with induction-hardened pins {pin-diameter} × {pin-length} mm and {bushes} bushes.',
      'Complete kingpin kit, pins {pin-diameter} mm, with thrust bearings and shims.',
    ],
    box: [
      'Pins, bushes, thrust bearings, shims, seals and draw keys for one axle.',
      'Set for one axle with grease nipples.',
    ],
    fitting: [
      '[bushes=bronze] Ream the bushes in line to the size on the sheet.',
      'Shim the end play to 0.1–0.25 mm.',
      'Grease with the axle raised so that the thrust face is reached.',
    ],
    tradeNumbers: () => [],
  },
  'steering-bearing-kit': {
    letters: 'SB',
    weights: { motorcycle: 11 },
    needs: (app) => app.kind === 'motorcycle',
    priceUsd: { motorcycle: [14, 42] },
    order: [
      [1, 1],
      [2, 1],
    ],
    dimensions: (draw) => {
      const inner = draw.random.pick([25, 26, 28, 30]);
      return { 'inner-diameter': inner, 'outer-diameter': inner + draw.random.pick([21, 22, 24, 25]) };
    },
    making: ({ tier, random }) => ({
      type: tier === 'economy' ? random.pick(['ball', 'tapered roller']) : 'tapered roller',
      seals: random.chance(0.8),
    }),
    suffix: ['{type}, {inner-diameter} × {outer-diameter} mm'],
    facts: [
      '[type=tapered roller] Two tapered roller bearings {inner-diameter} × {outer-diameter} mm, in place of the original ball races.',
      '[type=ball] Ball races and balls for the original steering head, {inner-diameter} × {outer-diameter} mm.',
      'Bearing kit for the steering head, {type}, hardened races.',
    ],
    box: [
      '[seals=yes] Two bearings with races and dust seals.',
      '[seals=no] Two bearings with races; dust seals not included.',
    ],
    fitting: [
      'Pack with waterproof grease.',
      'Drive in square with a stepped tool, or put the race in the freezer first.',
      'Set the preload so that the fork falls to the stop by itself, then check it after 1,000 km.',
    ],
  },
  'wheel-bearing': {
    letters: 'WH',
    weights: { car: 38, light: 9, commercial: 7, motorcycle: 18 },
    positions: {
      car: FRONT_AND_REAR,
      commercial: ['steer axle', 'drive axle'],
      motorcycle: FRONT_AND_REAR_WHEEL,
    },
    priceUsd: { car: [19, 108], commercial: [34, 112], motorcycle: [7.5, 24] },
    order: [
      [1, 1],
      [2, 1],
      [2, 2],
    ],
    perVehicle: (draw) =>
      draw.segment === 'motorcycle'
        ? 1
        : draw.segment === 'commercial' && draw.position === 'drive axle' && draw.is('heavy')
          ? 4
          : 2,
    dimensions: (draw) => {
      const { random } = draw;
      if (draw.segment === 'motorcycle') {
        const inner = random.pick([15, 17, 20, 25]);
        return {
          type: 'deep-groove ball bearings',
          'inner-diameter': inner,
          'outer-diameter': inner === 25 ? 52 : inner + 27,
          width: inner === 25 ? 15 : random.pick([12, 14]),
          encoder: false,
        };
      }
      if (draw.segment === 'commercial') {
        const inner = draw.position === 'steer axle' ? random.pick([66.7, 69.8]) : random.pick([82.5, 85.7]);
        return {
          type: 'tapered roller bearing set',
          'inner-diameter': inner,
          'outer-diameter': inner + random.pick([54, 58.4, 60.3]),
          width: random.stepped(36, 46, 0.5),
          encoder: false,
        };
      }
      const hub = draw.year >= 1999 && random.chance(0.6);
      const inner = random.pick([34, 35, 38, 40, 42, 43, 45]);
      return {
        type: hub
          ? 'hub unit'
          : random.pick(['double-row ball bearing', 'double-row tapered roller bearing']),
        'inner-diameter': inner,
        'outer-diameter': inner + random.pick([34, 37, 39, 42]),
        width: random.pick([35, 37, 38, 39, 40, 42]),
        encoder: draw.year >= 2001 && random.chance(0.75),
      };
    },
    suffix: [
      '[encoder=yes] {type}, with encoder',
      '{type}, {inner-diameter} × {outer-diameter} × {width} mm',
    ],
    facts: [
      '[type=hub unit] Hub unit with flange, sealed and greased for life; bore {inner-diameter} mm.',
      '[type=hub unit, encoder=yes] Hub unit with flange and magnetic encoder for the wheel speed sensor, bore {inner-diameter} mm.',
      '[type=double-row ball bearing|double-row tapered roller bearing, encoder=no] {type} {inner-diameter} × {outer-diameter} × {width} mm, sealed on both sides.',
      '[type=double-row ball bearing|double-row tapered roller bearing, encoder=yes] {type} {inner-diameter} × {outer-diameter} × {width} mm with magnetic encoder in one seal.',
      '[segment=commercial] Matched set of cone and cup, bore {inner-diameter} mm, outside {outer-diameter} mm.',
      '[kind=motorcycle] Two deep-groove ball bearings {inner-diameter} × {outer-diameter} × {width} mm with seals on both sides.',
    ],
    box: [
      '[type=hub unit] One hub unit with bolts.',
      '[type=hub unit] One hub unit; axle nut enclosed.',
      '[segment=car|light, type!=hub unit] Bearing with axle nut and circlip.',
      '[segment=commercial] One set for one wheel end position.',
      '[kind=motorcycle] Two bearings and dust seals for one wheel.',
    ],
    fitting: [
      '[encoder=yes] Keep magnets away and fit with the encoder side inwards.',
      '[segment=car|light, type!=hub unit] Press on the outer ring only.',
      '[segment=car|light] Tighten the axle nut with the wheel on the ground and use it once only.',
      '[segment=commercial] Set the end play and lubricate with the grade on the hub.',
      '[kind=motorcycle] Warm the hub, do not forget the spacer tube.',
    ],
    qualifiers: ['with ABS', 'without ABS', 'with all-wheel drive', '5-stud wheels', '6-stud wheels'],
  },
  'wheel-hub-seal': {
    letters: 'HS',
    weights: { commercial: 11 },
    needs: isCommercial,
    positions: { commercial: ['steer axle', 'drive axle'] },
    priceUsd: { commercial: [12, 34] },
    order: [
      [2, 2],
      [4, 2],
      [10, 10],
    ],
    perVehicle: (draw) => (draw.position === 'steer axle' ? 2 : draw.is('heavy') ? 4 : 2),
    dimensions: (draw) => {
      const inner =
        draw.position === 'steer axle' ? draw.random.pick([85.7, 88.9]) : draw.random.pick([114.3, 120.6]);
      return {
        'inner-diameter': inner,
        'outer-diameter': inner + draw.random.pick([38.1, 44.5, 50.8]),
        width: draw.random.pick([25.4, 28.6, 31.8]),
      };
    },
    making: ({ tier, random }) => ({
      design: tier === 'economy' ? 'two-piece' : random.pick(['unitised', 'unitised', 'two-piece']),
    }),
    suffix: ['{design}, {inner-diameter} × {outer-diameter} mm'],
    facts: [
      '[design=unitised] Unitised seal with built-in running sleeve, {inner-diameter} × {outer-diameter} mm.',
      '[design=two-piece] Two-piece seal {inner-diameter} × {outer-diameter} mm with wear ring.',
      'Seal with rubber-coated metal body and garter spring, {width} mm wide.',
    ],
    box: ['One seal.', '[design=two-piece] Seal and wear ring.'],
    fitting: [
      'Press in with the seal tool until it seats all round.',
      'Wet the lip with hub oil, not with grease.',
      'Vent the hub: a blocked vent pushes the seal out.',
    ],
  },
};
