/** Numbers in the style of vehicle makers. They look like the maker's own and are invented. */
import type { VehicleKind } from '#domain/vehicles/vehicle.ts';
import { chassisOf } from './oe-chassis.ts';
import { type OeSystem, oeGroupOf } from './oe-groups.ts';
import type { Random } from './random.ts';

/** What a number is made for. */
export interface OeRequest {
  readonly typeCode: string;
  readonly category: string;
  readonly position: string;
  readonly make: string;
  readonly model: string;
  readonly kind: VehicleKind;
  readonly year: number;
}

/** Makes that share one parts system, so that one number stands for all of them. */
const SHARED: readonly (readonly string[])[] = [
  ['BMW', 'MINI'],
  ['Volkswagen', 'Audi'],
  ['Chevrolet', 'GMC', 'Buick', 'Cadillac', 'Pontiac', 'Oldsmobile', 'Saturn', 'Hummer', 'Geo', 'Saab'],
  ['Toyota', 'Lexus', 'Scion'],
  ['Honda', 'Acura'],
  ['Nissan', 'Infiniti'],
  ['Ford', 'Lincoln', 'Mercury'],
  ['Dodge', 'Chrysler', 'Jeep', 'RAM', 'Plymouth', 'Fiat'],
  ['Hyundai', 'Kia', 'Genesis'],
  ['Mercedes-Benz', 'smart'],
  ['Freightliner', 'Western Star', 'Sterling'],
  ['Kenworth', 'Peterbilt'],
  ['Volvo', 'Mack'],
  ['KTM', 'Husqvarna'],
];

/** The make by which a group of makes sharing one parts system is known. */
export function partsSystemOf(make: string, kind: OeRequest['kind']): string {
  if (kind === 'truck' && ['Mercedes-Benz', 'Freightliner', 'Dodge'].includes(make)) return make;
  return SHARED.find((makes) => makes.includes(make))?.[0] ?? make;
}

const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ';
const ALPHANUMERIC = '0123456789ABCDEFGHJKLMNPRSTUVWXYZ';

/** `#` a digit, `?` a letter, `*` either. */
function fromForm(form: string, random: Random): string {
  return form.replace(/[#?*]/g, (mark) =>
    mark === '#' ? String(random.int(0, 9)) : random.pick([...(mark === '?' ? LETTERS : ALPHANUMERIC)]),
  );
}

/** First digits that a maker without a listed group would use for the category. */
function groupByCategory(category: string, random: Random): string {
  const lead: Record<string, string> = {
    Engine: '11',
    Filters: '15',
    Cooling: '21',
    'Ignition and fuel': '22',
    Exhaust: '20',
    Drivetrain: '39',
    Braking: '44',
    Suspension: '54',
    Steering: '48',
    Wheels: '40',
    Climate: '92',
    Electrics: '28',
    Lighting: '26',
    Body: '80',
    Controls: '46',
  };
  return `${lead[category] ?? '90'}${fromForm('###', random)}`;
}

const VW_SUFFIXES = ['', 'A', 'B', 'C', 'D', 'F', 'J', 'M', 'AA', 'AD', 'BF'];
const PORSCHE_GROUPS: Record<string, string> = {
  Braking: '35',
  Suspension: '34',
  Steering: '34',
  Engine: '10',
  Cooling: '10',
  Electrics: '60',
  Climate: '57',
};
const BMW_GROUPS: Record<string, string> = {
  Engine: '11',
  Filters: '13',
  Drivetrain: '27',
  Exhaust: '18',
  Controls: '32',
  Electrics: '12',
  Lighting: '63',
  Cooling: '17',
  Suspension: '31',
  Steering: '31',
  Wheels: '36',
};

function system(request: OeRequest, name: OeSystem, random: Random, fallback = '#####'): string {
  return (
    oeGroupOf(request.typeCode, name, request.position) ??
    (fallback === '#####' ? groupByCategory(request.category, random) : fromForm(fallback, random))
  );
}

function carNumber(make: string, request: OeRequest, random: Random): string {
  switch (make) {
    case 'BMW':
      return `${system(request, 'bmw', random, `${BMW_GROUPS[request.category] ?? '51'} ##`)} ${random.pick(['1', '2', '6', '7', '8'])} ${fromForm('### ###', random)}`;
    case 'Volkswagen':
      return `${chassisOf(request, random)} ${system(request, 'vw', random, '### ###')} ${random.pick(VW_SUFFIXES)}`.trim();
    case 'Porsche': {
      const chassis = chassisOf(request, random);
      return /^9[0-9]{2}$/.test(chassis) && request.year <= 2011
        ? `${chassis}.${PORSCHE_GROUPS[request.category] ?? '11'}${fromForm('#.###.0#', random)}`
        : `${chassis} ${system(request, 'vw', random, '### ###')} ${fromForm('?', random)}`;
    }
    case 'Mercedes-Benz':
      return `A ${chassisOf(request, random)} ${system(request, 'mercedes', random, '###')} ${fromForm('## ##', random)}`;
    case 'Toyota':
      return `${system(request, 'toyota', random)}-${random.pick(['0', '1', '2', '3', '4', '5', '6', 'YZ'])}${fromForm('####', random)}`.slice(
        0,
        11,
      );
    case 'Honda':
      return `${system(request, 'honda', random)}-${fromForm('?*?', random)}-${random.pick(['A', '0', 'J', 'M'])}${fromForm('##', random)}`;
    case 'Nissan':
      return `${system(request, 'nissan', random)}-${fromForm('#??', random)}${random.pick(['0A', '0B', '0C', '1A', '5A'])}`;
    case 'Ford':
      return `${random.pick(['F', 'B', 'D', 'G', 'H', 'L', '8', '9', '5'])}${fromForm('?', random)}${random.int(1, 9)}Z-${system(request, 'ford', random)}-${random.pick(['A', 'B', 'C', 'AA', 'D', 'E'])}`;
    case 'Hyundai':
      return `${system(request, 'hyundai', random)}-${fromForm('#?', random)}${random.pick(['000', '100', '200', '300', '500'])}`;
    case 'Chevrolet':
      return `${random.pick(['1', '2', '8'])}${fromForm('#######', random)}`;
    case 'Dodge':
      return `${random.pick(['68', '52', '05', '04'])}${fromForm('######', random)}A${random.pick(['A', 'B', 'C', 'D', 'E'])}`;
    case 'Subaru':
      return `${system(request, 'nissan', random)}${fromForm('??###', random)}`;
    case 'Mazda':
      return fromForm('?*?*-##-###?', random);
    case 'Mitsubishi':
      return random.chance(0.5) ? fromForm('####?###', random) : fromForm('MR######', random);
    case 'Volvo':
      return fromForm('3#######', random);
    case 'Land Rover':
      return fromForm('LR0#####', random);
    case 'Tesla':
      return fromForm('1######-00-?', random);
    case 'Suzuki':
      return fromForm('#####-##?##', random);
    default:
      return fromForm('########', random);
  }
}

const MOTORCYCLE_GROUP: Record<string, string> = {
  'brake-disc': '25721',
  'brake-pad-set': '25805',
  'oil-filter': '13440',
  'air-filter': '14451',
  'clutch-kit': '16321',
  'drive-chain': '94580',
  sprocket: '25432',
  'regulator-rectifier': '81960',
  stator: '81410',
  'starter-motor': '81890',
  battery: '82100',
};

function motorcycleNumber(make: string, request: OeRequest, random: Random): string {
  switch (make) {
    case 'BMW':
      return carNumber('BMW', request, random);
    case 'Honda':
      return `${system(request, 'honda', random)}-M${fromForm('*?', random)}-${fromForm('0#', random)}${random.int(0, 9)}`;
    case 'Yamaha':
      return `${fromForm('#?*', random)}-${MOTORCYCLE_GROUP[request.typeCode] ?? groupByCategory(request.category, random)}-00`;
    case 'Kawasaki':
      return `${groupByCategory(request.category, random)}-${fromForm('0###', random)}`;
    case 'Suzuki':
      return `${groupByCategory(request.category, random)}-${fromForm('##?', random)}${random.pick(['00', '10', '50'])}`;
    case 'Harley-Davidson':
      return random.chance(0.5)
        ? `${fromForm('#####', random)}-${String(request.year % 100).padStart(2, '0')}${random.pick(['', 'A', 'B'])}`
        : fromForm('4#######', random);
    case 'Indian':
      return fromForm('#######', random);
    case 'Triumph':
      return fromForm('T#######', random);
    case 'Ducati':
      return fromForm('########?', random);
    case 'KTM':
      return fromForm('6#########0', random);
    default:
      return fromForm('######', random);
  }
}

function truckNumber(make: string, request: OeRequest, random: Random): string {
  switch (make) {
    case 'Freightliner':
      return random.chance(0.6) ? fromForm('A##-#####-00#', random) : fromForm('DDE A#########', random);
    case 'Kenworth':
      return fromForm('?##-####-#', random);
    case 'Volvo':
      return fromForm('2#######', random);
    case 'International':
      return fromForm('3######C#', random);
    case 'Isuzu':
      return fromForm('8-9####-###-0', random);
    case 'Hino':
      return fromForm('S####-E0###', random);
    case 'Mitsubishi Fuso':
      return fromForm('M?######', random);
    case 'UD':
      return fromForm('#####-Z####', random);
    case 'Autocar':
      return fromForm('AC#######', random);
    default:
      return carNumber(partsSystemOf(make, 'car'), request, random);
  }
}

/** An invented number as the maker would write it. It may have been given out before. */
export function oeNumberOf(request: OeRequest, random: Random): string {
  const make = partsSystemOf(request.make, request.kind);
  if (request.kind === 'motorcycle') return motorcycleNumber(make, request, random);
  if (request.kind === 'truck') return truckNumber(make, request, random);
  return carNumber(make, request, random);
}
