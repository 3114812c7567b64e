/** A long table is drawn in stretches: rows where the reader is near, a gap as high as they are where not. */
import {
  createContext,
  memo,
  type ReactNode,
  type RefObject,
  startTransition,
  useCallback,
  useContext,
  useEffect,
  useLayoutEffect,
  useState,
} from 'react';
import { behindFrame } from '#web/navigation/behind-frame.ts';
import styles from './table.module.css';
import { type ListMemory, useNear } from './use-near.ts';

/** Up to so many rows all are there, for the browser's own search, too. */
const MOST_WHOLE = 60;
const ROWS_IN_STRETCH = 10;
/** Until some have been drawn. */
const USUAL_ROW_PX = 52;

// By name, as in the table.
const AS_ROWS = { role: 'rowgroup' } as const;

/** Whether only a part of so many rows is drawn. */
export const isLong = (total: number): boolean => total > MOST_WHOLE;

/** Where each stretch of so many rows begins and ends (the row behind its last). */
export function stretchesOf(total: number): readonly { readonly from: number; readonly to: number }[] {
  return Array.from({ length: Math.ceil(total / ROWS_IN_STRETCH) }, (_, at) => ({
    from: at * ROWS_IN_STRETCH,
    to: Math.min(total, (at + 1) * ROWS_IN_STRETCH),
  }));
}

/**
 * Makes the rows from one number to the one before another. Stretches that are drawn hear of another way to make them; all
 * others are left alone.
 */
export const MakeRows = createContext<(from: number, to: number) => ReactNode>(() => null);

export const TableStretch = memo(function TableStretch({
  index,
  from,
  to,
  columnCount,
  isWhole,
  memory,
  rowPx,
  onMeasured,
}: {
  readonly index: number;
  readonly from: number;
  /** The row behind its last. */
  readonly to: number;
  readonly columnCount: number;
  /** Drawn wherever the reader is. */
  readonly isWhole: boolean;
  readonly memory: ListMemory;
  /** How high a row of this table is, more or less. */
  readonly rowPx: number;
  /** Called when its rows have come and before they go. */
  readonly onMeasured: () => void;
}) {
  const { isNear, ref, onFocus, onBlur } = useNear<HTMLTableSectionElement>(
    memory,
    index,
    !isWhole,
    onMeasured,
  );
  const isDue = useDue(memory, index, isWhole);
  if (isDue && (isWhole || isNear)) {
    return (
      <tbody ref={ref} {...AS_ROWS} onFocus={onFocus} onBlur={onBlur}>
        <Rows from={from} to={to} />
      </tbody>
    );
  }
  const height = memory.heightsPx.get(index) ?? (to - from) * rowPx;
  return (
    <tbody ref={ref} className={styles.gap} aria-hidden="true">
      <tr>
        <td colSpan={columnCount} style={{ height }} />
      </tr>
    </tbody>
  );
});

/**
 * Whether it is time for a stretch. Of a table that is drawn wherever the reader is, the first stretch fills most of a screen: all
 * others come behind the frame that shows it. One that somebody comes back to is there as it was left.
 */
function useDue({ near }: ListMemory, index: number, isWhole: boolean): boolean {
  const [isDue, setDue] = useState(
    () => !isWhole || index === 0 || near.has(index) || typeof document === 'undefined',
  );
  useEffect(() => {
    if (!isDue) return behindFrame(() => startTransition(() => setDue(true)));
    // Of a long table, what the reader is near is noted as they move.
    if (isWhole) near.add(index);
    return undefined;
  }, [isDue, near, index, isWhole]);
  return isDue;
}

const Rows = ({ from, to }: { readonly from: number; readonly to: number }): ReactNode =>
  useContext(MakeRows)(from, to);

type Measures = {
  /** Of the columns, as they were last, so that none moves when the rows that made it wide go; undefined at first. */
  readonly widthsPx: readonly number[] | undefined;
  /** As in the first rows, which are drawn first. */
  readonly rowPx: number;
};

/** What a table keeps of its rows for when they are not there; the second measures, and is called while they are. */
export function useMeasures(
  head: RefObject<HTMLTableRowElement | null>,
  { heightsPx }: ListMemory,
  total: number,
): [Measures, () => void] {
  const [widthsPx, setWidths] = useState<readonly number[]>();
  const [rowPx, setRowPx] = useState(() => rowPxOf(heightsPx) ?? USUAL_ROW_PX);
  const measure = useCallback(() => {
    const row = head.current;
    // On a phone there are no columns, and the head is out of sight.
    const isCards = row?.parentElement != null && getComputedStyle(row.parentElement).position === 'absolute';
    const cells = row === null || isCards ? [] : [...row.cells];
    const now = cells.map((cell) => cell.getBoundingClientRect().width);
    startTransition(() => {
      setRowPx((before) => rowPxOf(heightsPx) ?? before);
      setWidths((before) => (isSame(before, now) ? before : now));
    });
  }, [head, heightsPx]);
  useLayoutEffect(() => {
    if (isLong(total)) setRowPx((before) => rowPxOf(heightsPx) ?? before);
  }, [heightsPx, total]);
  return [{ widthsPx, rowPx }, measure];
}

/** The first rows of a long list are those of a whole stretch. */
function rowPxOf(heightsPx: ListMemory['heightsPx']): number | undefined {
  const firstPx = heightsPx.get(0);
  // Where the table is out of sight it has none.
  return firstPx ? firstPx / ROWS_IN_STRETCH : undefined;
}

function isSame(before: readonly number[] | undefined, now: readonly number[]): boolean {
  return before?.length === now.length && now.every((width, at) => Math.abs(width - (before[at] ?? 0)) < 0.5);
}
