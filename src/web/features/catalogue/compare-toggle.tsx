/** Chooses a part to be compared with others, and takes it back. */
import { Scale } from 'lucide-react';
import { Button } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { notify } from '#web/ui/toasts.ts';
import { toggleCompared, useComparedParts } from './compare-shelf.ts';
import styles from './compare-toggle.module.css';
import type { KeptPart } from './kept-part.ts';

export function CompareToggle({
  part,
  look = 'words',
  className,
}: {
  readonly part: KeptPart;
  /** In a dense place a mark alone; its word is read aloud, and shown when it is pointed at. */
  readonly look?: 'words' | 'mark';
  readonly className?: string | undefined;
}) {
  const isChosen = useComparedParts().some(({ _id }) => _id === part._id);
  const onClick = () => {
    if (!toggleCompared(part))
      notify.error('Four parts can be compared at once. Take one of them away first.');
  };
  const isMark = look === 'mark';
  return (
    <Button
      tone="bare"
      size="small"
      aria-label={`Compare: ${part.name}`}
      aria-pressed={isChosen}
      title={isMark ? 'Compare' : undefined}
      className={classNames(styles.toggle, isMark && styles.mark, className)}
      onClick={onClick}
    >
      <Scale className="icon" aria-hidden="true" />
      {!isMark && 'Compare'}
    </Button>
  );
}
