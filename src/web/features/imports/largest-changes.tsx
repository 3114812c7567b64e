/** What a dry run of prices or stock would change most. */
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { ImportBody, ImportChangesBody } from '#contract/imports.ts';
import { problemOf } from '#contract/kernel/api-error.ts';
import { type Currency, formatDecimalMoney } from '#domain/money.ts';
import { useShop } from '#web/features/shop/shop-query.ts';
import { SectionHead } from '#web/ui/headings.tsx';
import { useLocale } from '#web/ui/locale.tsx';
import { ErrorNotice, Note } from '#web/ui/notices.tsx';
import { Money, PartNumber, Quantity } from '#web/ui/numbers.tsx';
import { type Column, Table } from '#web/ui/table.tsx';
import { wholeNumbers } from '#web/ui/whole-numbers.ts';
import styles from './largest-changes.module.css';
import type { useLargestChanges } from './queries.ts';
import { percentMoved } from './words.ts';

type Change = ImportChangesBody['largest'][number];

/** That prices move by more than half, for whoever is about to apply them. Stocks do so every day. */
export function FarMoves({
  run,
  changes,
}: {
  readonly run: ImportBody;
  readonly changes: ImportChangesBody | undefined;
}) {
  const { listCurrency } = useShop();
  const locale = useLocale();
  const largest = changes?.largest[0];
  if (run.kind !== 'prices' || changes === undefined || largest === undefined || changes.movedFar === 0)
    return null;
  const { movedFar } = changes;
  const [from, to] = [largest.before, largest.after].map((price) => formatDecimalMoney(price, listCurrency));
  return (
    <Note tone="warn">
      {movedFar === 1
        ? `1 price moves by more than half, from ${from} to ${to}.`
        : `${wholeNumbers(locale).format(movedFar)} prices move by more than half; the largest from ${from} to ${to}.`}
    </Note>
  );
}

/** The rows, largest first. */
export function LargestChanges({
  run,
  query: { data, isError, error, refetch },
}: {
  readonly run: ImportBody;
  readonly query: ReturnType<typeof useLargestChanges>;
}) {
  const { listCurrency } = useShop();
  const locale = useLocale();
  const isPrice = run.kind === 'prices';
  const columns = useMemo(
    () => columnsOf(isPrice ? listCurrency : undefined, locale),
    [isPrice, listCurrency, locale],
  );
  if (data?.largest.length === 0) return null;
  const shown = data?.largest.length ?? 0;
  return (
    <div className={styles.changes}>
      <SectionHead title="Largest changes" />
      {isError && data === undefined ? (
        <ErrorNotice problem={problemOf(error) ?? undefined} onRetry={() => refetch()} />
      ) : (
        <Table
          caption="Largest changes"
          className={styles.table}
          columns={columns}
          rows={data?.largest}
          rowKey={({ brandSlug, partNumberSlug }) => `${brandSlug}/${partNumberSlug}`}
        />
      )}
      {shown > 0 && shown < run.foreseen.changed && (
        <p className={styles.hint}>
          The largest <Quantity value={shown} /> of <Quantity value={run.foreseen.changed} />.
        </p>
      )}
    </div>
  );
}

/** With the currency of prices; without, of stocks. */
function columnsOf(currency: Currency | undefined, locale: string): readonly Column<Change>[] {
  const value = (amount: number) =>
    currency === undefined ? <Quantity value={amount} /> : <Money amount={amount} currency={currency} />;
  return [
    {
      key: 'part',
      head: 'Part',
      rowHeader: true,
      className: styles.part,
      cell: (part) => (
        <>
          {part.brand} <PartNumber number={part.partNumber} />
          <small>
            <Link
              to="/catalogue/$brand/$partNumber"
              params={{ brand: part.brandSlug, partNumber: part.partNumberSlug }}
            >
              {part.name}
            </Link>
          </small>
        </>
      ),
    },
    {
      key: 'before',
      head: 'Now',
      align: 'end',
      className: styles.figure,
      cell: ({ before }) => value(before),
    },
    {
      key: 'after',
      head: 'Becomes',
      align: 'end',
      className: styles.figure,
      cell: ({ after }) => value(after),
    },
    {
      key: 'percent',
      head: 'Moves by',
      align: 'end',
      className: styles.figure,
      cell: (change) => (
        <span className={currency !== undefined && change.movesFar ? styles.far : undefined}>
          {percentMoved(change, wholeNumbers(locale).format)}
        </span>
      ),
    },
  ];
}
