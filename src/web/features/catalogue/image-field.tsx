/** Choosing the picture of a part: by the file dialog, by dropping or pasting it; seen at once in the shop's frame. */
import { ImageUp } from 'lucide-react';
import { type Ref, useEffect, useState } from 'react';
import { Button } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import type { InputTies } from '#web/ui/field.tsx';
import { Picture } from '#web/ui/picture.tsx';
import { ProgressBar } from '#web/ui/progress.tsx';
import { useGivenFiles } from '#web/ui/use-given-files.ts';
import styles from './image-field.module.css';
import { PICTURE_TYPES } from './part-editor-values.ts';

/** A picture on its way to the shop. */
export type SendingPicture = {
  /** How much of it has been sent, from 0 to 1. */
  readonly share: number;
  readonly cancel: () => void;
};

export function ImageField({
  ties,
  inputRef,
  file,
  currentUrl = '',
  onChoose,
  sending,
}: {
  readonly ties: InputTies;
  readonly inputRef: Ref<HTMLInputElement>;
  /** What was chosen here. */
  readonly file: File | null;
  /** The picture that the part has; empty for none. */
  readonly currentUrl?: string;
  /** Null takes the choice back. */
  readonly onChoose: (file: File | null) => void;
  /** Present while the picture is being sent; nothing else can be chosen then. */
  readonly sending?: SendingPicture | undefined;
}) {
  const isDragged = useGivenFiles(sending === undefined, onChoose);
  const preview = usePreview(file);
  const shown = preview ?? currentUrl;
  return (
    <div
      className={classNames(
        styles.field,
        ties['aria-invalid'] && styles.invalid,
        isDragged && styles.awaiting,
      )}
    >
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
          {isDragged ? 'Drop the picture' : (file?.name ?? callToChoose(currentUrl))}
        </p>
        {sending === undefined ? (
          <p className={styles.hint}>
            {file === null ? 'JPEG, PNG, WebP or AVIF, at most 10 MB; shown in a 4:3 frame' : sizeOf(file)}
          </p>
        ) : (
          <Progress share={sending.share} />
        )}
      </div>
      {/* Over the whole field: a press anywhere opens the dialog. */}
      <input
        {...ties}
        ref={inputRef}
        className={styles.input}
        type="file"
        accept={PICTURE_TYPES.join(',')}
        disabled={sending !== undefined}
        onChange={({ currentTarget }) => {
          const chosen = currentTarget.files?.[0];
          if (chosen !== undefined) onChoose(chosen);
          // So that the same file can be chosen again after the choice was taken back.
          currentTarget.value = '';
        }}
      />
      {sending !== undefined ? (
        <Button size="small" className={styles.action} onClick={sending.cancel}>
          Cancel upload
        </Button>
      ) : (
        file !== null && (
          <Button size="small" className={styles.action} onClick={() => onChoose(null)}>
            {currentUrl === '' ? 'Remove' : 'Keep the old one'}
          </Button>
        )
      )}
    </div>
  );
}

function callToChoose(currentUrl: string): string {
  return currentUrl === ''
    ? 'Choose a picture, drop or paste one'
    : 'Choose another picture, drop or paste one';
}

function Progress({ share }: { readonly share: number }) {
  const percent = Math.floor(share * 100);
  const words = percent < 100 ? `Sending, ${percent} %` : 'Making its sizes';
  return (
    <>
      <ProgressBar label="Sending the picture" done={percent} of={100} />
      <p className={styles.hint}>{words}</p>
    </>
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
