import { burnsDiesel, burnsPetrol, type HintsByCode, hasEngine } from './part-type-hints.ts';

/** Plugs, coils, pumps and injectors. */
export const IGNITION_AND_FUEL: HintsByCode = {
  'spark-plug': {
    letters: 'SP',
    weights: { car: 30, light: 6, motorcycle: 26 },
    needs: burnsPetrol,
    priceUsd: { car: [1.9, 9.8], motorcycle: [1.6, 8.2] },
    order: [
      [10, 10],
      [4, 4],
      [4, 4],
      [40, 10],
    ],
    perVehicle: (draw) => Math.max(draw.app.cylinders, 1),
    dimensions: (draw) => {
      const long = draw.segment !== 'motorcycle' && draw.year >= 2008;
      const thread =
        draw.segment === 'motorcycle'
          ? draw.random.pick(['M10 × 1', 'M12 × 1.25', 'M14 × 1.25'])
          : long
            ? draw.random.pick(['M12 × 1.25', 'M14 × 1.25'])
            : 'M14 × 1.25';
      return {
        thread,
        reach: long ? draw.random.pick([26.5, 25, 26.5]) : draw.random.pick([19, 19, 12.7]),
        hex:
          thread === 'M14 × 1.25'
            ? draw.random.pick([16, 16, 20.8])
            : thread === 'M12 × 1.25'
              ? draw.random.pick([14, 16])
              : 16,
        gap:
          draw.segment === 'motorcycle'
            ? draw.random.pick([0.6, 0.7, 0.8, 0.9])
            : draw.random.pick([0.7, 0.8, 1, 1.1]),
        torque: thread === 'M14 × 1.25' ? 25 : thread === 'M12 × 1.25' ? 18 : 12,
      };
    },
    making: ({ tier, random }) => ({
      electrode: random.pick(
        tier === 'economy'
          ? ['nickel']
          : tier === 'premium'
            ? ['iridium', 'iridium', 'platinum']
            : ['nickel', 'platinum', 'iridium'],
      ),
    }),
    suffix: ['{thread}, {reach} mm, {electrode}'],
    facts: [
      '[electrode=iridium] Iridium centre electrode of 0.6 mm, platinum-tipped ground electrode; thread {thread}, reach {reach} mm.',
      '[electrode=platinum] Platinum centre electrode for long intervals; thread {thread}, reach {reach} mm, spanner size {hex} mm.',
      '[electrode=nickel] Nickel electrodes with copper core, gap {gap} mm, thread {thread}, reach {reach} mm.',
      '[electrode!=nickel] Fine-wire {electrode} plug with ribbed insulator and suppression resistor, gap {gap} mm from the factory.',
    ],
    box: [
      'Price per plug.',
      'Price per plug, packed in fours.',
      '[electrode!=nickel] Price per plug, with cap that protects the electrode.',
    ],
    fitting: [
      'Tighten a cold engine to {torque} N·m, dry thread.',
      '[electrode!=nickel] Do not set the gap by bending the fine electrode.',
      'Check the gap of {gap} mm and tighten to {torque} N·m.',
      '[kind=motorcycle] Blow out the plug wells before unscrewing.',
    ],
    dependsOnEngine: true,
  },
  'ignition-coil': {
    letters: 'IG',
    weights: { car: 26, light: 5, motorcycle: 7 },
    needs: (app) => burnsPetrol(app),
    priceUsd: { car: [12, 42], motorcycle: [24, 62] },
    order: [
      [1, 1],
      [4, 2],
      [2, 1],
    ],
    perVehicle: (draw) => (draw.segment === 'motorcycle' ? 1 : draw.year < 1999 ? 1 : draw.app.cylinders),
    dimensions: (draw) => {
      const type =
        draw.segment === 'motorcycle'
          ? draw.random.pick(['plug-top coil', 'coil with lead'])
          : draw.year < 1999
            ? 'coil block'
            : 'plug-top coil';
      return {
        type,
        contacts: type === 'plug-top coil' ? draw.random.pick([2, 3, 4]) : draw.random.pick([2, 3, 4]),
        'primary-resistance': draw.random.stepped(0.4, 1.6, 0.05),
      };
    },
    suffix: ['{type}, {contacts} contacts'],
    facts: [
      '[type=plug-top coil] Coil that sits on the spark plug, {contacts} contacts, vacuum-cast in epoxy resin.',
      '[type=coil block] Coil block for the whole engine, {contacts} contacts, primary {primary-resistance} Ω.',
      '[type=coil with lead] Coil with moulded lead, primary {primary-resistance} Ω, sealed against water.',
      '[type=plug-top coil] Plug-top coil with silicone boot and spring contact; primary {primary-resistance} Ω.',
    ],
    box: [
      'One coil.',
      '[type=plug-top coil] One coil with boot.',
      '[type!=plug-top coil] One coil; bracket not included.',
    ],
    fitting: [
      'Disconnect the battery and let the engine cool.',
      '[type=plug-top coil] Renew the plugs at the same time: a worn gap overloads the coil.',
      'Keep dielectric grease to the inside of the boot.',
      '[kind=car|truck] Clear the misfire codes after fitting.',
    ],
    dependsOnEngine: true,
  },
  'glow-plug': {
    letters: 'GP',
    weights: { car: 5, light: 5, commercial: 2 },
    needs: (app) =>
      (burnsDiesel(app) && !app.traits.has('heavy') && app.cylinders !== 6) ||
      (burnsDiesel(app) && app.kind === 'car'),
    priceUsd: { car: [6.4, 18], commercial: [9, 18] },
    order: [
      [4, 4],
      [10, 10],
      [6, 2],
    ],
    perVehicle: (draw) => draw.app.cylinders,
    dimensions: (draw) => {
      const element = draw.year >= 2008 ? draw.random.pick(['ceramic', 'steel']) : 'steel';
      return {
        voltage: element === 'ceramic' ? 7 : draw.random.pick([4.4, 5, 11]),
        thread: draw.random.pick(['M8 × 1', 'M10 × 1', 'M10 × 1.25']),
        length: draw.random.stepped(92, 164, 1),
        element,
        torque: draw.random.pick([10, 12, 15]),
      };
    },
    suffix: ['{voltage} V, {thread}'],
    facts: [
      '[element=ceramic] Glow plug with ceramic element, {voltage} V, which reaches 1,000 °C in two seconds.',
      '[element=steel] Glow plug with sheathed steel element, {voltage} V, thread {thread}, {length} mm long.',
    ],
    box: ['Price per plug.', '[element=ceramic] Price per plug, in a shock-proof sleeve.'],
    fitting: [
      'Unscrew with the engine warm and keep below the breaking torque.',
      'Ream the carbon out of the bore, then tighten to {torque} N·m.',
      '[element=ceramic] Do not use a plug that has been dropped.',
      'Never test this plug directly on 12 V.',
    ],
    dependsOnEngine: true,
  },
  'fuel-pump': {
    letters: 'FP',
    weights: { car: 22, light: 5, commercial: 4, motorcycle: 7 },
    needs: (app) =>
      hasEngine(app) && (app.kind !== 'motorcycle' || (app.yearTo >= 2008 && !app.traits.has('twostroke'))),
    priceUsd: { car: [38, 148], commercial: [58, 190], motorcycle: [62, 165] },
    order: [[1, 1]],
    dimensions: (draw) => {
      if (draw.segment === 'commercial')
        return {
          type: 'lift pump',
          pressure: draw.random.pick([0.7, 4, 5.5]),
          flow: draw.random.stepped(180, 420, 10),
          voltage: 12,
        };
      const direct = draw.segment === 'car' && draw.year >= 2012 && draw.random.chance(0.3);
      return direct
        ? { type: 'high-pressure pump', pressure: draw.random.pick([150, 200, 350]), voltage: 12 }
        : {
            type:
              draw.segment === 'motorcycle'
                ? 'in-tank module'
                : draw.random.pick(['in-tank module', 'in-tank pump']),
            pressure: draw.random.pick([3, 3.5, 4, 5]),
            flow:
              draw.segment === 'motorcycle'
                ? draw.random.stepped(60, 110, 5)
                : draw.random.stepped(85, 190, 5),
            voltage: 12,
          };
    },
    suffix: ['{type}, {pressure} bar'],
    facts: [
      '[type=in-tank module] Complete tank module with pump, strainer and level sender, {pressure} bar, {flow} L/h.',
      '[type=in-tank pump] Electric turbine pump for the tank, {pressure} bar, {flow} L/h.',
      '[type=high-pressure pump] Cam-driven high-pressure pump for direct injection, up to {pressure} bar.',
      '[type=lift pump] Electric lift pump, {pressure} bar, {flow} L/h, housing of anodised aluminium.',
    ],
    box: [
      '[type=in-tank module] With seal; lock ring not included.',
      '[type=in-tank pump] With strainer, hose, clamps and connector lead.',
      '[type=high-pressure pump] With O-ring; renew the pipe.',
      '[type=lift pump] With seals.',
    ],
    fitting: [
      'Release the fuel pressure and disconnect the battery first.',
      '[type=in-tank module|in-tank pump] Clean the tank: dirt is the usual end of the old pump.',
      '[type=high-pressure pump] Check the roller tappet and its cam lobe for wear.',
      'Check the supply voltage under load before renewing the pump.',
    ],
    dependsOnEngine: true,
  },
  'fuel-injector': {
    letters: 'FI',
    weights: { car: 18, light: 6, commercial: 7 },
    needs: (app) => hasEngine(app) && app.kind !== 'motorcycle',
    priceUsd: { car: [26, 128], commercial: [175, 390] },
    order: [
      [1, 1],
      [4, 2],
      [2, 1],
    ],
    perVehicle: (draw) => draw.app.cylinders,
    dimensions: (draw) => {
      if (draw.is('diesel'))
        return {
          type: draw.random.pick(
            draw.year >= 2000 ? ['solenoid common rail', 'piezo common rail'] : ['mechanical nozzle'],
          ),
          holes: draw.random.int(6, 9),
        };
      return draw.year >= 2010 && draw.random.chance(0.5)
        ? {
            type: 'direct injection',
            holes: draw.random.int(5, 7),
            resistance: draw.random.stepped(1.5, 2.2, 0.1),
          }
        : {
            type: 'port injection',
            holes: draw.random.pick([4, 6, 8, 10, 12]),
            resistance: draw.random.stepped(11.4, 14.5, 0.1),
          };
    },
    making: ({ random }) => ({ seals: random.chance(0.7) }),
    suffix: ['{type}'],
    facts: [
      '[type=port injection] Port injector with {holes} spray holes, coil {resistance} Ω.',
      '[type=direct injection] Injector for petrol direct injection with {holes} laser-drilled holes, coil {resistance} Ω.',
      '[type=solenoid common rail] Common rail injector with solenoid valve and {holes} spray holes, individually coded.',
      '[type=piezo common rail] Common rail injector with piezo actuator, {holes} spray holes; the code for the engine control unit is on the head.',
      '[type=mechanical nozzle] Nozzle holder with {holes}-hole nozzle, opening pressure set on the bench.',
    ],
    box: ['[seals=yes] With seals and O-rings.', '[seals=no] Without seals.'],
    fitting: [
      '[type!=port injection] Renew sealing washer and clamp bolt.',
      '[type=port injection] Wet the O-rings with clean engine oil before pushing the injector in.',
      'Work clean: a hair is thicker than the needle clearance.',
    ],
    remanufactured: [
      'Remanufactured: cleaned by ultrasound, needle and nozzle new, flow measured at five points.',
      'Remanufactured with new nozzle and valve seat; test sheet in the box.',
    ],
    dependsOnEngine: true,
  },
};
