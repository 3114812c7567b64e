/** Builds of the pages beside each other: what is served stays, what nobody serves goes. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { access, mkdir, readdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { type BuildRecipe, takeBuild } from '#main/builds.ts';
import { type PagesApp, type PagesSettings, pagesOfBuild } from '#main/pages.ts';
import { SetupError } from '#server/platform/setup-error.ts';
import { recipeOf } from './build-recipe.ts';

function emptyRoot(): string {
  const folder = mkdtempSync(join(tmpdir(), 'mainshaft-builds-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, 'dist');
}

/** The folders of builds, finished or not. */
async function foldersOf(root: string): Promise<string[]> {
  const entries = await readdir(root, { withFileTypes: true });
  return entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
}

/** The names of the builds that are there after another build, named `later`. */
async function leftAfterAnother(root: string): Promise<string[]> {
  const later = await takeBuild(root, recipeOf('later'));
  later.release();
  return (await foldersOf(root)).filter((name) => name !== 'later');
}

/** Another process that takes a build and holds it; answers what it said of it. */
async function otherProcess(root: string, content: string) {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'build-holder.ts'), root, content], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const [said] = await once(child.stdout, 'data');
  return {
    said: String(said).trim(),
    async kill() {
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    },
  };
}

/** These pages ask the shop for nothing. */
const SETTINGS: PagesSettings = {
  api: {} as PagesSettings['api'],
  origin: 'http://shop.example',
  stripe: false,
  pictureOrigins: [],
};

async function openPages(root: string, content: string) {
  const pages = pagesOfBuild(await takeBuild(root, recipeOf(content)));
  return { pages, app: await pages.open(SETTINGS) };
}

async function pageAndScript(app: PagesApp): Promise<string> {
  const page = await (await app.request('/')).text();
  const script = await app.request(/src="([^"]+)"/.exec(page)?.[1] ?? '');
  return `${script.status} ${await script.text()}`;
}

test('a shop that runs goes on serving its pages and their files after other builds', async () => {
  const root = emptyRoot();
  const first = await openPages(root, 'first');
  const second = await openPages(root, 'second');
  expect((await takeBuild(root, recipeOf('third'))).isNew).toBe(true);
  // The rendering code that a page needs is loaded now, when it is first asked for.
  expect(await pageAndScript(first.app)).toBe('200 /* first */');
  expect(await pageAndScript(second.app)).toBe('200 /* second */');

  await first.pages.close();
  expect((await leftAfterAnother(root)).sort()).toEqual(['second', 'third']);
});

test('a build is made once, and found again while its sources are the same', async () => {
  const root = emptyRoot();
  const made = await takeBuild(root, recipeOf('same'));
  expect(made).toMatchObject({ dir: join(root, 'same'), isNew: true });
  made.release();
  const found = await takeBuild(root, recipeOf('same'));
  expect(found).toMatchObject({ dir: join(root, 'same'), isNew: false });
});

test('a build stays until the last who serves it has let go', async () => {
  const root = emptyRoot();
  const one = await takeBuild(root, recipeOf('shared'));
  const other = await takeBuild(root, recipeOf('shared'));
  one.release();
  expect(await leftAfterAnother(root)).toEqual(['shared']);
  other.release();
  (await takeBuild(root, recipeOf('last'))).release();
  expect(await foldersOf(root)).toEqual(['last']);
});

test('other processes hold their builds until they end, also when they are killed', async () => {
  const root = emptyRoot();
  const holder = await otherProcess(root, 'theirs');
  expect(holder.said).toBe(`made ${join(root, 'theirs')}`);
  expect(await leftAfterAnother(root)).toEqual(['theirs']);

  await holder.kill();
  (await takeBuild(root, recipeOf('after'))).release();
  expect(await foldersOf(root)).toEqual(['after']);
});

test('those who need the same build at the same time make it once', async () => {
  const root = emptyRoot();
  const builds = await Promise.all([1, 2, 3].map(() => takeBuild(root, recipeOf('wanted'))));
  expect(builds.map(({ dir }) => dir)).toEqual(Array(3).fill(join(root, 'wanted')));
  expect(builds.filter(({ isNew }) => isNew)).toHaveLength(1);
});

test('different builds at the same time all come out whole', async () => {
  const root = emptyRoot();
  const opened = await Promise.all(['red', 'blue', 'green'].map((content) => openPages(root, content)));
  expect(await Promise.all(opened.map(({ app }) => pageAndScript(app)))).toEqual([
    '200 /* red */',
    '200 /* blue */',
    '200 /* green */',
  ]);
});

test('a build that fails leaves nothing behind, and the next try makes it', async () => {
  const root = emptyRoot();
  const failing: BuildRecipe = {
    fingerprint: async () => 'broken',
    async make(dir) {
      await writeFile(join(dir, 'half'), '');
      throw new Error('no such module');
    },
  };
  await expect(takeBuild(root, failing)).rejects.toThrow('no such module');
  expect(await foldersOf(root)).toEqual([]);
  expect((await takeBuild(root, recipeOf('broken'))).isNew).toBe(true);
});

test('where no build can be made, whoever starts the shop is told', async () => {
  const root = emptyRoot();
  await writeFile(root, 'a file where the folder should be');
  const taken = takeBuild(root, recipeOf('wanted'));
  await expect(taken).rejects.toThrow(SetupError);
  await expect(taken).rejects.toThrow('The shop has to be built');
});

test('what an interrupted build left is not served, and goes with the next build', async () => {
  const root = emptyRoot();
  // As a killed process leaves it, and one of the same name from elsewhere.
  await mkdir(join(root, 'unfinished-1/client'), { recursive: true });
  await mkdir(join(root, 'wanted/client'), { recursive: true });
  await writeFile(join(root, 'wanted/client/foreign'), '');
  const build = await takeBuild(root, recipeOf('wanted'));
  expect(build.isNew).toBe(true);
  expect(await foldersOf(root)).toEqual(['wanted']);
  await expect(access(join(build.dir, 'client/foreign'))).rejects.toThrow('ENOENT');
});

test('a build of sources that were edited meanwhile is not found again', async () => {
  const root = emptyRoot();
  let edits = 0;
  const edited: BuildRecipe = {
    fingerprint: async () => (edits === 0 ? 'before' : 'after'),
    async make(dir) {
      edits += 1;
      await recipeOf('mixed').make(dir);
    },
  };
  const mixed = pagesOfBuild(await takeBuild(root, edited));
  expect(mixed.description).toBe('built');
  expect((await takeBuild(root, recipeOf('before'))).isNew).toBe(true);
  expect((await takeBuild(root, recipeOf('after'))).isNew).toBe(true);
  await mixed.close();
});
