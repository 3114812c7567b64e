/** Locks on a file: for one, or shared by many. */
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { tryFileLock, tryShareOfFileLock } from '#server/platform/file-lock.ts';

function emptyFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'mainshaft-file-lock-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

test('a lock is one’s alone, and leaves nothing but its empty file', () => {
  const folder = emptyFolder();
  const path = join(folder, 'a.lock');
  const lock = tryFileLock(path);
  expect(lock).toBeDefined();
  expect(tryFileLock(path)).toBeUndefined();
  expect(tryShareOfFileLock(path)).toBeUndefined();
  expect(readdirSync(folder)).toEqual(['a.lock']);
  lock?.release();
  const again = tryFileLock(path);
  expect(again).toBeDefined();
  again?.release();
});

test('a shared lock is nobody’s alone until the last share is given back', () => {
  const path = join(emptyFolder(), 'a.lock');
  expect(tryShareOfFileLock(path)).toBeUndefined();
  writeFileSync(path, '');
  const one = tryShareOfFileLock(path);
  const other = tryShareOfFileLock(path);
  expect(one).toBeDefined();
  expect(other).toBeDefined();
  one?.release();
  expect(tryFileLock(path)).toBeUndefined();
  other?.release();
  const lock = tryFileLock(path);
  expect(lock).toBeDefined();
  lock?.release();
});
