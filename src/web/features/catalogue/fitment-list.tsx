/** Vehicles that a part fits, grouped by make and model; long lists fold away and can be looked through. */
import { useState } from 'react';
import type { FitmentBody } from '#contract/catalogue.ts';
import { conditionOf } from '#domain/vehicles/fit.ts';
import { TextInput } from '#web/ui/inputs.tsx';
import styles from './fitment-list.module.css';

/** Up to so many rows nothing is folded, and there is no box to look through them. */
const OPEN_ROWS = 24;

/** The reader's vehicle. */
type OwnVehicle = Pick<FitmentBody, 'kind' | 'make' | 'model'> & { readonly year: number };

export function FitmentList({
  fitments,
  own,
}: {
  readonly fitments: readonly FitmentBody[];
  /** Marked where it is listed. */
  readonly own?: OwnVehicle | null;
}) {
  const [text, setText] = useState('');
  const shown = fitmentsNamed(fitments, text);
  const byMake = new Map<string, FitmentBody[]>();
  for (const fitment of shown) {
    const rows = byMake.get(fitment.make);
    if (rows === undefined) byMake.set(fitment.make, [fitment]);
    else rows.push(fitment);
  }
  return (
    <div className={styles.sheet}>
      {fitments.length > OPEN_ROWS && (
        <div className={styles.find}>
          <TextInput
            type="search"
            aria-label="Look through the vehicles"
            placeholder="Make, model or year"
            value={text}
            onChange={(event) => setText(event.target.value)}
            autoComplete="off"
            maxLength={100}
          />
          <span className="small quiet" role="status">
            {shown.length === fitments.length
              ? ''
              : shown.length === 0
                ? 'None of them'
                : rowsIn(shown.length)}
          </span>
        </div>
      )}
      {/* Each make's table has its own head for people who listen; this one is for all of them. */}
      <p className={styles.heads} aria-hidden="true">
        <span>Vehicle</span>
        <span>Years</span>
        <span>Position</span>
        <span>Per vehicle</span>
        <span>Only if</span>
      </p>
      {[...byMake].map(([make, rows], index) => (
        <details
          // Looked through, and with one's own vehicle known, other makes are open.
          key={`${make} ${text !== ''} ${own?.make === make}`}
          className={styles.make}
          open={
            shown.length <= OPEN_ROWS || (text === '' ? index === 0 : byMake.size <= 4) || own?.make === make
          }
        >
          <summary>
            <b>{make}</b>
            <span className="small quiet">{modelsOf(rows)}</span>
          </summary>
          <table className={styles.table}>
            <caption className="sr">{make} models that this part fits</caption>
            <colgroup>
              <col />
              <col className={styles.yearsColumn} />
              <col className={styles.positionColumn} />
              <col className={styles.perColumn} />
              <col />
            </colgroup>
            <thead className="sr">
              <tr>
                <th scope="col">Model</th>
                <th scope="col">Years</th>
                <th scope="col">Position</th>
                <th scope="col">Per vehicle</th>
                <th scope="col">Only if</th>
              </tr>
            </thead>
            <tbody>
              {rows.map((fitment, row) => (
                <tr key={keyOf(fitment)} className={isOwn(fitment, own) ? styles.own : undefined}>
                  <th scope="row">
                    {/* The model once, above all of its rows; whoever listens hears it with each. */}
                    <span className={rows[row - 1]?.model === fitment.model ? styles.again : undefined}>
                      {fitment.model}
                    </span>
                    {isOwn(fitment, own) && <span className="sr">, your vehicle</span>}
                  </th>
                  <td>{yearsOf(fitment)}</td>
                  <td>{fitment.position}</td>
                  <td className={styles.per}>
                    {fitment.quantityPerVehicle}
                    <span className={styles.phone}> per vehicle</span>
                  </td>
                  <td className={styles.only}>
                    {conditionOf(fitment) !== '' && <span className={styles.phone}>Only if: </span>}
                    {conditionOf(fitment)}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </details>
      ))}
    </div>
  );
}

/** Those that have all of the words; a number of four digits is a year between the first and the last. */
function fitmentsNamed(fitments: readonly FitmentBody[], text: string): readonly FitmentBody[] {
  const words = text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  if (words.length === 0) return fitments;
  return fitments.filter((fitment) => {
    const { make, model, position, yearFrom, yearTo } = fitment;
    const named = `${make} ${model} ${position} ${conditionOf(fitment)}`.toLowerCase();
    const joined = named.replaceAll(/[^a-z0-9]/g, '');
    return words.every(
      (word) =>
        named.includes(word) ||
        joined.includes(word) ||
        (/^(19|20)\d\d$/.test(word) && yearFrom <= Number(word) && Number(word) <= yearTo),
    );
  });
}

function isOwn(
  { kind, make, model, yearFrom, yearTo }: FitmentBody,
  own: OwnVehicle | null | undefined,
): boolean {
  return (
    own?.kind === kind &&
    own.make === make &&
    own.model === model &&
    yearFrom <= own.year &&
    own.year <= yearTo
  );
}

function rowsIn(count: number): string {
  return count === 1 ? '1 row' : `${count} rows`;
}

function keyOf({ kind, model, yearFrom, yearTo, position, engine, qualifiers }: FitmentBody): string {
  return [kind, model, yearFrom, yearTo, position, engine, qualifiers].join('|');
}

function yearsOf({ yearFrom, yearTo }: FitmentBody): string {
  return yearFrom === yearTo ? String(yearFrom) : `${yearFrom} to ${yearTo}`;
}

function modelsOf(rows: readonly FitmentBody[]): string {
  const count = new Set(rows.map((row) => row.model)).size;
  return count === 1 ? '1 model' : `${count} models`;
}
