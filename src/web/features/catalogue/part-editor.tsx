/** The form for a part: the six specified fields, and what else can be said of it folded away. */
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { Controller } from 'react-hook-form';
import { isProblem, problemOf } from '#contract/kernel/api-error.ts';
import type { ShopBody } from '#contract/shop.ts';
import { formatMoney, fromDecimal } from '#domain/money.ts';
import { pricePerUnitMinor } from '#domain/pricing/exchange.ts';
import { showFieldErrors } from '#web/form-problem.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { NumberInput, TextArea, TextInput } from '#web/ui/inputs.tsx';
import { ErrorNotice } from '#web/ui/notices.tsx';
import { ChangedMeanwhile } from './changed-meanwhile.tsx';
import { ImageField, type SendingPicture } from './image-field.tsx';
import { PartDraftNote } from './part-draft-note.tsx';
import styles from './part-editor.module.css';
import {
  type Contestable,
  judgeImage,
  judgeMinimum,
  judgePrice,
  judgeText,
  judgeUnits,
  type PartDraft,
  TYPED_FIELDS,
} from './part-editor-values.ts';
import { PartExtras } from './part-extras.tsx';
import { usePartForm } from './use-part-form.ts';

export type PartEditorProps = {
  /**
   * The part that is edited, or `new`. A part that is there has its stock adjusted elsewhere, with a reason, and can be taken out
   * of sale; one that is new must be given a picture.
   */
  readonly part: string;
  /** What the shop has of it. */
  readonly start: PartDraft;
  readonly shop: ShopBody;
  readonly submitLabel: string;
  /** Said above what the server says. */
  readonly failedTitle: string;
  /** The picture on its way, while it is. */
  readonly sending: SendingPicture | undefined;
  /**
   * Saves what was typed, which began from `base`. Answers what the form goes on with. What it throws is shown at its fields or
   * below them, and nothing that was typed is lost.
   */
  readonly onSave: (draft: PartDraft, base: PartDraft) => Promise<PartDraft>;
};

export function PartEditor(props: PartEditorProps) {
  const { part, start, shop, submitLabel, failedTitle, sending, onSave } = props;
  const isNew = part === 'new';
  const [failure, setFailure] = useState<unknown>();
  // What is typed meanwhile would be written over by what was saved.
  const [isSaving, setIsSaving] = useState(false);
  const { form, base, theirs, resumed, ...steps } = usePartForm(start, part, shop.listCurrency.decimals);
  const { register, control, getValues, formState, setError, clearErrors, trigger, watch } = form;
  const { errors, isSubmitting } = formState;

  const onSubmit = form.handleSubmit(async (draft) => {
    setFailure(undefined);
    try {
      steps.goOnWith(await shutWhile(onSave(draft, base)));
    } catch (error) {
      const isAtField =
        steps.showContested(error) || showRefusal(error) || showFieldErrors(error, TYPED_FIELDS, setError);
      setFailure(isAtField ? undefined : error);
    }
  });

  /** Shuts the fields until it has ended. What follows finds them open, with the focus where it was. */
  const shutWhile = async (saving: Promise<PartDraft>): Promise<PartDraft> => {
    const focused = document.activeElement;
    setIsSaving(true);
    try {
      return await saving;
    } finally {
      flushSync(() => setIsSaving(false));
      const isLost = document.activeElement === document.body;
      if (isLost && focused instanceof HTMLElement) focused.focus({ preventScroll: true });
    }
  };

  /** A refusal that is about one field stands at that field. */
  const showRefusal = (error: unknown): boolean => {
    const problem = problemOf(error);
    const message = problem?.detail ?? problem?.title ?? '';
    if (problem?.code === 'ABORTED')
      setError('image', { message: 'The upload was cancelled; nothing was saved' });
    else if (isProblem(error, 'IMAGE_REFUSED')) setError('image', { message }, { shouldFocus: true });
    else if (isProblem(error, 'PART_NUMBER_TAKEN')) setError('partNumber', { message });
    else if (isProblem(error, 'UNKNOWN_PART_TYPE')) setError('partType', { message });
    else if (isProblem(error, 'MINIMUM_NOT_A_MULTIPLE')) setError('minOrder', { message });
    else return false;
    return true;
  };

  const meanwhile = (field: Contestable) => {
    const value = theirs[field];
    if (value === undefined) return undefined;
    return (
      <ChangedMeanwhile
        field={field}
        value={value}
        onKeep={() => steps.keepMine(field)}
        onTake={() => steps.takeTheirs(field)}
      />
    );
  };
  /** What is wrong with it comes first: until that is right nothing can be saved. */
  const errorAt = (field: Exclude<Contestable, 'img'>) => errors[field]?.message ?? meanwhile(field);

  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        // The button is disabled while saving; the Enter key in a field is not.
        if (isSubmitting) event.preventDefault();
        else void onSubmit(event);
      }}
    >
      <fieldset className={styles.fields} disabled={isSaving}>
        {resumed !== undefined && (
          <PartDraftNote
            lacksPicture={resumed.lacksPicture && watch('image') === null}
            isNew={isNew}
            onDrop={() => {
              setFailure(undefined);
              steps.goOnWith(start);
              form.setFocus('name');
            }}
          />
        )}
        <Field label="Name" error={errorAt('name')}>
          {(ties) => (
            <TextInput
              {...ties}
              required
              maxLength={120}
              autoComplete="off"
              {...register('name', { validate: (value) => judgeText(value, 'Name is Required') })}
            />
          )}
        </Field>
        <div className={styles.three}>
          <Field
            label={`Price, ${shop.listCurrency.code}`}
            error={errorAt('price')}
            hint={settlementPrice(watch('price'), shop)}
          >
            {(ties) => (
              <NumberInput {...ties} required decimals {...register('price', { validate: judgePrice })} />
            )}
          </Field>
          {isNew && (
            <Field label="Available Stock" error={errors.stock?.message} hint="Units on the shelf now">
              {(ties) => (
                <NumberInput
                  {...ties}
                  required
                  {...register('stock', { validate: (value) => judgeUnits(value, 0) })}
                />
              )}
            </Field>
          )}
          <Field label="Minimum Order" error={errorAt('minOrder')} hint="Units a buyer must take at least">
            {(ties) => (
              <NumberInput
                {...ties}
                required
                {...register('minOrder', {
                  validate: (value) => judgeMinimum(value, getValues('orderMultiple')),
                })}
              />
            )}
          </Field>
        </div>
        <Field label="Description" error={errorAt('description')}>
          {(ties) => (
            <TextArea
              {...ties}
              required
              rows={4}
              maxLength={4000}
              {...register('description', { validate: (value) => judgeText(value, 'Info is Required') })}
            />
          )}
        </Field>
      </fieldset>
      {/* While the picture is sent this shuts its input by itself, and lets the upload be cancelled. */}
      <fieldset disabled={isSaving && sending === undefined}>
        <Controller
          control={control}
          name="image"
          rules={{ validate: (image) => judgeImage(image, base.img !== '') }}
          render={({ field, fieldState }) => (
            <Field label="Image" error={fieldState.error?.message ?? meanwhile('img')}>
              {(ties) => (
                <ImageField
                  ties={ties}
                  inputRef={field.ref}
                  file={field.value}
                  currentUrl={base.img}
                  onChoose={(file) => {
                    // Dropped or pasted.
                    if (isSaving) return;
                    field.onChange(file);
                    // What is wrong with a picture is said when it is chosen; that none is, when it is missed.
                    if (file === null) clearErrors('image');
                    else void trigger('image');
                  }}
                  sending={sending}
                />
              )}
            </Field>
          )}
        />
      </fieldset>
      <fieldset disabled={isSaving}>
        <PartExtras form={form} base={base} isNew={isNew} errorAt={errorAt} />
      </fieldset>
      {failure !== undefined && (
        <ErrorNotice
          title={failedTitle}
          problem={withTitleAsDetail(problemOf(failure))}
          kept="What you typed is still here, the picture too."
        />
      )}
      <div>
        <Button type="submit" tone="signal" busy={isSaving}>
          {submitLabel}
        </Button>
      </div>
    </form>
  );
}

/** The problem's own title, said below a title of ours. */
function withTitleAsDetail(problem: ReturnType<typeof problemOf>) {
  if (problem === null) return undefined;
  return { ...problem, detail: problem.detail ?? problem.title };
}

/** What a buyer will pay per unit, where that is another currency. */
function settlementPrice(price: string, { listCurrency, settlementCurrency, rate, rateDate }: ShopBody) {
  if (listCurrency.code === settlementCurrency.code || judgePrice(price) !== true) return undefined;
  const minor = fromDecimal(Number(price), listCurrency);
  if (minor === undefined) return undefined;
  const exchange = { list: listCurrency, settlement: settlementCurrency, rate, date: rateDate };
  return `${formatMoney(pricePerUnitMinor(minor, exchange), settlementCurrency)} per unit at ${rate}`;
}
