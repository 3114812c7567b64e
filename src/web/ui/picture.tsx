/** The one frame for pictures of things: 4:3, of fixed size, on the ground that all pictures share. */
import { useEffect, useRef, useState } from 'react';
import { classNames } from './class-names.ts';
import styles from './picture.module.css';

/** Addresses of pictures that are kept in several sizes, as AVIF and as WebP; the parenthesis is what all share. */
const FAMILIES = [
  /** What the shop's people have uploaded. */
  { address: /^(\/media\/[A-Za-z0-9_-]+\/)/, widths: [320, 640, 960] },
  /** The shop's own, one for each part type. */
  { address: /^(\/pictures\/[a-z0-9-]+-)\d+\.webp$/, widths: [320, 800] },
] as const;

export type PictureProps = {
  /** An address; where it is one of a family, all kept sizes are offered. Empty: the drawing. */
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
  const sizesKept = keptSizes(src);
  const img = hasPicture && (
    <img
      ref={image}
      src={src}
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
      ) : sizesKept === undefined ? (
        img
      ) : (
        <picture>
          <source type="image/avif" srcSet={srcSet(sizesKept, 'avif')} sizes={sizes} />
          <source type="image/webp" srcSet={srcSet(sizesKept, 'webp')} sizes={sizes} />
          {img}
        </picture>
      )}
    </span>
  );
}

type KeptSizes = { readonly stem: string; readonly widths: readonly number[] };

/** In which sizes a picture is kept; undefined where only its own address is known. */
function keptSizes(src: string): KeptSizes | undefined {
  for (const { address, widths } of FAMILIES) {
    const stem = address.exec(src)?.[1];
    if (stem !== undefined) return { stem, widths };
  }
  return undefined;
}

function srcSet({ stem, widths }: KeptSizes, format: 'avif' | 'webp'): string {
  return widths.map((width) => `${stem}${width}.${format} ${width}w`).join(', ');
}
