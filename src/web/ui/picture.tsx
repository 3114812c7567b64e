/** The one frame for pictures of things: 4:3, of fixed size, on the ground that all pictures share. */
import { useEffect, useRef, useState } from 'react';
import { preload } from 'react-dom';
import { classNames } from './class-names.ts';
import { keptSizes, keptSmall } from './kept-sizes.ts';
import styles from './picture.module.css';

export type PictureProps = {
  /** An address; where it is one of a family, all kept sizes are offered. Empty: the drawing. */
  readonly src: string;
  /** What it shows; empty where the words beside it say the same. */
  readonly alt: string;
  /** How wide it stands on the page, as in `sizes`. */
  readonly sizes?: string;
  /** That is 100 px at most, so one size does for it. */
  readonly small?: boolean;
  /** Of the first screen: loaded at once. */
  readonly eager?: boolean;
  /** The one that makes the first screen: loaded at once, before everything else. */
  readonly first?: boolean;
  readonly className?: string | undefined;
};

/** A picture in its frame; where there is none, or it does not load, a neutral drawing of a part. */
export function Picture({
  src,
  alt,
  sizes = '160px',
  small = false,
  first = false,
  eager = first,
  className,
}: PictureProps) {
  const [failedSrc, setFailedSrc] = useState<string>();
  const image = useRef<HTMLImageElement>(null);
  useEffect(() => {
    // It may have failed before this script ran.
    if (image.current?.complete === true && image.current.naturalWidth === 0) setFailedSrc(src);
  }, [src]);
  const hasPicture = src !== '' && failedSrc !== src;
  const kept = small ? keptSmall(src) : keptSizes(src);
  const widths = kept && !small ? sizes : undefined;
  if (first && kept !== undefined) preloadPicture(kept.avif, widths);
  const img = hasPicture && (
    <img
      ref={image}
      src={small ? (kept?.webp ?? src) : src}
      srcSet={widths && kept?.webp}
      sizes={widths}
      alt={alt}
      width={640}
      height={480}
      loading={eager ? 'eager' : 'lazy'}
      fetchPriority={first ? 'high' : 'auto'}
      decoding="async"
      onError={() => setFailedSrc(src)}
    />
  );
  return (
    <span className={classNames(styles.frame, className)}>
      {img === false ? (
        <span className={styles.drawing} {...(alt === '' ? {} : { role: 'img', 'aria-label': alt })} />
      ) : kept === undefined ? (
        img
      ) : (
        <picture>
          <source type="image/avif" srcSet={kept.avif} sizes={widths} />
          {img}
        </picture>
      )}
    </span>
  );
}

/** Has a page fetch the picture of its first screen as soon as its head has come. In the browser there is nothing to gain. */
export function preloadPicture(avif: string, sizes?: string): void {
  if (!import.meta.env.SSR) return;
  preload(avif, {
    as: 'image',
    type: 'image/avif',
    imageSrcSet: avif,
    imageSizes: sizes,
    fetchPriority: 'high',
  });
}
