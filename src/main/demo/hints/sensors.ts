import { burnsDiesel, burnsPetrol, type HintsByCode, hasEngine, isCommercial } from './part-type-hints.ts';

/** Sensors of the engine control. */
export const SENSORS: HintsByCode = {
  'oxygen-sensor': {
    letters: 'OS',
    weights: { car: 30, light: 5, motorcycle: 3 },
    needs: (app) =>
      burnsPetrol(app) &&
      (app.kind !== 'motorcycle' ||
        (app.yearTo >= 2008 && !app.traits.has('twostroke') && !app.traits.has('dirt'))),
    positions: { car: ['before catalytic converter', 'after catalytic converter'] },
    priceUsd: { car: [19, 64], motorcycle: [38, 84] },
    order: [
      [1, 1],
      [1, 1],
      [2, 1],
    ],
    perVehicle: (draw) => (draw.app.cylinders >= 6 && draw.segment !== 'motorcycle' ? 2 : 1),
    dimensions: (draw) => {
      const wideband = draw.position.startsWith('before') && draw.year >= 2004;
      return {
        type: wideband ? 'wideband' : 'zirconia',
        wires: wideband ? draw.random.pick([4, 5, 5]) : draw.random.pick([4, 4, 2]),
        'cable-length': draw.random.stepped(280, 1180, 10),
        thread: draw.segment === 'motorcycle' ? draw.random.pick(['M18 × 1.5', 'M12 × 1.25']) : 'M18 × 1.5',
      };
    },
    suffix: ['{type}, {wires} wires, {cable-length} mm'],
    facts: [
      '[type=wideband] Wideband sensor with {wires} wires, {cable-length} mm cable and original connector.',
      '[type=zirconia, wires=4] Heated zirconia sensor with four wires, {cable-length} mm cable, thread {thread}.',
      '[type=zirconia, wires=2] Unheated zirconia sensor with two wires, {cable-length} mm cable.',
      'Sensor with laser-welded stainless housing, {wires} wires, {cable-length} mm; plug to plug like the original.',
    ],
    box: ['One sensor; thread greased.', 'One sensor with protective cap.'],
    fitting: [
      'Tighten to 45 N·m with the slotted socket.',
      'Keep spray and silicone away from the tip.',
      'Repair exhaust leaks first: false air makes any sensor read lean.',
      'Clear the adaptation values after fitting.',
    ],
    qualifiers: ['with manual transmission', 'with automatic transmission'],
    dependsOnEngine: true,
  },
  'mass-air-flow-sensor': {
    letters: 'MA',
    weights: { car: 14, light: 3 },
    needs: (app) => hasEngine(app) && app.kind !== 'motorcycle' && !isCommercial(app),
    priceUsd: { car: [24, 88] },
    order: [[1, 1]],
    dimensions: (draw) => ({ contacts: draw.random.pick([4, 5, 5, 6]), housing: draw.random.chance(0.5) }),
    making: ({ random }) => ({ 'temperature-sensor': random.chance(0.8) }),
    suffix: ['[housing=yes] with housing, {contacts} contacts', 'insert, {contacts} contacts'],
    facts: [
      '[housing=yes] Hot-film air mass meter in its housing, {contacts} contacts.',
      '[housing=no] Hot-film element to insert in the original housing, {contacts} contacts.',
      '[temperature-sensor=yes] Air mass meter with built-in sensor of the intake air temperature; calibrated singly.',
    ],
    box: ['One sensor with O-ring.', '[housing=no] One insert with two screws.'],
    fitting: [
      'Renew a soaked or torn air filter first.',
      'Do not touch or spray the film.',
      'Check the duct behind the meter for leaks.',
    ],
    dependsOnEngine: true,
  },
  'crankshaft-sensor': {
    letters: 'CK',
    weights: { car: 14, light: 3, commercial: 4 },
    needs: (app) => hasEngine(app) && app.kind !== 'motorcycle',
    priceUsd: { car: [8.5, 32], commercial: [18, 48] },
    order: [
      [1, 1],
      [2, 1],
    ],
    dimensions: (draw) => {
      const type = draw.random.pick(['Hall', 'inductive']);
      return {
        type,
        contacts: type === 'Hall' ? 3 : 2,
        'cable-length': draw.random.pick([0, 0, draw.random.stepped(120, 920, 10)]),
      };
    },
    suffix: ['{type}, {contacts} contacts'],
    facts: [
      '[type=Hall] Hall sensor with three contacts, which reads the trigger wheel from standstill.',
      '[type=inductive] Inductive sensor with two contacts and a soft-iron core.',
      '[cable-length!=0] {type} sensor with {cable-length} mm of heat-resistant cable and moulded plug.',
      '[cable-length=0] {type} sensor with plug moulded in the housing.',
    ],
    box: ['One sensor with O-ring.', 'One sensor; screw not included.'],
    fitting: [
      'Clean swarf from the seat of the tip.',
      'Oil the O-ring and press in by hand.',
      'Some engines want the sensor taught in with a tester.',
    ],
    dependsOnEngine: true,
  },
  'nox-sensor': {
    letters: 'NX',
    weights: { car: 2, light: 4, commercial: 10 },
    firstYear: 2010,
    needs: (app) => burnsDiesel(app) && app.yearTo >= 2011,
    positions: {
      car: ['before SCR catalyst', 'after SCR catalyst'],
      commercial: ['before SCR catalyst', 'after SCR catalyst'],
    },
    priceUsd: { car: [135, 240], commercial: [165, 320] },
    order: [[1, 1]],
    dimensions: (draw) => ({
      voltage: draw.segment === 'commercial' ? draw.random.pick([12, 24]) : 12,
      contacts: draw.random.pick([4, 5]),
      'cable-length': draw.random.stepped(300, 960, 10),
      thread: 'M20 × 1.5',
    }),
    suffix: ['{voltage} V, {contacts} contacts'],
    facts: [
      'Sensor with its control unit, {voltage} V, probe cable {cable-length} mm, thread {thread}.',
      'NOx sensor with ceramic probe and CAN control unit, {contacts} contacts.',
    ],
    box: ['Probe and control unit, matched and not to be swapped.', 'One sensor; thread greased.'],
    fitting: [
      'Mount the control unit with its plug downwards and the cable free of tension.',
      'Reset the ageing counters with a diagnostic tester.',
      'Do not hit or drop: the probe is ceramic.',
    ],
    remanufactured: ['Remanufactured with a new probe; the control unit keeps the original program.'],
    dependsOnEngine: true,
  },
};
