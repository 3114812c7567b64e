/** The settings of mail, as a person writes them, read into what they mean. */
import * as z from 'zod';
import { EMAIL_MAX_LENGTH, EMAIL_PATTERN } from '#domain/users/email.ts';

/** A server that takes mail. */
export type SmtpServer = {
  /** A name, or an address without brackets. */
  readonly host: string;
  readonly port: number;
  /** TLS from the first byte (`smtps:`). Otherwise the connection is encrypted by STARTTLS. */
  readonly implicitTls: boolean;
  readonly user: { readonly name: string; readonly password: string } | undefined;
  /** Connections that are kept open at once. */
  readonly maxConnections: number;
  /** How long the server may be silent: while connecting, greeting and answering. */
  readonly timeoutMs: number;
};

/** Whom mail is from. Without a name of its own it carries the shop's. */
export type MailFrom = { readonly name: string | undefined; readonly address: string };

const DEFAULT_CONNECTIONS = 2;
const DEFAULT_TIMEOUT_SECONDS = 20;
const SUBMISSION_PORT = 587;
const SUBMISSION_TLS_PORT = 465;
const HOST = /^(?:[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?|\[[0-9a-f:.]+\])$/i;

/**
 * `smtp://user:password@mail.example:587?connections=2&timeoutSeconds=20`, or `smtps://…` for TLS from the first byte.
 * What a refusal says never repeats the value, which may hold a password.
 */
export const SmtpUrl = z.string().transform((text, context): SmtpServer => {
  const read = readSmtpUrl(text);
  if (typeof read !== 'string') return read;
  context.issues.push({ code: 'custom', message: read, input: undefined });
  return z.NEVER;
});

/** `orders@parts.example`, or `Parts Shop <orders@parts.example>`. */
export const MailFromText = z.string().transform((text, context): MailFrom => {
  const [, quoted, bare, bracketed] = /^\s*(?:"([^"]*)"|([^<"]*))\s*<([^<>]*)>\s*$/.exec(text) ?? [];
  const address = (bracketed ?? text).trim();
  const name = (quoted ?? bare ?? '').trim();
  if (EMAIL_PATTERN.test(address) && address.length <= EMAIL_MAX_LENGTH && !/[\p{Cc}\p{Cs}]/u.test(name))
    return { name: name === '' ? undefined : name, address };
  context.issues.push({
    code: 'custom',
    message: 'must be an email address, or a name and an address such as Parts Shop <orders@parts.example>',
    input: undefined,
  });
  return z.NEVER;
});

function readSmtpUrl(text: string): SmtpServer | string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || (url.protocol !== 'smtp:' && url.protocol !== 'smtps:'))
    return 'must be a URL that begins with smtp:// or smtps://';
  if (!HOST.test(url.hostname)) return 'must name a mail server, such as smtp://mail.example:587';
  if ((url.pathname !== '' && url.pathname !== '/') || url.hash !== '')
    return 'must have nothing but ?connections and ?timeoutSeconds after the server; write / ? # in a password as %2F %3F %23';
  const name = decoded(url.username);
  const password = decoded(url.password);
  if (name === undefined || password === undefined)
    return 'has a user or password that cannot be read; write % as %25';
  if ((name === '') !== (password === '')) return 'must have both user and password, or neither';
  const unknown = [...url.searchParams.keys()].find(
    (key) => key !== 'connections' && key !== 'timeoutSeconds',
  );
  if (unknown !== undefined) return 'knows only the parameters connections and timeoutSeconds';
  const maxConnections = whole(url.searchParams.get('connections'), DEFAULT_CONNECTIONS, 1, 20);
  if (maxConnections === undefined) return 'must have from 1 to 20 connections';
  const timeoutSeconds = whole(url.searchParams.get('timeoutSeconds'), DEFAULT_TIMEOUT_SECONDS, 1, 300);
  if (timeoutSeconds === undefined) return 'must have a timeoutSeconds from 1 to 300';
  const implicitTls = url.protocol === 'smtps:';
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? (implicitTls ? SUBMISSION_TLS_PORT : SUBMISSION_PORT) : Number(url.port),
    implicitTls,
    user: name === '' ? undefined : { name, password },
    maxConnections,
    timeoutMs: timeoutSeconds * 1_000,
  };
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

function whole(text: string | null, otherwise: number, min: number, max: number): number | undefined {
  if (text === null) return otherwise;
  const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  return value >= min && value <= max ? value : undefined;
}
