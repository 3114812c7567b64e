/** The shop's secrets: the same for all its processes. */
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openSecrets, secretsFrom } from '#main/secrets.ts';

it('are the same for processes that make them at the same moment, and for those that come later', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'mainshaft-secrets-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const made = await Promise.all(Array.from({ length: 8 }, () => openSecrets(folder)));
  made.push(await openSecrets(folder));
  expect(new Set(made.map((secrets) => JSON.stringify(secrets))).size).toBe(1);
  expect(await readdir(folder)).toEqual(['secrets.json']);
  expect((await stat(join(folder, 'secrets.json'))).mode & 0o777).toBe(0o600);
});

it('that follow from a setting are all different, and the same wherever it is the same', () => {
  const secrets = secretsFrom('a setting of thirty-two characters');
  expect(new Set(Object.values(secrets)).size).toBe(5);
  expect(secretsFrom('a setting of thirty-two characters')).toEqual(secrets);
  expect(secretsFrom('another setting of 32 characters!!').accessToken).not.toBe(secrets.accessToken);
});
