/**
 * Loaded before a process's own code (`--import`): its clock is the machine's plus what the file CLOCK_FILE says, in ms.
 * Timers and `performance.now()` go on as they are, as they do where somebody sets a machine's clock.
 */
import { readFileSync } from 'node:fs';

const LOOK_EVERY_MS = 50;
const RealDate = Date;
let offsetMs = 0;

function look() {
  try {
    offsetMs = Number(readFileSync(process.env.CLOCK_FILE, 'utf8')) || 0;
  } catch {
    // Not there: the machine's own time.
  }
}

globalThis.Date = class extends RealDate {
  constructor(...given) {
    if (given.length === 0) super(RealDate.now() + offsetMs);
    else super(...given);
  }
  static now() {
    return RealDate.now() + offsetMs;
  }
};
look();
setInterval(look, LOOK_EVERY_MS).unref();
