/** The second step of signing in: a code of the app, or a recovery code. */
import { useForm } from 'react-hook-form';
import { Button } from '#web/ui/button.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { CodeField } from './identity-fields.tsx';
import { IdentityForm } from './identity-form.tsx';
import styles from './sign-in-forms.module.css';

export type CodeStep = {
  readonly onCode: (code: string) => Promise<void>;
  readonly onBack: () => void;
};

export function CodeForm({
  onCode,
  onBack,
  isBusy,
  failure,
  label,
}: CodeStep & {
  readonly isBusy: boolean;
  readonly failure: string | null;
  /** On the button. */
  readonly label: string;
}) {
  const form = useForm({ defaultValues: { code: '' } });
  return (
    <>
      <p className={styles.step} role="status">
        Your account has a second factor. Open your app and type the code that it shows now.
      </p>
      <IdentityForm
        label={label}
        isBusy={isBusy}
        onSubmit={form.handleSubmit(({ code }) => onCode(code.trim()))}
        outcome={
          <>
            {isBusy && <Spinner label="One moment" />}
            {!isBusy && failure !== null && <p className={styles.failure}>{failure}</p>}
          </>
        }
      >
        <CodeField
          registration={form.register('code', { required: 'Code is Required' })}
          error={form.formState.errors.code?.message}
          focused
        />
      </IdentityForm>
      <p className={styles.under}>
        <Button size="small" tone="bare" onClick={onBack}>
          Sign in as somebody else
        </Button>
      </p>
    </>
  );
}
