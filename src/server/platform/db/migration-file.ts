/**
 * A migration as its file says it: numbered SQL that is run once. The first line may say how, where one transaction
 * won't do; the name may say which versions of the shop it leaves behind.
 */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PROJECT } from '../project-folder.ts';

/** The migrations of this version. */
export const MIGRATIONS = join(PROJECT, 'migrations');

export type MigrationFile = {
  /** The file's, without its ending. Their order is the order in which they run. */
  readonly name: string;
  readonly text: string;
  /**
   * `outside a transaction`: statement by statement, as CREATE INDEX CONCURRENTLY wants it; run again from the first
   * one after a failure. `in batches`: one statement, again and again until it changes no row.
   */
  readonly how: 'in one transaction' | 'outside a transaction' | 'in batches';
  readonly statements: readonly string[];
};

const HOW = /^-- (outside a transaction|in batches)\b/;

export function readMigration(name: string, text: string): MigrationFile {
  const said = HOW.exec(text)?.[1];
  const how = said === 'outside a transaction' || said === 'in batches' ? said : 'in one transaction';
  return { name, text, how, statements: splitStatements(text) };
}

/** The migrations in a folder, in their order. */
export async function readMigrations(folder: string): Promise<MigrationFile[]> {
  const names = await migrationNames(folder);
  return Promise.all(
    names.map(async (name) => readMigration(name, await readFile(join(folder, `${name}.sql`), 'utf8'))),
  );
}

export async function migrationNames(folder: string): Promise<string[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort();
  return files.map((file) => file.slice(0, -'.sql'.length));
}

/**
 * The migration without which a version of the shop can't work on the database any more: `0129` of
 * `0131_drop_grade_needs_0129`. Undefined for one that only adds, which earlier versions don't mind.
 */
export function neededBy(name: string): string | undefined {
  return /_needs_(\d{4})$/.exec(name)?.[1];
}

const TOKEN =
  /--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|"(?:[^"]|"")*"|\$(\w*)\$[\s\S]*?\$\1\$|;|[^-/'"$;]+|[\s\S]/g;

/** The statements of a text, each without its comments and its semicolon. */
export function splitStatements(text: string): string[] {
  const statements: string[] = [];
  let present = '';
  for (const [token] of text.matchAll(TOKEN)) {
    if (token === ';') {
      statements.push(present);
      present = '';
    } else if (!token.startsWith('--') && !token.startsWith('/*')) present += token;
  }
  statements.push(present);
  return statements.map((statement) => statement.trim()).filter((statement) => statement !== '');
}
