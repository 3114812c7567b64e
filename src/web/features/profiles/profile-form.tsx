/** Making one's own profile. Nothing in it is required. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { isProblem, problemOf } from '#contract/kernel/api-error.ts';
import { api } from '#web/api.ts';
import { showFieldErrors } from '#web/form-problem.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { TextInput } from '#web/ui/inputs.tsx';
import { ErrorNotice } from '#web/ui/notices.tsx';
import { notify } from '#web/ui/toasts.ts';
import styles from './profile-form.module.css';

type Typed = {
  readonly name: string;
  readonly email: string;
  readonly education: string;
  readonly location: string;
  readonly phone: string;
  readonly linkdin: string;
};
const FIELDS = ['education', 'location', 'phone', 'linkdin'] as const;

export function ProfileForm({ name, email }: { readonly name: string; readonly email: string }) {
  const queryClient = useQueryClient();
  const { register, handleSubmit, formState, setError } = useForm<Typed>({
    defaultValues: { name, email, education: '', location: '', phone: '', linkdin: '' },
  });
  const create = useMutation({
    mutationFn: (typed: Typed) => api().profileCreate({ body: { ...typed, customerName: typed.name } }),
    onSuccess: () => notify.success('done'),
    onError: (error) => {
      if (isProblem(error, 'USER_EXISTS')) notify.error('user exists');
      else showFieldErrors(error, FIELDS, setError);
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['profiles'] }),
  });
  const { errors } = formState;
  const needsNotice =
    create.isError &&
    !isProblem(create.error, 'USER_EXISTS') &&
    (problemOf(create.error)?.errors ?? []).length === 0;

  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={handleSubmit((typed) => {
        if (!create.isPending) create.mutate(typed);
      })}
    >
      <input type="hidden" {...register('name')} />
      <input type="hidden" {...register('email')} />
      <Field label="Education" error={errors.education?.message}>
        {(ties) => <TextInput {...ties} maxLength={200} autoComplete="off" {...register('education')} />}
      </Field>
      <Field label="Location/City" error={errors.location?.message}>
        {(ties) => (
          <TextInput {...ties} maxLength={200} autoComplete="address-level2" {...register('location')} />
        )}
      </Field>
      <Field label="Phone" error={errors.phone?.message}>
        {(ties) => (
          <TextInput {...ties} type="tel" maxLength={40} autoComplete="tel" {...register('phone')} />
        )}
      </Field>
      <Field
        label="LinkedIn"
        error={errors.linkdin?.message}
        hint="The address of your page, or your name there"
      >
        {(ties) => (
          <TextInput {...ties} inputMode="url" maxLength={200} autoComplete="off" {...register('linkdin')} />
        )}
      </Field>
      {needsNotice && (
        <ErrorNotice problem={problemOf(create.error) ?? undefined} kept="What you typed is still here." />
      )}
      <div>
        <Button type="submit" tone="signal" busy={create.isPending}>
          Submit
        </Button>
      </div>
    </form>
  );
}
