/** One of the shop's own large pictures: several parts, or one that is no product, on the ground of all pictures. */
import { classNames } from './class-names.ts';
import styles from './scene.module.css';

const WIDTHS = [640, 1280] as const;

export type SceneName = 'any-number' | 'car-parts' | 'truck-parts' | 'motorcycle-parts' | 'gear-shaft';

/** Fills its place; what it shows is decoration, so it has no words. */
export function Scene({
  name,
  sizes,
  eager = false,
  className,
}: {
  readonly name: SceneName;
  /** How wide it stands on the page, as in `sizes`. */
  readonly sizes: string;
  /** Of the first screen: loaded at once and first. */
  readonly eager?: boolean;
  readonly className?: string | undefined;
}) {
  return (
    <picture className={classNames(styles.scene, className)}>
      <source type="image/avif" srcSet={srcSet(name, 'avif')} sizes={sizes} />
      <source type="image/webp" srcSet={srcSet(name, 'webp')} sizes={sizes} />
      <img
        src={`/pictures/scenes/${name}-1280.webp`}
        alt=""
        width={1280}
        height={720}
        loading={eager ? 'eager' : 'lazy'}
        fetchPriority={eager ? 'high' : 'auto'}
        decoding="async"
      />
    </picture>
  );
}

function srcSet(name: SceneName, format: 'avif' | 'webp'): string {
  return WIDTHS.map((width) => `/pictures/scenes/${name}-${width}.${format} ${width}w`).join(', ');
}
