/** What is being made: who asks for it meanwhile may wait for it, unless something has changed since it was begun. */
import type { Change } from './shown.ts';

export type UnderWay<Made> = {
  /** Something has changed. */
  note(change: Change): void;
  /** What was begun last under this name, where nothing has changed since. */
  joinable(name: string): Promise<Made> | undefined;
  /** `make` is given what changes until it has ended. */
  begin(name: string, make: (changes: readonly Change[]) => Promise<Made>): Promise<Made>;
};

type Making<Made> = { readonly changes: Change[]; readonly made: Promise<Made> };

export function underWay<Made>(): UnderWay<Made> {
  const all = new Set<Making<Made>>();
  const last = new Map<string, Making<Made>>();
  return {
    note(change) {
      for (const { changes } of all) changes.push(change);
    },
    joinable(name) {
      const making = last.get(name);
      return making?.changes.length === 0 ? making.made : undefined;
    },
    begin(name, make) {
      const changes: Change[] = [];
      const making: Making<Made> = {
        changes,
        made: make(changes).finally(() => {
          all.delete(making);
          if (last.get(name) === making) last.delete(name);
        }),
      };
      all.add(making);
      last.set(name, making);
      return making.made;
    },
  };
}
