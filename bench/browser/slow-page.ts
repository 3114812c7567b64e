/** A page on a machine 4 times slower than this one, 40 ms away from the shop. */
import type { BrowserContext, Page } from 'playwright-core';

const CPU_SLOWER = 4;
const NETWORK_DELAY_MS = 40;

/** Opens an address and waits until nothing comes any more and the page's script does what it is there for. */
export async function openSlowly(context: BrowserContext, url: string): Promise<Page> {
  const page = await newSlowPage(context);
  await page.goto(url, { waitUntil: 'networkidle' });
  await page.locator('html[data-alive]').waitFor({ state: 'attached' });
  return page;
}

/** Such a page, with nothing open in it. */
export async function newSlowPage(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWER });
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: NETWORK_DELAY_MS,
    downloadThroughput: -1,
    uploadThroughput: -1,
  });
  return page;
}
