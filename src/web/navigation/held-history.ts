/** The browser's history, which tells the router of a change when whoever shows the page lets it. */
import {
  type AnyRouter,
  createBrowserHistory,
  type HistoryLocation,
  type RouterHistory,
} from '@tanstack/react-router';
import { behindFrame } from './behind-frame.ts';
import { noteWay } from './ways.ts';

/** Is told of each change, and tells the router of it: `goOn`, now or a moment later. */
export type Holder = (location: HistoryLocation, goOn: () => void) => void;

type Listener = Parameters<RouterHistory['subscribe']>[0];

let holder: Holder = (_location, goOn) => goOn();

/** Only in the browser; the server has no history. */
export function heldHistory(): RouterHistory {
  const history = createBrowserHistory();
  const listeners = new Set<Listener>();
  // A change is held once, whoever listens.
  history.subscribe((change) => {
    noteWay(change);
    holder(change.location, () => {
      for (const listener of listeners) listener(change);
    });
  });
  history.subscribe = (listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  return history;
}

/** From now on this one holds all changes; what it answers gives them back. */
export function holdHistory(by: Holder): () => void {
  const before = holder;
  holder = by;
  return () => {
    holder = before;
  };
}

/**
 * Has the router go on behind the next frame: where all is there that a page needs, it renders the page within the press that asks
 * for it, which would not be seen to be pressed until then. Answers how to call that off.
 */
export function goBehindFrame(location: HistoryLocation, goOn: () => void): () => void {
  // Frames of a page that nobody sees don't come, and a place in a page is found at once.
  if (!document.hidden && location.hash === '') return behindFrame(goOn);
  goOn();
  return () => {};
}

/** To be told when the router is made, in the browser. */
export function leaveFramesToPresses(router: AnyRouter): void {
  let callOff = () => {};
  holdHistory((location, goOn) => {
    callOff();
    // Whatever leads on from here leads on from there.
    router.updateLatestLocation();
    callOff = goBehindFrame(location, goOn);
  });
}
