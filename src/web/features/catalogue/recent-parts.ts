/** The parts that were looked at in this browser, newest first. No server knows of them. */
import { useEffect, useSyncExternalStore } from 'react';
import type { PartBody } from '#contract/catalogue.ts';

const FIELDS = ['_id', 'name', 'brand', 'brandSlug', 'partNumber', 'partNumberSlug', 'img'] as const;
/** As much as it takes to lead back to it; what changes, such as its price, is asked for there. */
export type RecentPart = Pick<PartBody, (typeof FIELDS)[number]>;

const KEY = 'mainshaft.recentParts';
/** The one that is looked at, and six others. */
export const KEPT_PARTS = 7;
const NONE: readonly RecentPart[] = [];

/** Takes what makes sense of a kept text, which may be old or somebody else's. */
export function parseRecentParts(text: string | null): readonly RecentPart[] {
  try {
    const kept: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(kept) ? kept.filter(isRecentPart).slice(0, KEPT_PARTS) : NONE;
  } catch {
    return NONE;
  }
}

function isRecentPart(value: unknown): value is RecentPart {
  return (
    typeof value === 'object' &&
    value !== null &&
    FIELDS.every((field) => typeof Reflect.get(value, field) === 'string')
  );
}

/** The list with this part at its head. */
export function withPart(parts: readonly RecentPart[], part: RecentPart): readonly RecentPart[] {
  const { _id, name, brand, brandSlug, partNumber, partNumberSlug, img } = part;
  const seen = { _id, name, brand, brandSlug, partNumber, partNumberSlug, img };
  return [seen, ...parts.filter((other) => other._id !== _id)].slice(0, KEPT_PARTS);
}

let known: { readonly text: string | null; readonly parts: readonly RecentPart[] } = {
  text: null,
  parts: NONE,
};

/** The same list until something changes. */
function current(): readonly RecentPart[] {
  try {
    const text = localStorage.getItem(KEY);
    if (text !== known.text) known = { text, parts: parseRecentParts(text) };
  } catch {
    // Nothing is kept where the browser keeps nothing.
  }
  return known.parts;
}

function subscribe(listener: () => void): () => void {
  window.addEventListener('storage', listener);
  return () => window.removeEventListener('storage', listener);
}

/** Those that were looked at before this one, which is kept as looked at. */
export function useRecentParts(part: RecentPart): readonly RecentPart[] {
  const parts = useSyncExternalStore(subscribe, current, () => NONE);
  useEffect(() => {
    try {
      localStorage.setItem(KEY, JSON.stringify(withPart(current(), part)));
    } catch {
      // A full or forbidden storage only means that nothing is remembered.
    }
  }, [part]);
  return parts.filter(({ _id }) => _id !== part._id);
}
