/**
 * How the sandbox's card fields and its dialog look. A constructed stylesheet, which a strict Content-Security-Policy
 * allows; colours and fonts come from the page's custom properties, with fallbacks for pages without them.
 */
const CSS = `
.sandbox-card {
  container-type: inline-size;
  color: var(--sandbox-card-color, var(--ink, #14171a));
  font: 400 16px/24px var(--text, system-ui, sans-serif);
}
.sandbox-card-row { display: flex; align-items: center; gap: 4px 8px; }
.sandbox-card-brand {
  flex: none; box-sizing: border-box; width: 32px; height: 22px; display: grid; place-items: center;
  border: 1px solid currentColor; border-radius: 2px; color: var(--sandbox-card-icon, var(--ink-3, #5b6368));
  font: 600 10px/1 var(--head, var(--text, system-ui, sans-serif)); letter-spacing: .02em; user-select: none;
}
.sandbox-card-brand svg { width: 20px; height: 16px; }
.sandbox-card-row input {
  appearance: none; box-sizing: border-box; min-width: 0; min-height: 24px; margin: 0; padding: 0; border: 0; border-radius: 0;
  background: none; color: inherit; font: inherit; letter-spacing: inherit; text-align: inherit; text-transform: inherit;
  font-variant-numeric: tabular-nums; outline: none; box-shadow: none;
}
.sandbox-card-number { flex: 1 1 0; }
.sandbox-card-expiry { flex: 0 0 4em; }
.sandbox-card-cvc { flex: 0 0 2.5em; }
.sandbox-card-row input::placeholder { color: var(--sandbox-card-placeholder, var(--ink-3, #5b6368)); opacity: 1; }
.sandbox-card-row input:focus { box-shadow: 0 2px 0 var(--focus, currentColor); }
.sandbox-card-row input[aria-invalid="true"] { color: var(--sandbox-card-invalid, var(--bad, #b01e1a)); }
.sandbox-card-row input:disabled { opacity: .6; cursor: not-allowed; }
@container (max-width: 300px) {
  .sandbox-card-brand { display: none; }
  .sandbox-card-row { column-gap: 6px; }
  .sandbox-card-expiry { flex-basis: 3.7em; }
  .sandbox-card-cvc { flex-basis: 2.3em; }
}
@container (max-width: 250px) { .sandbox-card-row { flex-wrap: wrap; } .sandbox-card-number { flex-basis: 100%; } }
.sandbox-card-hint {
  position: absolute; width: 1px; height: 1px; margin: -1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap;
}
.sandbox-challenge {
  box-sizing: border-box; width: min(440px, calc(100vw - 32px)); margin: auto; padding: 24px;
  border: 1px solid var(--line, #d9dcdd); border-radius: 4px; background: var(--surface, #fff); color: var(--ink, #14171a);
  box-shadow: 0 1px 2px rgb(0 0 0 / .12), 0 8px 24px rgb(0 0 0 / .16);
  font: 400 15px/20px var(--text, system-ui, sans-serif);
}
.sandbox-challenge::backdrop { background: rgb(0 0 0 / .5); }
.sandbox-challenge h2 { margin: 0 0 8px; font: 600 20px/24px var(--head, var(--text, system-ui, sans-serif)); }
.sandbox-challenge p { margin: 0 0 8px; }
.sandbox-challenge-buttons { display: flex; flex-wrap: wrap; justify-content: flex-end; gap: 8px; margin-top: 24px; }
.sandbox-challenge button {
  min-height: 44px; padding: 0 20px; border: 1px solid var(--edge, #7d858a); border-radius: 2px; cursor: pointer;
  background: var(--surface, #fff); color: var(--ink, #14171a); font: 600 15px/20px var(--text, system-ui, sans-serif);
}
.sandbox-challenge button:focus-visible { outline: 2px solid var(--focus, currentColor); outline-offset: 2px; }
.sandbox-challenge button[data-go] {
  border-color: var(--signal, #ffd100); background: var(--signal, #ffd100); color: var(--signal-ink, #14171a);
}
`;

let sheet: CSSStyleSheet | undefined;

/** Makes the styles part of the document; doing it again changes nothing. */
export function adoptSandboxStyles(): void {
  if (sheet === undefined) {
    sheet = new CSSStyleSheet();
    sheet.replaceSync(CSS);
  }
  if (!document.adoptedStyleSheets.includes(sheet)) {
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  }
}
