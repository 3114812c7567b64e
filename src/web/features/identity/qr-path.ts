/** The dark squares of a QR code as one path of an SVG. */

/** Rows of dark (true) and light squares, as a path in units of one square; `size` is the side of the whole. */
export function qrPath(rows: readonly (readonly boolean[])[]): {
  readonly path: string;
  readonly size: number;
} {
  const runs: string[] = [];
  for (const [y, row] of rows.entries()) {
    for (let x = 0; x < row.length; x += 1) {
      if (row[x] !== true) continue;
      const start = x;
      while (row[x + 1] === true) x += 1;
      runs.push(`M${start} ${y}h${x + 1 - start}v1h${start - x - 1}z`);
    }
  }
  return { path: runs.join(''), size: rows.length };
}
