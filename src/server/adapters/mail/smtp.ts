/** Mail by SMTP, over connections that are kept open. */
import type { OpenMailer } from '#server/mail/mailer.ts';
import { isLoopback } from '#server/platform/config.ts';
import { FinalFailure } from '#server/platform/final-failure.ts';
import type { SmtpServer } from '#server/platform/mail-settings.ts';
import { messageOf, type Sender } from './message.ts';

export type SmtpMailerOptions = {
  readonly server: SmtpServer;
  /** Whom the mails are from. */
  readonly from: Sender;
  /**
   * Whether a connection must be encrypted, by a server whose certificate is good for its name. Unless told: everywhere
   * but on this machine, where encryption is used as far as it is offered.
   */
  readonly mustEncrypt?: boolean;
  /** Certificates that are trusted in place of the well-known authorities'; PEM. */
  readonly authorities?: string;
  readonly now?: () => Date;
};

/** Mails that one connection carries before a new one takes its place. */
const MAILS_PER_CONNECTION = 100;
// A server that waits for us need not notice that we have nothing more to say.
const CLOSE_IDLE_AFTER_MS = 60_000;
/** Commands whose refusal is about the one mail. Any other is about us or our settings, and somebody may put it right. */
const ABOUT_THE_MAIL = new Set(['RCPT TO', 'DATA']);
/** Codes that ask for a sign-in or more encryption: settings, wherever they are said. */
const ABOUT_SETTINGS = new Set([530, 534, 535, 538]);

/** A mailer that hands mails to a server. Nothing is loaded or connected before the first. */
export function smtpMailer(options: SmtpMailerOptions): OpenMailer {
  const { from, now = () => new Date() } = options;
  let opened: ReturnType<typeof openTransport> | undefined;
  return {
    async send(mail) {
      opened ??= openTransport(options).catch((error: unknown) => {
        // Such as no file could be opened just now: the next mail tries again.
        opened = undefined;
        throw error;
      });
      const transport = await opened;
      try {
        await transport.sendMail(messageOf(mail, from, now()));
      } catch (error) {
        if (isRefusal(error))
          throw new FinalFailure('The mail server refuses this mail for good', { cause: error });
        throw error;
      }
    },
    async close() {
      (await opened)?.close();
    },
  };
}

async function openTransport({ server, authorities, ...options }: SmtpMailerOptions) {
  const mustEncrypt = options.mustEncrypt ?? !isLoopback(server.host);
  const { createTransport } = await import('nodemailer');
  return createTransport({
    pool: true,
    host: server.host,
    port: server.port,
    secure: server.implicitTls,
    requireTLS: mustEncrypt && !server.implicitTls,
    tls: {
      rejectUnauthorized: mustEncrypt,
      ...(authorities === undefined ? {} : { ca: authorities }),
    },
    ...(server.user === undefined ? {} : { auth: { user: server.user.name, pass: server.user.password } }),
    maxConnections: server.maxConnections,
    maxMessages: MAILS_PER_CONNECTION,
    idleTimeout: CLOSE_IDLE_AFTER_MS,
    // The job does that, and knows when to stop.
    maxRequeues: 0,
    connectionTimeout: server.timeoutMs,
    dnsTimeout: server.timeoutMs,
    greetingTimeout: server.timeoutMs,
    socketTimeout: server.timeoutMs,
  });
}

/** Whether the server will never take this mail, or it cannot be told whom it is for. */
function isRefusal(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, command, permanent, responseCode } = error as Error & {
    readonly code?: string;
    readonly command?: string;
    readonly permanent?: boolean;
    readonly responseCode?: number;
  };
  if (code === 'EENVELOPE' && command === 'API') return true;
  return permanent === true && ABOUT_THE_MAIL.has(command ?? '') && !ABOUT_SETTINGS.has(responseCode ?? 0);
}
