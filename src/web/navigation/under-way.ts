/** Whoever has asked for a page stays on the one that they were reading until it is there, and is told if that takes a while. */
import type { AnyRouter } from '@tanstack/react-router';

/** What comes sooner needs no word. */
const NOT_NOTICED_MS = 300;

/** Has the document say that it is busy (`aria-busy`) while a page takes longer than is not noticed. */
export function tellWhatIsUnderWay(router: AnyRouter): void {
  const tell = (isBusy: 'true' | null) => {
    document.documentElement.ariaBusy = isBusy;
  };
  let timer: ReturnType<typeof setTimeout>;
  router.subscribe('onBeforeLoad', () => {
    clearTimeout(timer);
    timer = setTimeout(tell, NOT_NOTICED_MS, 'true');
  });
  router.subscribe('onResolved', () => {
    clearTimeout(timer);
    tell(null);
  });
}
