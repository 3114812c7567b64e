/**
 * The sandbox's card element: number, expiry and security code in one row, with the methods and events of Stripe's
 * `CardElement`. Ordinary inputs of the page, not a frame of Stripe's: only test cards are ever read from them, and they
 * have no names, so no form sends them anywhere.
 */
import type {
  StripeCardElement,
  StripeCardElementChangeEvent,
  StripeCardElementOptions,
} from '@stripe/stripe-js';
import { type CalendarMonth, cardDigitsMaxOf, digitsOf } from '#domain/payments/card-number.ts';
import { brandMark } from './card-brand-mark.ts';
import { make, makeInput } from './card-element-dom.ts';
import { applyStyle, classNames, setVariable, toggle } from './card-element-style.ts';
import {
  CARD_FIELDS,
  type CardEntry,
  type CardError,
  type CardField,
  type CardReading,
  expiryOf,
  readEntry,
  writeCvc,
  writeExpiry,
  writeNumber,
} from './card-entry.ts';
import { adoptSandboxStyles } from './sandbox-styles.ts';

/** A whole card, as it is sent to the sandbox. */
export type EnteredCard = {
  /** Digits only. */
  readonly number: string;
  readonly expiry: CalendarMonth;
  readonly cvc: string;
};

type Handler = (event: never) => unknown;

const EVENTS = ['ready', 'change', 'focus', 'blur', 'escape', 'networkschange', 'loaderror'] as const;
type EventName = (typeof EVENTS)[number];

const NEXT: Readonly<Record<CardField, CardField | null>> = { number: 'expiry', expiry: 'cvc', cvc: null };
const PREVIOUS: Readonly<Record<CardField, CardField | null>> = {
  number: null,
  expiry: 'number',
  cvc: 'expiry',
};

const readers = new WeakMap<object, () => EnteredCard | CardError>();

/**
 * Reads the card out of an element that `createSandboxCardElement` made, and shows in it what is missing. Answers the
 * first error for a card that isn't whole, and null for anything else than such an element.
 */
export function readCard(element: unknown): EnteredCard | CardError | null {
  const reader = typeof element === 'object' && element !== null ? readers.get(element) : undefined;
  return reader === undefined ? null : reader();
}

let elementsMade = 0;

/** Makes a card element; `onDestroy` is told when it has gone for good. */
export function createSandboxCardElement(
  initialOptions: StripeCardElementOptions,
  onDestroy: () => void,
): StripeCardElement {
  adoptSandboxStyles();
  let options = initialOptions;
  let container: HTMLElement | null = null;
  let stopListening = new AbortController();
  let destroyed = false;
  let ready: 'no' | 'waiting for a listener' | 'told' = 'no';
  let readyTimer: ReturnType<typeof setTimeout> | undefined;
  let hasFocus = false;
  const finished = new Set<CardField>();
  const handlers = new Map<EventName, Set<Handler>>();

  elementsMade += 1;
  const hint = make('span', 'sandbox-card-hint', { id: `sandbox-card-hint-${elementsMade}` });
  const brand = make('span', 'sandbox-card-brand', { 'aria-hidden': 'true' });
  const inputs: Readonly<Record<CardField, HTMLInputElement>> = {
    number: makeInput('number'),
    expiry: makeInput('expiry'),
    cvc: makeInput('cvc'),
  };
  const row = make('div', 'sandbox-card-row');
  row.append(brand, inputs.number, inputs.expiry, inputs.cvc, hint);
  const root = make('div', 'sandbox-card', { role: 'group', 'aria-label': 'Credit or debit card' });
  root.append(row);

  const entry = (): CardEntry => ({
    number: inputs.number.value,
    expiry: inputs.expiry.value,
    cvc: inputs.cvc.value,
  });
  let reading = readEntry(entry(), finished, thisMonth());
  let brandShown: string | undefined;

  const emit = (name: EventName, event: unknown): void => {
    // Each handler was attached for this event's name, so it takes what this name carries.
    for (const handler of [...(handlers.get(name) ?? [])]) handler(event as never);
  };

  const changeEvent = (): StripeCardElementChangeEvent => ({
    elementType: 'card',
    empty: reading.empty,
    complete: reading.complete,
    brand: reading.brand,
    value: { postalCode: '' },
    error:
      reading.error === undefined
        ? undefined
        : { type: reading.error.type, code: reading.error.code, message: reading.error.message },
  });

  /** Reads the fields anew, shows what came of it, and tells the listeners when `always` or when it differs. */
  const refresh = (always: boolean): void => {
    const before = reading;
    reading = readEntry(entry(), finished, thisMonth());
    show();
    if (always || !sameReading(before, reading)) emit('change', changeEvent());
  };

  const show = (): void => {
    const { error } = reading;
    for (const field of CARD_FIELDS) {
      const wrong = error?.field === field;
      if (wrong) {
        inputs[field].setAttribute('aria-invalid', 'true');
        inputs[field].setAttribute('aria-describedby', hint.id);
      } else {
        inputs[field].removeAttribute('aria-invalid');
        inputs[field].removeAttribute('aria-describedby');
      }
    }
    hint.textContent = error?.message ?? '';
    if (brandShown !== reading.brand) {
      brandShown = reading.brand;
      brand.replaceChildren(brandMark(reading.brand));
    }
    showOptions();
  };

  const showOptions = (): void => {
    brand.hidden = options.hideIcon === true;
    brand.style.display = options.hideIcon === true ? 'none' : '';
    for (const field of CARD_FIELDS) inputs[field].disabled = options.disabled === true;
    const style = options.style ?? {};
    const state = reading.complete ? style.complete : reading.empty ? style.empty : undefined;
    applyStyle(row, { ...style.base, ...state });
    setVariable(root, '--sandbox-card-color', state?.color ?? style.base?.color);
    setVariable(root, '--sandbox-card-icon', state?.iconColor ?? style.base?.iconColor);
    setVariable(root, '--sandbox-card-placeholder', style.base?.['::placeholder']?.color);
    setVariable(root, '--sandbox-card-invalid', style.invalid?.color);
    if (container !== null) showClasses(container);
  };

  const showClasses = (on: HTMLElement): void => {
    const names = classNames(options.classes);
    toggle(on, names.base, true);
    toggle(on, names.focus, hasFocus);
    toggle(on, names.empty, reading.empty);
    toggle(on, names.complete, reading.complete);
    toggle(on, names.invalid, reading.error !== undefined);
  };

  const onInput = (field: CardField, event: Event): void => {
    const kind = event instanceof InputEvent ? event.inputType : '';
    const deleting = kind.startsWith('delete');
    finished.delete(field);
    write(field, deleting);
    if (field === 'number') write('cvc', false);
    refresh(true);
    // Filled in by the browser, the fields are all written at once and focus stays where it is.
    const typed = kind.startsWith('insert') && kind !== 'insertReplacementText';
    const next = NEXT[field];
    if (typed && next !== null && isFull(field) && reading.error?.field !== field) inputs[next].focus();
  };

  const write = (field: CardField, deleting: boolean): void => {
    const input = inputs[field];
    if (field === 'number') {
      const typed = writeNumber({ text: input.value, caret: input.selectionStart ?? input.value.length });
      if (input.value !== typed.text) {
        input.value = typed.text;
        if (document.activeElement === input) input.setSelectionRange(typed.caret, typed.caret);
      }
    } else {
      const text =
        field === 'expiry' ? writeExpiry(input.value, deleting) : writeCvc(input.value, inputs.number.value);
      if (input.value !== text) input.value = text;
    }
  };

  const isFull = (field: CardField): boolean => {
    const digits = digitsOf(inputs.number.value);
    if (field === 'number') {
      return (
        digits.length === cardDigitsMaxOf(digits) &&
        inputs.number.selectionStart === inputs.number.value.length
      );
    }
    return field === 'expiry' && expiryOf(inputs.expiry.value) !== null;
  };

  const onKeyDown = (field: CardField, event: KeyboardEvent): void => {
    if (event.key === 'Escape') emit('escape', { elementType: 'card' });
    if (event.key !== 'Backspace') return;
    const input = inputs[field];
    const at = input.selectionStart ?? 0;
    if (at !== input.selectionEnd) return;
    const previous = PREVIOUS[field];
    if (at === 0 && input.value === '' && previous !== null) {
      event.preventDefault();
      inputs[previous].focus();
    } else if (field === 'number' && input.value[at - 1] === ' ') {
      // The space is ours, not theirs: step over it, so that the digit before it goes.
      input.setSelectionRange(at - 1, at - 1);
    }
  };

  const listen = (mountedIn: HTMLElement): void => {
    stopListening = new AbortController();
    const { signal } = stopListening;
    for (const field of CARD_FIELDS) {
      const input = inputs[field];
      input.addEventListener('input', (event) => onInput(field, event), { signal });
      input.addEventListener('keydown', (event) => onKeyDown(field, event), { signal });
      input.addEventListener(
        'blur',
        () => {
          if (input.value !== '') finished.add(field);
          refresh(false);
        },
        { signal },
      );
    }
    root.addEventListener(
      'focusin',
      () => {
        if (hasFocus) return;
        hasFocus = true;
        showClasses(mountedIn);
        emit('focus', { elementType: 'card' });
      },
      { signal },
    );
    root.addEventListener(
      'focusout',
      (event) => {
        if (event.relatedTarget instanceof Node && root.contains(event.relatedTarget)) return;
        hasFocus = false;
        showClasses(mountedIn);
        emit('blur', { elementType: 'card' });
      },
      { signal },
    );
    // A label of the container is the label of the whole element.
    document.addEventListener(
      'click',
      (event) => {
        const label = event.target instanceof Element ? event.target.closest('label') : null;
        if (mountedIn.id !== '' && label?.htmlFor === mountedIn.id) inputs.number.focus();
      },
      { signal },
    );
  };

  const tellReady = (): void => {
    ready = (handlers.get('ready')?.size ?? 0) === 0 ? 'waiting for a listener' : 'told';
    if (ready === 'told') emit('ready', { elementType: 'card' });
  };

  const unmount = (): void => {
    stopListening.abort();
    clearTimeout(readyTimer);
    ready = 'no';
    hasFocus = false;
    root.remove();
    if (container !== null) {
      for (const name of Object.values(classNames(options.classes))) toggle(container, name, false);
    }
    container = null;
  };

  const on = (name: string, handler: Handler): StripeCardElement => {
    const event = EVENTS.find((known) => known === name);
    if (event === undefined) return element;
    handlers.set(event, (handlers.get(event) ?? new Set()).add(handler));
    // React attaches its listeners after it has mounted the element; this one must not have missed it.
    if (event === 'ready' && ready === 'waiting for a listener') readyTimer = setTimeout(tellReady);
    return element;
  };
  const off = (name: string, handler?: Handler): StripeCardElement => {
    for (const [event, attached] of handlers) {
      if (event !== name) continue;
      if (handler === undefined) attached.clear();
      else attached.delete(handler);
    }
    return element;
  };

  const element: StripeCardElement = {
    on,
    off,
    once(name: string, handler: Handler) {
      const run: Handler = (event) => {
        off(name, run);
        return handler(event);
      };
      return on(name, run);
    },
    mount(target) {
      if (destroyed)
        throw integrationError('This Element has already been destroyed. Please create a new one.');
      const found = typeof target === 'string' ? document.querySelector(target) : target;
      if (!(found instanceof HTMLElement)) {
        throw integrationError(
          'The selector you specified applies to no DOM elements that are currently on the page.',
        );
      }
      if (container === found) return;
      unmount();
      container = found;
      found.replaceChildren(root);
      listen(found);
      show();
      readyTimer = setTimeout(tellReady);
    },
    unmount,
    destroy() {
      if (destroyed) return;
      unmount();
      destroyed = true;
      handlers.clear();
      readers.delete(element);
      for (const field of CARD_FIELDS) inputs[field].value = '';
      onDestroy();
    },
    update(changes) {
      if (container !== null) {
        for (const name of Object.values(classNames(options.classes))) toggle(container, name, false);
      }
      options = { ...options, ...changes };
      showOptions();
    },
    focus: () => inputs.number.focus(),
    blur: () => {
      for (const field of CARD_FIELDS) inputs[field].blur();
    },
    clear() {
      for (const field of CARD_FIELDS) inputs[field].value = '';
      finished.clear();
      refresh(true);
    },
  };

  readers.set(element, () => {
    for (const field of CARD_FIELDS) finished.add(field);
    refresh(false);
    const expiry = expiryOf(inputs.expiry.value);
    if (reading.error !== undefined) return reading.error;
    if (expiry === null) throw new Error('a card without an error has an expiry');
    return { number: digitsOf(inputs.number.value), expiry, cvc: inputs.cvc.value };
  });
  show();
  return element;
}

/** The error that Stripe.js throws at a page that uses it wrongly. */
export function integrationError(message: string): Error {
  const error = new Error(message);
  error.name = 'IntegrationError';
  return error;
}

function sameReading(a: CardReading, b: CardReading): boolean {
  return (
    a.empty === b.empty && a.complete === b.complete && a.brand === b.brand && a.error?.code === b.error?.code
  );
}

function thisMonth(): CalendarMonth {
  const now = new Date();
  return { month: now.getMonth() + 1, year: now.getFullYear() };
}
