/** Old and new values side by side: what was is struck through, what is stands behind it. */
import type { Fact, Facts } from '#domain/audit/facts.ts';
import styles from './changed-facts.module.css';

/** The values of an entry. `most` of them are shown, where it is given, and how many more there are. */
export function ChangedFacts({
  before,
  after,
  most = Number.POSITIVE_INFINITY,
}: {
  readonly before: Facts | null;
  readonly after: Facts | null;
  readonly most?: number;
}) {
  const names = Object.keys({ ...before, ...after });
  if (names.length === 0) return null;
  const more = names.length - most;
  return (
    <>
      <dl className={styles.facts}>
        {names.slice(0, most).map((name) => (
          <div key={name}>
            <dt>{inWords(name)}</dt>
            <dd>
              {hasValue(before, name) && (
                <del>
                  <span className="sr">was </span>
                  {valueText(before?.[name])}
                </del>
              )}
              {hasValue(after, name) && (
                <ins>
                  <span className="sr">{hasValue(before, name) ? 'is now ' : ''}</span>
                  {valueText(after?.[name])}
                </ins>
              )}
            </dd>
          </div>
        ))}
      </dl>
      {more > 0 && <p className={styles.more}>and {more} more</p>}
    </>
  );
}

const hasValue = (facts: Facts | null, name: string) => facts !== null && Object.hasOwn(facts, name);

/** "minOrder" as "Min order". */
function inWords(name: string): string {
  const words = name.replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}

function valueText(fact: Fact | undefined): string {
  if (fact === null || fact === undefined || fact === '') return '–';
  if (typeof fact === 'boolean') return fact ? 'yes' : 'no';
  return String(fact);
}
