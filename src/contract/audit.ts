/** Calls of the audit log. */
import * as z from 'zod';
import { ACTS, AUDIT_OBJECTS, isAct } from '#domain/audit/acts.ts';
import { AskedMoment, Moment, PageHeaders, PageQuery, text } from './fields.ts';
import { operations } from './kernel/operation.ts';

const Fact = z.union([z.string(), z.number(), z.boolean(), z.null()]);
const Facts = z.record(z.string(), Fact);
/** A person, as far as the shop still knows them. */
const Person = { email: z.string().nullable(), name: z.string().nullable() };

export const AuditEntryBody = z
  .object({
    _id: z.string(),
    at: Moment,
    /** What was done, `part.changed`; an older version may have written one that this one does not know. */
    act: z.string(),
    by: z.object({
      kind: z.enum(['person', 'nobody', 'command', 'shop']),
      id: z.uuid().nullable(),
      ...Person,
    }),
    object: z
      .object({ kind: z.string(), id: z.string(), label: z.string().nullable(), ...Person })
      .nullable(),
    before: Facts.nullable(),
    after: Facts.nullable(),
    address: z.string(),
    userAgent: z.string(),
    requestId: z.string(),
  })
  .meta({ id: 'AuditEntry' });
export type AuditEntryBody = z.output<typeof AuditEntryBody>;

export const AuditFilter = z.object({
  /** Part of the email or name of who did it, or to whom it was done. */
  person: text(254).optional(),
  act: z
    .string()
    .refine(isAct, `One of ${Object.keys(ACTS).join(', ')}`)
    .optional(),
  object: z.enum(Object.keys(AUDIT_OBJECTS)).optional(),
  objectId: text(200).optional(),
  from: AskedMoment.optional(),
  /** Not including this moment. */
  to: AskedMoment.optional(),
  /** Part of what was changed, of an address, a browser or a request's id. */
  q: text(200).optional(),
});
export type AuditFilter = z.output<typeof AuditFilter>;

export const audit = operations({
  auditList: {
    method: 'GET',
    path: '/audit',
    access: 'admin',
    noun: 'audit',
    summary: 'The audit log, newest first',
    description:
      'Who did what to what, when and from where, with old and new values. It only grows. Everything that admins do is in it, and what concerns the safety of accounts.',
    query: PageQuery.extend(AuditFilter.shape),
    output: z.array(AuditEntryBody),
    outputHeaders: PageHeaders,
    rateClass: 'search',
  },
  auditExport: {
    method: 'GET',
    path: '/audit/export',
    access: 'admin',
    noun: 'audit',
    summary: 'The audit log as a CSV file, newest first',
    description:
      'At most 100,000 entries: narrow the time for more. Nothing in it is a formula to a spreadsheet. Who takes it is in the audit log.',
    query: AuditFilter,
    file: ['text/csv'],
    rateClass: 'document',
    audit: 'file.exported',
  },
});
