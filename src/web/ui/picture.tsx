/** The one frame for pictures of things: 4:3, of fixed size, on the ground that all pictures share. */
import { useEffect, useRef, useState } from 'react';
import { classNames } from './class-names.ts';
import styles from './picture.module.css';

/** Widths in pixels that an uploaded picture is kept in. */
const WIDTHS = [320, 640, 960] as const;
const UPLOADED = /^\/media\/([A-Za-z0-9_-]+)\//;

export type PictureProps = {
  /** An address; of the form `/media/<hash>/…` it is offered in all kept sizes. Empty: the drawing. */
  readonly src: string;
  /** What it shows; empty where the words beside it say the same. */
  readonly alt: string;
  /** How wide it stands on the page, as in `sizes`. */
  readonly sizes?: string;
  /** Of the first screen: loaded at once and first. */
  readonly eager?: boolean;
  readonly className?: string | undefined;
};

/** A picture in its frame; where there is none, or it does not load, a neutral drawing of a part. */
export function Picture({ src, alt, sizes = '160px', eager = false, className }: PictureProps) {
  const [failedSrc, setFailedSrc] = useState<string>();
  const image = useRef<HTMLImageElement>(null);
  useEffect(() => {
    // It may have failed before this script ran.
    if (image.current?.complete === true && image.current.naturalWidth === 0) setFailedSrc(src);
  }, [src]);
  const hasPicture = src !== '' && failedSrc !== src;
  const hash = UPLOADED.exec(src)?.[1];
  const img = hasPicture && (
    <img
      ref={image}
      src={hash === undefined ? src : `/media/${hash}/640.webp`}
      alt={alt}
      width={640}
      height={480}
      loading={eager ? 'eager' : 'lazy'}
      fetchPriority={eager ? 'high' : 'auto'}
      decoding="async"
      onError={() => setFailedSrc(src)}
    />
  );
  return (
    <span className={classNames(styles.frame, className)}>
      {img === false ? (
        <span className={styles.drawing} {...(alt === '' ? {} : { role: 'img', 'aria-label': alt })} />
      ) : hash === undefined ? (
        img
      ) : (
        <picture>
          <source type="image/avif" srcSet={srcSet(hash, 'avif')} sizes={sizes} />
          <source type="image/webp" srcSet={srcSet(hash, 'webp')} sizes={sizes} />
          {img}
        </picture>
      )}
    </span>
  );
}

function srcSet(hash: string, format: 'avif' | 'webp'): string {
  return WIDTHS.map((width) => `/media/${hash}/${width}.${format} ${width}w`).join(', ');
}
