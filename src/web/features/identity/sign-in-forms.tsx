/** The forms of signing in and up. Messages and labels are the specified ones. */
import { Link, useHydrated } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useForm } from 'react-hook-form';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { TextInput } from '#web/ui/inputs.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { notify } from '#web/ui/toasts.ts';
import { CodeForm, type CodeStep } from './code-form.tsx';
import { failureText } from './failure-text.ts';
import { EmailField, NewPasswordField } from './identity-fields.tsx';
import { IdentityForm } from './identity-form.tsx';
import { useReadyToSignIn } from './ready-to-sign-in.ts';
import { finishSignIn, type SignInResult, signIn, signInWithGoogle, signUp } from './session.ts';
import styles from './sign-in-forms.module.css';
import type { SignInOffer } from './sign-in-problem.ts';
import { signInRules } from './sign-in-rules.ts';
import { keepTypedEmail } from './typed-email.ts';

/** Which Google people sign in with, if any. */
export type GoogleChoice = 'none' | 'real' | 'emulated';

/** What went wrong, and what may help. */
type Failure = {
  readonly message: string;
  readonly offer?: SignInOffer | undefined;
  readonly challenge?: string | undefined;
};

/** Runs one way of signing in at a time and keeps what went wrong, in the provider's words. */
function useAttempt() {
  useReadyToSignIn();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  // Kept while codes are wrong: the same challenge takes another.
  const [challenge, setChallenge] = useState<string>();
  const attempt = async (run: () => Promise<SignInResult>) => {
    setBusy(true);
    setFailure(null);
    const result = await run();
    setBusy(false);
    if (result.ok) return;
    if (result.challenge === undefined) setFailure(result);
    else setChallenge(result.challenge);
  };
  const code: CodeStep | undefined =
    challenge === undefined
      ? undefined
      : {
          onCode: (typed) => attempt(() => finishSignIn({ challenge, code: typed })),
          onBack() {
            setChallenge(undefined);
            setFailure(null);
          },
        };
  return { isBusy, failure, attempt, code };
}

/** Signing in. Where it leads is the page's business, which watches the session. */
export function LoginForm({ google }: { readonly google: GoogleChoice }) {
  const { isBusy, failure, attempt, code } = useAttempt();
  const form = useForm({ defaultValues: { email: '', password: '' } });
  const { errors } = form.formState;
  const onSubmit = form.handleSubmit(({ email, password }) =>
    attempt(() => signIn({ email: email.trim(), password })),
  );
  return (
    <Frame
      onSubmit={onSubmit}
      label="Login"
      isBusy={isBusy}
      failure={failure}
      code={code}
      google={google}
      onGoogle={() => attempt(signInWithGoogle)}
      under={
        <>
          New here?{' '}
          <Link to="/signup" state={(state) => state}>
            Create an account
          </Link>
        </>
      }
    >
      <EmailField registration={form.register('email', signInRules.email)} error={errors.email?.message} />
      <Field label="Password" error={errors.password?.message}>
        {(ties) => (
          <TextInput
            {...ties}
            type="password"
            autoComplete="current-password"
            {...form.register('password', signInRules.password)}
          />
        )}
      </Field>
      <p className={styles.forgot}>
        <Link
          to="/forgot-password"
          state={(state) => state}
          onClick={() => keepTypedEmail(form.getValues('email'))}
        >
          Forgot your password?
        </Link>
      </p>
    </Frame>
  );
}

/** Making an account. */
export function SignUpForm({ google }: { readonly google: GoogleChoice }) {
  const { isBusy, failure, attempt, code } = useAttempt();
  const form = useForm({ defaultValues: { name: '', email: '', password: '' } });
  const { errors } = form.formState;
  const onSubmit = form.handleSubmit(({ name, email, password }) =>
    attempt(() => signUp({ name: name.trim(), email: email.trim(), password })),
  );
  // The first of the fields, so that it is the first to be looked at when something is missing.
  const nameRegistration = form.register('name', signInRules.name);
  return (
    <Frame
      onSubmit={onSubmit}
      label="Sign Up"
      isBusy={isBusy}
      failure={failure}
      code={code}
      google={google}
      onGoogle={() => attempt(signInWithGoogle)}
      under={
        <>
          Have an account?{' '}
          <Link to="/login" state={(state) => state}>
            Login
          </Link>
        </>
      }
    >
      <Field label="Name" error={errors.name?.message}>
        {(ties) => <TextInput {...ties} autoComplete="name" maxLength={100} {...nameRegistration} />}
      </Field>
      <EmailField registration={form.register('email', signInRules.email)} error={errors.email?.message} />
      <NewPasswordField
        label="Password"
        registration={form.register('password', signInRules.password)}
        error={errors.password?.message}
      />
    </Frame>
  );
}

function Frame({
  onSubmit,
  label,
  isBusy,
  failure,
  code,
  google,
  onGoogle,
  under,
  children,
}: {
  readonly onSubmit: () => Promise<void>;
  readonly label: string;
  readonly isBusy: boolean;
  readonly failure: Failure | null;
  /** Asked for instead of the fields, once the account turned out to have a second factor. */
  readonly code: CodeStep | undefined;
  readonly google: GoogleChoice;
  readonly onGoogle: () => Promise<void>;
  readonly under: ReactNode;
  readonly children: ReactNode;
}) {
  const isReady = useHydrated();
  if (code !== undefined)
    return <CodeForm {...code} isBusy={isBusy} failure={failure?.message ?? null} label={label} />;
  return (
    <>
      <IdentityForm
        label={label}
        isBusy={isBusy}
        onSubmit={onSubmit}
        outcome={
          <>
            {isBusy && <Spinner label="One moment" />}
            {!isBusy && failure !== null && <FailureText {...failure} />}
          </>
        }
      >
        {children}
      </IdentityForm>
      {google !== 'none' && (
        <>
          <p className={styles.or}>or</p>
          <Button full size="tall" disabled={!isReady || isBusy} onClick={onGoogle}>
            <GoogleMark /> Continue with Google
          </Button>
          {google === 'emulated' && (
            <p className={styles.demo}>
              Demo: an emulated Google on this machine answers. No real account is used.
            </p>
          )}
        </>
      )}
      <p className={styles.under}>{under}</p>
      <noscript>
        <p className={styles.under}>Signing in needs JavaScript. The catalogue can be read without it.</p>
      </noscript>
    </>
  );
}

function FailureText({ message, offer }: Pick<Failure, 'message' | 'offer'>) {
  const [isSending, setSending] = useState(false);
  const take = async (chosen: SignInOffer) => {
    setSending(true);
    try {
      notify.success(await chosen.take());
    } catch (error) {
      notify.error(failureText(error));
    }
    setSending(false);
  };
  return (
    <div className={styles.failure}>
      <p>{message}</p>
      {offer !== undefined && (
        <Button size="small" busy={isSending} onClick={() => take(offer)}>
          {offer.label}
        </Button>
      )}
    </div>
  );
}

function GoogleMark() {
  return (
    <svg className="icon" viewBox="0 0 24 24" fill="currentColor" aria-hidden="true">
      <path d="M12.48 10.92v3.28h7.84c-.24 1.84-.853 3.187-1.787 4.133-1.147 1.147-2.933 2.4-6.053 2.4-4.827 0-8.600-3.893-8.600-8.720s3.773-8.720 8.600-8.720c2.600 0 4.507 1.027 5.907 2.347l2.307-2.307C18.747 1.440 16.133 0 12.480 0 5.867 0 .307 5.387.307 12s5.560 12 12.173 12c3.573 0 6.267-1.173 8.373-3.360 2.160-2.160 2.840-5.213 2.840-7.667 0-.760-.053-1.467-.173-2.053H12.480z" />
    </svg>
  );
}
