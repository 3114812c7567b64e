/**
 * What comes near the reader or goes is drawn in turn, one stretch a frame, what is in sight first: several at once would keep
 * whoever presses something meanwhile waiting.
 */
import { behindFrame } from '#web/navigation/behind-frame.ts';

/** How far before and behind what is in sight things are drawn. */
export const AHEAD_PX = 800;

const waiting = new Map<Element, () => void>();
let isDue = false;

/** Has it drawn in its turn. Only the last that was asked for counts. */
export function drawInTurn(stretch: Element, draw: () => void): void {
  waiting.set(stretch, draw);
  goOn();
}

/** It stays as it is. */
export function leaveAsItIs(stretch: Element): void {
  waiting.delete(stretch);
}

function goOn(): void {
  if (isDue || waiting.size === 0) return;
  isDue = true;
  const beganAtY = scrollY;
  behindFrame(() => {
    isDue = false;
    // Who flies by, as the keys Home and End do, has left what would be drawn before it is seen.
    if (Math.abs(scrollY - beganAtY) <= AHEAD_PX) drawNearest();
    goOn();
  });
}

function drawNearest(): void {
  const [nearest] = [...waiting]
    .map(([stretch, draw]) => ({ stretch, draw, awayPx: awayPx(stretch) }))
    .toSorted((one, other) => one.awayPx - other.awayPx);
  if (nearest === undefined) return;
  waiting.delete(nearest.stretch);
  nearest.draw();
}

/** From what is in sight; 0 for what is. */
function awayPx(stretch: Element): number {
  const { top, bottom } = stretch.getBoundingClientRect();
  return Math.max(0, top - innerHeight, -bottom);
}
