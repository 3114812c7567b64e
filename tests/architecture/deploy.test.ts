/** What is under deploy/ names only what there is: files, commands, settings, ports. */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import * as z from 'zod';
import { Environment, readConfig } from '#server/platform/config.ts';

const PROJECT = join(import.meta.dirname, '../..');
const DEPLOY = join(PROJECT, 'deploy');
const SETTINGS = new Set([...Object.keys(Environment.shape), 'NODE_ENV']);
const read = (path: string) => readFile(join(PROJECT, path), 'utf8');

/** Settings that the shop does not have, of `NAME=value` words. */
const unknownSettings = (pairs: string): string[] =>
  [...pairs.matchAll(/(?:^|\s)([A-Z][A-Z0-9_]+)=/g)]
    .map(([, name]) => name ?? '')
    .filter((name) => !SETTINGS.has(name));
const valuesOf = (pairs: string): Record<string, string> =>
  Object.fromEntries(
    [...pairs.matchAll(/(?:^|\s)([A-Z][A-Z0-9_]+)=(\S*)/g)].map(([, name, value]) => [name, value]),
  );
/** Commands of the shop that are spoken of: `scripts/cli.mjs build`, `npm run cli -- build`. */
const commandsIn = (text: string): string[] =>
  [...text.matchAll(/(?:scripts\/cli\.mjs|npm run cli --) ([a-z-]+)/g)].map(([, command]) => command ?? '');
const scriptsIn = (text: string): string[] =>
  [...text.matchAll(/npm run ([a-z:]+)/g)].map(([, script]) => script ?? '');
const pathsIn = (text: string): string[] =>
  [...text.matchAll(/\b(scripts\/[\w.-]+\.mjs)/g)].map(([, path]) => path ?? '');

async function knownCommands(): Promise<Set<string>> {
  return new Set(
    [...(await read('src/main/cli.ts')).matchAll(/case '([a-z-]+)':/g)].map(([, name]) => name ?? ''),
  );
}

describe('everything under deploy/', () => {
  it('names only commands and files that there are', async () => {
    const commands = await knownCommands();
    const { scripts } = z
      .object({ scripts: z.record(z.string(), z.string()) })
      .parse(JSON.parse(await read('package.json')));
    const files = await readdir(DEPLOY);
    expect(files.length).toBeGreaterThan(5);
    const spoken = { commands: 0, paths: 0 };
    for (const file of [...files.map((name) => `deploy/${name}`), 'docs/running.md']) {
      const text = await read(file);
      expect([file, commandsIn(text).filter((command) => !commands.has(command))]).toEqual([file, []]);
      expect([file, scriptsIn(text).filter((script) => scripts[script] === undefined)]).toEqual([file, []]);
      expect([file, pathsIn(text).filter((path) => !existsSync(join(PROJECT, path)))]).toEqual([file, []]);
      spoken.commands += commandsIn(text).length;
      spoken.paths += pathsIn(text).length;
    }
    expect(spoken.commands).toBeGreaterThan(3);
    expect(spoken.paths).toBeGreaterThan(3);
  });

  it('would be found to name others', () => {
    expect(commandsIn('RUN node scripts/cli.mjs bulid')).toEqual(['bulid']);
    expect(unknownSettings('NODE_ENV=production PROT=3000 DATA_DIR=/data')).toEqual(['PROT']);
    expect(scriptsIn('npm run clli -- build')).toEqual(['clli']);
  });
});

describe('the container file', () => {
  it('is built from what is there, sets what the shop knows, and does not run as root', async () => {
    const text = (await read('deploy/Containerfile')).replaceAll(/\\\n\s*/g, ' ');
    const lines = text.split('\n').filter((line) => /^[A-Z]+ /.test(line));
    const of = (word: string) =>
      lines.filter((line) => line.startsWith(`${word} `)).map((line) => line.slice(word.length + 1));
    const [environment = ''] = of('ENV');
    expect(unknownSettings(environment)).toEqual([]);
    const values = valuesOf(environment);
    expect(of('EXPOSE')).toEqual([values.PORT]);
    expect(of('VOLUME')).toEqual([values.DATA_DIR]);
    expect(() => readConfig({ ...values, SANDBOX_PAYMENTS: 'true' })).not.toThrow();
    expect(of('USER')).toEqual(['node']);
    // After USER nothing is copied or run as root any more, and what starts is run as that user.
    expect(lines.findIndex((line) => line.startsWith('USER'))).toBeLessThan(
      lines.findIndex((line) => line.startsWith('CMD')),
    );
    for (const sources of of('COPY').filter((copy) => !copy.includes('--from='))) {
      const names = sources
        .split(' ')
        .filter((word) => !word.startsWith('--'))
        .slice(0, -1);
      expect(names.filter((name) => !existsSync(join(PROJECT, name)))).toEqual([]);
    }
    const [command = ''] = of('CMD');
    const [node, script = ''] = z.array(z.string()).parse(JSON.parse(command));
    expect(node).toBe('node');
    expect(existsSync(join(PROJECT, script))).toBe(true);
    // The image's Node starts the scripts, and the packaged one is for glibc.
    expect(of('FROM').every((image) => /node:24-bookworm-slim/.test(image))).toBe(true);
    const [health = ''] = of('HEALTHCHECK');
    const address = /http:\/\/127\.0\.0\.1:(\d+)(\/\w+)/.exec(health);
    expect(address?.[1]).toBe(values.PORT);
    expect(await read('src/main/http-server.ts')).toContain(`'${address?.[2]}'`);
  });

  it('leaves at home what is no part of the shop, or nobody else’s business', async () => {
    const left = (await read('.dockerignore')).split('\n');
    for (const name of ['.git', '.env', 'node_modules', 'dist', 'data']) expect(left).toContain(name);
  });
});

describe('the compose file', () => {
  const Service = z.object({
    image: z.string().optional(),
    build: z.object({ context: z.string(), dockerfile: z.string() }).optional(),
    environment: z.record(z.string(), z.string()),
    volumes: z.array(z.string()).default([]),
    expose: z.array(z.string()).default([]),
    ports: z.array(z.string()).default([]),
    depends_on: z.union([z.array(z.string()), z.record(z.string(), z.unknown())]).default([]),
  });
  const Compose = z.object({
    name: z.string(),
    services: z.object({ shop: Service, database: Service, proxy: Service }),
    volumes: z.record(z.string(), z.null()),
  });
  const given = { SHOP_HOST: 'parts.example', POSTGRES_PASSWORD: 'a-password' };
  const load = async () => {
    const text = await read('deploy/compose.yaml');
    const asked = [...text.matchAll(/\$\{(\w+)\}/g)].map(([, name]) => name ?? '');
    expect(new Set(asked)).toEqual(new Set(Object.keys(given)));
    return Compose.parse(
      parse(Object.entries(given).reduce((all, [name, value]) => all.replaceAll(`\${${name}}`, value), text)),
    );
  };

  it('starts a shop that takes its settings, on the database beside it', async () => {
    const { services } = await load();
    const { environment } = services.shop;
    expect(Object.keys(environment).filter((name) => !SETTINGS.has(name))).toEqual([]);
    const config = readConfig({ HOST: '0.0.0.0', ...environment });
    expect(config).toMatchObject({ isDemo: false, TRUST_PROXY: true, PUBLIC_URL: 'https://parts.example' });
    const url = new URL(config.DATABASE_URL ?? '');
    expect(Object.keys(services)).toContain(url.hostname);
    expect(services.database.environment).toMatchObject({
      POSTGRES_USER: url.username,
      POSTGRES_PASSWORD: url.password,
      POSTGRES_DB: url.pathname.slice(1),
    });
    expect(services.shop.expose).toContain(String(config.telemetry?.metrics?.port));
    // Nothing but the proxy is open to the outside.
    expect([services.shop.ports, services.database.ports]).toEqual([[], []]);
  });

  it('names files, volumes and services that there are', async () => {
    const { services, volumes } = await load();
    const { build } = services.shop;
    expect(existsSync(join(DEPLOY, build?.context ?? '', build?.dockerfile ?? ''))).toBe(true);
    for (const service of Object.values(services)) {
      for (const volume of service.volumes) {
        const [source = ''] = volume.split(':');
        expect(source.startsWith('./') ? existsSync(join(DEPLOY, source)) : source in volumes).toBe(true);
      }
      const needed = Array.isArray(service.depends_on) ? service.depends_on : Object.keys(service.depends_on);
      expect(needed.filter((name) => !(name in services))).toEqual([]);
    }
    const proxy = await read('deploy/Caddyfile');
    const [port] = services.shop.expose;
    expect(proxy).toContain(`reverse_proxy shop:${port}`);
    expect(await read('deploy/Containerfile')).toContain(`EXPOSE ${port}`);
    expect(await read('src/main/http-server.ts')).toContain(`'${/health_uri (\S+)/.exec(proxy)?.[1]}'`);
  });
});

describe('the units of systemd', () => {
  it('set what the shop knows and start what is there', async () => {
    for (const file of ['mainshaft.service', 'mainshaft-backup.service']) {
      const text = await read(`deploy/${file}`);
      const environment = /^Environment=(.*)$/m.exec(text)?.[1] ?? '';
      expect(unknownSettings(environment)).toEqual([]);
      expect(() => readConfig({ ...valuesOf(environment), SANDBOX_PAYMENTS: 'true' })).not.toThrow();
      // The data of both is the same, and the shop may write there.
      expect(valuesOf(environment).DATA_DIR).toBe('/var/lib/mainshaft-shop');
      expect(text).toMatch(/^(StateDirectory=mainshaft-shop|ReadWritePaths=\/var\/lib\/mainshaft-shop .*)$/m);
      expect(text).toMatch(/^User=mainshaft$/m);
    }
  });

  it('have time to stop in order', async () => {
    const seconds = Number(/^TimeoutStopSec=(\d+)$/m.exec(await read('deploy/mainshaft.service'))?.[1]);
    // Requests, jobs, and twice the patience with the database.
    expect(seconds).toBeGreaterThan(10 + 10 + 60);
  });

  it.runIf(existsSync('/usr/bin/systemd-analyze') && existsSync('/usr/bin/node'))(
    'are understood by systemd',
    () => {
      for (const file of ['mainshaft.service', 'mainshaft-backup.service', 'mainshaft-backup.timer']) {
        const told = execFileSync('systemd-analyze', ['verify', join(DEPLOY, file)], {
          encoding: 'utf8',
          stdio: 'pipe',
        });
        expect(told).toBe('');
      }
    },
  );
});
