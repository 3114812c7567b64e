/** Brings a file to be imported and says how much of it is there. */
import type { ImportBody, ImportKind } from '#contract/imports.ts';
import { manifest } from '#contract/manifest.gen.ts';
import type { ShopTable } from '#contract/table.ts';
import { callTokens } from './access-token.ts';
import { httpClient, streamOfFile } from './http-client.ts';
import { sendWithProgress } from './send-with-progress.ts';

/** Two gigabytes through a thin line take hours. */
const TIMEOUT_MS = 12 * 3_600_000;

export type UploadOptions = {
  readonly kind: ImportKind | undefined;
  readonly otherColumns: 'refuse' | 'passOver';
};

/**
 * Uploads a file and answers the import, which is about to be checked.
 *
 * @param options what the file is, where its content should not tell, and what becomes of columns that such files don't have
 * @param onProgress is told the share of the bytes that have been sent, from 0 to 1
 * @throws ApiError as every call does; `ABORTED` when `signal` gave it up
 */
export function uploadImport(
  file: File,
  { kind, otherColumns }: UploadOptions,
  { signal, onProgress }: { readonly signal: AbortSignal; readonly onProgress: (share: number) => void },
): Promise<ImportBody> {
  const client = httpClient<Pick<ShopTable, 'importsUpload'>>(
    { importsUpload: manifest.importsUpload },
    {
      base: '/api',
      fetch: (input, init) => sendWithProgress(input, init, onProgress),
      authorization: (operation) => callTokens().tokenFor(operation),
      onUnauthorized: (operation, refused) => callTokens().renewAfter401(operation, refused),
      timeoutMs: TIMEOUT_MS,
    },
  );
  const query = { fileName: file.name.slice(-200), otherColumns, ...(kind !== undefined && { kind }) };
  return client.importsUpload(
    { query, stream: streamOfFile(file), contentType: 'application/octet-stream' },
    { signal },
  );
}
