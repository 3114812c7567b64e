/**
 * The browser's history, which tells the router of a change behind the next frame: where all is there that a page needs, the router
 * renders it within the press that asks for it, which would not be seen to be pressed until then.
 */
import { createBrowserHistory, type HistoryLocation, type RouterHistory } from '@tanstack/react-router';
import { behindFrame } from './behind-frame.ts';
import { noteWay } from './ways.ts';

/** @param isHeld whether a frame comes before the router is told */
type Told = (location: HistoryLocation, isHeld: boolean) => void;
type Listener = Parameters<RouterHistory['subscribe']>[0];

const toldAtOnce = new Set<Told>();

/** Only in the browser; the server has no history. */
export function heldHistory(): RouterHistory {
  const history = createBrowserHistory();
  const listeners = new Set<Listener>();
  let callOff = () => {};
  // A change is held once, whoever listens.
  history.subscribe((change) => {
    callOff();
    noteWay(change);
    // Frames of a page that nobody sees don't come, and a place in a page is found by the router at once.
    const isHeld = !document.hidden && change.location.hash === '';
    for (const tell of toldAtOnce) tell(change.location, isHeld);
    const goOn = () => {
      for (const listener of listeners) listener(change);
    };
    if (isHeld) callOff = behindFrame(goOn);
    else goOn();
  });
  history.subscribe = (listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  return history;
}

/** Has somebody told of each change before the router is, in the order in which they asked for it; what it answers ends that. */
export function tellAtOnce(told: Told): () => void {
  toldAtOnce.add(told);
  return () => toldAtOnce.delete(told);
}
