/** Gives the reader a file to keep. */
import type { FileAnswer } from '#contract/kernel/operation.ts';

/** Offers a file under a name, as a link to it would. */
export function saveFile(file: Blob, fileName: string): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = fileName;
  link.click();
  URL.revokeObjectURL(address);
}

/** Offers the file that the shop has answered, once all of it is there; under this name where it has none of its own. */
export async function saveAnswer(
  { bytes, contentType, fileName }: FileAnswer,
  unlessNamed: string,
): Promise<void> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  if (bytes instanceof Uint8Array) parts.push(new Uint8Array(bytes));
  else for await (const part of bytes) parts.push(new Uint8Array(part));
  saveFile(new Blob(parts, { type: contentType }), fileName ?? unlessNamed);
}
