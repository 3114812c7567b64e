/** The page for addresses that are none: a drawing with a missing step, and a way to find the part. */
import { Link, useRouterState } from '@tanstack/react-router';
import { Button } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { Field } from '#web/ui/field.tsx';
import { TextInput } from '#web/ui/inputs.tsx';
import { PartNumber } from '#web/ui/numbers.tsx';
import styles from './not-found.module.css';

export function NotFoundPage() {
  const path = useRouterState({ select: (state) => decode(state.location.pathname) });
  const guess = path.split('/').at(-1) ?? '';
  return (
    <div className={classNames('wrap', styles.page)}>
      <div>
        <h1>No page at this address</h1>
        <p className={styles.where}>
          <PartNumber number={path} /> is not in the shop. The part may have been replaced, or the link lost a
          digit.
        </p>
        <form className={styles.find} action="/catalogue" method="get">
          <Field label="Find it by any number">
            {(ties) => (
              <div className={styles.row}>
                <TextInput {...ties} name="q" type="search" defaultValue={guess} maxLength={200} />
                <Button type="submit" tone="signal">
                  Search
                </Button>
              </div>
            )}
          </Field>
        </form>
        <p className={classNames('small', styles.ways)}>
          or go to <Link to="/">Home</Link> or <Link to="/catalogue">the catalogue</Link>
        </p>
      </div>
      <Drawing />
    </div>
  );
}

function decode(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}

/** Lines 6 apart over the whole shaft; moving them by 6 looks like turning without end. */
const HATCHING = Array.from({ length: 27 }, (_, line) => `M134 ${48 + 6 * line}h452`).join('');

function Drawing() {
  return (
    <svg
      className={styles.drawing}
      viewBox="0 0 720 260"
      role="img"
      aria-label="Drawing of a turning shaft with a missing step"
    >
      <clipPath id="steps">
        <path d="M134 97h96v66h-96zM234 61h60v138h-60zM426 61h60v138h-60zM490 97h96v66h-96z" />
      </clipPath>
      <path
        className={styles.body}
        d="M60 112h70v36H60zM134 96h96v68h-96zM234 60h60v140h-60zM426 60h60v140h-60zM490 96h96v68h-96zM590 112h70v36h-70z"
      />
      <g clipPath="url(#steps)">
        <path className={styles.turning} d={HATCHING} />
      </g>
      <path className={styles.gap} d="M298 80h124v100H298z" />
      <path className={styles.axis} d="M24 130h672" />
      <path
        className={styles.dimension}
        d="M298 200v38M422 200v38M298 230h124M298 230l9-3.500v7zM422 230l-9-3.500v7z"
      />
      <text x="360" y="222" textAnchor="middle" className={styles.number}>
        404
      </text>
    </svg>
  );
}
