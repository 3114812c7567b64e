/** The first page of a process takes some 140 ms, thirty times as long as those after it: nobody who visits the shop shall wait for it. */
import { get } from 'node:http';

/** Whoever has waited for the shop to open comes first. */
const AFTER_MS = 500;

/** Asks the shop that is open at this address for home, as a browser does, a moment from now. Answers how to leave it. */
export function warmUpHome(address: string): () => void {
  const timer = setTimeout(() => {
    const headers = { accept: 'text/html', 'accept-encoding': 'gzip, deflate, br, zstd' };
    const request = get(address, { agent: false, headers });
    request.on('response', (answer) => answer.resume());
    // What is wrong with home is logged where it is made, and told to those who ask for it.
    request.on('error', () => {});
  }, AFTER_MS);
  return () => clearTimeout(timer);
}
