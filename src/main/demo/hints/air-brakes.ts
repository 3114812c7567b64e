import type { Application } from '../applications.ts';
import type { HintsByCode } from './part-type-hints.ts';

const hasAirBrakes = (app: Application) => app.traits.has('airbrake');
const STEER_AND_DRIVE = ['steer axle', 'drive axle'] as const;

/** Air brakes of medium and heavy trucks. */
export const AIR_BRAKES: HintsByCode = {
  'air-brake-chamber': {
    letters: 'AC',
    weights: { commercial: 22 },
    needs: hasAirBrakes,
    positions: { commercial: STEER_AND_DRIVE },
    priceUsd: { commercial: [24, 62] },
    order: [
      [2, 2],
      [1, 1],
      [4, 2],
    ],
    perVehicle: (draw) => (draw.position === 'steer axle' ? 2 : draw.is('heavy') ? 4 : 2),
    dimensions: (draw) =>
      draw.position === 'steer axle'
        ? {
            type: draw.random.pick(['20', '20 L', '24', '24 L']),
            stroke: draw.random.pick([57, 64]),
            'stud-spacing': 121,
            pushrod: draw.random.stepped(150, 250, 5),
          }
        : {
            type: draw.random.pick(['30/30', '30/30 L', '24/30', '24/24']),
            stroke: draw.random.pick([64, 76]),
            'stud-spacing': 121,
            pushrod: draw.random.stepped(180, 280, 5),
          },
    suffix: ['type {type}, {stroke} mm stroke'],
    facts: [
      '[position=drive axle] Double-diaphragm spring brake of type {type}, {stroke} mm stroke; service and parking brake in one.',
      '[position=steer axle] Service chamber of type {type} with {stroke} mm stroke and a pushrod of {pushrod} mm.',
      '[position=drive axle] Spring brake {type}: steel pressure plate, sealed spring housing, studs at {stud-spacing} mm.',
      'Chamber with natural-rubber diaphragm and powder-coated housings, studs at {stud-spacing} mm.',
    ],
    box: [
      'With nuts, washers and clevis; pushrod to be cut to length.',
      '[position=drive axle] With caging bolt, nuts and welded clevis.',
      'One chamber with hardware.',
    ],
    fitting: [
      '[position=drive axle] Cage the spring before removal and never open the spring housing.',
      'Match the stroke of the other side: long and standard strokes must not be mixed on an axle.',
      'Check the pushrod stroke with 6.9 bar applied.',
    ],
  },
  'slack-adjuster': {
    letters: 'SL',
    weights: { commercial: 14 },
    needs: (app) => hasAirBrakes(app) && app.traits.has('drum'),
    positions: { commercial: STEER_AND_DRIVE },
    priceUsd: { commercial: [42, 78] },
    order: [
      [2, 2],
      [2, 1],
    ],
    perVehicle: (draw) => (draw.position === 'steer axle' ? 2 : draw.is('heavy') ? 4 : 2),
    dimensions: (draw) => ({
      'arm-length': draw.random.pick([140, 140, 152]),
      splines: draw.position === 'steer axle' ? draw.random.pick([10, 28]) : draw.random.pick([28, 28, 37]),
      'spline-diameter': draw.position === 'steer axle' ? 31.8 : 38.1,
      'clevis-pin': draw.random.pick([12.7, 12.7, 15.9]),
    }),
    suffix: ['{splines} splines, {arm-length} mm arm'],
    facts: [
      'Self-adjusting lever with {splines} splines on {spline-diameter} mm, arm {arm-length} mm; senses the stroke at the clevis.',
      'Automatic adjuster, {arm-length} mm arm, {splines}-tooth spline, housing of ductile iron with grease nipple.',
    ],
    box: [
      'With clevis, {clevis-pin} mm pin and split pin.',
      'One adjuster with installation template.',
      'One adjuster; clevis sold separately.',
    ],
    fitting: [
      'Set with the template; the stroke then keeps itself.',
      'Do not adjust by hand to cure a long stroke: look for a worn clevis or bush first.',
      'Grease at every service until fresh grease shows.',
    ],
  },
  'air-dryer-cartridge': {
    letters: 'AD',
    weights: { commercial: 12 },
    needs: hasAirBrakes,
    priceUsd: { commercial: [16, 39] },
    order: [
      [1, 1],
      [6, 6],
      [4, 4],
      [6, 1],
    ],
    dimensions: (draw) => ({
      height: draw.random.pick([149, 159, 165, 171]),
      diameter: draw.random.pick([130, 137, 140]),
      thread: draw.random.pick(['M39 × 1.5', 'M41 × 1.5', 'G 1 1/4']),
    }),
    making: ({ tier, random }) => ({ 'oil-separating': tier === 'premium' || random.chance(0.25) }),
    suffix: ['{thread}, {height} mm', '{thread}'],
    facts: [
      '[oil-separating=yes] Desiccant cartridge with coalescing pre-filter, which keeps compressor oil off the desiccant and the valves.',
      '[oil-separating=no] Spin-on desiccant cartridge, {thread}, {height} mm high.',
      'Cartridge with spring-loaded molecular-sieve beads in a painted steel can, thread {thread}.',
    ],
    box: ['With seal ring.', 'One cartridge with greased gasket and O-ring.'],
    fitting: [
      'Drain the tanks before unscrewing.',
      'Renew once a year, or every second year with an oil-separating cartridge.',
      'Tighten by hand to 15 N·m.',
    ],
  },
  'brake-relay-valve': {
    letters: 'RV',
    weights: { commercial: 7 },
    needs: hasAirBrakes,
    priceUsd: { commercial: [28, 66] },
    order: [
      [1, 1],
      [2, 1],
    ],
    dimensions: (draw) => ({
      'crack-pressure': draw.random.pick([0.1, 0.2, 0.28, 0.38]),
      'delivery-ports': draw.random.pick([2, 4, 4]),
      'port-thread': draw.random.pick(['3/8 NPT', '1/2 NPT', 'M22 × 1.5']),
    }),
    suffix: ['{delivery-ports} ports, {crack-pressure} bar'],
    facts: [
      'Relay valve with {delivery-ports} delivery ports ({port-thread}), opening at {crack-pressure} bar.',
      'Die-cast relay valve for the service circuit of the rear axles; opens at {crack-pressure} bar and releases through a rubber exhaust flap.',
    ],
    box: ['One valve with mounting nuts.', 'One valve; ports closed with plugs.'],
    fitting: [
      'Blow the lines out before connecting them.',
      'Keep the opening pressure of the vehicle: a mix brakes unevenly.',
      'Mount with the exhaust pointing down.',
    ],
    remanufactured: [
      'Remanufactured with new seals, springs and exhaust flap; each valve is cycled on the bench.',
    ],
  },
};
