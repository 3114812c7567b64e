/** Looks whether every page of a database can be read and agrees with its indexes. For a copy: it installs an extension. */
import pg from 'pg';

export type DatabaseCheck = {
  readonly tables: number;
  readonly indexes: number;
  /** What is wrong, in words. */
  readonly findings: readonly string[];
};

/** A damaged table has as many findings as rows; some will do. */
const FINDINGS_EACH = 5;

/**
 * Reads every row of every table, system tables included, and has `amcheck` compare tables with their indexes.
 *
 * @param url of the database, as its owner
 */
export async function checkDatabase(url: string, tell: (detail: string) => void): Promise<DatabaseCheck> {
  const client = new pg.Client({ connectionString: url, application_name: 'mainshaft check' });
  client.on('error', () => {});
  await client.connect();
  const findings: string[] = [];
  const look = async (name: string, text: string, values: readonly unknown[] = []): Promise<void> => {
    try {
      const { rows } = await client.query<{ finding?: string }>(text, [...values]);
      for (const { finding } of rows.slice(0, FINDINGS_EACH)) {
        if (finding !== undefined) findings.push(`${name}: ${finding}`);
      }
    } catch (error) {
      findings.push(`${name}: ${error instanceof Error ? error.message : String(error)}`);
    }
  };
  try {
    await client.query('CREATE EXTENSION IF NOT EXISTS amcheck');
    const { rows: tables } = await client.query<{ oid: number; name: string; kind: string }>(
      `SELECT oid::int, oid::regclass::text AS name, relkind::text AS kind FROM pg_class
       WHERE relkind IN ('r', 'm', 't') AND relpersistence = 'p' ORDER BY oid`,
    );
    for (const [at, { oid, name, kind }] of tables.entries()) {
      tell(`${at} of ${tables.length} tables`);
      await look(
        name,
        `SELECT format('block %s, row %s: %s', blkno, offnum, msg) AS finding FROM verify_heapam($1::oid::regclass)`,
        [oid],
      );
      // Long values are kept beside the table and read with it.
      if (kind !== 't') await look(name, `COPY (SELECT * FROM ${name}) TO '/dev/null'`);
    }
    const { rows: indexes } = await client.query<{ oid: number; name: string; method: string }>(
      `SELECT c.oid::int, c.oid::regclass::text AS name, a.amname AS method
       FROM pg_class c JOIN pg_am a ON a.oid = c.relam JOIN pg_index i ON i.indexrelid = c.oid
       WHERE c.relkind = 'i' AND c.relpersistence = 'p' AND i.indisready AND a.amname IN ('btree', 'gin')
       ORDER BY c.oid`,
    );
    for (const [at, { oid, name, method }] of indexes.entries()) {
      tell(`${at} of ${indexes.length} indexes`);
      await look(
        name,
        method === 'gin'
          ? 'SELECT gin_index_check($1::oid::regclass)'
          : 'SELECT bt_index_check($1::oid::regclass, heapallindexed => true, checkunique => true)',
        [oid],
      );
    }
    return { tables: tables.length, indexes: indexes.length, findings };
  } finally {
    await client.end();
  }
}
