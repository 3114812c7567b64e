/** What was typed into the form of a part before, and what the form makes of it when it opens again. */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import {
  beginningOf,
  forgetPartDraft,
  keepPartDraft,
  readPartDraft,
} from '#web/features/catalogue/part-draft.ts';
import { BLANK_PART } from '#web/features/catalogue/part-editor-values.ts';

const MINE = { email: 'owner@example.com', part: '7' };
const SHOP = { ...BLANK_PART, name: 'Disc', price: '40.00', description: 'Coated.', img: '/media/x' };
const TYPED = { ...SHOP, price: '60', description: 'Plain.' };

const kept = new Map<string, string>();
beforeEach(() => {
  kept.clear();
  vi.stubGlobal('sessionStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => kept.set(name, value),
    removeItem: (name: string) => kept.delete(name),
  });
  return () => vi.unstubAllGlobals();
});

const reopened = (shop = SHOP) => beginningOf(shop, readPartDraft(MINE));

describe('what was typed into the form of a part', () => {
  it('is there again, beside what the shop has by now of the rest', () => {
    keepPartDraft(MINE, TYPED, SHOP, false);
    const begun = reopened({ ...SHOP, name: 'Disc, coated' });
    expect(begun.values).toMatchObject({ name: 'Disc, coated', price: '60', description: 'Plain.' });
    expect(begun).toMatchObject({ theirs: {}, resumed: { lacksPicture: false } });
  });

  it('is somebody’s, and of one part', () => {
    keepPartDraft(MINE, TYPED, SHOP, false);
    expect(readPartDraft({ ...MINE, email: 'other@example.com' })).toBeUndefined();
    expect(readPartDraft({ ...MINE, part: 'new' })).toBeUndefined();
    forgetPartDraft(MINE);
    expect(reopened()).toEqual({ values: SHOP, base: SHOP, theirs: {} });
  });

  it('is kept no more once it is as it was', () => {
    keepPartDraft(MINE, TYPED, SHOP, false);
    keepPartDraft(MINE, { ...SHOP, price: '40' }, SHOP, true);
    expect(kept.size).toBe(0);
  });

  it('is not there where it has been saved since', () => {
    keepPartDraft(MINE, TYPED, SHOP, false);
    expect(reopened({ ...SHOP, price: '60.00' }).values).toMatchObject({ price: '60.00' });
    expect(reopened({ ...TYPED, price: '60.00' })).not.toHaveProperty('resumed');
  });

  it('remembers what it began from, and so tells what another owner has changed meanwhile', () => {
    keepPartDraft(MINE, TYPED, SHOP, false);
    const begun = reopened({ ...SHOP, price: '50.00' });
    expect(begun).toMatchObject({
      values: { price: '60' },
      base: { price: '40.00' },
      theirs: { price: '50.00' },
    });
    expect(Object.keys(begun.theirs)).toEqual(['price']);
  });

  it('says that a picture has to be chosen again', () => {
    keepPartDraft(MINE, TYPED, SHOP, true);
    expect(reopened().resumed).toEqual({ lacksPicture: true });
  });

  it('counts only where it is what a form keeps', () => {
    for (const wrong of ['', '7', '{"typed":{"price":60},"from":{},"hadPicture":false}', '{"typed":{}}']) {
      kept.set('mainshaft.typed.part-draft.7.owner@example.com', wrong);
      expect(readPartDraft(MINE)).toBeUndefined();
    }
  });
});
