/** The parts that are chosen to be compared, at the foot of the window: a chunk of its own, for whoever has chosen any. */
import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { CloseButton } from '#web/ui/close-button.tsx';
import { Picture } from '#web/ui/picture.tsx';
import { COMPARED_AT_MOST, comparedText } from './compare-search.ts';
import { keepCompared, removeCompared, useComparedParts } from './compare-shelf.ts';
import styles from './compare-tray.module.css';
import type { KeptPart } from './kept-part.ts';

/** `onCleared` is told that all were taken away and can be brought back, and when that is over. */
export default function CompareTray({
  cleared,
  onCleared,
}: {
  readonly cleared: readonly KeptPart[];
  readonly onCleared: (parts: readonly KeptPart[]) => void;
}) {
  const parts = useComparedParts();
  if (parts.length === 0) return cleared.length === 0 ? null : <Cleared parts={cleared} onOver={onCleared} />;
  return <Chosen parts={parts} onCleared={onCleared} />;
}

function Chosen({
  parts,
  onCleared,
}: {
  readonly parts: readonly KeptPart[];
  readonly onCleared: (parts: readonly KeptPart[]) => void;
}) {
  const tray = useRef<HTMLElement>(null);
  const clear = () => {
    onCleared(parts);
    keepCompared([]);
  };
  const remove = (part: KeptPart) => {
    if (parts.length === 1) return clear();
    removeCompared(part);
    // The button that had the focus is gone with its part.
    tray.current?.focus();
  };
  return (
    <section ref={tray} tabIndex={-1} className={styles.tray} aria-label="Parts to compare">
      <div className={`wrap ${styles.inside}`}>
        <ul className={styles.parts}>
          {parts.map((part) => (
            <li key={part._id} className={styles.part}>
              <Link
                to="/catalogue/$brand/$partNumber"
                params={{ brand: part.brandSlug, partNumber: part.partNumberSlug }}
                className={styles.link}
              >
                <Picture src={part.img} alt="" small className={styles.picture} />
                <span className={styles.name}>
                  {part.name}
                  <small>
                    {part.brand} {part.partNumber}
                  </small>
                </span>
              </Link>
              <CloseButton
                onClick={() => remove(part)}
                label={`Do not compare ${part.name}, ${part.brand} ${part.partNumber}`}
              />
            </li>
          ))}
        </ul>
        <div className={styles.actions}>
          <Button tone="bare" size="small" onClick={clear}>
            Clear
          </Button>
          {parts.length > 1 ? (
            <ButtonLink
              to="/catalogue/compare"
              search={{ part: comparedText(parts) }}
              tone="signal"
              className={styles.compare}
            >
              Compare {parts.length} parts
            </ButtonLink>
          ) : (
            <p className={styles.hint}>Choose up to {COMPARED_AT_MOST - 1} more</p>
          )}
        </div>
      </div>
    </section>
  );
}

function Cleared({
  parts,
  onOver,
}: {
  readonly parts: readonly KeptPart[];
  readonly onOver: (parts: readonly KeptPart[]) => void;
}) {
  const undo = useRef<HTMLButtonElement>(null);
  // Whoever has cleared the tray by the keyboard stands where the tray was.
  useEffect(() => undo.current?.focus(), []);
  return (
    <section className={styles.tray} aria-label="Parts to compare">
      <div className={`wrap ${styles.inside}`}>
        <p role="status">Nothing is chosen to be compared any more.</p>
        <div className={styles.actions}>
          <Button
            ref={undo}
            size="small"
            onClick={() => {
              keepCompared(parts);
              onOver([]);
            }}
          >
            Undo
          </Button>
          <CloseButton onClick={() => onOver([])} label="Close" />
        </div>
      </div>
    </section>
  );
}
