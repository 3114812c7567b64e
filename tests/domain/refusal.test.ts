import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isRefusal, refuse, refuseWith } from '#domain/refusal.ts';

describe('a refusal', () => {
  it('is known by its kind, even after it was copied', () => {
    const refusal = refuseWith('OUT_OF_STOCK', { stock: 3 }, 'Only three are left');
    expect(isRefusal(refusal)).toBe(true);
    expect(isRefusal(structuredClone(refusal))).toBe(true);
    expect(isRefusal(JSON.parse(JSON.stringify(refusal)))).toBe(true);
  });

  it('carries what the caller needs, and no empty detail', () => {
    expect(refuse('NOT_FOUND')).toEqual({ kind: 'refusal', code: 'NOT_FOUND', data: undefined });
    expect(Object.keys(refuse('NOT_FOUND'))).not.toContain('detail');
    expect(refuse('NOT_FOUND', 'No such part').detail).toBe('No such part');
    expect(Object.keys(refuseWith('OUT_OF_STOCK', { stock: 3 }))).not.toContain('detail');
    expect(refuseWith('OUT_OF_STOCK', { stock: 3 }).data).toEqual({ stock: 3 });
  });

  it('is nothing else', () => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        expect(isRefusal(value)).toBe(false);
      }),
    );
    expect(isRefusal({ kind: 'order' })).toBe(false);
  });
});
