import {
  FRONT_AND_REAR,
  FRONT_AND_REAR_WHEEL,
  type HintsByCode,
  hasDiscsAt,
  isCommercial,
} from './part-type-hints.ts';

const isRear = (position: string) => position.startsWith('rear');

/** Calipers, cylinders, hoses and wheel speed sensors. */
export const BRAKE_HYDRAULICS: HintsByCode = {
  'brake-caliper': {
    letters: 'BC',
    weights: { car: 44, light: 8, commercial: 4, motorcycle: 5 },
    positionFits: hasDiscsAt,
    positions: {
      car: ['front axle left', 'front axle right', 'rear axle left', 'rear axle right'],
      commercial: ['front axle left', 'front axle right'],
      motorcycle: FRONT_AND_REAR_WHEEL,
    },
    priceUsd: { car: [44, 158], commercial: [290, 420], motorcycle: [78, 210] },
    order: [[1, 1]],
    dimensions: (draw) => {
      if (draw.segment === 'commercial') {
        return { 'piston-diameter': draw.random.pick([62, 66, 68]), pistons: 2, 'parking-brake': 'none' };
      }
      if (draw.segment === 'motorcycle') {
        return {
          'piston-diameter': draw.random.pick([25.4, 27, 30.2, 32, 34]),
          pistons: draw.size > 0.65 && !isRear(draw.position) ? 4 : draw.random.pick([1, 2]),
          'parking-brake': 'none',
        };
      }
      const rear = isRear(draw.position);
      const pistons = rear
        ? 1
        : draw.segment === 'light'
          ? 2
          : draw.size > 0.72
            ? draw.random.pick([1, 4])
            : 1;
      return {
        'piston-diameter': rear
          ? draw.random.pick([34, 36, 38, 40, 42, 43])
          : pistons === 4
            ? draw.random.pick([36, 38, 40, 44])
            : pistons === 2
              ? draw.sized(43, 56, 1)
              : draw.sized(51, 62, 1),
        pistons,
        'parking-brake': rear
          ? draw.year >= 2012
            ? 'electric'
            : draw.random.pick(['cable', 'none'])
          : 'none',
      };
    },
    making: ({ grade, random, dimensions }) => ({
      material: dimensions.pistons === 4 ? 'aluminium' : random.pick(['cast iron', 'cast iron', 'aluminium']),
      bracket: grade === 'remanufactured' ? random.chance(0.4) : random.chance(0.6),
    }),
    suffix: ['{piston-diameter} mm piston', '{piston-diameter} mm'],
    facts: [
      '[pistons=1, segment=car|light] Single-piston sliding caliper with a {piston-diameter} mm piston, housing of {material}.',
      '[pistons=2, segment=car|light] Two-piston sliding caliper, pistons {piston-diameter} mm, housing of {material}.',
      '[pistons=4] Four-piston fixed caliper of {material}, pistons up to {piston-diameter} mm.',
      '[kind=motorcycle, pistons!=4] Caliper of cast aluminium with {piston-diameter} mm pistons and stainless slide pins.',
      '[segment=commercial] Pneumatic disc brake caliper for the axle end shown, with two tappets and internal adjuster.',
      '[parking-brake=electric] Rear caliper for vehicles with electric parking brake, {piston-diameter} mm piston; the actuator is not included.',
      '[parking-brake=cable] Rear caliper with cable-operated parking brake lever, {piston-diameter} mm piston.',
    ],
    box: [
      '[bracket=yes, segment=car|light] With bracket, slide pins, boots and bleed screw; without pads.',
      '[bracket=no, segment=car|light] Without bracket and pads; copper washers for the banjo bolt are enclosed.',
      '[kind=motorcycle] Ready to fit, with seals and bleed screw; pads not included.',
      '[segment=commercial] Complete with carrier, less pads and chamber.',
    ],
    fitting: [
      'Bleed the brakes, then check for leaks under pressure.',
      'Compare the side before fitting: the bleed screw must be at the top.',
      'Flush the brake fluid if it is older than two years.',
      '[parking-brake=electric] Teach in the parking brake with a diagnostic tester.',
      '[segment=car|light] Use new banjo washers and renew a hose that is cracked or swollen.',
    ],
    remanufactured: [
      'Remanufactured: housing shot-blasted and zinc-plated, seals, boots and bleed screw new, pressure-tested.',
      'Remanufactured with new rubber parts and, where pitted, a new piston; tested for leaks at high and low pressure.',
      'Industrially reconditioned: every caliper is stripped, measured, fitted with new seals and tested on the bench.',
    ],
    qualifiers: [
      'with sport brakes',
      'without sport brakes',
      '2012- with electric parking brake',
      'for {piston-diameter} mm pistons',
    ],
  },
  'brake-hose': {
    letters: 'BH',
    weights: { car: 22, light: 5, commercial: 4, motorcycle: 9 },
    positions: { car: FRONT_AND_REAR, commercial: ['front axle'], motorcycle: FRONT_AND_REAR_WHEEL },
    priceUsd: { car: [6.2, 15], commercial: [11, 19], motorcycle: [17, 39] },
    order: [
      [2, 2],
      [2, 1],
      [5, 5],
    ],
    perVehicle: (draw) => (draw.segment === 'motorcycle' ? 1 : 2),
    dimensions: (draw) => ({
      length:
        draw.segment === 'motorcycle'
          ? draw.random.stepped(380, 1080, 10)
          : draw.segment === 'commercial'
            ? draw.random.stepped(480, 860, 10)
            : draw.random.stepped(205, 620, 5),
      thread:
        draw.segment === 'motorcycle'
          ? 'M10 × 1 banjo'
          : draw.random.pick(['M10 × 1', 'M10 × 1', 'M12 × 1', '3/8-24 UNF']),
    }),
    making: ({ segment, tier, random }) => ({
      material:
        segment === 'motorcycle'
          ? random.pick(['braided stainless steel', 'rubber'])
          : tier === 'premium' && random.chance(0.4)
            ? 'braided stainless steel'
            : 'rubber',
    }),
    suffix: ['{length} mm, {material}', '{length} mm'],
    facts: [
      '[material=rubber] Rubber hose with two fabric plies, {length} mm long between the fittings.',
      '[material=braided stainless steel] PTFE hose in a stainless braid, {length} mm long, which keeps its lever feel when hot.',
      '[kind=car|truck] Brake hose, {length} mm, with {thread} fittings crimped and pressure-tested.',
      '[kind=car|truck, material=rubber] EPDM hose for glycol brake fluids, fittings zinc-nickel plated against road salt.',
    ],
    box: [
      'One hose.',
      '[kind=motorcycle] One hose with sealing washers.',
      '[tier!=economy] One hose with clip and copper washers.',
    ],
    fitting: [
      'Fit without twist and turn the wheels from lock to lock before the road test.',
      'Bleed the circuit after fitting.',
      'Renew hoses in pairs: the other one is as old.',
    ],
    qualifiers: ['with ABS', 'without ABS', 'with raised suspension'],
  },
  'brake-master-cylinder': {
    letters: 'MC',
    weights: { car: 14, light: 3, commercial: 2, motorcycle: 6 },
    needs: (app) => !app.traits.has('airbrake'),
    priceUsd: { car: [34, 112], commercial: [96, 170], motorcycle: [42, 105] },
    order: [[1, 1]],
    dimensions: (draw) => ({
      bore:
        draw.segment === 'motorcycle'
          ? draw.random.pick([11, 12.7, 14, 15.8, 17.5])
          : draw.segment === 'commercial'
            ? draw.random.pick([31.75, 33.3])
            : draw.random.pick([20.64, 22.22, 23.81, 25.4, 26.99]),
      outlets: draw.segment === 'motorcycle' ? 1 : draw.random.pick([2, 2, 4]),
    }),
    making: ({ segment, random }) => ({
      material:
        segment === 'car' || segment === 'motorcycle' ? 'aluminium' : random.pick(['aluminium', 'cast iron']),
      reservoir: random.chance(0.45),
    }),
    suffix: ['{bore} mm'],
    facts: [
      '[kind=car|truck] Tandem master cylinder with a bore of {bore} mm and {outlets} outlets, housing of {material}.',
      '[kind=car|truck] Two-circuit cylinder, {bore} mm, bench-tested for leaks and return of both pistons.',
      '[kind=motorcycle] Master cylinder with {bore} mm bore for the handlebar brake, cast aluminium, hard-anodised bore.',
    ],
    box: [
      '[reservoir=yes] With reservoir and cap.',
      '[reservoir=no] Without reservoir; the grommets are enclosed.',
    ],
    fitting: [
      '[kind=car|truck] Bleed the cylinder on the bench before fitting.',
      '[kind=car|truck] Check the clearance of the booster pushrod.',
      'Use DOT 4 fluid from a sealed container only.',
      '[kind=motorcycle] Fit with new washers at the banjo and check the free play of the lever.',
    ],
    qualifiers: ['with ABS', 'without ABS', '1998- with stability control'],
  },
  'wheel-cylinder': {
    letters: 'WC',
    weights: { car: 8, light: 4 },
    needs: (app) => app.traits.has('drum') && app.kind !== 'motorcycle' && !isCommercial(app),
    positions: { car: ['rear axle'] },
    priceUsd: { car: [5.8, 14.5] },
    order: [
      [2, 2],
      [2, 1],
      [4, 2],
    ],
    perVehicle: () => 2,
    dimensions: (draw) => ({
      bore: draw.random.pick([15.87, 17.46, 19.05, 20.64, 22.22, 23.81]),
      thread: draw.random.pick(['M10 × 1', 'M10 × 1', '3/8-24 UNF']),
    }),
    making: ({ random, tier }) => ({
      material: random.pick(tier === 'economy' ? ['cast iron'] : ['cast iron', 'aluminium']),
    }),
    suffix: ['{bore} mm'],
    facts: [
      'Wheel cylinder with {bore} mm bore and {thread} port, housing of {material}.',
      '[material=aluminium] Aluminium cylinder, {bore} mm, with an anodised bore that does not pit.',
      '[material=cast iron] Cast-iron cylinder, {bore} mm, honed and fitted with EPDM cups.',
    ],
    box: ['One cylinder with bleed screw and dust cap.', 'One cylinder; fixing bolts are not included.'],
    fitting: [
      'Loosen the pipe union before the fixing bolts.',
      'Renew shoes that have been wetted by brake fluid.',
      'Fit both sides and bleed the rear circuit.',
    ],
  },
  'wheel-speed-sensor': {
    letters: 'WA',
    weights: { car: 32, light: 6, commercial: 6, motorcycle: 4 },
    needs: (app) =>
      app.yearTo >= 2002 && (app.kind !== 'motorcycle' || (app.yearTo >= 2012 && app.traits.has('disc'))),
    positions: { car: FRONT_AND_REAR, commercial: FRONT_AND_REAR, motorcycle: FRONT_AND_REAR_WHEEL },
    priceUsd: { car: [9.5, 34], commercial: [19, 46], motorcycle: [34, 72] },
    order: [
      [1, 1],
      [1, 1],
      [2, 1],
    ],
    perVehicle: (draw) => (draw.segment === 'motorcycle' ? 1 : 2),
    dimensions: (draw) => ({
      type:
        draw.segment === 'commercial'
          ? 'inductive'
          : draw.year < 2001
            ? 'inductive'
            : draw.random.pick(['Hall', 'magnetoresistive']),
      length:
        draw.segment === 'commercial'
          ? draw.random.stepped(400, 3000, 100)
          : draw.random.stepped(60, 1180, 10),
      contacts: 2,
    }),
    suffix: ['{length} mm'],
    facts: [
      '[type=inductive] Passive inductive sensor, which reads the toothed ring at the hub; cable {length} mm.',
      '[type=Hall] Active Hall sensor, two-wire, with {length} mm cable and moulded plug.',
      '[type=magnetoresistive] Active magnetoresistive sensor, which reads speed and direction from the encoder of the wheel bearing; cable {length} mm.',
    ],
    box: [
      '[kind=car|motorcycle] One sensor with cable and bracket.',
      '[segment=commercial] One sensor with clamping bush and grease.',
      'One sensor; fixing screw not included.',
    ],
    fitting: [
      'Clean the bore before pushing the sensor in: rust lifts it from the ring.',
      'Clear the fault memory and check the live values on a test drive.',
      '[type=inductive] Check the air gap and the teeth of the ring.',
    ],
    qualifiers: ['1998- with stability control', 'without stability control'],
  },
};
