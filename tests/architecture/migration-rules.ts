/**
 * What a migration may not do, because the previous version sells while it runs: hold a lock that its reads and writes
 * wait for, or take away what it uses. Each rule says what to do instead.
 */
import { type MigrationFile, neededBy } from '#server/platform/db/migration-file.ts';

export type Rule = { readonly name: string; readonly instead: string; breaks(statement: Statement): boolean };
type Statement = {
  /** In capitals but for what is quoted, with single spaces and without what is between dollars. */
  readonly text: string;
  readonly migration: MigrationFile;
  /** Tables that this migration makes itself: nobody uses them yet. */
  readonly isNew: (table: string) => boolean;
};

const RELATION = '((?:"[^"]+"|[A-Z_][A-Z0-9_]*)(?:\\.(?:"[^"]+"|[A-Z_][A-Z0-9_]*))?)';
/** The table that a statement is about, as this pattern finds it; of none that is new. */
const usedTable = ({ text, isNew }: Statement, pattern: string): boolean => {
  const table = new RegExp(pattern.replace('TABLE_NAME', RELATION)).exec(text)?.[1];
  return table !== undefined && !isNew(table);
};
const ALTER = '^ALTER TABLE (?:IF EXISTS )?(?:ONLY )?TABLE_NAME ';
const alters = (statement: Statement, what: RegExp): boolean =>
  usedTable(statement, ALTER) && what.test(statement.text);
const CONCURRENTLY =
  /^(CREATE (UNIQUE )?INDEX|DROP INDEX|REINDEX \w+) CONCURRENTLY\b|^REFRESH MATERIALIZED VIEW CONCURRENTLY\b/;
/** What is the same for all rows is kept once; anything else is worked out row by row, and the table written anew. */
const CONSTANT_DEFAULT =
  /DEFAULT ('[^']*'(::[A-Z0-9_[\]]+)?|-?\d+(\.\d+)?|TRUE|FALSE|NULL|NOW\(\)|CURRENT_TIMESTAMP|ARRAY\[\](::[A-Z0-9_[\]]+)?)(?![\w(])/;

/** Each `ADD COLUMN …` of an ALTER TABLE, up to the comma that ends it. */
function addedColumns(text: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let present = '';
  for (const character of text) {
    if (character === '(') depth += 1;
    if (character === ')') depth -= 1;
    if (character === ',' && depth === 0) {
      parts.push(present);
      present = '';
    } else present += character;
  }
  return [...parts, present]
    .map(
      (part) =>
        /\bADD (?:COLUMN )?(?!CONSTRAINT|CHECK|FOREIGN|PRIMARY|UNIQUE|EXCLUDE)(.*)$/.exec(part)?.[1] ?? '',
    )
    .filter((part) => part !== '');
}
const addsColumn = (statement: Statement, isBad: (column: string) => boolean): boolean =>
  usedTable(statement, ALTER) && addedColumns(statement.text).some(isBad);

export const RULES: readonly Rule[] = [
  {
    name: 'an index is built while the table is written',
    instead:
      'Put it into a file of its own: "-- outside a transaction", DROP INDEX CONCURRENTLY IF EXISTS, then CREATE INDEX CONCURRENTLY.',
    breaks: (s) =>
      usedTable(
        s,
        '^CREATE (?:UNIQUE )?INDEX (?!CONCURRENTLY)(?:IF NOT EXISTS )?(?:\\w+ )?ON (?:ONLY )?TABLE_NAME',
      ),
  },
  {
    name: 'what runs concurrently runs outside a transaction',
    instead: 'Begin the file with the line "-- outside a transaction".',
    breaks: (s) => CONCURRENTLY.test(s.text) && s.migration.how !== 'outside a transaction',
  },
  {
    name: 'an index that failed half-way is not taken for a whole one',
    instead: 'DROP INDEX CONCURRENTLY IF EXISTS before CREATE INDEX CONCURRENTLY, without IF NOT EXISTS.',
    breaks: ({ text, migration }) => {
      const name = /^CREATE (?:UNIQUE )?INDEX CONCURRENTLY (?:IF NOT EXISTS )?(\w+)/.exec(text)?.[1];
      return (
        name !== undefined &&
        !new RegExp(`DROP INDEX CONCURRENTLY IF EXISTS ${name}\\b`, 'i').test(migration.text)
      );
    },
  },
  {
    name: 'an index goes without a lock on its table',
    instead: 'DROP INDEX CONCURRENTLY, in a file "-- outside a transaction".',
    breaks: ({ text }) => /^(DROP INDEX|REINDEX \w+|REFRESH MATERIALIZED VIEW) (?!CONCURRENTLY)/.test(text),
  },
  {
    name: 'a table is not written anew',
    instead: 'Add a column, fill it "-- in batches", move readers and writers, drop the old one.',
    breaks: (s) =>
      /^(CLUSTER|VACUUM|TRUNCATE|LOCK)\b/.test(s.text) ||
      alters(
        s,
        /\bALTER (COLUMN )?\S+ (SET DATA )?TYPE\b|\bSET (TABLESPACE|LOGGED|UNLOGGED|ACCESS METHOD)\b/,
      ),
  },
  {
    name: 'a new column costs nothing',
    instead: 'Give it a constant default or none, and fill it "-- in batches".',
    breaks: (s) =>
      addsColumn(
        s,
        (column) =>
          /\b(SERIAL|BIGSERIAL|SMALLSERIAL|GENERATED)\b/.test(column) ||
          (/\bDEFAULT\b/.test(column) && !CONSTANT_DEFAULT.test(column)),
      ),
  },
  {
    name: 'the previous version can still write',
    instead: 'Give the new column a default, or let it be null until everybody writes it.',
    breaks: (s) => addsColumn(s, (column) => /\bNOT NULL\b/.test(column) && !/\bDEFAULT\b/.test(column)),
  },
  {
    name: 'a constraint is checked without a lock',
    instead:
      'ADD CONSTRAINT … NOT VALID, and VALIDATE CONSTRAINT in the next migration; UNIQUE and PRIMARY KEY with USING INDEX.',
    breaks: (s) =>
      (alters(s, /\bADD (CONSTRAINT \w+ )?(CHECK|FOREIGN KEY)\b/) && !/\bNOT VALID\b/.test(s.text)) ||
      (alters(s, /\bADD (CONSTRAINT \w+ )?(UNIQUE|PRIMARY KEY|EXCLUDE)\b/) &&
        !/\bUSING INDEX\b/.test(s.text)) ||
      addsColumn(s, (column) => /\b(REFERENCES|CHECK|UNIQUE|PRIMARY KEY)\b/.test(column)),
  },
  {
    name: 'a constraint is validated after it was added, not with it',
    instead:
      'VALIDATE CONSTRAINT in a migration of its own: here the lock of the addition would be held meanwhile.',
    breaks: ({ text, migration }) =>
      /\bVALIDATE CONSTRAINT\b/.test(text) && /\bNOT\s+VALID\b/i.test(migration.text),
  },
  {
    name: 'NOT NULL is known before it is said',
    instead:
      'First a CHECK (… IS NOT NULL) NOT VALID, validate it in the next migration, then SET NOT NULL with a "-- locks:" line that says so.',
    breaks: (s) => alters(s, /\bALTER (COLUMN )?\S+ SET NOT NULL\b/),
  },
  {
    name: 'many rows are changed in batches',
    instead:
      'A file "-- in batches": one statement with a LIMIT, which is repeated until it changes nothing.',
    breaks: (s) =>
      s.migration.how === 'in batches'
        ? !/\bLIMIT \d+/.test(s.text)
        : usedTable(s, '^(?:WITH .* )?(?:UPDATE|DELETE FROM) (?:ONLY )?TABLE_NAME\\b'),
  },
  {
    name: 'what the previous version uses stays',
    instead:
      'Leave it until no process needs it, and end the name in _needs_NNNN: the migration of the first version that does without.',
    breaks: (s) =>
      neededBy(s.migration.name) === undefined &&
      (/^DROP (TABLE|VIEW|MATERIALIZED VIEW|FUNCTION|TYPE|SEQUENCE|SCHEMA|TRIGGER|EXTENSION)\b/.test(
        s.text,
      ) ||
        /^ALTER (TABLE|VIEW|TYPE|FUNCTION|SEQUENCE|INDEX) .*\bRENAME\b/.test(s.text) ||
        alters(
          s,
          /\bDROP (COLUMN )?(IF EXISTS )?(?!CONSTRAINT|DEFAULT|NOT NULL|EXPRESSION|IDENTITY)[A-Z_"]/,
        )),
  },
];

/** Rules that a migration breaks. A statement below a line `-- locks: …`, which says why it is short, may. */
export function brokenRules(migration: MigrationFile): { readonly rule: Rule; readonly statement: string }[] {
  const made = new Set<string>();
  const shown = migration.statements.map((raw) => ({ raw, text: plain(raw) }));
  for (const { text } of shown) {
    const table = new RegExp(`^CREATE (?:UNLOGGED )?TABLE (?:IF NOT EXISTS )?${RELATION}`).exec(text)?.[1];
    if (table !== undefined) made.add(table);
  }
  const isNew = (table: string) => made.has(table);
  const excused = excusedStatements(migration);
  return shown
    .filter(({ raw }) => !excused.has(raw))
    .flatMap(({ raw, text }) =>
      RULES.filter((rule) => rule.breaks({ text, migration, isNew })).map((rule) => ({
        rule,
        statement: raw,
      })),
    );
}

function plain(statement: string): string {
  return statement
    .replace(/\$(\w*)\$[\s\S]*?\$\1\$/g, '$$$$')
    .replace(/\s+/g, ' ')
    .replace(/'[^']*'|[^']+/g, (part) => (part.startsWith("'") ? part : part.toUpperCase()));
}

function excusedStatements({ text, statements }: MigrationFile): ReadonlySet<string> {
  const afterExcuse = [...text.matchAll(/^-- locks: \S.*\n(?:--.*\n)*([^-\s].*)$/gm)].map(
    ([, line]) => line ?? '',
  );
  return new Set(
    statements.filter((statement) =>
      afterExcuse.some((line) => statement.startsWith(line.replace(/;\s*$/, ''))),
    ),
  );
}
