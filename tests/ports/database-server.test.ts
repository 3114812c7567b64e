/** A server that DATABASE_URL names, and what is said where it can't be used. */
import { execFile } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, inject, it } from 'vitest';
import { openShopDatabase } from '#main/open-shop-database.ts';
import { readConfig } from '#server/platform/config.ts';
import { outageOfDatabase, wordsOf } from '#server/platform/db/database-outage.ts';
import { openLog } from '#server/platform/log.ts';
import { freePort } from '../free-port.ts';

const PROJECT = join(import.meta.dirname, '../..');
const PASSWORD = 'nobody-may-read-this';

/** The tests' own server, but for what is wrong. */
function urlWith(wrong: { user?: string; host?: string; port?: number; database?: string }): URL {
  const url = new URL(inject('serverUrl'));
  if (wrong.host !== undefined) url.hostname = wrong.host;
  if (wrong.port !== undefined) url.port = String(wrong.port);
  if (wrong.database !== undefined) url.pathname = `/${wrong.database}`;
  else url.password = PASSWORD;
  if (wrong.user !== undefined) url.username = wrong.user;
  return url;
}

it.each([
  ['nobody listens there', async () => urlWith({ port: await freePort() }), /ECONNREFUSED/],
  ['there is no such host', async () => urlWith({ host: 'database.invalid' }), /database\.invalid/],
  ['it lets nobody in by this name and password', async () => urlWith({ user: 'stranger' }), /"stranger"/],
  [
    'it has no such database',
    async () => urlWith({ database: 'nowhere' }),
    /database "nowhere" does not exist/,
  ],
])(
  'is named with what it or the network says where %s, and its password is not',
  async (_where, wrong, says) => {
    const url = await wrong();
    const config = readConfig({ DATABASE_URL: url.href, SANDBOX_PAYMENTS: 'true' });
    const opening = openShopDatabase(config, tmpdir(), openLog('silent'));
    await expect(opening).rejects.toMatchObject({ kind: 'setup-error' });
    const { message } = (await opening.catch((error: Error) => error)) as Error;
    expect(message).toContain(url.host);
    expect(message).toMatch(says);
    expect(message).toContain('DATABASE_URL');
    expect(message).not.toContain(url.password || PASSWORD);
  },
);

it('is told of with each of its addresses, where it has several and none answers', () => {
  const tries = [
    new Error('connect ECONNREFUSED ::1:5432'),
    new Error('connect ECONNREFUSED 127.0.0.1:5432'),
  ];
  const outage = outageOfDatabase(Object.assign(new AggregateError(tries), { code: 'ECONNREFUSED' }));
  expect(wordsOf(outage)).toBe('connect ECONNREFUSED ::1:5432, connect ECONNREFUSED 127.0.0.1:5432');
});

it('stops a command with the same words', async () => {
  const url = urlWith({ port: await freePort() });
  const command = promisify(execFile)(process.execPath, ['src/main/cli.ts', 'migrate'], {
    cwd: PROJECT,
    env: { ...process.env, DATABASE_URL: url.href },
  });
  const { code, stderr } = (await command.catch((error: { code: number; stderr: string }) => error)) as {
    code: number;
    stderr: string;
  };
  expect(code).toBe(1);
  expect(stderr).toContain(url.host);
  expect(stderr).toContain('check DATABASE_URL');
  expect(stderr).not.toMatch(/^ +at /m);
});
