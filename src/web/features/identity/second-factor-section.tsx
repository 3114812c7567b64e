/** The second factor of one's own account: setting it up, new recovery codes, turning it off. */
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { Button } from '#web/ui/button.tsx';
import { CopyText } from '#web/ui/copy-text.tsx';
import { SectionHead } from '#web/ui/headings.tsx';
import { Note } from '#web/ui/notices.tsx';
import { Moment } from '#web/ui/numbers.tsx';
import { Status } from '#web/ui/status.tsx';
import { notify } from '#web/ui/toasts.ts';
import { type SecurityBody, useSecurityAct } from './account-security.ts';
import { failureText } from './failure-text.ts';
import { CodeField, PresentPasswordField } from './identity-fields.tsx';
import { IdentityForm } from './identity-form.tsx';
import { QrCode } from './qr-code.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import styles from './security.module.css';

type Asked = 'nothing' | 'set-up' | 'new-codes' | 'turn-off';

export function SecondFactorSection({ security }: { readonly security: SecurityBody }) {
  const { hasPassword, secondFactor } = security;
  const [asked, setAsked] = useState<Asked>('nothing');
  // Shown once, and gone with this page.
  const [codes, setCodes] = useState<readonly string[]>();
  const done = () => setAsked('nothing');
  const showCodes = (made: readonly string[]) => {
    setCodes(made);
    done();
  };
  return (
    <section className={styles.section} aria-labelledby="second-factor">
      <SectionHead
        title={<span id="second-factor">Second factor</span>}
        end={
          <Status tone={secondFactor.since === null ? 'off' : 'good'}>
            {secondFactor.since === null ? 'Off' : 'On'}
          </Status>
        }
      />
      {codes !== undefined && <RecoveryCodes codes={codes} onKept={() => setCodes(undefined)} />}
      {secondFactor.since === null ? (
        <>
          <p>
            With it, signing in takes your password and a code of an app on your phone: a password alone that
            somebody got hold of is worth nothing then. Any authenticator app will do.
          </p>
          {asked === 'set-up' ? (
            <SetUp hasPassword={hasPassword} onOn={showCodes} onCancel={done} />
          ) : (
            <p>
              <Button tone="signal" onClick={() => setAsked('set-up')}>
                Set up
              </Button>
            </p>
          )}
        </>
      ) : (
        <>
          <p>
            On since <Moment at={secondFactor.since} />. {recoveryWords(secondFactor.recoveryCodesLeft)}
          </p>
          {secondFactor.recoveryCodesLeft <= 3 && codes === undefined && (
            <Note tone="warn">
              <p>
                Make new recovery codes before you run out: without app and codes only an admin can let you
                in.
              </p>
            </Note>
          )}
          {asked === 'nothing' ? (
            <p className={styles.ways}>
              <Button onClick={() => setAsked('new-codes')}>New recovery codes</Button>
              <Button tone="danger" onClick={() => setAsked('turn-off')}>
                Turn off
              </Button>
            </p>
          ) : (
            <Change
              key={asked}
              what={asked === 'turn-off' ? 'turn-off' : 'new-codes'}
              hasPassword={hasPassword}
              onCodes={showCodes}
              onOff={() => {
                notify.success('The second factor is off.');
                done();
              }}
              onCancel={done}
            />
          )}
        </>
      )}
    </section>
  );
}

const recoveryWords = (left: number) =>
  left === 0
    ? 'No recovery codes are left.'
    : `${left} recovery ${left === 1 ? 'code is' : 'codes are'} left.`;

/** The password again; then the secret for the app, and the first code of it. */
function SetUp({
  hasPassword,
  onOn,
  onCancel,
}: {
  readonly hasPassword: boolean;
  readonly onOn: (codes: readonly string[]) => void;
  readonly onCancel: () => void;
}) {
  const begin = useSecurityAct((at, password: string | undefined) =>
    at.identityBeginSecondFactor({ body: { password } }),
  );
  const turnOn = useSecurityAct(
    (at, code: string) => at.identityTurnOnSecondFactor({ body: { code } }),
    ({ recoveryCodes }) => onOn(recoveryCodes),
  );
  const form = useForm({ defaultValues: { password: '', code: '' } });
  const { errors } = form.formState;
  if (begin.data === undefined)
    return (
      <div className={styles.form}>
        <IdentityForm
          label="Go on"
          isBusy={begin.isPending}
          onSubmit={form.handleSubmit(({ password }) => begin.mutate(hasPassword ? password : undefined))}
          outcome={begin.isError && <p className={styles.failure}>{failureText(begin.error)}</p>}
        >
          {hasPassword && (
            <PresentPasswordField
              registration={form.register('password', { required: 'Password is Required' })}
              error={errors.password?.message}
            />
          )}
        </IdentityForm>
        <Cancel onCancel={onCancel} />
      </div>
    );
  const { secret, uri } = begin.data;
  return (
    <div className={styles.setUp}>
      <QrCode text={uri} label="QR code of the key below, for an authenticator app" />
      <div className={styles.form}>
        <ol className={styles.steps}>
          <li>Scan the picture with the app, or type this key into it:</li>
        </ol>
        <CopyText text={secret.replaceAll(/(.{4})(?=.)/g, '$1 ')} what="key" whole />
        <ol className={styles.steps} start={2}>
          <li>Type the code that the app shows now.</li>
        </ol>
        <IdentityForm
          label="Turn on"
          isBusy={turnOn.isPending}
          onSubmit={form.handleSubmit(({ code }) => turnOn.mutate(code.trim()))}
          outcome={turnOn.isError && <p className={styles.failure}>{failureText(turnOn.error)}</p>}
        >
          <CodeField
            hint="Six digits"
            registration={form.register('code', { required: 'Code is Required' })}
            error={errors.code?.message}
          />
        </IdentityForm>
        <Cancel onCancel={onCancel} />
      </div>
    </div>
  );
}

/** What takes the password and a code. */
function Change({
  what,
  hasPassword,
  onCodes,
  onOff,
  onCancel,
}: {
  readonly what: 'new-codes' | 'turn-off';
  readonly hasPassword: boolean;
  readonly onCodes: (codes: readonly string[]) => void;
  readonly onOff: () => void;
  readonly onCancel: () => void;
}) {
  const act = useSecurityAct(
    async (at, { password, code }: { readonly password: string; readonly code: string }) => {
      const body = { code: code.trim(), ...(hasPassword && { password }) };
      if (what === 'new-codes') return (await at.identityRenewRecoveryCodes({ body })).recoveryCodes;
      await at.identityTurnOffSecondFactor({ body });
      return null;
    },
    (made) => (made === null ? onOff() : onCodes(made)),
  );
  const form = useForm({ defaultValues: { password: '', code: '' } });
  const { errors } = form.formState;
  return (
    <div className={styles.form}>
      <p>
        {what === 'turn-off'
          ? 'Signing in will take nothing but your password then.'
          : 'The recovery codes that you have now are no longer good then.'}
      </p>
      <IdentityForm
        label={what === 'turn-off' ? 'Turn off the second factor' : 'Make new recovery codes'}
        isBusy={act.isPending}
        onSubmit={form.handleSubmit((given) => act.mutate(given))}
        outcome={act.isError && <p className={styles.failure}>{failureText(act.error)}</p>}
      >
        {hasPassword && (
          <PresentPasswordField
            registration={form.register('password', { required: 'Password is Required' })}
            error={errors.password?.message}
          />
        )}
        <CodeField
          registration={form.register('code', { required: 'Code is Required' })}
          error={errors.code?.message}
        />
      </IdentityForm>
      <Cancel onCancel={onCancel} />
    </div>
  );
}

function Cancel({ onCancel }: { readonly onCancel: () => void }) {
  return (
    <p>
      <Button size="small" tone="bare" onClick={onCancel}>
        Leave it as it is
      </Button>
    </p>
  );
}
