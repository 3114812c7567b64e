/** Calls of owners who bring files into the shop and take them out of it. */
import * as z from 'zod';
import { Id, Moment } from './fields.ts';
import { MAX_FILE_BYTES } from './import-limits.ts';
import { operations } from './kernel/operation.ts';
import {
  IMPORT_HAS_ERRORS,
  IMPORT_NOT_CHECKED,
  IMPORT_NOT_RECOGNISED,
  IMPORT_OVER,
  IMPORT_UNDER_WAY,
  NOT_FOUND,
} from './refusals.ts';

export const ImportKind = z.enum(['parts', 'numbers', 'fitments', 'prices', 'stock', 'codes']);
export type ImportKind = z.output<typeof ImportKind>;
export const ImportFormat = z.enum(['csv', 'aces', 'pies']);
export type ImportFormat = z.output<typeof ImportFormat>;
export const ImportState = z.enum([
  'reading',
  'checking',
  'checked',
  'applying',
  'applied',
  'cancelled',
  'failed',
]);
export type ImportState = z.output<typeof ImportState>;

/** An import: what was found, what it would do or did, and how far it is. */
export const ImportBody = z
  .object({
    id: Id,
    kind: ImportKind,
    format: ImportFormat,
    fileName: z.string(),
    /** The email of whoever brought it; null from the command line. */
    by: z.string().nullable(),
    state: ImportState,
    /** Rows of the file, good and bad. */
    rows: z.number().int(),
    /** Rows with errors, and errors in all; while applying, those that the shop found since. */
    badRows: z.number().int(),
    errorCount: z.number().int(),
    skipErrors: z.boolean(),
    /** Rows gone through in the step under way, of so many. */
    rowsDone: z.number().int(),
    rowsToDo: z.number().int(),
    /** Null until there is something to go by. */
    rowsPerSecond: z.number().nullable(),
    secondsLeft: z.number().nullable(),
    /** What applying would do. Of parts that are there, whether they change is told by applying alone. */
    foreseen: z.object({ inserted: z.number().int(), changed: z.number().int() }),
    inserted: z.number().int(),
    updated: z.number().int(),
    /** What to know of how the file was read. */
    notes: z.array(z.string()),
    /** Why it failed; empty where it did not. */
    failure: z.string(),
    createdAt: Moment,
    finishedAt: Moment.nullable(),
  })
  .meta({ id: 'Import' });
export type ImportBody = z.output<typeof ImportBody>;

export const ImportErrorBody = z
  .object({
    /** From 1, the header included; 0 where no line is to blame. */
    line: z.number().int(),
    column: z.string(),
    message: z.string(),
    value: z.string(),
  })
  .meta({ id: 'ImportError' });
export type ImportErrorBody = z.output<typeof ImportErrorBody>;

/** What would change most. Prices are in the list currency, per unit; stocks are units on hand. */
export const ImportChangesBody = z
  .object({
    /** Parts of which it moves by more than half of what it is, up or down. */
    movedFar: z.number().int(),
    /** At most 20: those that move by more than half first, then by how many times more or less it becomes. */
    largest: z.array(
      z.object({
        brand: z.string(),
        brandSlug: z.string(),
        partNumber: z.string(),
        partNumberSlug: z.string(),
        name: z.string(),
        before: z.number(),
        after: z.number(),
        movesFar: z.boolean(),
      }),
    ),
  })
  .meta({ id: 'ImportChanges' });
export type ImportChangesBody = z.output<typeof ImportChangesBody>;

const ImportParams = z.object({ id: Id });

export const imports = operations({
  importsUpload: {
    method: 'POST',
    path: '/imports',
    access: 'admin',
    noun: 'imports',
    summary: 'Bring a file; nothing of the shop changes yet',
    description:
      'CSV, ACES or PIES, told by its content. The file is staged as it comes, then checked; ask for the import until its state is `checked`, then apply it. One import of a kind is read, checked or applied at a time.',
    query: z.object({
      fileName: z.string().trim().min(1).max(200),
      /** What the file is, where its content should not tell. */
      kind: ImportKind.optional(),
      /** What becomes of columns that the kind does not have: the file is refused unless told. */
      otherColumns: z.enum(['refuse', 'passOver']).default('refuse'),
    }),
    streamBody: [
      'text/csv',
      'text/plain',
      'text/tab-separated-values',
      'application/xml',
      'text/xml',
      'application/vnd.ms-excel',
      'application/octet-stream',
    ],
    bodyLimitBytes: MAX_FILE_BYTES,
    status: 201,
    output: ImportBody,
    refusals: { IMPORT_NOT_RECOGNISED, IMPORT_UNDER_WAY },
    rateClass: 'upload',
    audit: 'import.uploaded',
  },
  importsList: {
    method: 'GET',
    path: '/imports',
    access: 'admin',
    noun: 'imports',
    summary: 'The newest 50 imports',
    output: z.array(ImportBody),
  },
  importsGet: {
    method: 'GET',
    path: '/imports/{id}',
    access: 'admin',
    noun: 'imports',
    summary: 'One import',
    params: ImportParams,
    output: ImportBody,
    refusals: { NOT_FOUND },
  },
  importsErrors: {
    method: 'GET',
    path: '/imports/{id}/errors',
    access: 'admin',
    noun: 'imports',
    summary: 'The first 100 errors of an import, in the order of lines',
    description: 'How many there are is with the import; all of them are a download.',
    params: ImportParams,
    output: z.array(ImportErrorBody),
    refusals: { NOT_FOUND },
  },
  importsChanges: {
    method: 'GET',
    path: '/imports/{id}/changes',
    access: 'admin',
    noun: 'imports',
    summary: 'What a checked import of prices or stock would change most',
    description:
      'By what the shop has now. Rows with errors stay out of it, as they would when it is applied. Other kinds of files have none.',
    params: ImportParams,
    output: ImportChangesBody,
    refusals: { NOT_FOUND, IMPORT_NOT_CHECKED },
  },
  importsApply: {
    method: 'POST',
    path: '/imports/{id}/apply',
    access: 'admin',
    noun: 'imports',
    summary: 'Apply a checked import',
    description:
      'In batches of 5,000 rows, each of them whole or not at all, while the shop goes on. With errors it is refused, unless the rows that have them are to be left out.',
    params: ImportParams,
    body: z.object({ skipErrors: z.boolean().default(false) }),
    output: ImportBody,
    refusals: { NOT_FOUND, IMPORT_NOT_CHECKED, IMPORT_HAS_ERRORS, IMPORT_UNDER_WAY },
    audit: 'import.applied',
  },
  importsCancel: {
    method: 'POST',
    path: '/imports/{id}/cancel',
    access: 'admin',
    noun: 'imports',
    summary: 'Stop an import; batches that are applied stay',
    params: ImportParams,
    output: ImportBody,
    refusals: { NOT_FOUND, IMPORT_OVER },
    audit: 'import.cancelled',
  },
  downloadsCreate: {
    method: 'POST',
    path: '/downloads',
    access: 'admin',
    noun: 'imports',
    summary: 'Get a link to an export, or to all errors of an import',
    description: 'Good for five minutes, for whoever has it. The file is made while it is sent.',
    body: z.discriminatedUnion('what', [
      z.object({ what: z.literal('export'), kind: ImportKind, format: ImportFormat.default('csv') }),
      z.object({ what: z.literal('errors'), importId: Id }),
    ]),
    status: 201,
    output: z.object({ url: z.string() }),
    refusals: { NOT_FOUND },
    audit: 'file.exported',
  },
  downloadsGet: {
    method: 'GET',
    path: '/downloads/{ticket}',
    access: 'anonymous',
    noun: 'imports',
    summary: 'The file of a link that an admin got',
    params: z.object({ ticket: z.string().regex(/^[\w-]{43}$/) }),
    file: ['text/csv', 'application/xml'],
    refusals: { NOT_FOUND },
    rateClass: 'document',
  },
});
