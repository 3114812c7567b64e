/** What can wait until the next frame has been painted, so that the frame is not kept waiting. */

/** Runs it in a task of its own behind the next frame; what it answers calls that off. */
export function behindFrame(run: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const frame = requestAnimationFrame(() => {
    timer = setTimeout(run);
  });
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}
