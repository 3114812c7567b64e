/**
 * Types of driver.mjs. They stand apart from what drives the browser, which has packages of its own, so that the project's
 * types are checked without them.
 */

/** Controls are found as people find them: by kind and name, and only where they can be seen. */
export type Kind = 'button' | 'link' | 'field' | 'heading';
export type Place = {
  /** A selector of what it stands in. */
  readonly within?: string;
  /** Which of several, from 0. */
  readonly nth?: number;
};
export type Viewport = { readonly width: number; readonly height: number };

/** One tab of one person. Everything that has to be there is waited for, up to 20 s. */
export type Visitor = {
  /** Errors and warnings of the console, exceptions, and what the page's policy forbade; of all tabs of the person. */
  readonly complaints: string[];
  address(): URL;
  /** Opens a path and waits until nothing is loading; answers the status. */
  goto(path: string): Promise<number | undefined>;
  reload(): Promise<unknown>;
  /** Goes back in the history, and waits for nothing. */
  back(steps?: number): Promise<void>;
  /** Waits until the path matches. */
  isAt(path: RegExp): Promise<void>;
  click(kind: Kind, name: string | RegExp, place?: Place): Promise<void>;
  /** Types into a field in place of what is in it, key by key. */
  fill(label: string | RegExp, text: string, place?: Place): Promise<void>;
  press(key: 'Tab' | 'Escape' | 'Enter' | 'ArrowRight' | 'ArrowLeft' | 'End' | '/'): Promise<void>;
  /** Waits until a text is seen (a string is a whole line) and answers it. */
  see(text: string | RegExp, within?: string): Promise<string>;
  /** Waits until this is true in the page. */
  until<Args extends unknown[]>(what: (...args: Args) => boolean, ...args: Args): Promise<void>;
  stateOf(
    kind: Kind,
    name: string | RegExp,
    place?: Place,
  ): Promise<{ readonly value?: string; readonly disabled: boolean; readonly focused: boolean }>;
  count(selector: string): Promise<number>;
  evaluate<Result>(expression: string): Promise<Result>;
  evaluate<Result, Args extends unknown[]>(
    what: (...args: Args) => Result | Promise<Result>,
    ...args: Args
  ): Promise<Result>;
  resize(viewport: Viewport): Promise<void>;
  screenshot(path: string): Promise<unknown>;
  /** Another tab of the same person. */
  openTab(): Promise<Visitor>;
  /** The window that an action opens. */
  popupOf(action: () => Promise<void>): Promise<Visitor>;
  isClosed(): boolean;
  /** Closes this tab. */
  close(): Promise<void>;
  /** Closes all tabs of the person, and forgets them. */
  leave(): Promise<void>;
};

export type Firefox = {
  version(): Promise<string>;
  /** Somebody new: without cookies, without anything kept. */
  openVisitor(setting: { readonly baseUrl: string; readonly viewport: Viewport }): Promise<Visitor>;
  close(): Promise<void>;
};

/** Starts the Firefox that the test command found, for people whose system is light or dark. */
export declare function openFirefox(setting: {
  readonly theme: 'light' | 'dark';
  /** Where downloads go, without a question. */
  readonly downloadFolder: string;
}): Promise<Firefox>;
