/** A text as a QR code, drawn here: nothing of it leaves the browser. */
import { Skeleton } from '#web/ui/spinner.tsx';
import { chunk, useChunk } from '#web/use-chunk.ts';
import styles from './qr-code.module.css';
import { qrPath } from './qr-path.ts';

const QR = chunk(() => import('qr'));

/** The picture for people who see; whoever can't is given the text beside it by whoever shows this. */
export function QrCode({ text, label }: { readonly text: string; readonly label: string }) {
  const script = useChunk(QR);
  if (script.status === 'failed')
    return <p className={styles.missing}>The picture could not be loaded: type the key.</p>;
  if (script.status === 'waiting')
    return (
      <div className={styles.code}>
        <Skeleton width="full" />
      </div>
    );
  const { path, size } = qrPath(script.module.encodeQR(text, 'raw', { border: 2 }));
  return (
    <svg
      className={styles.code}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <path d={path} fill="currentColor" />
    </svg>
  );
}
