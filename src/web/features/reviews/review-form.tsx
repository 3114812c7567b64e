/** The form for a review. Labels and messages are the specified ones. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { problemOf } from '#contract/kernel/api-error.ts';
import { api } from '#web/api.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { NumberInput, TextArea, TextInput } from '#web/ui/inputs.tsx';
import { ErrorNotice } from '#web/ui/notices.tsx';
import { notify } from '#web/ui/toasts.ts';
import { useWriteKey } from '#web/use-write-key.ts';
import styles from './review-form.module.css';

const NAME_MAX_LENGTH = 20;

type Fields = { name: string; rating: string; description: string };

/** `name` is filled in as far as it fits. With `partId` it is a review of that part, else of the shop. */
export function ReviewForm({
  name,
  partId,
}: {
  readonly name: string;
  readonly partId?: string | undefined;
}) {
  const queryClient = useQueryClient();
  const writeKey = useWriteKey();
  const form = useForm<Fields>({
    defaultValues: { name: name.slice(0, NAME_MAX_LENGTH), rating: '', description: '' },
  });
  const adding = useMutation({
    mutationFn: ({ name, rating, description }: Fields) => {
      const body = {
        name: name.trim(),
        rating: Number(rating),
        description: description.trim(),
        ...(partId !== undefined && { partId }),
      };
      return api().reviewsCreate({ body, idempotencyKey: writeKey.keyFor(body) });
    },
    onSuccess: () => {
      writeKey.forget();
      notify.success('Your Item Successfully Added');
      form.reset({ name: form.getValues('name'), rating: '', description: '' });
      return queryClient.invalidateQueries({ queryKey: ['reviews'] });
    },
  });
  const { errors } = form.formState;
  const onSubmit = form.handleSubmit((fields) => adding.mutate(fields));
  return (
    <form className={styles.form} onSubmit={onSubmit} noValidate>
      <Field label="Your Name" error={errors.name?.message}>
        {(ties) => (
          <TextInput
            {...ties}
            autoComplete="name"
            maxLength={NAME_MAX_LENGTH}
            {...form.register('name', { validate: (value) => value.trim() !== '' || 'Name is Required' })}
          />
        )}
      </Field>
      <Field label="Rating, 1-5" error={errors.rating?.message}>
        {(ties) => (
          <NumberInput
            {...ties}
            maxLength={4}
            {...form.register('rating', {
              validate: (value) => /^[1-5]$/.test(value.trim()) || 'Rating is 1 to 5',
            })}
          />
        )}
      </Field>
      <Field label="Description" error={errors.description?.message}>
        {(ties) => <TextArea {...ties} rows={4} maxLength={2000} {...form.register('description')} />}
      </Field>
      {adding.error !== null && (
        <ErrorNotice
          problem={problemOf(adding.error) ?? undefined}
          kept="What you typed is kept."
          onRetry={onSubmit}
        />
      )}
      <div>
        <Button type="submit" tone="signal" busy={adding.isPending}>
          Add Review
        </Button>
      </div>
    </form>
  );
}
