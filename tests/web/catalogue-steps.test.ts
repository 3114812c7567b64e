/** The ways down to pages of the catalogue, and trees that are counted anew. */
import { expect, test } from 'vitest';
import type { FacetsBody } from '#contract/search.ts';
import { recountedTree } from '#web/features/catalogue/recounted-tree.ts';
import { listSteps, pathOf, shelfSteps, vehicleSteps } from '#web/features/catalogue/steps.ts';

const DISC = { slug: 'brake-disc', name: 'Brake Disc', count: 3 };
const FACETS: Pick<FacetsBody, 'type' | 'brand'> = {
  type: {
    values: [{ value: 'brake-disc', name: 'Brake Disc', count: 3, category: 'Ignition and fuel' }],
    relation: 'eq',
  },
  brand: { values: [{ value: 'kolb', name: 'Kolb', count: 4 }], relation: 'eq' },
};

test('a vehicle’s address is made of names', () => {
  const a4 = { kind: 'car', make: 'Mercedes-Benz', model: 'C-Class', year: 2014 } as const;
  expect(pathOf(vehicleSteps(a4))).toBe('/catalogue/vehicles/cars/mercedes-benz/c-class/2014');
  expect(vehicleSteps({ kind: 'truck' }).map(({ name }) => name)).toEqual([
    'Home',
    'Catalogue',
    'Vehicles',
    'Trucks',
  ]);
});

test('a list of one type stands under its category, one of one brand under the brands', () => {
  expect(listSteps({ type: 'brake-disc', brand: 'kolb' }, FACETS)).toEqual({
    steps: [
      { name: 'Ignition and fuel', path: '/catalogue/categories/ignition-and-fuel' },
      { name: 'Brake Disc', path: '/catalogue/categories/brake-disc' },
    ],
    covers: 'type brake-disc',
  });
  expect(listSteps({ brand: 'kolb', grade: 'oe' }, FACETS)).toEqual({
    steps: [
      { name: 'Brands', path: '/catalogue/brands' },
      { name: 'Kolb', path: '/catalogue/kolb' },
    ],
    covers: 'brand kolb',
  });
});

test.each([
  {},
  { type: 'brake-disc,brake-drum' },
  { type: 'no-such-type' },
  { brand: 'kolb,quillan' },
  { brand: 'nobody' },
])('there is nothing above %j', (search) => {
  expect(listSteps(search, FACETS)).toEqual({ steps: [] });
});

test('a part without a type stands in the catalogue itself', () => {
  expect(shelfSteps({ category: [], partType: null, partTypeCode: null })).toEqual([]);
});

test('a tree that is counted anew leaves out what has none', () => {
  const drum = { slug: 'brake-drum', name: 'Brake Drum', count: 1 };
  const tree = [
    {
      slug: 'braking',
      name: 'Braking',
      count: 9,
      groups: [
        { name: 'Discs', types: [DISC] },
        { name: 'Drums', types: [drum] },
      ],
    },
    { slug: 'filters', name: 'Filters', count: 2, groups: [{ name: 'Oil', types: [] }] },
  ];
  expect(recountedTree(tree, new Map([['brake-disc', 1]]))).toEqual([
    {
      slug: 'braking',
      name: 'Braking',
      count: 1,
      groups: [{ name: 'Discs', types: [{ ...DISC, count: 1 }] }],
    },
  ]);
});
