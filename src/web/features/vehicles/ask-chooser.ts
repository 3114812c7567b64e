/** Opens the vehicle bar's chooser from elsewhere on the page. */
const listeners = new Set<() => void>();

export function askChooser(): void {
  for (const listener of listeners) listener();
}

/** Calls back when it is asked for; answers how to stop that. */
export function onChooserAsked(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
