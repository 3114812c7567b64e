/** Statements of a transaction that don't wait for each other. */
import { Duplex } from 'node:stream';
import { CompiledQuery, sql } from 'kysely';
import type pg from 'pg';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { refuse } from '#domain/refusal.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { transactionGuard } from '#server/platform/db/transaction-guard.ts';
import { createTestDatabase, type TestDatabase } from '../database.ts';

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
  await sql`CREATE TABLE noted (id serial PRIMARY KEY, word text UNIQUE)`.execute(database.databases.write);
});
afterEach(() => database.drop());

const noting = (word: string) => sql`INSERT INTO noted (word) VALUES (${word})`;
const note = (tx: Tx, word: string) => noting(word).execute(tx);
const words = async () => {
  const { rows } = await sql<{ word: string }>`SELECT word FROM noted ORDER BY id`.execute(
    database.databases.write,
  );
  return rows.map(({ word }) => word);
};

const read = (tx: Tx) => sql<{ word: string }>`SELECT word FROM noted WHERE word <> ${''}`.execute(tx);
const whenAcquired = (look: (client: pg.PoolClient) => void) =>
  database.databases.writePool.once('acquire', look);

/** The pieces that leave for the database from now on. */
function watchPieces(client: pg.PoolClient) {
  const stream: unknown = Reflect.get(Reflect.get(client, 'connection'), 'stream');
  if (!(stream instanceof Duplex)) throw new Error('The driver keeps its socket elsewhere now');
  return vi.spyOn(stream, '_writev').mock.calls;
}

it('travel together, and are carried out in the order in which they were asked for', async () => {
  let pieces: unknown[] = [];
  whenAcquired((client) => {
    pieces = watchPieces(client);
  });
  await inTransaction(database.databases.write, async (tx) => {
    await note(tx, 'first');
    const before = pieces.length;
    await Promise.all(['second', 'third', 'fourth'].map((word) => note(tx, word)));
    expect(pieces).toHaveLength(before + 1);
  });
  expect(await words()).toEqual(['first', 'second', 'third', 'fourth']);
});

it('are carried out in that order also where one is asked for while the others are on their way', async () => {
  for (let turns = 0; turns < 12; turns += 1) {
    await sql`TRUNCATE noted`.execute(database.databases.write);
    await inTransaction(database.databases.write, async (tx) => {
      const late = async () => {
        for (let turn = 0; turn < turns; turn += 1) await undefined;
        await note(tx, 'last');
      };
      await Promise.all([...['first', 'second', 'third'].map((word) => note(tx, word)), late()]);
    });
    expect(await words()).toEqual(['first', 'second', 'third', 'last']);
  }
});

it('travel with BEGIN as far as they only read', async () => {
  await words();
  let pieces: unknown[] = [];
  whenAcquired((client) => {
    pieces = watchPieces(client);
  });
  await inTransaction(database.databases.write, async (tx) => {
    const [, second, , fourth] = await Promise.all([read(tx), read(tx), note(tx, 'third'), read(tx)]);
    expect(pieces).toHaveLength(2);
    // In the order in which they were asked for.
    expect([second.rows, fourth.rows]).toEqual([[], [{ word: 'third' }]]);
  });
  expect(await words()).toEqual(['third']);
});

it('do nothing where BEGIN fails, and fail like it', async () => {
  whenAcquired((client) => {
    const { query } = client;
    client.query = new Proxy(query, {
      apply(_, self, [asked]: [pg.QueryConfig]) {
        const isBegin = asked.text === 'begin';
        if (isBegin) client.query = query;
        return Reflect.apply(query, self, [isBegin ? { ...asked, text: 'begin again' } : asked]);
      },
    });
  });
  const heard: PromiseSettledResult<unknown>[] = [];
  const asked = inTransaction(database.databases.write, async (tx) => {
    heard.push(...(await Promise.allSettled([read(tx), note(tx, 'one'), read(tx), note(tx, 'two')])));
    heard.push(...(await Promise.allSettled([read(tx), note(tx, 'three')])));
  });
  await expect(asked).rejects.toThrow('syntax error');
  expect(heard.map((each) => each.status === 'rejected' && String(each.reason))).toEqual(
    Array(6).fill(expect.stringContaining('syntax error at or near "again"')),
  );
  expect(await words()).toEqual([]);
  // The connection is as good as before.
  await inTransaction(database.databases.write, (tx) => note(tx, 'later'));
  expect(await words()).toEqual(['later']);
});

it('are not sent any more once the transaction is about to end', async () => {
  let late: Promise<PromiseSettledResult<unknown>[]> = Promise.resolve([]);
  const asked = inTransaction(database.databases.write, async (tx) => {
    // Asked for, and not awaited by the one that fails.
    const answered = read(tx);
    await read(tx);
    late = Promise.allSettled([
      note(tx, 'late'),
      note(tx, 'later'),
      answered.then(() => note(tx, 'behind an answer')),
    ]);
    throw new Error('something else');
  });
  await expect(asked).rejects.toThrow('something else');
  expect((await late).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  expect(await words()).toEqual([]);
});

it('are not sent behind the end of it before the connection is given back', async () => {
  const client = await database.databases.writePool.connect();
  const guard = transactionGuard();
  const ask = (text: string) => guard.send(text, () => client.query(text));
  const noteLate = () => ask("INSERT INTO noted (word) VALUES ('late')");
  try {
    await ask('begin');
    await ask("INSERT INTO noted (word) VALUES ('in time')");
    await ask('commit');
    await expect(noteLate()).rejects.toThrow('had ended');
    // Also behind the ROLLBACK that follows where COMMIT fails.
    await ask('rollback');
    await expect(noteLate()).rejects.toThrow('had ended');
    expect(await words()).toEqual(['in time']);
    // Another transaction, on the same connection.
    await ask('begin');
    await ask("INSERT INTO noted (word) VALUES ('in another')");
    await ask('commit');
    guard.release();
    await ask("INSERT INTO noted (word) VALUES ('by the next one')");
  } finally {
    client.release();
  }
  expect(await words()).toEqual(['in time', 'in another', 'by the next one']);
});

it('leave a connection behind that is not used again where ROLLBACK fails', async () => {
  whenAcquired((client) => {
    const { query } = client;
    client.query = new Proxy(query, {
      apply: (_, self, [asked]: [pg.QueryConfig]) =>
        Reflect.apply(query, self, [asked.text === 'rollback' ? { ...asked, text: 'roll over' } : asked]),
    });
  });
  await inTransaction(database.databases.write, async (tx) => {
    await note(tx, 'undone');
    throw new Error('only to roll back');
  }).catch(() => undefined);
  await inTransaction(database.databases.write, (tx) => note(tx, 'kept'));
  expect(await words()).toEqual(['kept']);
});

it('fail with what the first of them failed with, and leave nothing behind', async () => {
  await inTransaction(database.databases.write, (tx) => note(tx, 'taken'));
  const asked = inTransaction(database.databases.write, async (tx) => {
    await Promise.all([note(tx, 'before'), note(tx, 'taken'), note(tx, 'behind')]);
  });
  await expect(asked).rejects.toThrow('noted_word_key');
  // Whichever of them is listened to.
  const listened = inTransaction(database.databases.write, async (tx) => {
    const [, , behind] = await Promise.allSettled([note(tx, 'a'), note(tx, 'taken'), note(tx, 'b')]);
    if (behind?.status === 'rejected') throw behind.reason;
  });
  await expect(listened).rejects.toThrow('noted_word_key');
  expect(await words()).toEqual(['taken']);
  await inTransaction(database.databases.write, (tx) => Promise.all([note(tx, 'later'), note(tx, 'on')]));
  expect(await words()).toEqual(['taken', 'later', 'on']);
});

it('begin anew where a migration has changed what one of them answers', async () => {
  const work = (word: string) =>
    inTransaction(database.databases.write, async (tx) => {
      const [, all] = await Promise.all([
        note(tx, word),
        sql<{ word: string }>`SELECT * FROM noted WHERE word <> ${''}`.execute(tx),
        note(tx, `${word} too`),
      ]);
      return all.rows;
    });
  await work('before');
  await sql`ALTER TABLE noted ADD COLUMN at timestamptz DEFAULT now()`.execute(database.databases.write);
  expect(await work('after')).toHaveLength(3);
  expect(await words()).toEqual(['before', 'before too', 'after', 'after too']);
});

it('travel with COMMIT where they are the last', async () => {
  let pieces: unknown[] = [];
  whenAcquired((client) => {
    pieces = watchPieces(client);
  });
  let before = 0;
  await inTransaction(database.databases.write, async (tx, lastly) => {
    await note(tx, 'first');
    before = pieces.length;
    lastly([noting('second').compile(tx), noting('third').compile(tx)]);
  });
  expect(pieces).toHaveLength(before + 1);
  expect(await words()).toEqual(['first', 'second', 'third']);
});

it('undo everything where one of the last fails, and fail with what that one failed with', async () => {
  await inTransaction(database.databases.write, (tx) => note(tx, 'taken'));
  for (const last of [
    ['taken', 'one'],
    ['one', 'taken'],
  ]) {
    const asked = inTransaction(database.databases.write, async (tx, lastly) => {
      await note(tx, 'before');
      lastly(last.map((word) => noting(word).compile(tx)));
    });
    await expect(asked).rejects.toThrow('noted_word_key');
  }
  expect(await words()).toEqual(['taken']);
  await inTransaction(database.databases.write, (tx) => note(tx, 'later'));
  expect(await words()).toEqual(['taken', 'later']);
});

it('are not sent with COMMIT where BEGIN fails', async () => {
  whenAcquired((client) => {
    const { query } = client;
    client.query = new Proxy(query, {
      apply(_, self, [asked]: [pg.QueryConfig]) {
        const isBegin = asked.text === 'begin';
        if (isBegin) client.query = query;
        return Reflect.apply(query, self, [isBegin ? { ...asked, text: 'begin again' } : asked]);
      },
    });
  });
  const asked = inTransaction(database.databases.write, async (tx, lastly) =>
    lastly([noting('one').compile(tx), noting('two').compile(tx)]),
  );
  await expect(asked).rejects.toThrow('syntax error');
  expect(await words()).toEqual([]);
});

it('are not sent where the work is refused, nor where one has a value that the driver may leave out', async () => {
  const refused = await inTransaction(database.databases.write, async (tx, lastly) => {
    await note(tx, 'before');
    lastly([noting('last').compile(tx)]);
    return refuse('NOT_FOUND');
  });
  expect(refused).toMatchObject({ code: 'NOT_FOUND' });
  const circular: { self?: unknown } = {};
  circular.self = circular;
  const unsendable = inTransaction(database.databases.write, async (tx, lastly) => {
    await note(tx, 'before');
    lastly([
      noting('last').compile(tx),
      CompiledQuery.raw('INSERT INTO noted (word) VALUES ($1)', [[circular]]),
    ]);
  });
  await expect(unsendable).rejects.toThrow('may not be sent');
  expect(await words()).toEqual([]);
});

it('are tried again with COMMIT where they lock crosswise', async () => {
  await inTransaction(database.databases.write, (tx) => Promise.all([note(tx, 'a'), note(tx, 'b')]));
  const lengthening = (word: string) =>
    sql`UPDATE noted SET word = word || '!' WHERE word LIKE ${`${word}%`}`;
  let waiting = 0;
  let meet = () => {};
  const bothAreThere = new Promise<void>((resolve) => {
    meet = resolve;
  });
  let tries = 0;
  const work = (first: string, second: string) =>
    inTransaction(database.databases.write, async (tx, lastly) => {
      tries += 1;
      await lengthening(first).execute(tx);
      waiting += 1;
      if (waiting === 2) meet();
      await bothAreThere;
      lastly([lengthening(second).compile(tx)]);
    });
  await Promise.all([work('a', 'b'), work('b', 'a')]);
  expect(tries).toBe(3);
  expect((await words()).toSorted()).toEqual(['a!!', 'b!!']);
});

it('begin anew where a migration has changed what one of the last answers', async () => {
  const work = (word: string) =>
    inTransaction(database.databases.write, async (tx, lastly) => {
      await note(tx, word);
      const copying = sql`INSERT INTO noted (word) VALUES (${`${word} too`}) RETURNING *`;
      lastly([copying.compile(tx), noting(`${word} last`).compile(tx)]);
    });
  await work('before');
  await sql`ALTER TABLE noted ADD COLUMN at timestamptz DEFAULT now()`.execute(database.databases.write);
  await work('after');
  expect(await words()).toEqual(['before', 'before too', 'before last', 'after', 'after too', 'after last']);
});
