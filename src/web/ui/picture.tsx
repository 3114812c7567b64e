/** The one frame for pictures of things: 4:3, of fixed size, on the ground that all pictures share. */
import { useEffect, useRef, useState } from 'react';
import { preload } from 'react-dom';
import { classNames } from './class-names.ts';
import { keptSizes } from './kept-sizes.ts';
import styles from './picture.module.css';

export type PictureProps = {
  /** An address; where it is one of a family, all kept sizes are offered. Empty: the drawing. */
  readonly src: string;
  /** What it shows; empty where the words beside it say the same. */
  readonly alt: string;
  /** How wide it stands on the page, as in `sizes`. */
  readonly sizes?: string;
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
  const kept = keptSizes(src);
  if (first && kept !== undefined) preloadPicture(kept.avif, sizes);
  const img = hasPicture && (
    <img
      ref={image}
      src={src}
      srcSet={kept?.webp}
      sizes={kept && sizes}
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
          <source type="image/avif" srcSet={kept.avif} sizes={sizes} />
          {img}
        </picture>
      )}
    </span>
  );
}

/** Has a page fetch the picture of its first screen as soon as its head has come. In the browser there is nothing to gain. */
export function preloadPicture(avif: string, sizes: string): void {
  if (!import.meta.env.SSR) return;
  preload(avif, {
    as: 'image',
    type: 'image/avif',
    imageSrcSet: avif,
    imageSizes: sizes,
    fetchPriority: 'high',
  });
}
