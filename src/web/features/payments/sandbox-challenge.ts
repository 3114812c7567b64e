/** The sandbox's 3-D Secure step: a dialog in which the person decides how the authentication ends. */
import { adoptSandboxStyles } from './sandbox-styles.ts';

export type ChallengeOutcome = 'succeeded' | 'failed';

/**
 * Asks how the authentication of a payment ends, and resolves with the answer. Esc, and leaving the page by its history,
 * fail it, as closing a bank's window does. Focus stays in the dialog, and goes back to where it was.
 */
export function askForAuthentication(amount: string): Promise<ChallengeOutcome> {
  adoptSandboxStyles();
  const dialog = document.createElement('dialog');
  dialog.className = 'sandbox-challenge';
  const title = text('h2', 'Test authentication');
  title.id = 'sandbox-challenge-title';
  const what = text('p', `Here your bank would ask you to confirm this payment of ${amount} (3‑D Secure).`);
  what.id = 'sandbox-challenge-what';
  dialog.setAttribute('aria-labelledby', title.id);
  dialog.setAttribute('aria-describedby', what.id);

  const complete = button('Complete');
  complete.dataset.go = '';
  complete.autofocus = true;
  const fail = button('Fail');
  const buttons = document.createElement('div');
  buttons.className = 'sandbox-challenge-buttons';
  buttons.append(fail, complete);
  dialog.append(title, what, text('p', 'This is a sandbox: no bank is asked and no money moves.'), buttons);
  document.body.append(dialog);

  return new Promise((resolve) => {
    const leaving = new AbortController();
    const { signal } = leaving;
    let outcome: ChallengeOutcome = 'failed';
    const close = (chosen: ChallengeOutcome): void => {
      outcome = chosen;
      dialog.close();
    };
    complete.addEventListener('click', () => close('succeeded'), { signal });
    fail.addEventListener('click', () => close('failed'), { signal });
    window.addEventListener('popstate', () => close('failed'), { signal });
    // Comes after Esc too, which closes a modal dialog by itself.
    dialog.addEventListener(
      'close',
      () => {
        leaving.abort();
        dialog.remove();
        resolve(outcome);
      },
      { signal },
    );
    dialog.showModal();
  });
}

function text(tag: 'h2' | 'p', content: string): HTMLElement {
  const made = document.createElement(tag);
  made.textContent = content;
  return made;
}

function button(label: string): HTMLButtonElement {
  const made = document.createElement('button');
  made.type = 'button';
  made.textContent = label;
  return made;
}
