/**
 * Writes src/server/platform/db/schema.gen.ts, the types of all tables, from a database in which the migrations ran:
 *
 *     DATABASE_URL=postgres://… node scripts/generate-schema.ts
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';

const FILE = 'src/server/platform/db/schema.gen.ts';

/** Text columns whose CHECK allows only these values: interface → column → values. */
const NARROWED: Record<string, Record<string, readonly string[]>> = {
  AuditEntry: { author_kind: ['person', 'nobody', 'command', 'shop'] },
  ShopUser: { role: ['customer', 'admin'] },
  Part: {
    grade: ['genuine', 'oe', 'aftermarket', 'remanufactured'],
    lifecycle: ['active', 'superseded', 'discontinued'],
  },
  PartNumberAlias: { kind: ['oe', 'trade', 'competitor', 'superseded', 'gtin', 'customer'] },
  Vehicle: { kind: ['car', 'truck', 'motorcycle'] },
  PartKind: { kind: ['car', 'truck', 'motorcycle'] },
  StockMovement: { kind: ['received', 'reserved', 'released', 'shipped', 'adjusted'] },
  ShopOrder: {
    status: ['unpaid', 'paid', 'shipped', 'cancelled', 'expired', 'refunded'],
    closing_as: ['cancelled', 'expired'],
  },
  OrderLine: { fit: ['fits', 'fitsIf', 'doesNotFit', 'unknown'] },
  OrderEvent: { kind: ['placed', 'paid', 'shipped', 'cancelled', 'expired', 'refunded'] },
  NewsletterSubscription: { status: ['unconfirmed', 'subscribed', 'left'] },
  ImportRun: {
    kind: ['parts', 'numbers', 'fitments', 'prices', 'stock', 'codes'],
    format: ['csv', 'aces', 'pies'],
    state: ['reading', 'checking', 'checked', 'applying', 'applied', 'cancelled', 'failed'],
  },
  CatalogueCode: {
    scheme: [
      ...['vehicle', 'make', 'model', 'brand', 'part_type', 'position', 'attribute'],
      ...['engine_base', 'engine_designation', 'engine_version', 'engine_vin', 'fuel_type', 'aspiration'],
    ],
  },
  PaymentAttempt: { status: ['open', 'succeeded', 'cancelled'] },
  Refund: {
    status: ['requested', 'pending', 'succeeded', 'failed'],
    cause: ['admin', 'late', 'provider'],
  },
  Reconciliation: { stage: ['payments', 'refunds', 'paid-orders', 'kept-refunds', 'done', 'failed'] },
  ReconciliationFinding: { outcome: ['repaired', 'reported'] },
};

/** Narrows `string` in one column of one interface; fails when the column is not there any more. */
function narrow(source: string, table: string, column: string, values: readonly string[]): string {
  const pattern = new RegExp(`(export interface ${table} \\{[^}]*?\\n  ${column}: (?:Generated<)?)string`);
  if (!pattern.test(source)) throw new Error(`${table}.${column} is not a text column`);
  return source.replace(pattern, `$1${values.map((value) => `'${value}'`).join(' | ')}`);
}

const url = process.env.DATABASE_URL;
if (url === undefined) throw new Error('DATABASE_URL names the migrated database to read the types from');
execFileSync(
  'node_modules/.bin/kysely-codegen',
  [
    ...['--url', url, '--dialect', 'postgres', '--out-file', FILE],
    // The queue keeps its own schema; we read none of its tables.
    ...['--default-schema', 'public', '--include-pattern', '(public|sandbox).*'],
    ...['--numeric-parser', 'string', '--date-parser', 'string', '--no-domains', '--log-level', 'warn'],
    // As src/server/platform/db/database.ts parses it: a safe integer.
    ...['--type-mapping', JSON.stringify({ int8: 'number' })],
  ],
  { stdio: 'inherit' },
);
const narrowed = Object.entries(NARROWED).reduce(
  (source, [table, columns]) =>
    Object.entries(columns).reduce((text, [column, values]) => narrow(text, table, column, values), source),
  readFileSync(FILE, 'utf8'),
);
writeFileSync(FILE, narrowed);
