/** The nodes of the sandbox's card element. */
import type { CardEntry, CardField } from './card-entry.ts';

const LABELS: Readonly<Record<CardField, string>> = {
  number: 'Credit or debit card number',
  expiry: 'Credit or debit card expiration date',
  cvc: 'Credit or debit card CVC/CVV',
};
const PLACEHOLDERS: CardEntry = { number: 'Card number', expiry: 'MM / YY', cvc: 'CVC' };
const AUTOCOMPLETE = { number: 'cc-number', expiry: 'cc-exp', cvc: 'cc-csc' } as const;

/** A plain element with a class. */
export function make(
  tag: 'div' | 'span',
  className: string,
  attributes: Readonly<Record<string, string>> = {},
): HTMLElement {
  const made = document.createElement(tag);
  made.className = className;
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  return made;
}

/** The input of one field: labelled, for digits, filled in by browsers that keep cards, and without a name. */
export function makeInput(field: CardField): HTMLInputElement {
  const input = document.createElement('input');
  input.className = `sandbox-card-${field}`;
  input.type = 'text';
  input.inputMode = 'numeric';
  input.autocomplete = AUTOCOMPLETE[field];
  input.placeholder = PLACEHOLDERS[field];
  input.spellcheck = false;
  input.setAttribute('aria-label', LABELS[field]);
  input.setAttribute('autocorrect', 'off');
  return input;
}
