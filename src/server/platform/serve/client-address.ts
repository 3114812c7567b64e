/** Where a call comes from. Limits and the audit log have it from here, so that one client is written in one way. */
import { isIP, SocketAddress } from 'node:net';
import type { HttpBindings } from '@hono/node-server';

/**
 * The client's address as `addressIn` gives it: what the last proxy of ours saw, or the connection's where there is no
 * proxy or it names no address. Empty where nothing is known.
 */
export function clientAddress(
  request: Request,
  env: Partial<HttpBindings> | undefined,
  trustedProxies: number,
): string {
  const ofConnection = () => addressIn(env?.incoming?.socket.remoteAddress ?? '') ?? '';
  if (trustedProxies === 0) return ofConnection();
  const hops = (request.headers.get('x-forwarded-for') ?? '').split(',');
  return addressIn(hops[hops.length - trustedProxies]?.trim() ?? '') ?? ofConnection();
}

/** An IPv6 address in brackets, or an IPv4 one before a port: some proxies name the client's port, too. */
const BRACKETED = /^\[([^\]]*:[^\]]*)\](?::\d+)?$/;
const BEFORE_PORT = /^([\d.]+):\d+$/;
const MAPPED = '::ffff:';

/**
 * The IP address that is written here, in its shortest spelling and without port, brackets and zone; an IPv4 address written
 * as IPv6 is the IPv4 address. Undefined where it is none.
 */
export function addressIn(written: string): string | undefined {
  const bare = (BRACKETED.exec(written) ?? BEFORE_PORT.exec(written))?.[1] ?? written;
  const version = isIP(bare);
  if (version !== 6) return version === 4 ? bare : undefined;
  const { address } = new SocketAddress({ address: bare, family: 'ipv6' });
  const tail = address.startsWith(MAPPED) ? address.slice(MAPPED.length) : '';
  return isIP(tail) === 4 ? tail : address;
}
