/** A small cross that takes something away, or closes it; the label says what. */
import { X } from 'lucide-react';
import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';
import styles from './close-button.module.css';

export function CloseButton({
  label,
  className,
  ...rest
}: Omit<ComponentProps<'button'>, 'children'> & { readonly label: string }) {
  return (
    <button type="button" {...rest} className={classNames(styles.close, className)} aria-label={label}>
      <X className="icon" aria-hidden="true" />
    </button>
  );
}
