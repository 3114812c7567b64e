/** Mail into a folder, one `.eml` file each, which any mail program opens: for a shop that is tried out. */
import { hash } from 'node:crypto';
import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Mail, Mailer } from '#server/mail/mailer.ts';
import { replaceFile } from '#server/platform/replace-file.ts';
import { messageOf, type Sender } from './message.ts';

export type FolderMailerOptions = {
  /** Whom the mails are from. */
  readonly from?: Sender;
  readonly now?: () => Date;
  /** Of so many of the last mails it is known which files are theirs. */
  readonly remembered?: number;
};

/** A mail is sent again soon after, if it is; to know the files of all there ever were would take more memory with each. */
const REMEMBERED = 1_000;

// No domain of that ending can exist, so an answer goes nowhere.
const NOBODY: Sender = { name: 'Mainshaft', address: 'shop@mainshaft.invalid' };

/**
 * A mailer that writes `2026-01-31T143000Z-order-ms-2026-000042-is-paid-1f0c….eml` into `dir`, which is made when it is
 * missing. A mail that was sent lately, by its message id, replaces its own file.
 */
export function folderMailer(
  dir: string,
  { from = NOBODY, now = () => new Date(), remembered = REMEMBERED }: FolderMailerOptions = {},
): Mailer {
  // Read once, since there may be thousands; one folder has one shop that writes into it.
  let names: Promise<Map<string, string>> | undefined;

  /** The names of the newest files by the id in them; they begin with the time. */
  const readNames = async () => {
    const newest = (await readdir(dir)).sort().slice(-remembered);
    return new Map(newest.map((name) => [FILE_NAME.exec(name)?.[1] ?? '', name] as const));
  };
  const fileFor = async (id: string, subject: string, at: Date) => {
    // Each time, so that a folder that was cleared away comes back.
    await mkdir(dir, { recursive: true });
    names ??= readNames().catch((error) => {
      names = undefined;
      throw error;
    });
    const known = await names;
    const name = known.get(id) ?? `${[timeText(at), slug(subject), id].join('-')}.eml`;
    known.delete(id);
    known.set(id, name);
    const [oldest] = known.keys();
    if (known.size > remembered && oldest !== undefined) known.delete(oldest);
    return join(dir, name);
  };

  return {
    async send(mail) {
      const { subject, messageId } = mail;
      const at = now();
      const message = await renderMail(mail, from, at);
      await replaceFile(await fileFor(hash('sha256', messageId, 'hex').slice(0, 16), subject, at), message);
    },
  };
}

/** A mail as it goes over the wire. */
export async function renderMail(mail: Mail, from: Sender, at: Date): Promise<Buffer> {
  // With the first mail: a shop starts faster without.
  const { createTransport } = await import('nodemailer');
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  const { message } = await transport.sendMail(messageOf(mail, from, at));
  if (!Buffer.isBuffer(message)) throw new Error('the mail was not built in memory');
  return message;
}

const FILE_NAME = /-([0-9a-f]{16})\.eml$/;

/** "2026-01-31T143000Z": sorts by time, and every file system takes it. */
function timeText(at: Date): string {
  return at.toISOString().replace(/:|\.\d+/g, '');
}

function slug(text: string): string {
  const words = text.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  return words.join('-').slice(0, 60) || 'mail';
}
