/** Whoever has asked for a page stays on the one that they were reading until it is there, and is told if that takes a while. */
import type { AnyRouter } from '@tanstack/react-router';

/** What comes sooner needs no word. */
const NOT_NOTICED_MS = 300;

/** Marks the document (`data-busy`) while a page takes longer than is not noticed. No `aria-busy`: what is there can be read on. */
export function tellWhatIsUnderWay(router: AnyRouter): void {
  const tell = (isBusy: boolean) => document.documentElement.toggleAttribute('data-busy', isBusy);
  let timer: ReturnType<typeof setTimeout>;
  router.subscribe('onBeforeLoad', () => {
    clearTimeout(timer);
    timer = setTimeout(tell, NOT_NOTICED_MS, true);
  });
  router.subscribe('onResolved', () => {
    clearTimeout(timer);
    tell(false);
  });
}
