/** Sends a picture to the shop and says how much of it is there. */
import { manifest } from '#contract/manifest.gen.ts';
import type { ShopTable } from '#contract/table.ts';
import { callTokens } from './access-token.ts';
import { httpClient } from './http-client.ts';
import { sendWithProgress } from './send-with-progress.ts';

/** Ten megabytes through a thin line take minutes. */
const TIMEOUT_MS = 300_000;

/**
 * Uploads a picture and answers its address.
 *
 * @param onProgress is told the share of the bytes that have been sent, from 0 to 1; at 1 the shop still has work to do
 * @throws ApiError as every call does; `ABORTED` when `signal` gave it up, and then nothing is kept that anybody addresses
 */
export async function uploadPicture(
  file: File,
  { signal, onProgress }: { readonly signal: AbortSignal; readonly onProgress: (share: number) => void },
): Promise<string> {
  const client = httpClient<Pick<ShopTable, 'imagesUpload'>>(
    { imagesUpload: manifest.imagesUpload },
    {
      base: '/api',
      fetch: (input, init) => sendWithProgress(input, init, onProgress),
      authorization: (operation) => callTokens().tokenFor(operation),
      onUnauthorized: (operation, refused) => callTokens().renewAfter401(operation, refused),
      timeoutMs: TIMEOUT_MS,
    },
  );
  const { data } = await client.imagesUpload({ form: { image: file } }, { signal });
  return data.url;
}
