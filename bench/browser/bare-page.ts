/**
 * What this machine lets any page do: a list as the shop serves it, without its script, beside which what a link leads to is laid out
 * already. A press does nothing but change the address and show the one in the place of the other, and so does the way back.
 */
import type { BrowserContext, Page } from 'playwright-core';
import { newSlowPage } from './slow-page.ts';
import { markupOf } from './without-script.ts';

/**
 * @param from the list's address, @param to what a link on it leads to; both whole
 * @param within what of the two takes the place of the other, by its selector; the title changes with it
 */
export async function openBarely(
  context: BrowserContext,
  from: string,
  to: string,
  within: string,
): Promise<Page> {
  const here = await markupOf(from);
  const there = await markupOf(to);
  const page = await newSlowPage(context);
  await page.route(from, (route) => route.fulfill({ contentType: 'text/html; charset=utf-8', body: here }));
  await page.goto(from, { waitUntil: 'networkidle' });
  await page.evaluate(`(${LAY_OUT})(${JSON.stringify(there)}, ${JSON.stringify(within)})`);
  return page;
}

/** In the page, as text: what runs here knows nothing of a browser. What is aside keeps its layout and is not drawn. */
const LAY_OUT = `(markup, within) => {
  const place = document.querySelector(within);
  if (place === null) throw new Error(location + ' has no ' + within + ': ' + document.body.innerText.slice(0, 500));
  const other = new DOMParser().parseFromString(markup, 'text/html');
  const box = (content) => {
    const made = document.createElement('div');
    made.append(...content);
    return made;
  };
  const title = document.querySelector('main h1');
  const titles = [title.textContent, other.querySelector('main h1').textContent];
  const boxes = [box([...place.childNodes]), box([...other.querySelector(within).childNodes])];
  place.append(...boxes);
  const show = (at) => {
    boxes.forEach(({ style }, one) => {
      style.contentVisibility = one === at ? '' : 'hidden';
      style.height = one === at ? '' : '0';
      style.overflow = one === at ? '' : 'clip';
    });
    if (!place.contains(title)) title.textContent = titles[at];
  };
  show(0);
  boxes[1].firstElementChild.getBoundingClientRect();
  addEventListener('click', (press) => {
    const link = press.target.closest('a');
    if (link === null) return;
    press.preventDefault();
    history.pushState({}, '', link.href);
    show(1);
    scrollTo(0, 0);
  });
  addEventListener('popstate', () => show(0));
}`;
