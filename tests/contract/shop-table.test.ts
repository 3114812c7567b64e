/** What must hold for the shop's own table, whatever is added to it. */
import { readFileSync } from 'node:fs';
import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, it } from 'vitest';
import { identityTable } from '#contract/identity.ts';
import type { Operation, RefusalSpec } from '#contract/kernel/operation.ts';
import { KERNEL_PROBLEMS, PROBLEM_MEMBERS } from '#contract/kernel/problems.ts';
import { table } from '#contract/table.ts';
import { isAct } from '#domain/audit/acts.ts';
import { fieldNames } from '#server/platform/serve/input.ts';
import { shapeOf } from '#server/platform/serve/prepare.ts';
import { generatedFiles } from '../../scripts/generate.ts';

const whole: Readonly<Record<string, Operation>> = { ...table, ...identityTable };
const operations = Object.entries(whole);
const refusals: readonly (readonly [string, string, RefusalSpec])[] = operations.flatMap(
  ([name, operation]) =>
    Object.entries(operation.refusals ?? {}).map(([code, spec]) => [name, code, spec] as const),
);

describe('the table', () => {
  it('has no name twice', () => {
    expect(Object.keys(whole)).toHaveLength(Object.keys(table).length + Object.keys(identityTable).length);
  });

  it('has one operation for each method and address', () => {
    const addresses = operations.map(([, { method, path }]) => `${method} ${shapeOf(path)}`);
    expect(new Set(addresses).size).toBe(addresses.length);
  });

  it('has no address that could be another', () => {
    // "/parts/new" beside "/parts/{id}" would take a part's address away, and answer 405 for the other's methods.
    const shapes = [...new Set(operations.map(([, { path }]) => shapeOf(path)))];
    const could = (a: readonly string[], b: readonly string[]) =>
      a.length === b.length &&
      a.every((segment, index) => segment === '{}' || b[index] === '{}' || segment === b[index]);
    const pairs = shapes.flatMap((a, index) =>
      shapes
        .slice(index + 1)
        .filter((b) => could(a.split('/'), b.split('/')))
        .map((b) => [a, b]),
    );
    expect(pairs).toEqual([]);
  });

  it('has no act that the audit log does not know', () => {
    const acts = operations.flatMap(([, { audit }]) => (typeof audit === 'string' ? [audit] : []));
    expect(acts.filter((act) => !isAct(act))).toEqual([]);
    expect(acts.length).toBeGreaterThan(15);
  });

  it('has one status and title for each code', () => {
    const known = new Map<string, unknown>(
      Object.entries(KERNEL_PROBLEMS).map(([code, { status }]) => [code, status]),
    );
    const titles = new Map<string, string>();
    for (const [name, code, { status, title }] of refusals) {
      expect([name, code, status]).toEqual([name, code, known.get(code) ?? status]);
      expect([name, code, title]).toEqual([name, code, titles.get(code) ?? title]);
      known.set(code, status);
      titles.set(code, title);
    }
  });

  it('has no refusal whose data would hide a member of the problem', () => {
    for (const [name, code, { data }] of refusals) {
      const names = data === undefined ? [] : fieldNames(data as Parameters<typeof fieldNames>[0]);
      expect([name, code, names.filter((field) => PROBLEM_MEMBERS.includes(field))]).toEqual([
        name,
        code,
        [],
      ]);
    }
  });

  it('keeps only what is read', () => {
    const kept = operations.filter(([, { cache, method }]) => cache !== undefined && method !== 'GET');
    expect(kept).toEqual([]);
  });
});

describe('what is generated from it', () => {
  it.each(generatedFiles().map(({ path, text }) => [path, text] as const))('%s is fresh', (path, text) => {
    const committed = readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
    expect(committed === text, 'run `npm run generate`').toBe(true);
  });

  const document = JSON.parse(generatedFiles().find(({ path }) => path.endsWith('.json'))?.text ?? '{}');

  it('is valid OpenAPI 3.1', async () => {
    const { valid, errors } = await new Validator().validate(structuredClone(document));
    expect([valid, errors]).toEqual([true, undefined]);
    expect(document.openapi).toMatch(/^3\.1\./);
  });

  it('refers to nothing that is not there', () => {
    const refs = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map((found) => found[1] ?? '');
    expect(refs.length).toBeGreaterThan(50);
    const missing = refs.filter((ref) => {
      const found = ref
        .split('/')
        .slice(1)
        .reduce((node, key) => node?.[key], document);
      return found === undefined;
    });
    expect(missing).toEqual([]);
  });

  it('has every operation once, with its access, parameters and problems', () => {
    const described = new Map<string, Record<string, unknown>>();
    for (const [path, methods] of Object.entries<Record<string, Record<string, unknown>>>(document.paths)) {
      for (const [method, operation] of Object.entries(methods)) {
        described.set(`${method} ${shapeOf(path)}`, { ...operation, path });
      }
    }
    expect(described.size).toBe(operations.length);
    for (const [name, operation] of operations) {
      const entry = described.get(`${operation.method.toLowerCase()} ${shapeOf(operation.path)}`) ?? {};
      expect(entry).toMatchObject({
        operationId: name,
        tags: [operation.noun],
        'x-access': operation.access,
      });
      const inPath = ((entry.parameters ?? []) as { in: string; name: string }[]).filter(
        (one) => one.in === 'path',
      );
      const placeholders = [...String(entry.path).matchAll(/\{(\w+)\}/g)].map((found) => found[1]);
      expect([name, inPath.map((one) => one.name)]).toEqual([name, placeholders]);
      const statuses = Object.values(operation.refusals ?? {}).map(({ status }) => String(status));
      expect(Object.keys(entry.responses ?? {})).toEqual(expect.arrayContaining(statuses));
      expect(entry.security).toHaveLength(operation.access === 'anonymous' ? 0 : 1);
    }
  });
});
