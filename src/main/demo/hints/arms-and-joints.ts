import { FRONT_AND_REAR, type HintsByCode, hasArmAt, isCommercial } from './part-type-hints.ts';

const isCarOrLight = (app: Parameters<typeof isCommercial>[0]) =>
  app.kind !== 'motorcycle' && !isCommercial(app);

/** Control arms, bushes, joints and links. */
export const ARMS_AND_JOINTS: HintsByCode = {
  'control-arm': {
    letters: 'CA',
    weights: { car: 46, light: 10 },
    needs: isCarOrLight,
    positionFits: hasArmAt,
    positions: {
      car: [
        'front axle left, lower',
        'front axle right, lower',
        'front axle left, upper',
        'front axle right, upper',
        'rear axle',
      ],
      light: [
        'front axle left, lower',
        'front axle right, lower',
        'front axle left, upper',
        'front axle right, upper',
      ],
    },
    priceUsd: { car: [24, 96], light: [32, 92] },
    order: [
      [1, 1],
      [2, 1],
    ],
    perVehicle: (draw) => (draw.position === 'rear axle' ? 2 : 1),
    dimensions: (draw) => ({
      'ball-joint': draw.position !== 'rear axle' && draw.random.chance(0.85),
      taper: draw.random.pick([15, 16, 17, 18, 19, 21]),
    }),
    making: ({ random, size }) => ({
      material: random.pick(
        size > 0.5
          ? ['forged aluminium', 'cast iron', 'pressed steel']
          : ['pressed steel', 'pressed steel', 'forged steel'],
      ),
      bushes: true,
    }),
    suffix: ['[ball-joint=yes] {material}, with ball joint', '{material}'],
    facts: [
      '[ball-joint=yes] Arm of {material} with ball joint, taper {taper} mm, and bushes pressed in.',
      '[ball-joint=no] Arm of {material} with bushes pressed in.',
      '[material=forged aluminium, ball-joint=yes] Forged aluminium arm with sealed ball joint and hydraulic bush.',
      '[material=pressed steel] Welded arm of pressed steel, e-coated, rubber bushes as original.',
    ],
    box: [
      '[ball-joint=yes] With nut for the ball joint.',
      '[ball-joint=yes] With ball joint, pinch bolt and nuts.',
      'One arm; bolts are not included.',
    ],
    fitting: [
      'Tighten the bushes at ride height, not with the wheels hanging.',
      'Have the wheel alignment measured after fitting.',
      '[ball-joint=yes] Do not hammer on the taper: use a puller.',
    ],
    qualifiers: [
      'with sport suspension',
      'without sport suspension',
      'with all-wheel drive',
      'with rear-wheel drive',
      'for {taper} mm taper',
    ],
  },
  'control-arm-bush': {
    letters: 'CB',
    weights: { car: 18, light: 4 },
    needs: isCarOrLight,
    positions: { car: FRONT_AND_REAR },
    priceUsd: { car: [4.6, 26] },
    order: [
      [2, 2],
      [4, 2],
      [10, 10],
    ],
    perVehicle: () => 2,
    dimensions: (draw) => ({
      'inner-diameter': draw.random.pick([10, 12, 14, 16]),
      'outer-diameter': draw.random.stepped(32, 76, 0.5),
      length: draw.random.stepped(30, 68, 0.5),
      type: draw.size > 0.4 && draw.random.chance(0.35) ? 'hydraulic' : 'rubber-metal',
    }),
    suffix: ['{type}, {inner-diameter} × {outer-diameter} × {length} mm'],
    facts: [
      '[type=rubber-metal] Rubber-metal bush {inner-diameter} × {outer-diameter} × {length} mm, natural rubber bonded to steel.',
      '[type=hydraulic] Fluid-filled bush {inner-diameter} × {outer-diameter} mm against brake judder.',
    ],
    box: ['Price per bush.', 'Price per bush; renew both sides.'],
    fitting: [
      'Press in dry or with soapy water, never with oil.',
      'Keep the angle that the marks show.',
      'Tighten at ride height.',
    ],
    qualifiers: ['with sport suspension', 'without sport suspension'],
  },
  'ball-joint': {
    letters: 'BJ',
    weights: { car: 16, light: 7 },
    needs: isCarOrLight,
    positionFits: hasArmAt,
    positions: { car: ['front axle, lower', 'front axle, upper'] },
    priceUsd: { car: [8.5, 34] },
    order: [
      [2, 2],
      [2, 1],
      [1, 1],
    ],
    perVehicle: () => 2,
    dimensions: (draw) => ({
      taper: draw.random.pick([14, 15, 16, 17, 18, 20, 22]),
      thread: draw.random.pick(['M12 × 1.25', 'M12 × 1.5', 'M14 × 1.5', 'M16 × 1.5']),
      fixing: draw.random.pick(['bolted', 'pressed', 'pressed', 'pinch bolt']),
    }),
    making: ({ tier, segment, random }) => ({
      greasable: segment === 'light' ? random.chance(0.6) : tier !== 'economy' && random.chance(0.1),
    }),
    suffix: ['{fixing}, {taper} mm taper'],
    facts: [
      'Ball joint, {fixing}, with {taper} mm taper and {thread} stud; sealed with a chloroprene boot.',
      '[greasable=yes] Ball joint with grease nipple, {taper} mm taper, stud {thread}.',
      'Forged housing, polished ball in acetal shell; stud {thread}.',
    ],
    box: [
      'With castle nut and split pin.',
      '[fixing=bolted] With bolts and nuts.',
      '[fixing=pressed] With circlip.',
    ],
    fitting: [
      '[fixing=pressed] Support the arm close to the seat while pressing.',
      'Have the wheel alignment measured.',
      '[greasable=yes] Grease before driving: the joint is supplied dry.',
      'Check the boot for twist after tightening.',
    ],
    qualifiers: ['with all-wheel drive', 'with rear-wheel drive', 'for {taper} mm taper'],
  },
  'stabiliser-link': {
    letters: 'SK',
    weights: { car: 26, light: 5 },
    needs: isCarOrLight,
    positions: { car: FRONT_AND_REAR },
    priceUsd: { car: [5.4, 24] },
    order: [
      [2, 2],
      [2, 2],
      [4, 2],
    ],
    perVehicle: () => 2,
    dimensions: (draw) => ({
      length: draw.random.stepped(52, 345, 1),
      thread: draw.random.pick(['M10 × 1.25', 'M10 × 1.5', 'M12 × 1.5']),
    }),
    making: ({ tier, random }) => ({
      material: random.pick(tier === 'premium' ? ['aluminium', 'steel'] : ['steel', 'steel', 'plastic']),
    }),
    suffix: ['{length} mm, {material}'],
    facts: [
      'Link with {material} rod, {length} mm between the joints, studs {thread}.',
      'Link {length} mm with two sealed ball joints, greased for life.',
      '[material=steel] Steel rod with reinforced joints and hexagon in the stud against turning.',
    ],
    box: ['One link with nuts.', 'Sold singly, with self-locking nuts.'],
    fitting: [
      'Fit both sides with the wheels on the ground.',
      'Hold the stud with a second spanner, or the boot twists.',
    ],
    qualifiers: ['with sport suspension', 'without sport suspension', 'with all-wheel drive'],
  },
};
