/** People in Firefox: the few things that a journey does, over WebDriver BiDi. Types: driver.d.mts. */
import puppeteer from 'puppeteer-core';

const WAIT_MS = 20_000;
/** Not by frames, which are not drawn in a tab that is hidden. */
const POLLING = { polling: 100 };
const LIGHT = 1;
const DARK = 0;

export async function openFirefox({ theme, downloadFolder }) {
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath: process.env.FIREFOX_PATH,
    headless: true,
    extraPrefsFirefox: {
      // There is no command for the colour scheme in Firefox's WebDriver BiDi.
      'layout.css.prefers-color-scheme.content-override': theme === 'dark' ? DARK : LIGHT,
      'ui.systemUsesDarkTheme': theme === 'dark' ? 1 : 0,
      // Bars that take room, as most people with a mouse have them: what overflows for them must not here.
      'widget.gtk.overlay-scrollbars.enabled': false,
      'browser.download.folderList': 2,
      'browser.download.dir': downloadFolder,
      'browser.download.useDownloadDir': true,
      // The list of downloads would open and take the focus from the page.
      'browser.download.alwaysOpenPanel': false,
      'browser.download.always_ask_before_handling_new_types': false,
      // A PDF is kept, not opened in a tab.
      'pdfjs.disabled': true,
    },
  });
  return {
    version: () => browser.version(),
    async openVisitor({ baseUrl, viewport }) {
      const context = await browser.createBrowserContext();
      return visitorOf(await context.newPage(), { context, baseUrl, viewport, complaints: [] });
    },
    close: () => browser.close(),
  };
}

async function visitorOf(page, setting) {
  const { context, baseUrl, viewport, complaints } = setting;
  page.setDefaultTimeout(WAIT_MS);
  await page.setViewport(viewport);
  const complain = (place, words) => {
    // Firefox looks for an icon of whatever it shows, and says so where that may show none, such as an answer of the API.
    if (!words.includes('/favicon.ico because it violates')) complaints.push(`${place}: ${words}`);
  };
  page.on('pageerror', (error) => complain(page.url(), error.message));
  page.on('console', async (message) => {
    if (!['error', 'warn', 'warning'].includes(message.type())) return;
    const place = page.url();
    // Of an error there is only its kind, unless it is asked.
    const words = message.args().map((word) => word.evaluate(String).catch(() => message.text()));
    complain(place, words.length === 0 ? message.text() : (await Promise.all(words)).join(' '));
  });

  const find = async (kind, name, { within = 'body', nth = 0 } = {}) => {
    const wanted = asPattern(name);
    const found = await page
      .waitForFunction(findInPage, POLLING, kind, wanted.source, wanted.flags, within, nth)
      .catch((cause) => {
        throw new Error(`no ${kind} ${name} at ${page.url()}`, { cause });
      });
    return found.asElement();
  };

  return {
    complaints,
    address: () => new URL(page.url()),
    async goto(path) {
      const answer = await page.goto(new URL(path, baseUrl).href, { waitUntil: 'networkidle2' });
      return answer?.status();
    },
    reload: () => page.reload({ waitUntil: 'networkidle2' }),
    // Not by the driver, which waits for a load: a page that was kept whole isn't loaded again.
    back: (steps = 1) => page.evaluate((by) => history.go(-by), steps),
    async isAt(pattern) {
      await page
        .waitForFunction((source) => new RegExp(source).test(location.pathname), POLLING, pattern.source)
        .catch((cause) => {
          throw new Error(`never came to ${pattern}, but to ${page.url()}`, { cause });
        });
    },
    async click(kind, name, options) {
      await (await find(kind, name, options)).click();
    },
    async fill(label, text, options) {
      const field = await find('field', label, options);
      await field.focus();
      await field.evaluate((input) => input.select());
      if (text === '') await page.keyboard.press('Backspace');
      else await page.keyboard.type(text);
    },
    press: (key) => page.keyboard.press(key),
    async see(pattern, within = 'body') {
      const wanted = asPattern(pattern);
      const seen = await page
        .waitForFunction(seeInPage, POLLING, wanted.source, wanted.flags, within)
        .catch(async (cause) => {
          const text = await page.evaluate(() => document.body.innerText);
          throw new Error(`${pattern} is not seen at ${page.url()}:\n${text}`, { cause });
        });
      return seen.jsonValue();
    },
    async until(what, ...args) {
      await page.waitForFunction(what, POLLING, ...args);
    },
    async stateOf(kind, name, options) {
      return (await find(kind, name, options)).evaluate((element) => ({
        value: 'value' in element ? String(element.value) : undefined,
        disabled: element.matches(':disabled'),
        focused: element === document.activeElement,
      }));
    },
    count: (selector) => page.evaluate((css) => document.querySelectorAll(css).length, selector),
    evaluate: (what, ...args) => page.evaluate(what, ...args),
    resize: (size) => page.setViewport(size),
    screenshot: (path) => page.screenshot({ path }),
    async openTab() {
      return visitorOf(await context.newPage(), setting);
    },
    /** The window that opens by what is done meanwhile. */
    async popupOf(action) {
      const opening = new Promise((resolve) => page.once('popup', resolve));
      await action();
      const opened = await opening;
      return visitorOf(opened, setting);
    },
    isClosed: () => page.isClosed(),
    close: () => page.close(),
    leave: () => context.close(),
  };
}

/** A string is the whole name; white space doesn't matter. */
function asPattern(name) {
  if (name instanceof RegExp) return { source: name.source, flags: name.flags };
  return { source: `^${name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`, flags: '' };
}

/** Runs in the page: the n-th control of this kind and name that can be seen; false while there is none. */
function findInPage(kind, source, flags, within, nth) {
  const selectors = {
    button: 'button, summary, [role=button]',
    link: 'a[href]',
    field: 'input, textarea, select',
    heading: 'h1, h2, h3',
  };
  const wanted = new RegExp(source, flags);
  const nameOf = (element) => {
    const label = [...(element.labels ?? [])].map((one) => one.textContent).join(' ');
    const name = element.getAttribute('aria-label') ?? (kind === 'field' ? label : element.textContent);
    return (name || element.getAttribute('placeholder') || '').replace(/\s+/g, ' ').trim();
  };
  const found = [...document.querySelectorAll(within)]
    .flatMap((scope) => [...scope.querySelectorAll(selectors[kind])])
    .filter((one) => one.checkVisibility({ visibilityProperty: true }) && wanted.test(nameOf(one)));
  return found[nth] ?? false;
}

/** Runs in the page: what of the visible text matches; false while nothing does. */
function seeInPage(source, flags, within) {
  // A whole line, where a string is looked for.
  const wanted = new RegExp(source, flags.includes('m') ? flags : `${flags}m`);
  for (const place of document.querySelectorAll(within)) {
    const match = wanted.exec(place.innerText);
    if (match !== null) return match[0];
  }
  return false;
}
