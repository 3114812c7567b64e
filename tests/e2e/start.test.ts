/** Starting and stopping, as it is done on a machine: twice, on a busy port, with a kill in between. */
import { readdir, readFile, readlink } from 'node:fs/promises';
import { createServer } from 'node:http';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { BUYER, makeDataDir, removeDataDir, runShopToItsEnd, startShop } from './running-shop.ts';
import { theShop } from './the-shop.ts';

let dataDir: string;
beforeAll(async () => {
  dataDir = await makeDataDir();
});
afterAll(() => removeDataDir(dataDir));

it('a second start on the same data says so and leaves the first alone', async () => {
  const second = await runShopToItsEnd(theShop().dataDir);
  expect(second.code).toBe(1);
  expect(second.output).toContain('already runs on this data');
  expect(second.output).toContain(theShop().url);
  expect((await fetch(`${theShop().url}/readyz`)).status).toBe(200);
});

it('what runs has its modules joined, and keeps that build while others are made', async () => {
  const [pid] = await processesOf((command, environment) =>
    isShopOn(theShop().dataDir, command, environment),
  );
  const folder = `/proc/${pid}/fd`;
  const open = await Promise.all(
    (await readdir(folder)).map((fd) => readlink(`${folder}/${fd}`).catch(() => '')),
  );
  expect(open).toContainEqual(expect.stringMatching(/\/dist\/server\/[0-9a-f]{16}\/in-use\.lock$/));
});

it('a wrong setting stops the start and is named', async () => {
  const ended = await runShopToItsEnd(dataDir, { PORT: 'eighty', ORDER_EXPIRY_MINUTES: '-1' });
  expect(ended.code).toBe(1);
  expect(ended.output).toContain('PORT');
  expect(ended.output).toContain('ORDER_EXPIRY_MINUTES');
});

it('a database server that lets nobody in by this password, or is not there, stops the start and is named', async () => {
  const own = await readFile(`${theShop().dataDir}/postgres/postmaster.pid`, 'utf8');
  const [, , , ownPort] = own.split('\n');
  const failures = [
    { port: ownPort, says: 'password authentication failed for user "shop"' },
    { port: '1', says: 'ECONNREFUSED' },
  ];
  for (const { port, says } of failures) {
    const ended = await runShopToItsEnd(dataDir, {
      DATABASE_URL: `postgres://shop:wrong-one@127.0.0.1:${port}/shop`,
      SANDBOX_PAYMENTS: 'true',
    });
    expect(ended.code).toBe(1);
    expect(ended.output).toContain(`The database at 127.0.0.1:${port} can't be used`);
    expect(ended.output).toContain(says);
    expect(ended.output).toContain('check DATABASE_URL');
    expect(ended.output).not.toContain('wrong-one');
    expect(ended.output).not.toMatch(/^ +at /m);
  }
});

it('a port that was asked for and is taken stops the start and names it', async () => {
  const busy = createServer();
  await new Promise<void>((resolve) => busy.listen(0, '127.0.0.1', resolve));
  const address = busy.address();
  const port = typeof address === 'object' && address !== null ? String(address.port) : '';
  const ended = await runShopToItsEnd(dataDir, { PORT: port });
  expect(ended.code).toBe(1);
  expect(ended.output).toContain(`PORT ${port} is taken`);
  busy.close();
});

it('recovers by itself after everything was killed, and nothing that was said to be saved is lost', async () => {
  const stopped = inject('stoppedShop');
  const shop = await startShop(stopped);
  const token = await tokenOf(shop.url, BUYER);
  const orders = (url: string) =>
    fetch(`${url}/api/order?email=${BUYER.email}&status=all`, {
      headers: { authorization: `Bearer ${token}` },
    }).then((answer) => answer.json() as Promise<{ _id: string }[]>);
  const [part] = (await (await fetch(`${shop.url}/api/parts?limit=1`)).json()) as {
    _id: string;
    minOrder: number;
  }[];
  const placed = await fetch(`${shop.url}/api/order`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ partId: part?._id, orderQuantity: part?.minOrder, address: 'Road 1', phone: '1' }),
  });
  expect(placed.status).toBe(201);
  const { insertedId } = (await placed.json()) as { insertedId: string };

  await killEverything(shop.process.pid ?? 0, stopped);
  const again = await startShop(stopped);
  expect((await orders(again.url)).map((order) => order._id)).toContain(insertedId);
  expect(await again.stop('SIGTERM')).toBe(0);
  await expect(fetch(`${again.url}/healthz`)).rejects.toThrow();
});

/** Signs in as a program does: session, proof of identity, access token. */
async function tokenOf(url: string, person: { email: string; password: string }): Promise<string> {
  const json = { 'content-type': 'application/json', origin: url };
  const session = await fetch(`${url}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: json,
    body: JSON.stringify(person),
  });
  const cookie = session.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
  const proof = (await (
    await fetch(`${url}/api/auth/token`, { headers: { cookie, origin: url } })
  ).json()) as { token: string };
  const exchanged = await fetch(`${url}/api/user/${person.email}`, {
    method: 'PUT',
    headers: { ...json, authorization: `Bearer ${proof.token}` },
    body: JSON.stringify({ email: person.email }),
  });
  return ((await exchanged.json()) as { token: string }).token;
}

/** `kill -9` of the start script, of the shop and of the database. */
async function killEverything(startPid: number, folder: string): Promise<void> {
  const others = await processesOf(
    (command, environment) =>
      isShopOn(folder, command, environment) || (command.includes('postgres') && command.includes(folder)),
  );
  for (const pid of [startPid, ...others]) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It went with another one.
    }
  }
  await new Promise((resolve) => setTimeout(resolve, 300));
}

const isShopOn = (folder: string, command: string, environment: string) =>
  command.includes('src/main/start.ts') && environment.includes(`DATA_DIR=${folder}\0`);

/** The ids of the processes on this machine that are meant. */
async function processesOf(isMeant: (command: string, environment: string) => boolean): Promise<number[]> {
  const found: number[] = [];
  for (const entry of await readdir('/proc')) {
    if (!/^\d+$/.test(entry)) continue;
    const command = await readFile(`/proc/${entry}/cmdline`, 'utf8').catch(() => '');
    const environment = await readFile(`/proc/${entry}/environ`, 'utf8').catch(() => '');
    if (isMeant(command, environment)) found.push(Number(entry));
  }
  return found;
}
