type DemoReview = {
  readonly name: string;
  readonly rating: number;
  readonly description: string;
  /** The part type whose first part in the shop window it is about; about the shop where missing. */
  readonly of?: string;
};

/** What the demo's customers say. The last one is the newest. */
export const REVIEWS: readonly DemoReview[] = [
  {
    name: 'Harun Motors',
    rating: 5,
    of: 'brake-disc',
    description: 'Thickness and centre bore as stated. The coating on the hub saved us the cleaning.',
  },
  {
    name: 'Kestrel Taxis',
    rating: 4,
    of: 'brake-disc',
    description: 'Third set on the same car. The first two ran 60,000 km each; boxes could be stronger.',
  },
  {
    name: 'J. Okafor',
    rating: 5,
    of: 'brake-disc',
    description: 'No judder, no noise after 5,000 km. Bedded in by the book.',
  },
  {
    name: 'Delta Fleet',
    rating: 4,
    of: 'oil-filter',
    description: 'The seal came in the box and the thread was clean. One of thirty had a dent.',
  },
  {
    name: 'Northside Cycles',
    rating: 5,
    of: 'chain-kit',
    description: 'Rivet link included, sprockets sit without play.',
  },
  {
    name: 'Brenner Garage',
    rating: 3,
    of: 'shock-absorber',
    description: 'Good damping, but the lower bush had to be greased before it went in.',
  },
  {
    name: 'Lakeside Trucks',
    rating: 5,
    of: 'battery',
    description: 'Arrived charged at 12.7 V, made eight weeks before.',
  },
  {
    name: 'Harun Motors',
    rating: 5,
    description:
      'Front discs and pads for four Corollas came in one box, all from the same lot. No runout on the lathe.',
  },
  {
    name: 'Delta Fleet',
    rating: 4,
    description:
      'We order filters by OE number for eleven trucks. Numbers with and without spaces both find the part.',
  },
  {
    name: 'Northside Cycles',
    rating: 5,
    description: 'Chain kits state pitch and link count, so nothing had to be returned this season.',
  },
  {
    name: 'K. Rahman',
    rating: 3,
    description:
      'Good price on the shock absorbers. The minimum of two is fine, a single would have helped once.',
  },
  {
    name: 'Brenner Garage',
    rating: 5,
    description:
      'Cancelled an order before paying and the stock was free again at once. That is how it should be.',
  },
  {
    name: 'Lakeside Trucks',
    rating: 4,
    description:
      'Battery data sheet gave terminal layout and hold-down, which is what we needed to know before ordering.',
  },
];
