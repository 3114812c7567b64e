/** What people do more than once: follow a link, ask and answer in a dialog, go through a table. */
import type { Locator, Page } from 'playwright-core';
import { watchArrival } from './arrival.ts';
import type { Hands } from './hands.ts';

export const row = (page: Page) => page.locator('tbody tr');

/** Of all these another each time, as long as there are some. */
export async function another(links: Locator, number: number): Promise<Locator> {
  return links.nth(number % (await links.count()));
}

/** Presses a link or a button and waits until what it leads to is seen. */
export async function follow(
  { page, press }: Hands,
  what: string,
  link: Locator,
  shows: string,
): Promise<void> {
  const arrived = await watchArrival(page, shows);
  await press(what, link);
  await arrived();
}

/** Chooses what stands below in a field, and what was chosen before. */
export async function chooseAndBack(
  { page, key }: Pick<Hands, 'page' | 'key'>,
  what: string,
  label: string,
): Promise<void> {
  await page.getByLabel(label).focus();
  await key(what, 'ArrowDown');
  await key(what, 'ArrowUp');
}

/** The dialog that a press opens comes, and goes again by Escape. */
export async function openAndClose(
  { page, press, key }: Hands,
  what: string,
  opener: Locator,
  within: () => Promise<void> = async () => {},
): Promise<void> {
  const dialog = page.getByRole('dialog');
  await press(`open and close ${what}`, opener);
  await dialog.waitFor();
  await within();
  await key(`open and close ${what}`, 'Escape');
  await dialog.waitFor({ state: 'detached' });
}

/** Says yes in the dialog that a press opens, and waits until what it was about is gone. */
export async function confirm(
  { page, press }: Hands,
  what: string,
  opener: Locator,
  yes: string,
): Promise<void> {
  // By its own name: another takes its place when it goes.
  const asked = page.getByRole('button', { name: await opener.innerText(), exact: true });
  const dialog = page.getByRole('dialog');
  await press(`ask for ${what}`, opener);
  await dialog.waitFor();
  await press(`confirm ${what}`, dialog.getByRole('button', { name: yes, exact: true }));
  await dialog.waitFor({ state: 'detached' });
  await asked.waitFor({ state: 'detached' });
  await closeNotice({ page, press });
}

/** What says that something was done: it lies above what is pressed next, and stays while the pointer is on it. */
export async function closeNotice({ page, press }: Pick<Hands, 'page' | 'press'>): Promise<void> {
  const notice = page.locator('.Toastify__toast');
  await press('close the notice', notice.getByRole('button'));
  await notice.waitFor({ state: 'detached' });
}

export async function scroll({ page, key }: Pick<Hands, 'page' | 'key'>): Promise<void> {
  await key('page down', 'PageDown');
  await key('End', 'End');
  await goHome({ page, key });
}

/** To the first row, which may have to be drawn again. */
async function goHome({ page, key }: Pick<Hands, 'page' | 'key'>): Promise<void> {
  await key('Home', 'Home');
  await page.locator('tr[aria-rowindex="2"]').waitFor();
}

/** Walks to the end of a table and has more loaded, until there are as many rows as it is measured with; then back. */
export async function loadRows({ page, press, key }: Hands, least: number): Promise<void> {
  const more = page.getByRole('button', { name: 'Load more' });
  for (let loaded = 0; loaded < least; loaded = await rowsOf(page)) {
    await key('End', 'End');
    if ((await more.count()) === 0) break;
    await press('load more', more);
    await page.locator('[aria-busy="true"]').waitFor({ state: 'detached' });
  }
  await goHome({ page, key });
  const rows = await rowsOf(page);
  if (rows < least) throw new Error(`The table has ${rows} rows and not ${least}`);
}

/** Also those that are not drawn just now. */
async function rowsOf(page: Page): Promise<number> {
  const told = await page.locator('table').getAttribute('aria-rowcount');
  return told === null ? row(page).count() : Number(told) - 1;
}
