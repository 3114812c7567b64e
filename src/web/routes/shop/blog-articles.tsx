/** The questions and answers of the blog. */
import type { ReactNode } from 'react';
import styles from './prose.module.css';

export type Article = { readonly id: string; readonly question: string; readonly answer: ReactNode };

export const ARTICLES: readonly Article[] = [
  {
    id: 'react-performance',
    question: 'How do you improve the performance of a React application?',
    answer: (
      <>
        <p>
          Measure first. The profiler tells which components render and why; the network panel tells how many
          bytes stand between a tap and a page. Most slow pages are slow before React has even begun: too much
          script, too many requests one after another, pictures without sizes.
        </p>
        <p>So, in the order in which it usually pays:</p>
        <ul className={styles.points}>
          <li>Send finished HTML, and split the script by route, so that a page loads only what it shows.</li>
          <li>
            Start requests early and side by side, and keep their answers, so that going back costs nothing.
          </li>
          <li>
            Keep state next to where it is used. A keystroke in a field should not render the table beside it.
          </li>
          <li>Show long lists in pages or windows; ten thousand rows are slow in any framework.</li>
          <li>
            Only then memoise. <code>memo</code> and <code>useMemo</code> are worth their cost where a profile
            shows the same expensive work again and again with the same input.
          </li>
        </ul>
      </>
    ),
  },
  {
    id: 'state-management',
    question: 'What ways are there to manage state in React?',
    answer: (
      <>
        <p>
          It helps to ask what kind of state it is, for each kind has a natural home and most of it does not
          need a store.
        </p>
        <ul className={styles.points}>
          <li>
            <b>Of one component</b>, such as whether a menu is open: <code>useState</code>, or{' '}
            <code>useReducer</code> when several values change together.
          </li>
          <li>
            <b>Of a few neighbours</b>: lift it to the nearest common parent and hand it down.
          </li>
          <li>
            <b>Of the whole tree and rarely changing</b>, such as language or theme: context.
          </li>
          <li>
            <b>Of the page</b>, such as filters and sorting: the address. It survives a reload, can be sent to
            a colleague, and the back button works by itself.
          </li>
          <li>
            <b>Of the server</b>, such as parts and orders: a query cache that fetches, shares, refreshes and
            forgets. It is a copy, so it needs an idea of how old is too old.
          </li>
          <li>
            <b>What remains</b>, truly shared and truly of the client: a small store such as Zustand or Redux
            Toolkit.
          </li>
        </ul>
      </>
    ),
  },
  {
    id: 'prototypal-inheritance',
    question: 'How does prototypal inheritance work?',
    answer: (
      <>
        <p>
          Every object has a link to another object or to nothing: its prototype. Whoever reads a property
          that the object does not have itself is passed along that link, and from there to the next, until
          the property is found or the chain ends with <code>undefined</code>. Nothing is copied: what is
          added to the prototype later is seen by all objects that point to it.
        </p>
        <pre>
          <code>{`const part = { inStock() { return this.stock > 0; } };
const disc = Object.create(part);
disc.stock = 12;
disc.inStock(); // true: found on part, with this being disc`}</code>
        </pre>
        <p>
          Writing is different: it sets the property on the object itself and hides the one behind it. And{' '}
          <code>class</code> is the same mechanism in clearer words: methods live on{' '}
          <code>ClassName.prototype</code>, and <code>extends</code> links one prototype to another.
        </p>
      </>
    ),
  },
  {
    id: 'set-state-directly',
    question: 'Why not set the state of a component directly?',
    answer: (
      <>
        <p>
          Because React does not watch variables. It renders when it is told that something is new, and it
          decides what is new by comparing references. Change an array in place and the reference stays the
          same: the screen keeps what it showed, and whatever was memoised on that array stays stale, too.
        </p>
        <pre>
          <code>{`parts.push(disc);            // nothing happens
setParts([...parts, disc]);  // a new array: React renders`}</code>
        </pre>
        <p>
          A render also sees one consistent picture. Values that change underneath it break that, and with it
          everything that relies on it: batching, transitions, going back to a former state. Where the next
          value depends on the last one, pass a function: <code>setCount((count) =&gt; count + 1)</code> is
          right even when several updates are waiting.
        </p>
      </>
    ),
  },
  {
    id: 'unit-tests',
    question: 'What is a unit test, and why write one?',
    answer: (
      <>
        <p>
          A unit test runs one small piece, usually a function, with a given input and checks what comes out,
          without network, database or clock. It is done in milliseconds, so that hundreds run while you look
          up from the keyboard, and when it fails it points at the line.
        </p>
        <p>Its worth is not in the number of them but in what they say:</p>
        <ul className={styles.points}>
          <li>
            They state a guarantee: “an order of 20 where parts are sold in 12s is refused, with 12 and 24
            offered”.
          </li>
          <li>They try the edges where bugs live: none, one, the limit, one more than the limit.</li>
          <li>They make it safe to change the inside of a thing as long as its promise holds.</li>
        </ul>
        <p>
          They cannot tell that the pieces fit together. That is what tests of the whole are for, fewer and
          slower, with a real database and a real browser.
        </p>
      </>
    ),
  },
];
