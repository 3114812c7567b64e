/** A list as a file: the button that asks for it, and what is said where it did not come. */
import { Download } from 'lucide-react';
import { problemOf } from '#contract/kernel/api-error.ts';
import { Button } from '#web/ui/button.tsx';
import { ErrorNotice } from '#web/ui/notices.tsx';
import styles from './lists.module.css';

type Asked = { readonly isPending: boolean; readonly error: Error | null };

export function CsvButton({
  download,
  isEmpty,
  onClick,
}: {
  readonly download: Asked;
  /** There is nothing to put into the file. */
  readonly isEmpty: boolean;
  readonly onClick: () => void;
}) {
  return (
    <Button size="small" busy={download.isPending} disabled={isEmpty} onClick={onClick}>
      <Download className="icon" aria-hidden="true" />
      CSV
    </Button>
  );
}

export function CsvProblem({ download: { error } }: { readonly download: Asked }) {
  return (
    error !== null && (
      <div className={styles.notice}>
        <ErrorNotice problem={problemOf(error) ?? undefined} kept="No file was saved." />
      </div>
    )
  );
}
