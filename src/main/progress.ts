/** What a start tells the person who waits for it: each step with its time, on standard output. */

export type Progress = {
  /** Runs a step and says how long it took. What it returns is the step's result. */
  step<T>(label: string, work: (tell: (detail: string) => void) => Promise<T>): Promise<T>;
};

const seconds = (sinceMs: number) => `${((performance.now() - sinceMs) / 1_000).toFixed(1)} s`;

/** Writes whole lines, and on a terminal also rewrites the present line with what a step tells. */
export function openProgress(out: NodeJS.WriteStream): Progress {
  const running = new Map<string, string>();
  const redraw = () => {
    if (!out.isTTY) return;
    const line = [...running]
      .map(([label, detail]) => (detail === '' ? label : `${label} (${detail})`))
      .join(' · ');
    out.write(`\r\x1b[2K${line.slice(0, Math.max(20, out.columns - 1))}`);
  };
  return {
    async step(label, work) {
      const startedMs = performance.now();
      running.set(label, '');
      redraw();
      try {
        const result = await work((detail) => {
          running.set(label, detail);
          redraw();
        });
        const detail = running.get(label);
        if (out.isTTY) out.write('\r\x1b[2K');
        out.write(`  ${label}${detail ? `, ${detail}` : ''}: ${seconds(startedMs)}\n`);
        return result;
      } finally {
        running.delete(label);
        redraw();
      }
    },
  };
}
