/** The inputs of forms. Each takes a field's ties and all of its element's own properties, `ref` included. */
import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';
import styles from './inputs.module.css';

/** One line of text; `type` for email, password, telephone and so on. */
export function TextInput({ className, ...rest }: ComponentProps<'input'>) {
  return <input type="text" {...rest} className={classNames(styles.input, className)} />;
}

/**
 * A number. A text input with the number keyboard, since `type=number` changes under the scroll wheel and gives nothing
 * at all for what it cannot read. `decimals` asks for a keyboard with a decimal point.
 */
export function NumberInput({
  decimals = false,
  className,
  ...rest
}: ComponentProps<'input'> & { readonly decimals?: boolean }) {
  return (
    <input
      autoComplete="off"
      {...rest}
      type="text"
      inputMode={decimals ? 'decimal' : 'numeric'}
      className={classNames(styles.input, className)}
    />
  );
}

/** Several lines of text. */
export function TextArea({ className, rows = 3, ...rest }: ComponentProps<'textarea'>) {
  return <textarea rows={rows} {...rest} className={classNames(styles.input, styles.area, className)} />;
}

/** One of a few; options as children. */
export function Select({ className, ...rest }: ComponentProps<'select'>) {
  return <select {...rest} className={classNames(styles.input, styles.select, className)} />;
}
