/**
 * What a page needs to be seen comes before what it needs to come alive: its script is fetched when the first screen has
 * been painted, or somebody touches the page, whichever is first. The server writes the page so (`scriptAfterPaint`), and
 * a script of a few lines inside it does the rest. Pages are useful before: links and forms work without script. Pictures
 * that load lazily (a list of parts has two dozen) wait for the one that makes the first screen: `base.css` has no box for
 * them, and so no browser fetches them, as long as the document says `data-pictures="first"`. While it says anything there, what
 * nobody sees before they scroll or turn something (slides, lower lines) has none either, in the style of its own component.
 */

import type { PageText } from './page-text.ts';

/** Stands for the script until then: no browser fetches a type that it does not know. */
const LATER = 'text/x-after-paint';

/**
 * After two frames and the picture of the first screen fetches the others that are seen, and two frames later the page's script,
 * which it runs; then all others. At the first touch fetches all of it at once, and after 3 s at the latest no less than the script.
 * Buttons that need script and are pressed before the page is alive say so (`data-early`), and each is pressed once then: who presses
 * one again and again only wonders why nothing happens. A constant text: the content security policy allows it by its hash.
 */
export const AFTER_PAINT_SCRIPT = [
  '(function(d){',
  'var begun,early=new Set,root=d.documentElement;',
  "root.dataset.pictures='first';",
  "function seen(){if(root.dataset.pictures)root.dataset.pictures='seen'}",
  'function all(){delete root.dataset.pictures}',
  'function begin(){seen();',
  `var s=d.querySelector('script[type="${LATER}"]');`,
  'if(begun||!s)return;begun=1;',
  "s.dataset.with.split(' ').forEach(function(u){if(!u)return;var l=d.createElement('link');l.rel='modulepreload';l.href=u;d.head.append(l)});",
  // What did not come is fetched again at the next touch.
  'import(s.src).catch(function(){begun=0;all()})}',
  'function touched(e){all();begin();',
  "var b=e.type==='click'&&e.target.closest&&e.target.closest('button[type=button]');",
  'if(b&&!root.dataset.alive){early.add(b);b.dataset.early=1;e.preventDefault()}}',
  "var kinds=['pointerdown','keydown','focusin','click'];",
  'kinds.forEach(function(k){addEventListener(k,touched,true)});',
  "addEventListener('alive',function(){all();kinds.forEach(function(k){removeEventListener(k,touched,true)});early.forEach(function(b){delete b.dataset.early;b.click()})},{once:true});",
  "addEventListener('DOMContentLoaded',function(){",
  'function painted(then){requestAnimationFrame(function(){requestAnimationFrame(then)})}',
  'if(d.hidden)begin();',
  'else painted(function(){',
  "Promise.all([].map.call(d.querySelectorAll('img[fetchpriority=high]'),function(i){return i.decode().catch(function(){})}))",
  '.then(function(){seen();painted(begin)})});',
  'setTimeout(begin,3000)})',
  '})(document)',
].join('');

/** Tells the page, and whoever waits for it, that it is alive. */
export function tellAlive(): void {
  document.documentElement.dataset.alive = 'true';
  dispatchEvent(new Event('alive'));
}

// Either may bear the mark of the shop's own scripts, before or behind the rest.
const PRELOAD = /<link\b(?=[^>]* rel="modulepreload")[^>]* href="([^"]+)"[^>]*>/g;
const ENTRY =
  /<script\b(?=[^>]* type="module")(?=[^>]* async="")[^>]* src="(\/assets\/[^"]+)"[^>]*><\/script>/;

/** A built page whose script, and what goes with it, waits as above. Pages of the development server stay as they are. */
export function scriptAfterPaint(page: PageText): PageText {
  const entry = ENTRY.exec(page.scripts)?.[1];
  if (entry === undefined) return page;
  const files = [...page.head.matchAll(PRELOAD)].flatMap(([, href = '']) => (href === entry ? [] : [href]));
  const later = `<script type="${LATER}" src="${entry}" data-with="${files.join(' ')}"></script>`;
  return {
    head: page.head.replaceAll(PRELOAD, ''),
    shown: page.shown,
    scripts: page.scripts.replace(ENTRY, later),
  };
}
