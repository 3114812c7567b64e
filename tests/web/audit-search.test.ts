/** The filters of the audit log, as they stand in the address and as they are asked for. */
import { expect, it } from 'vitest';
import { auditFilterOf, readAuditSearch } from '#web/features/audit/audit-search.ts';

it('keeps of an address what is a filter', () => {
  const search = { person: ' ada ', act: 'part.changed', object: 'part', from: '2026-02-30x', q: '' };
  expect(readAuditSearch(search)).toEqual({ person: 'ada', act: 'part.changed', object: 'part' });
  expect(readAuditSearch({ act: 'nothing', object: 'nothing', to: '2026-11-21' })).toEqual({
    to: '2026-11-21',
  });
});

it('asks for whole days of the reader, the last one with them', () => {
  const { from, to } = auditFilterOf({ from: '2026-03-29', to: '2026-03-29' });
  expect(from).toBe(new Date(2026, 2, 29).toISOString());
  expect(to).toBe(new Date(2026, 2, 30).toISOString());
});
