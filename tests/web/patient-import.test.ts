import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { CHUNK_TIMEOUT_MS, ChunkLoadError, importOnce, patientImport } from '#web/patient-import.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('a chunk may take 120 seconds and not longer', async () => {
  expect(CHUNK_TIMEOUT_MS).toBe(120_000);
  const never = patientImport(() => new Promise<never>(() => undefined));
  const refused = expect(never).rejects.toBeInstanceOf(ChunkLoadError);
  await vi.advanceTimersByTimeAsync(120_000);
  await refused;
});

test('a chunk that cannot be had fails at once, and another try is a new one', async () => {
  let tries = 0;
  const load = () => {
    tries += 1;
    return tries === 1 ? Promise.reject(new TypeError('network')) : Promise.resolve('the page');
  };
  await expect(patientImport(load)).rejects.toBeInstanceOf(ChunkLoadError);
  await expect(patientImport(load)).resolves.toBe('the page');
  expect(vi.getTimerCount()).toBe(0);
});

test('a chunk that is wanted again and again is loaded once, and again where it could not be had', async () => {
  let tries = 0;
  const load = importOnce(() => {
    tries += 1;
    return tries === 1 ? Promise.reject(new TypeError('network')) : Promise.resolve('the page');
  });
  await expect(load()).rejects.toBeInstanceOf(TypeError);
  const loading = load();
  expect(load()).toBe(loading);
  await expect(loading).resolves.toBe('the page');
  expect(load()).toBe(loading);
  expect(tries).toBe(2);
});
