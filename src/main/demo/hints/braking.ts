import {
  FRONT_AND_REAR,
  FRONT_AND_REAR_WHEEL,
  type HintsByCode,
  hasDiscsAt,
  isCommercial,
} from './part-type-hints.ts';

const isRear = (position: string) => position.startsWith('rear');

/** Discs, drums, pads and shoes. */
export const BRAKING: HintsByCode = {
  'brake-disc': {
    letters: 'BD',
    weights: { car: 62, light: 12, commercial: 5, motorcycle: 22 },
    positionFits: hasDiscsAt,
    positions: { car: FRONT_AND_REAR, commercial: FRONT_AND_REAR, motorcycle: FRONT_AND_REAR_WHEEL },
    priceUsd: { car: [16, 88], commercial: [78, 165], motorcycle: [38, 118] },
    order: [
      [2, 2],
      [2, 2],
      [4, 2],
    ],
    perVehicle: (draw) =>
      draw.segment !== 'motorcycle' ? 2 : draw.is('twin-front') && !isRear(draw.position) ? 2 : 1,
    dimensions: (draw) => {
      const { random, position, segment } = draw;
      if (segment === 'motorcycle') {
        const thickness = random.pick(isRear(position) ? [4, 4.5, 5] : [4, 4.5, 5, 5.5]);
        return {
          diameter: isRear(position) ? draw.sized(180, 300, 5) : draw.sized(200, 330, 5),
          thickness,
          'min-thickness': thickness - 0.5,
          ventilated: false,
          'bolt-holes': random.pick([4, 5, 5, 6]),
        };
      }
      if (segment === 'commercial') {
        return {
          diameter: draw.sized(330, 436, 2),
          thickness: 45,
          'min-thickness': 37,
          ventilated: true,
          'bolt-holes': 10,
        };
      }
      const ventilated = !isRear(position) || draw.size > 0.52;
      const thickness = ventilated
        ? draw.sized(isRear(position) ? 20 : 22, isRear(position) ? 28 : 36, 2)
        : random.pick([9, 10, 11, 12]);
      return {
        diameter: isRear(position) ? draw.sized(240, 370, 2) : draw.sized(244, 396, 2),
        thickness,
        'min-thickness': ventilated ? thickness - 2 : thickness - 1.6,
        ventilated,
        'bolt-holes': segment === 'light' ? random.pick([6, 6, 8]) : draw.size < 0.28 ? 4 : 5,
      };
    },
    making: ({ tier, grade, segment, random }) => {
      if (segment === 'motorcycle')
        return { surface: random.pick(['stainless steel', 'stainless steel', 'hardened steel']) };
      if (segment === 'commercial') return { surface: random.pick(['oiled', 'coated']) };
      if (grade === 'genuine' || tier === 'premium')
        return { surface: random.pick(['coated', 'coated', 'high-carbon coated']) };
      return {
        surface: random.pick(
          tier === 'economy' ? ['oiled', 'oiled', 'coated'] : ['coated', 'oiled', 'coated'],
        ),
      };
    },
    suffix: [
      '[kind=motorcycle] {diameter} mm',
      '[ventilated=yes] {diameter} mm, ventilated',
      '{diameter} mm, solid',
    ],
    facts: [
      '[ventilated=yes, surface!=high-carbon coated] Internally ventilated disc of grey cast iron, {diameter} mm in diameter and {thickness} mm thick when new.',
      '[ventilated=no, kind!=motorcycle] Solid disc of grey cast iron, {diameter} mm in diameter and {thickness} mm thick.',
      '[ventilated=yes, kind=car|truck] Ventilated disc with {bolt-holes} wheel bolt holes, turned and balanced; wear limit {min-thickness} mm.',
      '[surface=high-carbon coated] Disc of high-carbon cast iron, which stays flat at high temperatures; hub and edge are zinc-flake coated.',
      '[surface=coated, ventilated=yes] Ventilated disc, coated against rust at hub, edge and cooling channels; friction faces bare, {thickness} mm thick.',
      '[surface=coated, ventilated=no, kind=car|truck] Solid disc, coated against rust at hub and edge; friction faces bare, {thickness} mm thick.',
      '[surface=oiled] Uncoated disc, oiled for storage; {diameter} mm in diameter, wear limit {min-thickness} mm.',
      '[kind=motorcycle, surface=stainless steel] Disc of stainless steel, {diameter} mm across and {thickness} mm thick, ground on both faces.',
      '[kind=motorcycle, surface=hardened steel] Laser-cut disc of hardened steel, {diameter} mm, wear limit {min-thickness} mm.',
      '[kind=motorcycle] Fixed disc with {bolt-holes} mounting holes, {thickness} mm thick; drilled to shed water.',
    ],
    box: [
      '[kind=car|truck] Sold singly; always renew both discs of an axle.',
      '[surface=coated] Fixing screw enclosed.',
      '[kind=motorcycle] One disc; mounting bolts are not included.',
      '[ventilated=no, kind=car] One disc, packed in a corrosion-inhibiting bag.',
    ],
    fitting: [
      '[surface=oiled] Remove the oil with brake cleaner before fitting.',
      '[kind=car|truck] Clean the hub face to bare metal and check run-out, at most 0.05 mm at the edge.',
      '[kind=car|truck] Use new pads with new discs and bed them in over the first 200 km.',
      '[kind=motorcycle] Fit with new bolts and medium-strength thread locker.',
      '[kind=motorcycle] Bed in with new pads before riding hard.',
      '[ventilated=yes, kind=car|truck] The minimum thickness is stamped on the edge of the hub.',
    ],
    qualifiers: [
      'with sport brakes',
      'without sport brakes',
      'with {diameter} mm brake discs',
      'with standard brakes',
    ],
  },
  'brake-drum': {
    letters: 'DR',
    weights: { car: 10, light: 6, commercial: 14 },
    needs: (app) => app.traits.has('drum'),
    positions: { car: ['rear axle'], commercial: ['front axle', 'rear axle'] },
    priceUsd: { car: [19, 46], light: [32, 68], commercial: [88, 165] },
    order: [
      [2, 2],
      [2, 2],
      [1, 1],
    ],
    perVehicle: (draw) =>
      draw.segment === 'commercial' && draw.is('heavy') && isRear(draw.position) ? 4 : 2,
    dimensions: (draw) => {
      if (draw.segment === 'commercial') {
        const rear = isRear(draw.position);
        const diameter = draw.is('heavy') ? (rear ? 419 : 381) : 381;
        return {
          'inner-diameter': diameter,
          'max-diameter': diameter + 3,
          width: rear ? 178 : 102,
          'bolt-holes': 10,
          weight: rear ? draw.random.int(43, 51) : draw.random.int(29, 36),
        };
      }
      const diameter =
        draw.segment === 'light'
          ? draw.random.pick([254, 280, 295, 330])
          : draw.random.pick([180, 200, 203, 220, 228]);
      return {
        'inner-diameter': diameter,
        'max-diameter': diameter + 1.5,
        width: draw.segment === 'light' ? draw.random.pick([45, 57, 64]) : draw.random.pick([31, 35, 40]),
        'bolt-holes': draw.segment === 'light' ? 6 : draw.random.pick([4, 5]),
        weight:
          draw.segment === 'light' ? draw.random.stepped(9, 15, 0.5) : draw.random.stepped(3.2, 6.4, 0.2),
      };
    },
    suffix: ['{inner-diameter} × {width} mm'],
    facts: [
      'Cast-iron drum for {inner-diameter} × {width} mm shoes; may be turned to {max-diameter} mm.',
      '[kind=truck] Full-cast drum of grey iron, {weight} kg, bored and balanced in one clamping.',
      'Drum with {bolt-holes} bolt holes and an inner diameter of {inner-diameter} mm; the maximum diameter is cast on the outside.',
      '[kind=car] Drum of grey cast iron, painted outside, {inner-diameter} mm inside; wheel bearing not included.',
    ],
    box: [
      'Sold singly; renew drums in pairs.',
      'One drum, friction face oiled for storage.',
      '[kind=car] One drum with fixing screw.',
    ],
    fitting: [
      'Degrease the friction face before fitting.',
      '[kind=truck] Torque the wheel nuts again after 80 km.',
      '[kind=car] Back off the adjuster before pulling the old drum.',
      'Renew drums that are scored or bell-mouthed together with the shoes.',
    ],
  },
  'brake-pad-set': {
    letters: 'BP',
    weights: { car: 78, light: 14, commercial: 6, motorcycle: 42 },
    positionFits: hasDiscsAt,
    positions: { car: FRONT_AND_REAR, commercial: FRONT_AND_REAR, motorcycle: FRONT_AND_REAR_WHEEL },
    priceUsd: { car: [14, 64], commercial: [58, 112], motorcycle: [9, 32] },
    order: [
      [1, 1],
      [2, 1],
      [2, 2],
      [4, 2],
    ],
    perVehicle: (draw) =>
      draw.segment === 'motorcycle' && draw.is('twin-front') && !isRear(draw.position) ? 2 : 1,
    dimensions: (draw) => {
      if (draw.segment === 'motorcycle') {
        return {
          width: draw.sized(48, 108, 0.5),
          height: draw.sized(34, 52, 0.5),
          thickness: draw.random.pick([6.9, 7.5, 8, 8.5, 9]),
          'wear-indicator': 'none',
        };
      }
      if (draw.segment === 'commercial') {
        return {
          width: draw.random.pick([210, 216, 248]),
          height: draw.random.pick([92, 108, 110]),
          thickness: draw.random.pick([26, 28, 30]),
          'wear-indicator': 'prepared for sensor',
        };
      }
      const rear = isRear(draw.position);
      return {
        width: rear ? draw.sized(88, 140, 0.5) : draw.sized(116, 194, 0.5),
        height: rear ? draw.sized(40, 62, 0.5) : draw.sized(50, 84, 0.5),
        thickness: rear ? draw.random.stepped(14, 17, 0.5) : draw.random.stepped(16, 19.5, 0.5),
        'wear-indicator': draw.random.pick(
          draw.app.models[0]?.make === 'BMW' || draw.app.models[0]?.make === 'Mercedes-Benz'
            ? ['prepared for sensor']
            : ['acoustic', 'acoustic', 'none', 'prepared for sensor'],
        ),
      };
    },
    making: ({ tier, segment, random }) => {
      if (segment === 'motorcycle')
        return {
          material: random.pick(
            tier === 'economy' ? ['organic'] : ['sintered', 'sintered', 'organic', 'semi-metallic'],
          ),
        };
      if (segment === 'commercial') return { material: 'semi-metallic' };
      return {
        material: random.pick(
          tier === 'economy'
            ? ['semi-metallic', 'low-metallic']
            : ['low-metallic', 'ceramic', 'low-metallic', 'ceramic', 'semi-metallic'],
        ),
      };
    },
    suffix: [
      '[kind=motorcycle] {material}, {width} × {height} mm',
      '{material}, {width} × {height} × {thickness} mm',
    ],
    facts: [
      '[material=ceramic] Ceramic friction material: little dust, quiet, gentle to the disc; backing plates {width} × {height} mm.',
      '[material=low-metallic] Low-metallic friction material with an even pedal from cold; pads are {thickness} mm thick including the back plate.',
      '[material=semi-metallic, kind=car|truck] Semi-metallic friction material for loaded vehicles and long descents; {width} × {height} × {thickness} mm.',
      '[material=sintered] Sintered metal pads for stainless discs, with steady bite in the wet; {width} × {height} mm.',
      '[material=organic] Organic pads, soft in their bite and easy on the disc; {width} × {height} × {thickness} mm.',
      '[material=semi-metallic, kind=motorcycle] Semi-metallic pads on a painted steel plate, {width} × {height} mm.',
      '[kind=car] Chamfered and slotted pads on powder-coated plates, {thickness} mm thick when new.',
      '[tier=premium, kind=car] Pads with bonded shims against squeal and a scorched friction face, so that they grip from the first stop.',
      '[kind=truck, segment=commercial] Pads for air disc brakes, {thickness} mm thick, moulded on a perforated steel plate.',
    ],
    box: [
      '[kind=car|truck] Four pads for one axle.',
      '[kind=car|truck, tier=premium] Four pads with fitting kit: clips, bolts and grease.',
      '[wear-indicator=acoustic] Four pads; two carry an acoustic wear indicator.',
      '[wear-indicator=prepared for sensor, segment=car] Four pads prepared for a wear sensor, which is sold separately.',
      '[segment=commercial] Four pads with retaining springs.',
      '[kind=motorcycle] Two pads for one caliper.',
      '[kind=motorcycle, tier!=economy] Two pads for one caliper, with retaining pin where the original has one.',
    ],
    fitting: [
      '[kind=car] Push the pistons back slowly and watch the fluid level.',
      '[wear-indicator=prepared for sensor, kind=car] Renew the wear sensor as well if its contact has been ground through.',
      '[kind=car|truck] Clean the guides and use the pads on discs above their minimum thickness only.',
      '[kind=motorcycle] Clean the pistons before pushing them back and pump the lever before riding.',
      '[material=sintered] Not for cast-iron discs.',
      '[position=rear axle, kind=car] With an electric parking brake, put the caliper into service mode first.',
    ],
    qualifiers: [
      'with sport brakes',
      'without sport brakes',
      'for one-piston calipers',
      'for four-piston calipers',
      '2012- with electric parking brake',
    ],
    tradeNumbers: (draw) =>
      draw.segment === 'motorcycle'
        ? []
        : [
            `WVA ${draw.random.int(20100, 29980)}`,
            ...(draw.segment === 'car' ? [`FMSI D${draw.random.int(310, 2280)}`] : []),
          ],
  },
  'brake-shoe-set': {
    letters: 'BS',
    weights: { car: 9, light: 5, commercial: 9, motorcycle: 9 },
    needs: (app) => app.traits.has('drum'),
    positions: { car: ['rear axle'], commercial: ['front axle', 'rear axle'], motorcycle: ['rear wheel'] },
    priceUsd: { car: [15, 36], light: [22, 44], commercial: [38, 72], motorcycle: [9, 19] },
    order: [
      [1, 1],
      [2, 1],
      [2, 2],
    ],
    perVehicle: (draw) => (draw.segment === 'commercial' ? 2 : 1),
    dimensions: (draw) =>
      draw.segment === 'commercial'
        ? {
            'drum-diameter': draw.is('heavy') && isRear(draw.position) ? 419 : 381,
            width: isRear(draw.position) ? 178 : 102,
          }
        : draw.segment === 'motorcycle'
          ? {
              'drum-diameter': draw.random.pick([95, 110, 130, 140, 150, 180]),
              width: draw.random.pick([20, 25, 28, 30]),
            }
          : {
              'drum-diameter':
                draw.segment === 'light'
                  ? draw.random.pick([254, 280, 295, 330])
                  : draw.random.pick([180, 200, 203, 228]),
              width: draw.random.pick([32, 38, 40, 45, 57]),
            },
    making: ({ segment, tier, random }) => ({
      lining: segment === 'commercial' ? random.pick(['riveted', 'riveted', 'bonded']) : 'bonded',
      springs: segment === 'motorcycle' ? true : tier === 'premium' || random.chance(0.3),
    }),
    suffix: ['{drum-diameter} × {width} mm'],
    facts: [
      'Shoes for drums of {drum-diameter} mm inner diameter, lining {width} mm wide, asbestos-free.',
      '[lining=bonded, kind=car|truck] Pressed-steel shoes with bonded lining, {width} mm wide, ground to the radius of the drum.',
      '[lining=riveted] Fabricated shoes with riveted lining blocks; the rivet holes show the wear limit.',
      '[kind=motorcycle] Die-cast shoes for a {drum-diameter} mm drum, with water grooves in the lining.',
    ],
    box: [
      '[segment=car|light] Four shoes for one axle.',
      '[springs=yes, kind=car|truck] Four shoes with return springs and hold-down pins.',
      '[segment=commercial] Two lined shoes for one wheel, with rollers and springs.',
      '[kind=motorcycle] Two shoes with springs.',
    ],
    fitting: [
      'Measure the drum first: these shoes are for drums below the maximum diameter.',
      'Grease the contact points of the back plate sparingly and keep grease off the lining.',
      '[segment=car|light] Fit one side at a time, with the other as the pattern.',
    ],
  },
  'brake-pad-wear-sensor': {
    letters: 'WS',
    weights: { car: 14, light: 1 },
    needs: (app) =>
      app.kind !== 'motorcycle' &&
      !isCommercial(app) &&
      app.models.some(({ make }) =>
        ['BMW', 'MINI', 'Mercedes-Benz', 'Porsche', 'Audi', 'Land Rover'].includes(make),
      ),
    positions: { car: FRONT_AND_REAR },
    priceUsd: { car: [4.2, 13.5] },
    order: [
      [5, 5],
      [2, 1],
      [10, 10],
    ],
    dimensions: (draw) => ({
      length: draw.random.stepped(330, 1180, 5),
      contacts: draw.random.pick([1, 1, 2]),
    }),
    suffix: ['{length} mm'],
    facts: [
      'Wear sensor with {length} mm cable, which earths the warning light when the pad is worn down.',
      'Sensor for the pad wear light; cable {length} mm with moulded plug and rubber grommets.',
      '[contacts=2] Two-stage sensor: warns first, then reports the wear limit; cable {length} mm.',
    ],
    box: ['One sensor for one axle.', '[contacts=1] One sensor with clip.'],
    fitting: [
      'Reset the service display after fitting.',
      'Route the cable in the original holders, clear of the disc.',
      'Renew together with the pads if the tip has been touched by the disc.',
    ],
  },
};
