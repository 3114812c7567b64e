/** The page for addresses that are none: an assembly that lacks a part, and a way to find the part. */
import { Link, useRouterState } from '@tanstack/react-router';
import { Button } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { Field } from '#web/ui/field.tsx';
import { TextInput } from '#web/ui/inputs.tsx';
import { PartNumber } from '#web/ui/numbers.tsx';
import { Picture } from '#web/ui/picture.tsx';
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
      <ExplodedView />
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

/** An assembly pulled apart along its axis, as in a workshop's manual. */
const BEFORE_THE_GAP = ['/pictures/water-pump-800.webp', '/pictures/brake-disc-800.webp'];
const AFTER_THE_GAP = ['/pictures/stator-800.webp', '/pictures/fan-clutch-800.webp'];

function ExplodedView() {
  return (
    <div
      className={styles.view}
      role="img"
      aria-label="Parts in a row on one axis that move together and apart, with a gap where one is missing"
    >
      <div className={styles.axis} />
      {BEFORE_THE_GAP.map(part)}
      <div className={styles.gap}>404</div>
      {AFTER_THE_GAP.map(part)}
    </div>
  );
}

const part = (src: string) => <Picture key={src} src={src} alt="" sizes="200px" className={styles.part} />;
