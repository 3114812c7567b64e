/** New recovery codes, shown once: to copy, to save and to print. */
import { Check, Copy, Download, Printer } from 'lucide-react';
import { saveFile } from '#web/save-file.ts';
import { Button } from '#web/ui/button.tsx';
import { useCopied } from '#web/ui/use-copied.ts';
import styles from './security.module.css';

export function RecoveryCodes({
  codes,
  onKept,
}: {
  readonly codes: readonly string[];
  readonly onKept: () => void;
}) {
  const [copied, copy] = useCopied();
  const text = codes.join('\n');
  return (
    <div className={styles.codes} role="status">
      <h3>Keep these recovery codes</h3>
      <p>
        Each lets you in once if you lose your phone. They are shown now and never again: keep them where your
        phone is not.
      </p>
      <ol className={styles.codeList}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <p className={styles.ways}>
        <Button onClick={() => copy(text)}>
          {copied ? (
            <Check className="icon" aria-hidden="true" />
          ) : (
            <Copy className="icon" aria-hidden="true" />
          )}
          {copied ? 'Copied' : 'Copy'}
        </Button>
        <Button
          onClick={() => saveFile(new Blob([`${text}\n`], { type: 'text/plain' }), 'recovery-codes.txt')}
        >
          <Download className="icon" aria-hidden="true" />
          Download
        </Button>
        <Button onClick={() => window.print()}>
          <Printer className="icon" aria-hidden="true" />
          Print
        </Button>
        <Button tone="signal" onClick={onKept}>
          I have kept them
        </Button>
      </p>
    </div>
  );
}
