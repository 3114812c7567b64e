/** Changing a profile: the three specified fields, all required. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { problemOf } from '#contract/kernel/api-error.ts';
import { api } from '#web/api.ts';
import { showFieldErrors } from '#web/form-problem.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { TextInput } from '#web/ui/inputs.tsx';
import { ErrorNotice } from '#web/ui/notices.tsx';
import { notify } from '#web/ui/toasts.ts';
import styles from './profile-form.module.css';

type Typed = { readonly education: string; readonly location: string; readonly linkdin: string };
const FIELDS = ['education', 'location', 'linkdin'] as const;

export function ProfileUpdateForm({ profile }: { readonly profile: Typed & { readonly _id: string } }) {
  const queryClient = useQueryClient();
  const { register, handleSubmit, formState, setError } = useForm<Typed>({
    defaultValues: {
      education: profile.education,
      location: profile.location,
      linkdin: profile.linkdin,
    },
  });
  const update = useMutation({
    mutationFn: (typed: Typed) => api().profileUpdate({ params: { uId: profile._id }, body: typed }),
    onSuccess: async () => {
      notify.success('updated successfully');
      await queryClient.invalidateQueries({ queryKey: ['profiles'] });
    },
    onError: (error) => {
      // Whose session has ended is on the way to the login by now; what is said must go along.
      if (problemOf(error)?.status === 401) notify.error('No user is logged in');
      else showFieldErrors(error, FIELDS, setError);
    },
  });
  const { errors } = formState;
  const problem = problemOf(update.error);
  const isSignedOut = problem?.status === 401;

  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={handleSubmit((typed) => {
        if (!update.isPending) update.mutate(typed);
      })}
    >
      <Field label="Education" error={errors.education?.message}>
        {(ties) => (
          <TextInput
            {...ties}
            required
            maxLength={200}
            autoComplete="off"
            {...register('education', { validate: required('Education is Required') })}
          />
        )}
      </Field>
      <Field label="Location" error={errors.location?.message}>
        {(ties) => (
          <TextInput
            {...ties}
            required
            maxLength={200}
            autoComplete="address-level2"
            {...register('location', { validate: required('Location is Required') })}
          />
        )}
      </Field>
      <Field label="LinkedIn" error={errors.linkdin?.message}>
        {(ties) => (
          <TextInput
            {...ties}
            required
            inputMode="url"
            maxLength={200}
            autoComplete="off"
            {...register('linkdin', { validate: required('LinkedIn is Required') })}
          />
        )}
      </Field>
      {update.isError && !isSignedOut && (problem?.errors ?? []).length === 0 && (
        <ErrorNotice problem={problem ?? undefined} kept="What you typed is still here." />
      )}
      <div>
        <Button type="submit" tone="signal" busy={update.isPending}>
          Update
        </Button>
      </div>
    </form>
  );
}

const required = (message: string) => (value: string) => value.trim() !== '' || message;
