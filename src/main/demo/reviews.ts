/** What the demo's customers say. The last one is the newest. */
export const REVIEWS = [
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
