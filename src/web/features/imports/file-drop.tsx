/** Where a file is put down, or chosen. */
import { FileUp } from 'lucide-react';
import { useState } from 'react';
import { MAX_FILE_BYTES } from '#contract/import-limits.ts';
import type { ImportKind } from '#contract/imports.ts';
import type { UploadOptions } from '#web/calls/upload-import.ts';
import { Button } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { Field } from '#web/ui/field.tsx';
import { Select } from '#web/ui/inputs.tsx';
import { ProgressBar } from '#web/ui/progress.tsx';
import { useGivenFiles } from '#web/ui/use-given-files.ts';
import styles from './file-drop.module.css';
import { KINDS, timeToGo } from './words.ts';

export function FileDrop({
  sending,
  onFile,
}: {
  /** How far a file is that is on its way. */
  readonly sending:
    | {
        readonly name: string;
        readonly share: number;
        readonly secondsLeft: number | null;
        readonly cancel: () => void;
      }
    | undefined;
  readonly onFile: (file: File, options: UploadOptions) => void;
}) {
  const [kind, setKind] = useState<ImportKind>();
  const [passesOver, setPassesOver] = useState(false);
  const [tooLarge, setTooLarge] = useState<string>();
  const give = (file: File) => {
    // The shop would say so, too, but a browser that is still sending may not hear it.
    setTooLarge(file.size > MAX_FILE_BYTES ? file.name : undefined);
    if (file.size <= MAX_FILE_BYTES) onFile(file, { kind, otherColumns: passesOver ? 'passOver' : 'refuse' });
  };
  const isDragged = useGivenFiles(sending === undefined, give);
  if (sending !== undefined) {
    const percent = Math.round(sending.share * 100);
    const { secondsLeft } = sending;
    const toGo = secondsLeft === null ? '' : `, ${timeToGo(secondsLeft)} to go`;
    return (
      <div className={styles.drop} role="status">
        <FileUp className="icon" aria-hidden="true" />
        <div className={styles.words}>
          <p className={styles.title}>{sending.name}</p>
          <ProgressBar label="Sent" done={percent} of={100} />
          <p className={styles.hint}>
            {percent < 100 ? `${percent} % sent${toGo}` : 'The shop reads the rest'}
          </p>
        </div>
        <Button size="small" className={styles.above} onClick={sending.cancel}>
          Cancel
        </Button>
      </div>
    );
  }
  return (
    <div className={styles.place}>
      <div className={classNames(styles.drop, isDragged && styles.over)}>
        <FileUp className="icon" aria-hidden="true" />
        <div className={styles.words}>
          <p className={styles.title}>{isDragged ? 'Drop the file' : 'Drop a file, or choose one'}</p>
          {tooLarge !== undefined && (
            <p className={styles.wrong} role="alert">
              {tooLarge} has more than 2 GB. Split it, or import it from the command line.
            </p>
          )}
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
            const file = event.target.files?.[0];
            if (file !== undefined) give(file);
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
      <Field label="Other columns" hint="A mistyped name is found only where they are refused.">
        {(ties) => (
          <Select
            {...ties}
            value={passesOver ? 'passOver' : 'refuse'}
            onChange={(event) => setPassesOver(event.target.value === 'passOver')}
          >
            <option value="refuse">Are refused</option>
            <option value="passOver">Are passed over</option>
          </Select>
        )}
      </Field>
    </div>
  );
}
