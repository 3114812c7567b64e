/** What can be said of a part beyond the six specified fields; each has a sensible value where it is left alone. */
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { Field } from '#web/ui/field.tsx';
import { Fold } from '#web/ui/fold.tsx';
import { NumberInput, Select, TextInput } from '#web/ui/inputs.tsx';
import styles from './part-editor.module.css';
import { judgeUnits, LIFECYCLE_CHOICES, type PartDraft } from './part-editor-values.ts';
import { catalogueQuery } from './queries.ts';
import { GRADE_NAMES } from './words.ts';

const EXTRAS = ['brand', 'partNumber', 'partType', 'grade', 'orderMultiple', 'lifecycle'] as const;

const AT_FAULT = ':is(input, textarea, select)[aria-invalid]';

export function PartExtras({
  form,
  base,
  isNew,
  errorAt,
}: {
  readonly form: UseFormReturn<PartDraft>;
  /** What its fields began from. */
  readonly base: PartDraft;
  readonly isNew: boolean;
  /** What is wrong with a field, or has become of it meanwhile. */
  readonly errorAt: (field: (typeof EXTRAS)[number]) => ReactNode;
}) {
  const { data: catalogue } = useQuery(catalogueQuery);
  const { register, formState, trigger, getValues, setFocus } = form;
  const { isSubmitted, submitCount } = formState;
  const [isOpen, setIsOpen] = useState(!isNew);
  const place = useRef<HTMLDivElement>(null);
  const wrong = EXTRAS.find((name) => errorAt(name) !== undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each try shows it anew, folded away meanwhile or not
  useEffect(() => {
    // A mistake in here must be seen. Folded, its field could not take the focus when the form gave it.
    if (wrong === undefined) return;
    setIsOpen(true);
    const first = place.current?.closest('form')?.querySelector(AT_FAULT) ?? null;
    if (place.current?.contains(first) && !document.activeElement?.matches(AT_FAULT)) {
      requestAnimationFrame(() => setFocus(wrong));
    }
  }, [wrong, submitCount, setFocus]);
  const types = catalogue?.categories.flatMap((category) => category.types) ?? [];
  // A type without parts is none of the catalogue's.
  const otherTypes = [...new Set([getValues('partType'), base.partType])].filter(
    (code) => code !== '' && types.every(({ slug }) => slug !== code),
  );

  return (
    <Fold open={isOpen} onToggle={setIsOpen} summary="More about the part">
      <div className={styles.two} ref={place}>
        <Field label="Brand" error={errorAt('brand')} hint={isNew ? 'The shop’s own where empty' : undefined}>
          {(ties) => (
            <TextInput
              {...ties}
              maxLength={60}
              autoComplete="off"
              list="brands-of-the-shop"
              {...register('brand')}
            />
          )}
        </Field>
        <Field
          label="Part number"
          error={errorAt('partNumber')}
          hint={isNew ? 'The maker’s; given by the shop where empty' : 'The maker’s'}
        >
          {(ties) => (
            <TextInput
              {...ties}
              maxLength={60}
              autoComplete="off"
              spellCheck={false}
              {...register('partNumber')}
            />
          )}
        </Field>
        <Field label="Part type" error={errorAt('partType')}>
          {(ties) => (
            // Its options come later than its value, which only a new element would take up.
            <Select {...ties} key={types.length} {...register('partType')}>
              <option value="">None</option>
              {otherTypes.map((code) => (
                <option key={code} value={code}>
                  {code}
                </option>
              ))}
              {catalogue?.categories.map((category) => (
                <optgroup key={category.name} label={category.name}>
                  {category.types.map((type) => (
                    <option key={type.slug} value={type.slug}>
                      {type.name}
                    </option>
                  ))}
                </optgroup>
              ))}
            </Select>
          )}
        </Field>
        <Field label="Grade" error={errorAt('grade')}>
          {(ties) => (
            <Select {...ties} {...register('grade')}>
              {Object.entries(GRADE_NAMES).map(([grade, name]) => (
                <option key={grade} value={grade}>
                  {name}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field
          label="Order multiple"
          error={errorAt('orderMultiple')}
          hint="12 where it is sold by the dozen"
        >
          {(ties) => (
            <NumberInput
              {...ties}
              {...register('orderMultiple', {
                validate: (value) => judgeUnits(value, 1),
                onChange: () => isSubmitted && void trigger('minOrder'),
              })}
            />
          )}
        </Field>
        {!isNew && (
          <Field label="Lifecycle" error={errorAt('lifecycle')}>
            {(ties) => (
              <Select {...ties} {...register('lifecycle')}>
                {Object.entries(LIFECYCLE_CHOICES).map(([lifecycle, name]) => (
                  <option key={lifecycle} value={lifecycle}>
                    {name}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        )}
      </div>
      <datalist id="brands-of-the-shop">
        {catalogue?.brands.map(({ slug, name }) => (
          <option key={slug} value={name} />
        ))}
      </datalist>
    </Fold>
  );
}
