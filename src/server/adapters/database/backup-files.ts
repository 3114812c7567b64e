/** Copies the files of a data directory, whole and with their checksums, while they may be in use. */
import { createHash } from 'node:crypto';
import { mkdir, open, readdir, readFile, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { BackupFile } from './backup-manifest.ts';

const CHUNK_BYTES = 1024 * 1024;
/** Small files are many, and each waits for the disk: some at once. */
const COPIED_AT_ONCE = 8;
/** Is rewritten in place, and PostgreSQL takes no backup with half of it. */
const CONTROL_FILE = /(^|\/)global\/pg_control$/;

export type Found = {
  /** Paths below the root, with `/` between names. */
  readonly directories: readonly string[];
  readonly files: readonly { readonly path: string; readonly bytes: number }[];
};

/**
 * Lists what is below a folder. Links are followed; what is neither a folder nor a file is left out, and so is what goes
 * away meanwhile.
 *
 * @param leaveOut is asked for each path; of a folder that is left out nothing is listed
 */
export async function findFiles(root: string, leaveOut: (path: string) => boolean): Promise<Found> {
  const directories: string[] = [];
  const files: { path: string; bytes: number }[] = [];
  const look = async (folder: string): Promise<void> => {
    const names = await readdir(join(root, folder)).catch(unlessGone([]));
    for (const name of names.toSorted()) {
      const path = folder === '' ? name : `${folder}/${name}`;
      if (leaveOut(path)) continue;
      const found = await stat(join(root, path)).catch(unlessGone(undefined));
      if (found?.isDirectory() === true) {
        directories.push(path);
        await look(path);
      } else if (found?.isFile() === true) files.push({ path, bytes: found.size });
    }
  };
  await look('');
  return { directories, files };
}

export type CopyWork = {
  readonly from: string;
  readonly to: string;
  /** Paths below both; with a checksum where the file must be that one. */
  readonly files: readonly { readonly path: string; readonly sha256?: string }[];
  /** Is told how many more bytes are there. */
  readonly onBytes: (bytes: number) => void;
  /** False: need not outlive the machine. True unless told: each file is written down to the disk. */
  readonly isLasting?: boolean | undefined;
};

/**
 * Copies files, for their owner alone. A file that has gone away since it was listed is left out: what PostgreSQL removes
 * during a backup, its log removes again.
 *
 * @throws ChangedFile when a file differs from the checksum that is given for it
 */
export async function copyFiles({
  from,
  to,
  files,
  onBytes,
  isLasting = true,
}: CopyWork): Promise<BackupFile[]> {
  const copied: BackupFile[] = [];
  const folders = new Set<string>();
  // Shared by all who copy.
  const waiting = files.values();
  let hasFailed = false;
  const work = async (): Promise<void> => {
    const buffer = Buffer.allocUnsafe(CHUNK_BYTES);
    for (const { path, sha256 } of waiting) {
      if (hasFailed) return;
      const target = join(to, path);
      if (!folders.has(dirname(target))) {
        await mkdir(dirname(target), { recursive: true, mode: 0o700 });
        folders.add(dirname(target));
      }
      const file = await copyFile(join(from, path), target, { buffer, onBytes, isLasting });
      if (sha256 !== undefined && file?.sha256 !== sha256) throw new ChangedFile(path);
      if (file !== undefined) copied.push({ path, ...file });
    }
  };
  const all = Array.from({ length: COPIED_AT_ONCE }, () =>
    work().catch((error: unknown) => {
      hasFailed = true;
      throw error;
    }),
  );
  // Nobody writes any more when this is over.
  const failure = (await Promise.allSettled(all)).find((end) => end.status === 'rejected');
  if (failure !== undefined) throw failure.reason;
  return copied.sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** A file that is not what its checksum says: gone, cut short, or changed. */
export class ChangedFile extends Error {
  constructor(path: string) {
    super(`${path} is missing or damaged`);
  }
}

type Copied = Omit<BackupFile, 'path'>;

async function copyFile(
  source: string,
  target: string,
  { buffer, onBytes, isLasting }: { buffer: Buffer; onBytes: (bytes: number) => void; isLasting: boolean },
): Promise<Copied | undefined> {
  if (CONTROL_FILE.test(source)) {
    const bytes = await readWhole(source).catch(unlessGone(undefined));
    if (bytes === undefined) return undefined;
    onBytes(bytes.length);
    return writeFile(target, bytes);
  }
  const reader = await open(source).catch(unlessGone(undefined));
  if (reader === undefined) return undefined;
  try {
    const writer = await open(target, 'wx', 0o600);
    try {
      const hash = createHash('sha256');
      let bytes = 0;
      for (;;) {
        const { bytesRead } = await reader.read(buffer, 0, CHUNK_BYTES);
        if (bytesRead === 0) break;
        const chunk = buffer.subarray(0, bytesRead);
        hash.update(chunk);
        await writer.writeFile(chunk);
        bytes += bytesRead;
        onBytes(bytesRead);
      }
      if (isLasting) await writer.sync();
      return { bytes, sha256: hash.digest('hex') };
    } finally {
      await writer.close();
    }
  } finally {
    await reader.close();
  }
}

/** The bytes of a small file that is rewritten in place: two readings that agree are no half of a writing. */
async function readWhole(path: string): Promise<Buffer> {
  for (let bytes = await readFile(path); ; ) {
    const again = await readFile(path);
    if (again.equals(bytes)) return bytes;
    bytes = again;
  }
}

/** Writes a new file for its owner alone, down to the disk, and answers its size and checksum. */
export async function writeFile(path: string, bytes: Uint8Array): Promise<Copied> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
  return { bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') };
}

/** Makes the names in these folders as lasting as the files themselves. */
export async function syncFolders(folders: readonly string[]): Promise<void> {
  for (const path of folders) {
    const folder = await open(path);
    try {
      await folder.sync();
    } finally {
      await folder.close();
    }
  }
}

function unlessGone<T>(instead: T): (error: unknown) => T {
  return (error) => {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'ENOENT' || code === 'ENOTDIR') return instead;
    throw error;
  };
}
