/**
 * Counting all parts takes longer the more there are, so counts are kept until the catalogue has changed. A large one may
 * change all the time while files are imported: its counts are kept for a while then, which grows with what counting costs,
 * so that it never takes more than a twentieth of the time.
 */
import type { Shelves } from './shelves.ts';

/** Catalogues that are counted after each change: a few milliseconds. */
const SMALL_PARTS = 20_000;
/** For so many times as long as counting took, counts are as good as new; then one caller has them counted again. */
const KEPT_TIMES = 20;

type Kept = {
  readonly shelves: Shelves;
  /** Of the catalogue, before it was counted; undefined where it was not known. */
  readonly version: number | undefined;
  readonly atMs: number;
  readonly tookMs: number;
};
type Counting = { readonly version: number | undefined; readonly counted: Promise<Shelves> };

export type KeptShelves = {
  /** Callers at the same time share one counting. */
  read(): Promise<Shelves>;
  /**
   * The counts as they are now, for who can do without: undefined where a large catalogue has changed since it was counted, which is
   * not counted for this, or where counting fails.
   */
  atHand(): Promise<Shelves | undefined>;
};

/**
 * Keeps the shelves.
 *
 * @param currentVersion another number as soon as anything has changed by which parts are counted
 */
export function keptShelves(
  count: () => Promise<Shelves>,
  currentVersion: () => Promise<number>,
  nowMs: () => number,
): KeptShelves {
  let kept: Kept | undefined;
  let counting: Counting | undefined;

  async function countNow(version: number | undefined): Promise<Shelves> {
    const startedMs = nowMs();
    const shelves = await count();
    kept = { shelves, version, atMs: startedMs, tookMs: nowMs() - startedMs };
    return shelves;
  }
  const isLarge = () => (kept?.shelves.partCount ?? 0) >= SMALL_PARTS;
  /** A counting that began when the catalogue was another will do for a large one alone. */
  async function counted(version: number | undefined): Promise<Shelves> {
    // How large it is, the first counting tells.
    if (kept === undefined && counting !== undefined && counting.version !== version) {
      await counting.counted;
      return readAt(version);
    }
    if (counting === undefined || (counting.version !== version && !isLarge())) {
      const begun: Counting = {
        version,
        counted: countNow(version).finally(() => {
          if (counting === begun) counting = undefined;
        }),
      };
      counting = begun;
    }
    return counting.counted;
  }

  // Where nobody can tell, counting will say so better.
  const versionNow = () => currentVersion().catch(() => undefined);
  const isCurrent = (version: number | undefined) => version !== undefined && kept?.version === version;

  async function readAt(version: number | undefined): Promise<Shelves> {
    if (kept === undefined) return counted(version);
    if (isCurrent(version)) return kept.shelves;
    if (!isLarge()) return counted(version);
    const keptMs = kept.tookMs * KEPT_TIMES;
    const ageMs = nowMs() - kept.atMs;
    // Once they are twice as old as they should be, nobody is given them any more.
    if (ageMs >= 2 * keptMs) return counted(version);
    // A failure is for whoever asks when they are too old.
    if (ageMs >= keptMs) counted(version).catch(() => undefined);
    return kept.shelves;
  }

  return {
    read: async () => readAt(await versionNow()),
    async atHand() {
      const version = await versionNow();
      if (isLarge() && !isCurrent(version)) return undefined;
      return readAt(version).catch(() => undefined);
    },
  };
}
