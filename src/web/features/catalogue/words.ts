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
