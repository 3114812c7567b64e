/** What can be said of a part beyond the six specified fields; each has a sensible value where it is left alone. */
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { Field } from '#web/ui/field.tsx';
import { Fold } from '#web/ui/fold.tsx';
import { NumberInput, Select, TextInput } from '#web/ui/inputs.tsx';
import styles from './part-editor.module.css';
import { judgeUnits, type PartDraft } from './part-editor-values.ts';
import { catalogueQuery } from './queries.ts';
import { GRADE_NAMES } from './words.ts';

const LIFECYCLE_NAMES = { active: 'Active', superseded: 'Superseded', discontinued: 'Discontinued' } as const;

const EXTRAS = ['brand', 'partNumber', 'partType', 'orderMultiple'] as const;

export function PartExtras({
  form,
  isNew,
}: {
  readonly form: UseFormReturn<PartDraft>;
  readonly isNew: boolean;
}) {
  const { data: catalogue } = useQuery(catalogueQuery);
  const { register, formState, trigger, getValues, setFocus } = form;
  const { errors, isSubmitted, submitCount } = formState;
  const [isOpen, setIsOpen] = useState(!isNew);
  const wrong = EXTRAS.find((name) => errors[name] !== undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each try shows it anew, folded away meanwhile or not
  useEffect(() => {
    // A mistake in here must be seen. Folded, its field could not take the focus when the form gave it.
    if (wrong === undefined) return;
    setIsOpen(true);
    if (!document.activeElement?.matches(':is(input, textarea, select)[aria-invalid]')) {
      requestAnimationFrame(() => setFocus(wrong));
    }
  }, [wrong, submitCount, setFocus]);
  const currentType = getValues('partType');
  const types = catalogue?.categories.flatMap((category) => category.types) ?? [];

  return (
    <Fold open={isOpen} onToggle={setIsOpen} summary="More about the part">
      <div className={styles.two}>
        <Field
          label="Brand"
          error={errors.brand?.message}
          hint={isNew ? 'The shop’s own where empty' : undefined}
        >
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
          error={errors.partNumber?.message}
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
        <Field label="Part type" error={errors.partType?.message}>
          {(ties) => (
            // Its options come later than its value, which only a new element would take up.
            <Select {...ties} key={types.length} {...register('partType')}>
              <option value="">None</option>
              {currentType !== '' && types.every(({ slug }) => slug !== currentType) && (
                <option value={currentType}>{currentType}</option>
              )}
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
        <Field label="Grade">
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
          error={errors.orderMultiple?.message}
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
          <Field label="Lifecycle">
            {(ties) => (
              <Select {...ties} {...register('lifecycle')}>
                {Object.entries(LIFECYCLE_NAMES).map(([lifecycle, name]) => (
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
