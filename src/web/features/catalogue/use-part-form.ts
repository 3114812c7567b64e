/** The form of a part: what is typed, what that began from, and what another owner has made of it meanwhile. */
import { useEffect, useMemo, useState } from 'react';
import { flushSync } from 'react-dom';
import { useForm } from 'react-hook-form';
import { problemOfCall } from '#contract/kernel/api-error.ts';
import type { ShopTable } from '#contract/table.ts';
import { useUser } from '#web/features/identity/guards.tsx';
import { beginningOf, forgetPartDraft, keepPartDraft, readPartDraft } from './part-draft.ts';
import { CONTESTABLE, type Contestable, type PartDraft, textsOf } from './part-editor-values.ts';

/** `part` is the id of the part, or `new`; `decimals` how many the list currency has. */
export function usePartForm(start: PartDraft, part: string, decimals: number) {
  const { email } = useUser();
  const of = useMemo(() => ({ email, part }), [email, part]);
  const [beginning] = useState(() => beginningOf(start, readPartDraft(of)));
  const [base, setBase] = useState(beginning.base);
  const [theirs, setTheirs] = useState(beginning.theirs);
  const [resumed, setResumed] = useState(beginning.resumed);
  const form = useForm<PartDraft>({ defaultValues: beginning.values });
  const { subscribe, getValues, reset, setValue, setFocus } = form;

  const lacksPicture = resumed?.lacksPicture === true;
  useEffect(() => {
    // While a session ends the page is shown for a moment more, to nobody.
    if (of.email === '') return undefined;
    const keep = (values: PartDraft) =>
      keepPartDraft(of, values, base, lacksPicture || values.image !== null);
    keep(getValues());
    return subscribe({ formState: { values: true }, callback: ({ values }) => keep(values) });
  }, [of, base, lacksPicture, subscribe, getValues]);

  /** Goes on with what the shop has; nothing is kept of what was typed. */
  const goOnWith = (draft: PartDraft) => {
    setTheirs({});
    setResumed(undefined);
    setBase(draft);
    reset(draft);
    // Where the page has been left meanwhile, nothing else does.
    forgetPartDraft(of);
  };

  const focusOn = (field: Contestable) => setFocus(field === 'img' ? 'image' : field);

  /** From now on this field began from what it is in the shop. */
  const settle = (field: Contestable) => {
    setBase({ ...base, [field]: theirs[field] });
    setTheirs(({ [field]: _, ...others }) => others);
    focusOn(field);
  };

  return {
    form,
    base,
    theirs,
    /** Present while the form has what was typed before. */
    resumed,
    goOnWith,
    /** Shows at its fields that another owner has changed them, where that is why saving failed. */
    showContested(error: unknown): boolean {
      const problem = problemOfCall<ShopTable['partsUpdate']>(error);
      if (problem?.code !== 'CHANGED_MEANWHILE') return false;
      const changed = textsOf(problem.now, decimals);
      setTheirs(changed);
      const first = CONTESTABLE.find((field) => changed[field] !== undefined);
      if (first !== undefined) focusOn(first);
      return true;
    },
    keepMine: settle,
    takeTheirs(field: Contestable): void {
      // First: a list has to have what is chosen in it.
      flushSync(() => settle(field));
      if (field === 'img') setValue('image', null);
      setValue(field, theirs[field] ?? '', { shouldValidate: true });
    },
  };
}
