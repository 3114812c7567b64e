/** Browsers that name a language which is none. */
import { expect, it } from 'vitest';
import { openBrowser, openPage, signIn } from './browser.ts';
import { ADMIN } from './running-shop.ts';

it('has numbers and dates also for a browser that names the language of its machine', async () => {
  const browser = await openBrowser();
  try {
    const page = await openPage(browser);
    await page.addInitScript(() => {
      Object.defineProperties(navigator, {
        language: { value: 'en-US@posix' },
        languages: { value: ['en-US@posix'] },
      });
    });
    await signIn(page, ADMIN);
    await page.goto('/dashboard/allUsers');
    expect(await page.evaluate('navigator.languages')).toEqual(['en-US@posix']);
    await page.getByRole('rowheader').first().waitFor();
    expect(page.complaints).toEqual([]);
  } finally {
    await browser.close();
  }
});
