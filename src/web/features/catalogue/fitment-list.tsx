/** Vehicles that a part fits, grouped by make; long lists fold away. */
import type { FitmentBody } from '#contract/catalogue.ts';
import styles from './fitment-list.module.css';

/** Up to so many rows nothing is folded. */
const OPEN_ROWS = 24;

export function FitmentList({ fitments }: { readonly fitments: readonly FitmentBody[] }) {
  const byMake = new Map<string, FitmentBody[]>();
  for (const fitment of fitments) {
    const rows = byMake.get(fitment.make);
    if (rows === undefined) byMake.set(fitment.make, [fitment]);
    else rows.push(fitment);
  }
  return (
    <div className={styles.sheet}>
      {/* Each make's table has its own head for people who listen; this one is for all of them. */}
      <p className={styles.heads} aria-hidden="true">
        <span>Vehicle</span>
        <span>Years</span>
        <span>Position</span>
        <span>Per vehicle</span>
        <span>Only if</span>
      </p>
      {[...byMake].map(([make, rows], index) => (
        <details key={make} className={styles.make} open={fitments.length <= OPEN_ROWS || index === 0}>
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
              {rows.map((fitment) => (
                <tr key={keyOf(fitment)}>
                  <th scope="row">{fitment.model}</th>
                  <td>{yearsOf(fitment)}</td>
                  <td>{fitment.position}</td>
                  <td className={styles.per}>
                    {fitment.quantityPerVehicle}
                    <span className={styles.phone}> per vehicle</span>
                  </td>
                  <td className={styles.only}>
                    {fitment.qualifiers !== '' && <span className={styles.phone}>Only if: </span>}
                    {fitment.qualifiers}
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

function keyOf({ kind, model, yearFrom, yearTo, position, qualifiers }: FitmentBody): string {
  return [kind, model, yearFrom, yearTo, position, qualifiers].join('|');
}

function yearsOf({ yearFrom, yearTo }: FitmentBody): string {
  return yearFrom === yearTo ? String(yearFrom) : `${yearFrom} to ${yearTo}`;
}

function modelsOf(rows: readonly FitmentBody[]): string {
  const count = new Set(rows.map((row) => row.model)).size;
  return count === 1 ? '1 model' : `${count} models`;
}
