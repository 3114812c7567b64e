/** No page of the shop is left out where all are looked at: by the contact sheet, and by the tests of accessibility. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { SCREENS } from '../screens/screens.ts';

const TABLE = join(import.meta.dirname, '../../src/web/route-tree.gen.ts');
/** They lead on at once, or are led to by a screen's address. */
const WAYS = ['/signUp', '/dashboard/updateProfile/$uId'];

/** Whether an address of the router, such as `/parts/$partsId`, is that of a screen. */
function isShown(route: string): boolean {
  const pattern = new RegExp(`^${route.replace(/\/$/, '').replaceAll(/\$\w+/g, '[^/?]+')}/?(\\?.*)?$`);
  return SCREENS.some(({ path }) => pattern.test(path.replace('{part}', 'brand/number')));
}

it('every page of the router is among the screens', async () => {
  const tree = await readFile(TABLE, 'utf8');
  const list = /fullPaths:\s*((?:\|?\s*'[^']+'\s*)+)/.exec(tree)?.[1] ?? '';
  const routes = [...list.matchAll(/'([^']+)'/g)].map(([, path]) => path ?? '');
  expect(routes.length).toBeGreaterThan(25);
  expect(routes.filter((path) => !WAYS.includes(path) && !isShown(path))).toEqual([]);
});
