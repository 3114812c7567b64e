/**
 * What somebody has typed into the form of a part and not saved yet, kept in the tab as they type: following a link, a reload
 * or a sign-in in between loses nothing. It is theirs: whoever signs in after them in the same tab begins anew. A picture that
 * was chosen cannot be kept.
 */
import { forgetTyped, keepTyped, readTyped } from '#web/typed-in-tab.ts';
import {
  changedFields,
  LIFECYCLE_CHOICES,
  type PartDraft,
  saysTheSame,
  TYPED_FIELDS,
  type TypedField,
} from './part-editor-values.ts';
import { GRADE_NAMES } from './words.ts';

/** Whose form it is, and of which part: its id, or `new`. */
export type PartDraftOf = { readonly email: string; readonly part: string };

type Typed = Partial<Pick<PartDraft, TypedField>>;

export type KeptPartDraft = {
  readonly typed: Typed;
  /** What the form had in these fields before. */
  readonly from: Typed;
  readonly hadPicture: boolean;
};

const nameOf = ({ email, part }: PartDraftOf) => `part-draft.${part}.${email}`;

/** What they typed before and have not saved, if anything. */
export function readPartDraft(of: PartDraftOf): KeptPartDraft | undefined {
  const value = readTyped(nameOf(of));
  return isKept(value) ? value : undefined;
}

/** Keeps what is not as in `base`; where all of it is, nothing. `hadPicture`: one was chosen, now or before a reload. */
export function keepPartDraft(of: PartDraftOf, draft: PartDraft, base: PartDraft, hadPicture: boolean): void {
  const fields = changedFields(draft, base);
  if (fields.length === 0) forgetPartDraft(of);
  else keepTyped(nameOf(of), { typed: only(fields, draft), from: only(fields, base), hadPicture });
}

export function forgetPartDraft(of: PartDraftOf): void {
  forgetTyped(nameOf(of));
}

/** What a form begins with. */
export type Beginning = {
  readonly values: PartDraft;
  /** What its fields had when somebody began to type into them. */
  readonly base: PartDraft;
  /** Fields that they have typed into and that are something else in the shop since: what they are there. */
  readonly theirs: Partial<PartDraft>;
  /** Present where it begins with what was typed before. */
  readonly resumed?: { readonly lacksPicture: boolean };
};

/** A form of what the shop has, with what was typed before and is not in the shop since. */
export function beginningOf(start: PartDraft, kept: KeptPartDraft | undefined): Beginning {
  const typed = { ...start, ...kept?.typed };
  const base = { ...start, ...kept?.from };
  const fields = changedFields(typed, start).filter((field) => kept?.typed[field] !== undefined);
  if (kept === undefined || fields.length === 0) return { values: start, base: start, theirs: {} };
  const contested = fields.filter((field) => !saysTheSame(field, base[field], start[field]));
  return {
    values: { ...start, ...only(fields, typed) },
    base: { ...start, ...only(fields, base) },
    theirs: only(contested, start),
    resumed: { lacksPicture: kept.hadPicture },
  };
}

const only = (fields: readonly TypedField[], values: PartDraft): Typed =>
  Object.fromEntries(fields.map((field) => [field, values[field]]));

function isKept(value: unknown): value is KeptPartDraft {
  return (
    typeof value === 'object' &&
    value !== null &&
    'typed' in value &&
    isTyped(value.typed) &&
    'from' in value &&
    isTyped(value.from) &&
    'hadPicture' in value &&
    typeof value.hadPicture === 'boolean'
  );
}

const FIELDS: ReadonlySet<string> = new Set(TYPED_FIELDS);

function isTyped(value: unknown): value is Typed {
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).every(
    ([field, text]) =>
      FIELDS.has(field) &&
      typeof text === 'string' &&
      (field !== 'grade' || text in GRADE_NAMES) &&
      (field !== 'lifecycle' || text in LIFECYCLE_CHOICES),
  );
}
