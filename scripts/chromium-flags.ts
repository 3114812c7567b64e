/** As browsers of tests and measurements are started: in a bare container, as root, alone with the page. */
export const CHROMIUM_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  // Letters as wide as in a browser with windows, also in one without.
  '--font-render-hinting=none',
];
