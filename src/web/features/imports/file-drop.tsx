/** Where a file is put down, or chosen. */
import { FileUp } from 'lucide-react';
import { useState } from 'react';
import type { ImportKind } from '#contract/imports.ts';
import { Button } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { Field } from '#web/ui/field.tsx';
import { Select } from '#web/ui/inputs.tsx';
import styles from './file-drop.module.css';
import { KINDS } from './words.ts';

export function FileDrop({
  sending,
  onFile,
}: {
  /** How far a file is that is on its way. */
  readonly sending:
    | { readonly name: string; readonly share: number; readonly cancel: () => void }
    | undefined;
  readonly onFile: (file: File, kind: ImportKind | undefined) => void;
}) {
  const [kind, setKind] = useState<ImportKind>();
  const [isOver, setIsOver] = useState(false);
  if (sending !== undefined) {
    const percent = Math.round(sending.share * 100);
    return (
      <div className={styles.drop} role="status">
        <FileUp className="icon" aria-hidden="true" />
        <div className={styles.words}>
          <p className={styles.title}>{sending.name}</p>
          <progress className={styles.progress} aria-label="Sent" max={100} value={percent} />
          <p className={styles.hint}>{percent < 100 ? `${percent} % sent` : 'The shop reads the rest'}</p>
        </div>
        <Button size="small" className={styles.above} onClick={sending.cancel}>
          Cancel
        </Button>
      </div>
    );
  }
  const take = (files: FileList | null) => {
    const file = files?.[0];
    if (file !== undefined) onFile(file, kind);
  };
  return (
    <div className={styles.place}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the input inside does the same from the keyboard */}
      <div
        className={classNames(styles.drop, isOver && styles.over)}
        onDragOver={(event) => {
          event.preventDefault();
          setIsOver(true);
        }}
        onDragLeave={() => setIsOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setIsOver(false);
          take(event.dataTransfer.files);
        }}
      >
        <FileUp className="icon" aria-hidden="true" />
        <div className={styles.words}>
          <p className={styles.title}>Drop a file here, or choose one</p>
          <p className={styles.hint}>
            CSV, ACES or PIES, up to 2 GB. Nothing changes before you have seen what it would do.
          </p>
        </div>
        <input
          type="file"
          aria-label="File to import"
          className={styles.input}
          accept=".csv,.tsv,.txt,.xml,text/csv,text/plain,application/xml"
          onChange={(event) => {
            take(event.target.files);
            // The same file may be chosen again, once it is mended.
            event.target.value = '';
          }}
        />
      </div>
      <Field label="What it is" hint="Its first line tells, nearly always.">
        {(ties) => (
          <Select
            {...ties}
            value={kind ?? ''}
            onChange={(event) => setKind(KINDS.find((one) => one.kind === event.target.value)?.kind)}
          >
            <option value="">As its first line says</option>
            {KINDS.map((one) => (
              <option key={one.kind} value={one.kind}>
                {one.name}
              </option>
            ))}
          </Select>
        )}
      </Field>
    </div>
  );
}
