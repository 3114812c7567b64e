/** The mails that a shop has written into the folder of its data directory, each parsed once. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import PostalMime, { type Email } from 'postal-mime';
import { vi } from 'vitest';

export type Mailbox = {
  /** The mails to an address, the oldest first. */
  mailsTo(address: string): Promise<readonly Email[]>;
  /** The first mail to an address of such a subject that was not read by this before, once it is there. */
  readMail(address: string, subject: RegExp): Promise<Email>;
};

const ARRIVES_WITHIN_MS = 20_000;
const LOOK_EVERY_MS = 50;

/** @param dataDir where the shop keeps its data */
export function openMailbox(dataDir: string): Mailbox {
  const folder = join(dataDir, 'mail');
  const parsed = new Map<string, Promise<Email>>();
  const mailsTo = async (address: string) => {
    // Names begin with the time.
    const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml')).sort();
    for (const name of names)
      if (!parsed.has(name))
        parsed.set(
          name,
          readFile(join(folder, name)).then((mail) => PostalMime.parse(mail)),
        );
    const mails = await Promise.all(names.map((name) => parsed.get(name)));
    return mails.filter((mail) => mail !== undefined).filter((mail) => mail.to?.[0]?.address === address);
  };
  const read = new Set<Email>();
  return {
    mailsTo,
    readMail: (address, subject) =>
      vi.waitFor(
        async () => {
          const unread = (await mailsTo(address)).find(
            (one) => subject.test(one.subject ?? '') && !read.has(one),
          );
          if (unread === undefined) throw new Error(`There is no mail of ${subject} to ${address}`);
          read.add(unread);
          return unread;
        },
        { timeout: ARRIVES_WITHIN_MS, interval: LOOK_EVERY_MS },
      ),
  };
}
