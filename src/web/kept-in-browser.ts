/**
 * What a browser keeps for its reader: one value under one key of local storage, shared by all tabs. Where storage is
 * switched off or full, it lasts as long as the page.
 */
import { useSyncExternalStore } from 'react';

export type KeptInBrowser<Value> = {
  /** The same value until something changes. Only in the browser. */
  readonly current: () => Value;
  /** Changes it, in all tabs. */
  readonly change: (to: (value: Value) => Value) => void;
  /** Calls back whenever it has changed, here or in another tab; answers how to stop that. */
  readonly subscribe: (listener: () => void) => () => void;
  /** What there is on the server, and in the first moment in the browser. */
  readonly none: Value;
};

/**
 * @param parse takes what makes sense of a kept text, which may be old or somebody else's; null where nothing is kept
 * @param onChange told of each new value before those who listen
 */
export function keptInBrowser<Value>({
  key,
  none,
  parse,
  onChange,
}: {
  readonly key: string;
  readonly none: Value;
  readonly parse: (text: string | null) => Value;
  readonly onChange?: (value: Value) => void;
}): KeptInBrowser<Value> {
  let known: { readonly text: string | null; readonly value: Value } = { text: null, value: none };
  const listeners = new Set<() => void>();

  const current = () => {
    const text = readText(key, known.text);
    if (text !== known.text) known = { text, value: parse(text) };
    return known.value;
  };
  const tell = () => {
    onChange?.(current());
    for (const listener of listeners) listener();
  };
  const onStorage = (event: StorageEvent) => {
    // A null key: all of the storage was cleared.
    if (event.key === key || event.key === null) tell();
  };

  return {
    current,
    change(to) {
      const value = to(current());
      const text = JSON.stringify(value);
      try {
        localStorage.setItem(key, text);
        known = { text, value };
      } catch {
        known = { text: readText(key, null), value };
      }
      tell();
    },
    subscribe(listener) {
      if (listeners.size === 0) window.addEventListener('storage', onStorage);
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) window.removeEventListener('storage', onStorage);
      };
    },
    none,
  };
}

function readText(key: string, otherwise: string | null): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return otherwise;
  }
}

/** The kept value, followed as it changes. */
export function useKept<Value>({ current, subscribe, none }: KeptInBrowser<Value>): Value {
  return useSyncExternalStore(subscribe, current, () => none);
}
