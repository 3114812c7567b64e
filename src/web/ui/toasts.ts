/**
 * Short notices that come and go: top right, for 5 s, dragged away from 80 % on. Their script is loaded with the first
 * one.
 */
import { patientImport } from '#web/patient-import.ts';

const load = () => patientImport(() => import('./toast-shelf.tsx'));

/** `notify.success('…')` and `notify.error('…')`: shown as soon as their script is there. */
export const notify = {
  success: (text: string): void => show('success', text),
  error: (text: string): void => show('error', text),
};

function show(kind: 'success' | 'error', text: string): void {
  load().then(
    (shelf) => shelf.put(kind, text),
    // Without the shelf's script the notice still must not be lost.
    () => window.alert(text),
  );
}
