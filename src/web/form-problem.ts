/** What the server found wrong with a form, put where the form can show it. */
import type { FieldValues, Path, UseFormSetError } from 'react-hook-form';
import { problemOf } from '#contract/kernel/api-error.ts';

/**
 * Shows the field errors of a failed call at their fields, the first of them focused. Answers whether all that was wrong
 * has found its field; what has not needs a notice of its own.
 */
export function showFieldErrors<Values extends FieldValues>(
  error: unknown,
  fields: readonly Path<Values>[],
  setError: UseFormSetError<Values>,
): boolean {
  const errors = problemOf(error)?.errors ?? [];
  let shown = 0;
  for (const { path, message } of errors) {
    const field = fields.find((name) => path === name || path === `body.${name}`);
    if (field === undefined) continue;
    setError(field, { type: 'server', message }, { shouldFocus: shown === 0 });
    shown += 1;
  }
  return errors.length > 0 && shown === errors.length;
}
