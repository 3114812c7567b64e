/** `npm run bench -- browser`: what pages weigh, how fast they are on a slow phone, and how fast one gets on in them. */

import { chromium } from 'playwright-core';
import { CHROMIUM_FLAGS } from '../../scripts/chromium-flags.ts';
import { pathOfAPart } from '../a-part.ts';
import { describeMachine, shortName } from '../machine.ts';
import { openBench, type Undo } from '../open-bench.ts';
import { readOptions, wholeNumber } from '../options.ts';
import { keepResults } from '../results.ts';
import { seed } from '../seed.ts';
import { startShop } from '../shop.ts';
import { type PageFigure, pageTable } from './figures.ts';
import { measureInteractions } from './interactions.ts';
import { runLighthouse } from './lighthouse.ts';
import { measureNavigation } from './navigation.ts';
import { makeCustomer, makePeople } from './people.ts';
import { weighPage } from './weight.ts';
import { serveWithoutScript } from './without-script.ts';

const times = (unlessTold: number) => wholeNumber({ from: 0, to: 50, unlessTold });

/** @param undo gets what is to be undone at the end, the last one first */
export async function measureBrowser(args: readonly string[], undo: Undo): Promise<void> {
  const options = { runs: times(5), walks: times(40), presses: times(10) };
  const { runs, walks, presses } = readOptions(args, options);
  console.error('Database and catalogue …');
  const { folder, database, opening, loadBefore } = await openBench(undo);
  const { parts, secrets } = await seed(opening);
  const shop = await startShop(opening);
  undo.push(() => shop.stop());

  const places = await placesOf(shop.url);
  const executablePath = process.env.CHROMIUM_PATH;
  if (executablePath === undefined) throw new Error('CHROMIUM_PATH names no browser');
  // A signal is the bench's: the browser would end this process with itself.
  const signals = { handleSIGINT: false, handleSIGTERM: false, handleSIGHUP: false };
  const browser = await chromium.launch({ executablePath, args: CHROMIUM_FLAGS, ...signals });
  undo.push(() => browser.close());
  const figures: PageFigure[] = [];
  for (const [name, path] of places) figures.push(...(await weighPage(browser, name, shop.url + path)));
  if (walks > 0) {
    console.error('From page to page …');
    const signIn = await makeCustomer({ browser, url: shop.url });
    figures.push(...(await measureNavigation(browser, shop.url, signIn, walks)));
  }
  if (presses > 0) {
    console.error('Presses and keys …');
    const around = { browser, url: shop.url, databaseUrl: database.url, secrets, parts };
    const people = await makePeople(around);
    figures.push(...(await measureInteractions(around, people, presses)));
  }
  await browser.close();
  if (runs > 0) {
    const bareUrl = await serveWithoutScript(shop.url, undo);
    for (const [name, path] of places) {
      console.error(`Lighthouse: ${name} …`);
      const addresses = { url: shop.url + path, bareUrl: bareUrl + path };
      figures.push(...(await runLighthouse(name, addresses, runs, executablePath, folder)));
    }
  }

  const machine = describeMachine(database, folder, loadBefore);
  console.log(
    `\n${machine.cpuModel}, ${machine.cores} cores, load before ${loadBefore}, ${parts.length} parts\n`,
  );
  console.log(`${pageTable(figures)}\n`);
  await keepResults(`${shortName(machine)}-browser`, { machine, runs, walks, presses, figures });
}

/** The pages that are measured: home, the list, what a search finds, and a part. */
async function placesOf(url: string): Promise<readonly (readonly [string, string])[]> {
  return [
    ['home', '/'],
    ['list', '/catalogue'],
    ['search', '/catalogue?q=brake+pad'],
    ['part', await pathOfAPart(url)],
  ];
}
