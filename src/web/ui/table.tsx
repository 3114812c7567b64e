/**
 * A dense table: columns as data, rows as they come, skeleton and empty state; cards on a phone. Of a long one those rows
 * are drawn that the reader is near.
 */
import { type Key, memo, type ReactNode, useDeferredValue, useMemo, useRef } from 'react';
import { classNames } from './class-names.ts';
import { Skeleton } from './spinner.tsx';
import styles from './table.module.css';
import { isLong, MakeRows, stretchesOf, TableStretch, useMeasures } from './table-stretch.tsx';
import { memoryOf } from './use-near.ts';
import { usePrinting } from './use-printing.ts';

export type Column<Row> = {
  /** Tells columns apart. */
  readonly key: string;
  readonly head: ReactNode;
  /** The label before the value on a phone's card; `head` when it is text, unless told. Empty for none. */
  readonly phoneLabel?: string;
  readonly align?: 'start' | 'end';
  /** Names the row for people who listen, and heads its card on a phone. At most one column. */
  readonly rowHeader?: boolean;
  /** Left out of the card on a phone. */
  readonly hideOnPhone?: boolean;
  /** On the head and on each cell. */
  readonly className?: string | undefined;
  /** `isChosen` tells that something is being done with this row. */
  readonly cell: (row: Row, index: number, isChosen: boolean) => ReactNode;
};

/** Where a row stands in the list, from 1. */
export const indexColumn: Column<unknown> = {
  key: 'index',
  head: (
    <>
      <span className="sr">Index</span>
      <span aria-hidden="true">#</span>
    </>
  ),
  hideOnPhone: true,
  className: styles.index,
  cell: (_, index) => index + 1,
};

export type TableProps<Row> = {
  /** What the table holds; read aloud, shown with `showCaption`. */
  readonly caption: string;
  readonly showCaption?: boolean;
  /** A row is drawn anew when it, its place or the columns are others: the same list of them spares a thousand rows the work. */
  readonly columns: readonly Column<Row>[];
  /** Undefined while they are on their way: skeleton rows keep the place. */
  readonly rows: readonly Row[] | undefined;
  readonly rowKey: (row: Row, index: number) => Key;
  /** Stands in the table's place when there are no rows. */
  readonly empty?: ReactNode;
  readonly skeletonRows?: number;
  /** What is unfolded under a row, in a row of its own; undefined while it is folded. */
  readonly rowDetails?: (row: Row) => ReactNode;
  /** The row that something is being done with: unfolded, being saved. */
  readonly isChosen?: (row: Row) => boolean;
  readonly rowClassName?: (row: Row) => string | undefined;
  /** On the table itself. */
  readonly className?: string | undefined;
};

// Roles by name: a table that is laid out as cards on a phone is otherwise none to people who listen.
const AS = {
  table: { role: 'table' },
  rows: { role: 'rowgroup' },
  row: { role: 'row' },
  columnHead: { role: 'columnheader' },
  rowHead: { role: 'rowheader' },
  cell: { role: 'cell' },
} as const;

export function Table<Row>({
  caption,
  showCaption = false,
  columns,
  rows: given,
  rowKey,
  empty,
  skeletonRows = 6,
  rowDetails,
  isChosen,
  rowClassName,
  className,
}: TableProps<Row>) {
  // A press that changes the rows is shown at once; the rows follow without keeping the next press waiting.
  const rows = useDeferredValue(given);
  const total = rows?.length ?? 0;
  const isPrinting = usePrinting();
  const inStretches = isLong(total) && !isPrinting;
  const firstKey = rows?.[0] === undefined ? '' : String(rowKey(rows[0], 0));
  const listKey = `${caption} ${firstKey}`;
  const memory = useMemo(() => memoryOf(listKey), [listKey]);
  const head = useRef<HTMLTableRowElement>(null);
  const [{ widthsPx, rowPx }, onMeasured] = useMeasures(head, memory, total);
  if (rows?.length === 0 && empty !== undefined) return empty;
  const makeRows = (from: number, to: number) =>
    rows
      ?.slice(from, to)
      .map((row, index) => (
        <TableRow
          key={rowKey(row, from + index)}
          row={row}
          index={from + index}
          isAmongMany={isLong(total)}
          columns={columns}
          isChosen={isChosen?.(row) ?? false}
          className={rowClassName?.(row)}
          details={rowDetails?.(row)}
        />
      ));
  return (
    <div className={styles.sheet}>
      <table
        className={classNames(styles.table, className)}
        {...AS.table}
        aria-busy={rows === undefined || undefined}
        // The head is a row, too. Told where some rows are not there.
        aria-rowcount={isLong(total) ? total + 1 : undefined}
      >
        <caption className={showCaption ? styles.caption : 'sr'}>{caption}</caption>
        {inStretches && widthsPx !== undefined && (
          <colgroup>
            {columns.map((column, at) => (
              <col key={column.key} style={{ width: widthsPx[at] }} />
            ))}
          </colgroup>
        )}
        <thead {...AS.rows}>
          <tr ref={head} {...AS.row} aria-rowindex={isLong(total) ? 1 : undefined}>
            {columns.map((column) => (
              <th
                key={column.key}
                scope="col"
                {...AS.columnHead}
                className={classNames(alignOf(column), column.className)}
              >
                {column.head}
              </th>
            ))}
          </tr>
        </thead>
        {rows === undefined ? (
          <tbody {...AS.rows}>
            {Array.from({ length: skeletonRows }, (_, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: skeleton rows are all alike
              <tr key={index} {...AS.row}>
                {columns.map((column) => (
                  <td
                    key={column.key}
                    {...AS.cell}
                    className={classNames(
                      alignOf(column),
                      column.hideOnPhone && styles.wide,
                      column.className,
                    )}
                  >
                    <Skeleton width={column.rowHeader === true ? 'most' : 'half'} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        ) : (
          <MakeRows value={makeRows}>
            {stretchesOf(total).map(({ from, to }, at) => (
              <TableStretch
                key={from}
                index={at}
                from={from}
                to={to}
                columnCount={columns.length}
                isWhole={!inStretches}
                memory={memory}
                rowPx={rowPx}
                onMeasured={onMeasured}
              />
            ))}
          </MakeRows>
        )}
      </table>
    </div>
  );
}

type TableRowProps<Row> = Pick<TableProps<Row>, 'columns' | 'className'> & {
  readonly row: Row;
  readonly index: number;
  /** Some of the others are not there, so it says where it stands. */
  readonly isAmongMany: boolean;
  readonly isChosen: boolean;
  readonly details: ReactNode;
};

const TableRow = memo(function TableRow<Row>(props: TableRowProps<Row>) {
  const { row, index, isAmongMany, columns, isChosen, className } = props;
  // The row shows that it was pressed first: to make room in a long table takes longer than a frame on a slow machine.
  const details = useDeferredValue(props.details);
  const isUnfolded = details !== undefined && details !== null && details !== false;
  return (
    <>
      <tr
        {...AS.row}
        className={classNames(className, isUnfolded && styles.unfolded)}
        aria-rowindex={isAmongMany ? index + 2 : undefined}
      >
        {columns.map((column) => (
          <Cell key={column.key} column={column}>
            {column.cell(row, index, isChosen)}
          </Cell>
        ))}
      </tr>
      {isUnfolded && (
        <tr {...AS.row} className={styles.details}>
          <td {...AS.cell} colSpan={columns.length}>
            {details}
          </td>
        </tr>
      )}
    </>
  );
}) as <Row>(props: TableRowProps<Row>) => ReactNode;

function Cell<Row>({ column, children }: { readonly column: Column<Row>; readonly children: ReactNode }) {
  const className = classNames(alignOf(column), column.hideOnPhone && styles.wide, column.className);
  if (column.rowHeader === true) {
    return (
      <th scope="row" {...AS.rowHead} className={className}>
        {children}
      </th>
    );
  }
  const label = column.phoneLabel ?? (typeof column.head === 'string' ? column.head : '');
  return (
    <td {...AS.cell} className={className} data-label={label === '' ? undefined : label}>
      {children}
    </td>
  );
}

function alignOf<Row>(column: Column<Row>): string | undefined {
  return column.align === 'end' ? styles.end : undefined;
}
