/** The fields that several forms of identity share; a form gives each its registration and what is wrong with it. */
import type { UseFormRegisterReturn } from 'react-hook-form';
import { Field } from '#web/ui/field.tsx';
import { TextInput } from '#web/ui/inputs.tsx';

type Registered = { readonly registration: UseFormRegisterReturn; readonly error: string | undefined };

export function EmailField({ registration, error }: Registered) {
  return (
    <Field label="Email" error={error}>
      {(ties) => <TextInput {...ties} type="email" autoComplete="username" {...registration} />}
    </Field>
  );
}

/** A password that is being chosen, which browsers offer to make up and to keep. */
export function NewPasswordField({ label, registration, error }: Registered & { readonly label: string }) {
  return (
    <Field label={label} hint="At least 6 characters" error={error}>
      {(ties) => <TextInput {...ties} type="password" autoComplete="new-password" {...registration} />}
    </Field>
  );
}

/** A code of an app, or a recovery code: the keyboards of phones offer what was just received. */
export function CodeField({
  registration,
  error,
  focused = false,
  hint = 'Six digits, or one of your recovery codes',
}: Registered & { readonly focused?: boolean; readonly hint?: string }) {
  return (
    <Field label="Code" hint={hint} error={error}>
      {(ties) => (
        <TextInput
          {...ties}
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={40}
          // It takes the place of what was just sent, and is the only field.
          autoFocus={focused}
          {...registration}
        />
      )}
    </Field>
  );
}

/** The present password, asked for again. */
export function PresentPasswordField({ registration, error }: Registered) {
  return (
    <Field label="Your password" error={error}>
      {(ties) => <TextInput {...ties} type="password" autoComplete="current-password" {...registration} />}
    </Field>
  );
}
