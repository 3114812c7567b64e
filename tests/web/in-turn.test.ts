/** Stretches of a long table that are drawn in turn, in a window whose frames come when they are told to. */
import { beforeEach, expect, it, vi } from 'vitest';
import { drawInTurn, leaveAsItIs } from '#web/ui/in-turn.ts';

const HEIGHT_PX = 500;
let drawn: string[];
let frames: (() => void)[];

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  drawn = [];
  frames = [];
  vi.stubGlobal('innerHeight', 900);
  vi.stubGlobal('scrollY', 0);
  vi.stubGlobal('requestAnimationFrame', (run: () => void) => frames.push(run));
  return () => {
    vi.unstubAllGlobals();
    vi.useRealTimers();
  };
});

/** A stretch that begins so far from the top of the window. */
const stretchAt = (top: number) =>
  ({ getBoundingClientRect: () => ({ top, bottom: top + HEIGHT_PX }) }) as Element;
const ask = (stretch: Element, name: string) => drawInTurn(stretch, () => drawn.push(name));

/** The next frame, and what comes behind it. Answers what has been drawn by then. */
function frame(): readonly string[] {
  for (const run of frames.splice(0)) run();
  vi.runAllTimers();
  return drawn;
}

it('draws one a frame, what is in sight first and what is far away last', () => {
  ask(stretchAt(-9_000), 'gone above');
  ask(stretchAt(1_200), 'below');
  ask(stretchAt(-600), 'just above');
  ask(stretchAt(300), 'in sight');
  expect(drawn).toEqual([]);
  expect(frame()).toEqual(['in sight']);
  expect(frame()).toEqual(['in sight', 'just above']);
  frame();
  expect(frame()).toEqual(['in sight', 'just above', 'below', 'gone above']);
  frame();
  expect(frames).toEqual([]);
});

it('draws nothing for who flies by, until they are slower', () => {
  ask(stretchAt(0), 'here');
  vi.stubGlobal('scrollY', 801);
  expect(frame()).toEqual([]);
  vi.stubGlobal('scrollY', 1_601);
  expect(frame()).toEqual(['here']);
});

it('does what was asked last, or nothing where it may stay as it is', () => {
  const [one, other] = [stretchAt(0), stretchAt(400)];
  ask(one, 'comes');
  ask(other, 'comes, too');
  ask(one, 'goes');
  leaveAsItIs(other);
  frame();
  expect(frame()).toEqual(['goes']);
});
