/** Choosing the picture of a part: by the file dialog or by dropping it, seen at once in the shop's frame. */
import { ImageUp } from 'lucide-react';
import { type Ref, useEffect, useState } from 'react';
import { classNames } from '#web/ui/class-names.ts';
import type { InputTies } from '#web/ui/field.tsx';
import { Picture } from '#web/ui/picture.tsx';
import styles from './image-field.module.css';

/** Types that the shop takes; it looks into the file to be sure. */
const TYPES = 'image/jpeg,image/png,image/webp,image/avif';

export function ImageField({
  ties,
  inputRef,
  file,
  currentUrl = '',
  onChoose,
}: {
  readonly ties: InputTies;
  readonly inputRef: Ref<HTMLInputElement>;
  /** What was chosen here. */
  readonly file: File | null;
  /** The picture that the part has; empty for none. */
  readonly currentUrl?: string;
  readonly onChoose: (file: File | null) => void;
}) {
  const preview = usePreview(file);
  const shown = preview ?? currentUrl;
  return (
    <div className={classNames(styles.field, ties['aria-invalid'] && styles.invalid)}>
      <div className={styles.frame}>
        {shown === '' ? (
          <span className={styles.none}>
            <ImageUp className="icon" aria-hidden="true" />
          </span>
        ) : (
          <Picture
            key={shown}
            src={shown}
            alt={file === null ? 'The picture now' : 'The chosen picture'}
            eager
          />
        )}
      </div>
      <div className={styles.words}>
        <p className={styles.name}>
          {file?.name ??
            (currentUrl === '' ? 'Choose a picture, or drop one here' : 'Choose another picture')}
        </p>
        <p className={styles.hint}>
          {file === null ? 'JPEG, PNG, WebP or AVIF, at most 10 MB; shown in a 4:3 frame' : sizeOf(file)}
        </p>
      </div>
      {/* Over the whole field: a press anywhere opens the dialog, a drop anywhere chooses. */}
      <input
        {...ties}
        ref={inputRef}
        className={styles.input}
        type="file"
        accept={TYPES}
        onChange={(event) => {
          const chosen = event.target.files?.[0];
          if (chosen !== undefined) onChoose(chosen);
        }}
      />
    </div>
  );
}

function usePreview(file: File | null): string | undefined {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (file === null) {
      setUrl(undefined);
      return undefined;
    }
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return url;
}

function sizeOf(file: File): string {
  return file.size < 1_000_000
    ? `${Math.max(1, Math.round(file.size / 1000))} kB`
    : `${(file.size / 1_000_000).toFixed(1)} MB`;
}
