/** Stripe's style and class options, put onto the sandbox's card element and its container. */
import type { StripeElementClasses, StripeElementCSSProperties } from '@stripe/stripe-js';

/** The container's class names by state: Stripe's own where the page gives none. */
export function classNames(
  classes: StripeElementClasses | undefined,
): Record<'base' | 'focus' | 'empty' | 'complete' | 'invalid', string> {
  return {
    base: classes?.base ?? 'StripeElement',
    focus: classes?.focus ?? 'StripeElement--focus',
    empty: classes?.empty ?? 'StripeElement--empty',
    complete: classes?.complete ?? 'StripeElement--complete',
    invalid: classes?.invalid ?? 'StripeElement--invalid',
  };
}

/** Adds or takes away class names; one option may hold several. */
export function toggle(on: HTMLElement, names: string, wanted: boolean): void {
  for (const name of names.split(/\s+/u).filter((part) => part !== '')) on.classList.toggle(name, wanted);
}

/** The properties of Stripe's style object that say the same in CSS; colours go through variables. */
const STYLED = [
  'backgroundColor',
  'fontFamily',
  'fontSize',
  'fontStyle',
  'fontVariant',
  'fontWeight',
  'letterSpacing',
  'lineHeight',
  'textAlign',
  'textDecoration',
  'textShadow',
  'textTransform',
] as const satisfies readonly (keyof StripeElementCSSProperties & keyof CSSStyleDeclaration)[];

/** Writes a style object onto an element; what it doesn't name is taken away. */
export function applyStyle(on: HTMLElement, style: StripeElementCSSProperties): void {
  for (const property of STYLED) on.style[property] = String(style[property] ?? '');
}

/** Sets a custom property, or takes it away. */
export function setVariable(on: HTMLElement, name: string, value: string | undefined): void {
  if (value === undefined) on.style.removeProperty(name);
  else on.style.setProperty(name, value);
}
