/** Two owners at one part: whether what one of them changes is still what they saw. */
import type { Grade } from './grade.ts';
import { brandSlugOf } from './part-number.ts';

/** What an owner sets of a part; the price as a decimal number, the part type by its code. */
export type PartSettings = {
  name: string;
  price: number;
  minOrder: number;
  orderMultiple: number;
  description: string;
  img: string;
  brand: string;
  partNumber: string;
  partType: string | null;
  grade: Grade;
  lifecycle: 'active' | 'superseded' | 'discontinued';
};

type Some<Values> = { readonly [Name in keyof Values]?: Values[Name] | undefined };

/**
 * Those settings that are to be changed (`wanted`) and are not what the change started from (`was`) any more, as they are
 * `now`; empty where there are none. What is `now` as it is wanted is not among them: nothing is lost by it, and a change
 * whose answer was lost can be asked for again.
 */
export function changedMeanwhile(
  wanted: Some<PartSettings>,
  was: Some<PartSettings>,
  now: PartSettings,
): Partial<PartSettings> {
  const changed: Partial<PartSettings> = {};
  const judge = <Name extends keyof PartSettings>(name: Name) => {
    if (wanted[name] === undefined || was[name] === undefined) return;
    if (isSame(name, now[name], was[name]) || isSame(name, now[name], wanted[name])) return;
    changed[name] = now[name];
  };
  for (const name of Object.keys(now)) if (isSetting(name, now)) judge(name);
  return changed;
}

const isSetting = (name: string, now: PartSettings): name is keyof PartSettings => name in now;

/** Spellings of one brand are one value. */
function isSame(name: keyof PartSettings, one: unknown, other: unknown): boolean {
  if (one === other) return true;
  const areBrands = name === 'brand' && typeof one === 'string' && typeof other === 'string';
  return areBrands && brandSlugOf(one) === brandSlugOf(other);
}
