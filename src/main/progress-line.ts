/** One line on standard error that tells how far a long command is; nothing where nobody looks. */

export function progressLine() {
  const startedMs = performance.now();
  const isSeen = process.stderr.isTTY === true;
  return {
    /** A bar of `done` of `total`, with the rate of rows and the time left. */
    draw(verb: string, done: number, total: number, rows: number): void {
      if (!isSeen) return;
      const share = total === 0 ? 1 : Math.min(done / total, 1);
      const elapsedSeconds = (performance.now() - startedMs) / 1_000;
      const left = share === 0 ? 0 : elapsedSeconds / share - elapsedSeconds;
      const bar = '█'.repeat(Math.round(share * 30)).padEnd(30, '░');
      const rate = Math.round(rows / Math.max(elapsedSeconds, 0.001));
      process.stderr.write(
        `\r${verb} ${bar} ${Math.round(share * 100)} %  ${rows} rows  ${rate}/s  ${left.toFixed(0)} s left `,
      );
    },
    /** The same bytes, counted as they go by. */
    counting(file: AsyncIterable<Buffer>) {
      let bytes = 0;
      async function* counted() {
        for await (const chunk of file) {
          bytes += chunk.length;
          yield chunk;
        }
      }
      return { bytes: counted(), read: () => bytes };
    },
    end(): void {
      if (isSeen) process.stderr.write('\r\x1b[2K');
    },
  };
}
