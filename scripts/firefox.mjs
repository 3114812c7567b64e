/** Finds a Firefox for the long tests that need one, or brings it. */
import { findProgram, installFromDistribution, runs } from './own-browsers.mjs';
import { Hindrance } from './project.mjs';

const names = ['firefox-esr', 'firefox'];
const version = /Mozilla Firefox/;

/**
 * The path of a Firefox that runs: the one that FIREFOX_PATH names; else the machine's own; else, as root on Debian, the
 * distribution's, installed now.
 *
 * @returns {string}
 * @throws {Hindrance} where there is none and none can be brought
 */
export function findFirefox() {
  const given = process.env.FIREFOX_PATH;
  if (given) {
    if (runs(given, version)) return given;
    throw new Hindrance(`FIREFOX_PATH is ${given}, and that does not run. Set it to a Firefox, or unset it.`);
  }
  const own = () => findProgram(names, version);
  const found = own() ?? (installFromDistribution(['firefox-esr'], 'Firefox') ? own() : undefined);
  if (found !== undefined) return found;
  throw new Hindrance(
    'The long tests in Firefox need Firefox, and none could be found or installed.\n' +
      'Install Firefox (Debian: apt-get install firefox-esr), or set FIREFOX_PATH; or run the others alone: npm run test:long -- --project firebase',
  );
}
