/** Three pictures of things as one: a large one with two beside it, on the ground that all pictures share. */
import { classNames } from './class-names.ts';
import { keptSizes } from './kept-sizes.ts';
import { preloadPicture } from './picture.tsx';
import styles from './still-life.module.css';

/** Fills its place, however wide that is. It is decoration, so it has no words. */
export function StillLife({
  pictures,
  eager = false,
  className,
}: {
  /** Addresses of pictures on transparent ground, 4:3, the large one first. */
  readonly pictures: readonly [string, string, string];
  /** Of the first screen: loaded at once, the large one first. */
  readonly eager?: boolean;
  readonly className?: string | undefined;
}) {
  return (
    <div className={classNames(styles.place, className)} aria-hidden="true">
      <div className={styles.stage}>
        {pictures.map((src, index) => {
          const kept = keptSizes(src);
          const sizes = index === 0 ? '(max-width: 640px) 60vw, 400px' : '(max-width: 640px) 42vw, 280px';
          // The small ones come after it, and after the typefaces.
          const isFirst = eager && index === 0;
          if (isFirst && kept !== undefined) preloadPicture(kept.avif, sizes);
          return (
            <picture key={src} className={styles.thing}>
              {kept !== undefined && <source type="image/avif" srcSet={kept.avif} sizes={sizes} />}
              <img
                src={src}
                srcSet={kept?.webp}
                sizes={kept && sizes}
                alt=""
                width={800}
                height={600}
                loading={isFirst ? 'eager' : 'lazy'}
                fetchPriority={isFirst ? 'high' : 'auto'}
                decoding="async"
              />
            </picture>
          );
        })}
      </div>
    </div>
  );
}
