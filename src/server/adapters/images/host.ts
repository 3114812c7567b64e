/**
 * Pictures at an image host: each is sent there by us, as the field `image` of a multipart POST with a key, and the host
 * answers `{ success, data: { url } }`. It keeps the largest frame alone, and browsers get the picture from it.
 */
import * as z from 'zod';
import type { PictureKeeper } from '#server/images/picture-keeper.ts';
import { renditionOf } from '#server/images/renditions.ts';
import { Outage } from '#server/platform/outage.ts';

export type ImageHostSettings = {
  /** Where pictures are sent to. */
  readonly uploadUrl: URL;
  /** The shop's key at the host. It goes nowhere else: not to browsers, not to the log. */
  readonly key: string;
  /** Where the host keeps pictures, such as `https://i.ibb.co`; an address anywhere else is not taken from it. */
  readonly picturesOrigin: string;
  readonly timeoutMs?: number;
};

const TIMEOUT_MS = 30_000;
/** An answer is a few hundred bytes; nobody reads more than this from a host. */
const MAX_ANSWER_BYTES = 65_536;
/** As long as the address of a part's picture may be. */
const MAX_URL_LENGTH = 500;

const Kept = z.object({ success: z.literal(true), data: z.object({ url: z.string() }) });
/** What hosts say about a picture that they don't take, for the log. */
const NotKept = z.object({ error: z.object({ message: z.string() }) });

/** Keeps pictures at a host. Nothing is asked of it before the first picture, and no picture is sent twice by itself. */
export function hostedPictures(settings: ImageHostSettings): PictureKeeper {
  return {
    // The host has no way to ask; the same file sent again is kept again.
    find: async () => null,
    async keep(contentHash, picture) {
      const { bytes, contentType } = await renditionOf(picture, 960, 'webp');
      const form = new FormData();
      form.set('image', new Blob([Uint8Array.from(bytes)], { type: contentType }), `${contentHash}.webp`);
      const answer = await send(form, settings);
      const url = Kept.safeParse(answer.body).data?.data.url;
      if (!answer.isGood || url === undefined) throw notKept(reasonOf(answer, settings.key));
      if (!isPictureAddress(url, settings.picturesOrigin)) {
        throw notKept('it gave an address that is not on the pictures’ origin');
      }
      return url;
    },
  };
}

type HostAnswer = { readonly isGood: boolean; readonly status: number; readonly body: unknown };

async function send(form: FormData, { uploadUrl, key, timeoutMs }: ImageHostSettings): Promise<HostAnswer> {
  const url = new URL(uploadUrl);
  url.searchParams.set('key', key);
  try {
    const response = await fetch(url, {
      method: 'POST',
      body: form,
      headers: { accept: 'application/json' },
      // A host that sends us on would be given the key at an address that nobody has set.
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs ?? TIMEOUT_MS),
    });
    return { isGood: response.ok, status: response.status, body: await jsonOf(response) };
  } catch (error) {
    throw notKept('it gave no proper answer', error);
  }
}

/** The answer's JSON; undefined where it is none, or longer than any answer should be. */
async function jsonOf(response: Response): Promise<unknown> {
  const chunks: Uint8Array[] = [];
  let sizeBytes = 0;
  for await (const chunk of response.body ?? []) {
    sizeBytes += chunk.length;
    if (sizeBytes > MAX_ANSWER_BYTES) return undefined;
    chunks.push(chunk);
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'));
  } catch {
    return undefined;
  }
}

/** Whether an address is on the origin of the pictures, written as browsers would write it, and nothing but an address. */
function isPictureAddress(url: string, origin: string): boolean {
  if (url.length > MAX_URL_LENGTH || !URL.canParse(url)) return false;
  const { href, origin: found, username, password, pathname } = new URL(url);
  return href === url && found === origin && username === '' && password === '' && pathname !== '/';
}

function reasonOf({ status, body }: HostAnswer, key: string): string {
  const said = NotKept.safeParse(body).data?.error.message.slice(0, 200).replaceAll(key, '(the key)');
  return said === undefined ? `it answered ${status}` : `it answered ${status}: ${JSON.stringify(said)}`;
}

function notKept(reason: string, cause?: unknown): Outage {
  return new Outage(`the image host did not keep a picture: ${reason}`, {
    cause,
    detail: 'The image host did not take the picture, so nothing was kept. Try again in a minute',
    retryAfterSeconds: 60,
  });
}
