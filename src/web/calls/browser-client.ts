/**
 * The client of the operations in the browser. A page that has just come needs none of it, so its script comes when the
 * page is touched for the first time, which is before the first call in most cases, or else with that call.
 */
import type { Client } from '#contract/kernel/operation.ts';
import type { ShopTable } from '#contract/table.ts';
import { patientImport } from '#web/patient-import.ts';

type Calls = Record<string, (...given: readonly unknown[]) => Promise<unknown>>;

let loading: Promise<Calls> | undefined;

function calls(): Promise<Calls> {
  loading ??= patientImport(() => import('./browser-calls.ts')).then(
    // The same functions, told less exactly: which of them is called is known by its name alone.
    ({ browserCalls }) => browserCalls as unknown as Calls,
    (error: unknown) => {
      loading = undefined;
      throw error;
    },
  );
  return loading;
}

const call =
  (operation: string) =>
  async (...given: readonly unknown[]): Promise<unknown> =>
    (await calls())[operation]?.(...given);

/** `browserClient.partsGet({ params: { partsId } })`; throws `ChunkLoadError` beside what a call throws. */
export const browserClient = new Proxy(
  {},
  { get: (_target, operation) => call(String(operation)) },
) as unknown as Client<ShopTable>;

const TOUCHES = ['pointermove', 'pointerdown', 'keydown', 'focusin', 'scroll'];

/**
 * Loads the client when the page is first touched, and what else somebody will need who goes on from it: whatever fails
 * is tried again when it is needed. To be called once, in the browser.
 */
export function loadWhenTouched(others: () => Promise<unknown>): void {
  const load = ({ type, target }: Event): void => {
    // Slides that turn by themselves scroll a box of the page, and nobody has touched it.
    if (type === 'scroll' && target !== document) return;
    for (const kind of TOUCHES) removeEventListener(kind, load, true);
    Promise.all([calls(), others()]).catch(() => undefined);
  };
  for (const kind of TOUCHES) addEventListener(kind, load, { capture: true, passive: true });
}
