/** What the sheet's components are filled with: plain things, and the longest that the shop may meet. */
import type { PartBody } from '#contract/catalogue.ts';

export const LONGEST = {
  name: 'Stabiliser Link with Reinforced Housing and Maintenance-Free Sealed Ball Joints, front axle left and right',
  email: 'purchasing.department.of.the.northern.depot@wholesale-vehicle-parts-cooperative.example',
  sentence:
    'The order could not be placed, because somebody else has bought the last of these parts in the meantime; nothing was charged, and what you typed is still here.',
} as const;

export const USD = { code: 'USD', label: '$', decimals: 2 } as const;

const PLAIN: PartBody = {
  _id: '1',
  name: 'Brake Disc, front axle, 358 mm, ventilated',
  img: '/pictures/brake-disc-800.webp',
  stock: 1284,
  minOrder: 12,
  orderMultiple: 2,
  description: 'Disc of high-carbon cast iron; hub and edge are zinc-flake coated.',
  price: 114.65,
  pricePerUnit: 13_929.98,
  sku: 'MS-104417',
  brand: 'Gripstane',
  brandSlug: 'gripstane',
  partNumber: 'GS-10-1243',
  partNumberSlug: 'gs-10-1243',
  partType: 'Brake Disc',
  grade: 'aftermarket',
  lifecycle: 'active',
};

/** Parts in the states that a card or a line may be in, each under what it shows. */
export const PARTS: readonly (readonly [state: string, part: PartBody])[] = [
  ['plain', PLAIN],
  ['few left', { ...PLAIN, _id: '2', stock: 13 }],
  ['stock below the minimum', { ...PLAIN, _id: '3', stock: 5 }],
  ['none in stock', { ...PLAIN, _id: '4', stock: 0 }],
  ['superseded', { ...PLAIN, _id: '5', lifecycle: 'superseded' }],
  ['no picture', { ...PLAIN, _id: '6', img: '' }],
  ['a picture that does not load', { ...PLAIN, _id: '7', img: '/pictures/no-such-part-800.webp' }],
  [
    'the longest words, the largest figures',
    {
      ...PLAIN,
      _id: '8',
      name: LONGEST.name,
      brand: 'Nordwestdeutsche Kugelgelenkmanufaktur',
      partNumber: '000 998 44 07/A-LONG 31400764',
      description: LONGEST.sentence,
      price: 9_999_999.99,
      stock: 9_999_999,
      minOrder: 10_000,
      grade: 'remanufactured',
    },
  ],
];
