/** What kinds of vehicles are called. */
export const KIND_NAMES = {
  car: { one: 'Car', many: 'Cars' },
  truck: { one: 'Truck', many: 'Trucks' },
  motorcycle: { one: 'Motorcycle', many: 'Motorcycles' },
} as const;

/** Grades of parts as people read them. */
export const GRADE_NAMES = {
  genuine: 'Genuine',
  oe: 'OE grade',
  aftermarket: 'Aftermarket',
  remanufactured: 'Remanufactured',
} as const;

/** Whether a part is still made, as people read it. */
export const LIFECYCLE_NAMES = {
  active: 'Yes',
  superseded: 'Replaced by a newer part',
  discontinued: 'No longer made',
} as const;

/** Which number of a part it is. */
export const NUMBER_NAMES = {
  sku: 'our number',
  'part-number': 'part number',
  oe: 'OE number',
  trade: 'trade number',
  competitor: 'interchange number',
  superseded: 'superseded number',
  gtin: 'GTIN',
  customer: 'customer number',
} as const;
