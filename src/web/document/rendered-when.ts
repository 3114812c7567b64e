/**
 * Nothing in a page says when it was rendered, so it is the same bytes until what it shows is something else, and a browser
 * that has it is sent nothing.
 */
import type { PageText } from './page-text.ts';

/**
 * Of each part of a page, as the router writes it: its name, and when its data was loaded. What others wrote is data, which is no
 * script, or has its quotes escaped.
 */
const LOADED_AT = /(\{i:"(?:[^"\\]|\\.)*",u:)\d+/g;

/** The page with the moment at which its script runs in place of when its parts were loaded. */
export const loadedNow = ({ scripts, ...page }: PageText): PageText => ({
  ...page,
  scripts: scripts.replaceAll(LOADED_AT, '$1Date.now()'),
});
