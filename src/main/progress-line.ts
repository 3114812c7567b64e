/** One line on standard error that tells how far a long command is; nothing where nobody looks. */

export type Reached = {
  /** What is being done, as the line begins. */
  readonly verb: string;
  /** So much of so much is done, in any unit. */
  readonly done: number;
  readonly total: number;
  readonly rows: number;
  /** Null while there is nothing to go by. */
  readonly rowsPerSecond: number | null;
  readonly secondsLeft: number | null;
};

const BAR_LENGTH = 30;
const counted = (count: number): string => Math.round(count).toLocaleString('en');

/** `40 s`, `12 min`, `2 h 5 min`: no finer than it can be known. */
export function shortTime(seconds: number): string {
  if (seconds < 90) return `${Math.ceil(seconds)} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 90 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** `Applying ███░░ 40 %  412,000 rows  5,210/s  2 min left` */
export function progressText({ verb, done, total, rows, rowsPerSecond, secondsLeft }: Reached): string {
  const share = total === 0 ? 1 : Math.min(done / total, 1);
  const bar = '█'.repeat(Math.round(share * BAR_LENGTH)).padEnd(BAR_LENGTH, '░');
  const rate = rowsPerSecond === null ? '' : `  ${counted(rowsPerSecond)}/s`;
  const left = secondsLeft === null ? '' : `  ${shortTime(secondsLeft)} left`;
  return `${verb} ${bar} ${Math.floor(share * 100)} %  ${counted(rows)} rows${rate}${left}`;
}

export function progressLine() {
  const isSeen = process.stderr.isTTY === true;
  return {
    draw(reached: Reached): void {
      if (isSeen) process.stderr.write(`\r${progressText(reached)}\x1b[K`);
    },
    /** A file of so many bytes, with how far it has been read after so many rows. */
    reading(file: AsyncIterable<Buffer>, totalBytes: number) {
      const startedMs = performance.now();
      let bytes = 0;
      async function* read() {
        for await (const chunk of file) {
          bytes += chunk.length;
          yield chunk;
        }
      }
      const reachedBy = (rows: number): Reached => {
        const seconds = Math.max((performance.now() - startedMs) / 1_000, 0.001);
        const secondsLeft = bytes === 0 ? null : (seconds / bytes) * Math.max(totalBytes - bytes, 0);
        return {
          verb: 'Reading',
          done: bytes,
          total: totalBytes,
          rows,
          rowsPerSecond: rows / seconds,
          secondsLeft,
        };
      };
      return { bytes: read(), reachedBy };
    },
    end(): void {
      if (isSeen) process.stderr.write('\r\x1b[2K');
    },
  };
}
