/** The form for a review. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { problemOf } from '#contract/kernel/api-error.ts';
import { api } from '#web/api.ts';
import { showFieldErrors } from '#web/form-problem.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { NumberInput, TextArea, TextInput } from '#web/ui/inputs.tsx';
import { ErrorNotice } from '#web/ui/notices.tsx';
import { notify } from '#web/ui/toasts.ts';
import { useWriteKey } from '#web/use-write-key.ts';
import styles from './review-form.module.css';

const NAME_MAX = 20;
const DESCRIPTION_MAX = 2000;

type Typed = { readonly name: string; readonly rating: string; readonly description: string };

/** For whoever is signed in; `name` is what their name is likely to be. Empties itself when the review is saved. */
export function ReviewForm({
  name,
  partId,
}: {
  readonly name: string;
  readonly partId?: string | undefined;
}) {
  const queryClient = useQueryClient();
  const writeKey = useWriteKey();
  const blank: Typed = { name: name.slice(0, NAME_MAX), rating: '', description: '' };
  const { register, handleSubmit, formState, setError, reset, watch } = useForm<Typed>({
    defaultValues: blank,
  });
  const add = useMutation({
    mutationFn: (typed: Typed) => {
      const body = {
        name: typed.name.trim(),
        rating: Number(typed.rating),
        description: typed.description.trim(),
        ...(partId !== undefined && { partId }),
      };
      return api().reviewsCreate({ body, idempotencyKey: writeKey.keyFor(body) });
    },
    onSuccess: () => {
      writeKey.forget();
      notify.success('Your Item Successfully Added');
      reset(blank);
      void queryClient.invalidateQueries({ queryKey: ['reviews'] });
    },
    onError: (error) => showFieldErrors(error, ['name', 'rating', 'description'], setError),
  });
  const { errors } = formState;
  const isAtFields = (problemOf(add.error)?.errors ?? []).length > 0;

  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={handleSubmit((typed) => {
        if (!add.isPending) add.mutate(typed);
      })}
    >
      <Field label="Your Name" error={errors.name?.message} hint={`At most ${NAME_MAX} characters`}>
        {(ties) => (
          <TextInput
            {...ties}
            autoComplete="name"
            maxLength={NAME_MAX}
            {...register('name', {
              validate: (value) => value.trim() !== '' || 'Name is Required',
              maxLength: { value: NAME_MAX, message: `At most ${NAME_MAX} characters` },
            })}
          />
        )}
      </Field>
      <Field label="Rating (1-5)" error={errors.rating?.message}>
        {(ties) => (
          <div className={styles.rating}>
            <NumberInput
              {...ties}
              className={styles.figure}
              maxLength={1}
              {...register('rating', {
                validate: (value) => /^[1-5]$/.test(value.trim()) || 'Rating is 1 to 5',
              })}
            />
            <Bars value={Number(watch('rating'))} />
          </div>
        )}
      </Field>
      <Field label="Description" error={errors.description?.message}>
        {(ties) => <TextArea {...ties} rows={5} maxLength={DESCRIPTION_MAX} {...register('description')} />}
      </Field>
      {add.isError && !isAtFields && (
        <ErrorNotice problem={problemOf(add.error) ?? undefined} kept="What you typed is still here." />
      )}
      <div>
        <Button type="submit" tone="signal" busy={add.isPending}>
          Add Review
        </Button>
      </div>
    </form>
  );
}

/** The rating as the list of reviews will show it. */
function Bars({ value }: { readonly value: number }) {
  return (
    <span className={styles.bars} aria-hidden="true">
      {[1, 2, 3, 4, 5].map((step) => (
        <span key={step} className={step <= value ? styles.full : styles.empty} />
      ))}
    </span>
  );
}
