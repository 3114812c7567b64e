/** The arrows of the house hold, and the tool that says so would notice when they did not. */
import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const PROJECT = join(import.meta.dirname, '../..');
const CRUISER = join(PROJECT, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs');
/** Fewer modules than this means that the tool has not read the source. */
const LEAST_MODULES = 250;

type Cruise = {
  readonly summary: {
    readonly totalCruised: number;
    readonly violations: readonly {
      readonly from: string;
      readonly to: string;
      readonly rule: { readonly name: string };
    }[];
  };
};

function cruise(folder: string): Promise<Cruise> {
  return new Promise((resolve, reject) => {
    const options = ['--config', '.dependency-cruiser.cjs', '--output-type', 'json', 'src'];
    execFile(process.execPath, [CRUISER, ...options], { cwd: folder, maxBuffer: 1e8 }, (error, stdout) => {
      if (stdout === '') reject(error ?? new Error('the tool said nothing'));
      else resolve(JSON.parse(stdout));
    });
  });
}

it('the source keeps them', async () => {
  const { summary } = await cruise(PROJECT);
  expect(summary.violations).toEqual([]);
  expect(summary.totalCruised).toBeGreaterThan(LEAST_MODULES);
});

/** One violation a rule: the file, and what it imports against the rule. */
const PLANTED: Record<string, readonly [file: string, source: string]> = {
  'no-cycles': ['src/main/one.ts', "import './two.ts';"],
  'domain-is-alone': [
    'src/domain/planted.ts',
    "import type { X } from '#server/catalogue/part.ts'; export type Y = X;",
  ],
  'contract-knows-domain-and-schemas': [
    'src/contract/planted.ts',
    "import { hono } from 'hono'; export const y = hono;",
  ],
  'web-and-server-are-apart': [
    'src/web/planted.ts',
    "import { x } from '#server/catalogue/part.ts'; export const y = x;",
  ],
  'server-and-web-are-apart': [
    'src/server/catalogue/planted.ts',
    "import { x } from '#web/ui/button.ts'; export const y = x;",
  ],
  'features-are-apart': [
    'src/web/features/orders/planted.ts',
    "import { x } from '#web/features/parts/card.ts'; export const y = x;",
  ],
  'ui-knows-no-business': [
    'src/web/ui/planted.ts',
    "import { x } from '#web/features/parts/card.ts'; export const y = x;",
  ],
  'stores-are-private': [
    'src/server/ordering/planted.ts',
    "import { x } from '#server/catalogue/part-store.ts'; export const y = x;",
  ],
  'stores-are-the-servers': [
    'src/main/planted.ts',
    "import { x } from '#server/catalogue/part-store.ts'; export const y = x;",
  ],
  'adapters-only-in-main': [
    'src/server/payments/planted.ts',
    "import { x } from '#server/adapters/payments/stripe.ts'; export const y = x;",
  ],
  'drivers-only-at-the-edges': ['src/server/reviews/planted.ts', "import pg from 'pg'; export const y = pg;"],
  'firebase-in-its-own-chunk': [
    'src/web/planted-firebase.ts',
    "import { initializeApp } from '@firebase/app'; export const y = initializeApp;",
  ],
  'firebase-on-demand': [
    'src/web/features/identity/planted.ts',
    "import { x } from './firebase-client.ts'; export const y = x;",
  ],
  'no-tests-in-src': [
    'src/main/tested.ts',
    "import { x } from '../../tests/factory.ts'; export const y = x;",
  ],
};
const INNOCENT: Record<string, string> = {
  'src/main/two.ts': "import './one.ts';",
  'src/server/catalogue/part.ts': 'export type X = string; export const x = 1;',
  'src/server/catalogue/part-store.ts': 'export const x = 1;',
  'src/server/catalogue/own-store-user.ts': "import { x } from './part-store.ts'; export const y = x;",
  'src/web/features/identity/firebase-client.ts': "import '@firebase/app'; export const x = 1;",
  'src/web/features/identity/on-demand.ts': "export const load = () => import('./firebase-client.ts');",
  'src/server/adapters/payments/stripe.ts': "import Stripe from 'stripe'; export const x = Stripe;",
  'src/web/ui/button.ts': 'export const x = 1;',
  'src/web/features/parts/card.ts': 'export const x = 1;',
  'src/web/routes/home.ts': "import { x } from '#web/features/parts/card.ts'; export const y = x;",
  'tests/factory.ts': 'export const x = 1;',
};

describe('a planted violation is found', () => {
  let folder: string;
  let found: Cruise;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'mainshaft-arrows-'));
    const write = async (file: string, text: string) => {
      await mkdir(dirname(join(folder, file)), { recursive: true });
      await writeFile(join(folder, file), text);
    };
    for (const [file, text] of Object.entries(INNOCENT)) await write(file, text);
    for (const [file, text] of Object.values(PLANTED)) await write(file, text);
    for (const file of ['package.json', '.dependency-cruiser.cjs'])
      await cp(join(PROJECT, file), join(folder, file));
    await symlink(join(PROJECT, 'node_modules'), join(folder, 'node_modules'));
    found = await cruise(folder);
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it.each(Object.entries(PLANTED))('%s', (rule, [file]) => {
    expect(
      found.summary.violations.map((violation) => `${violation.rule.name}: ${violation.from}`),
    ).toContain(`${rule}: ${file}`);
  });

  it('and nothing innocent is', () => {
    const accused = found.summary.violations.map((violation) => violation.from);
    const planted = Object.values(PLANTED).map(([file]) => file);
    expect(accused.filter((file) => !planted.includes(file) && file !== 'src/main/two.ts')).toEqual([]);
  });
});
