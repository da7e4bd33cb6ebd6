// An archive on the disk: a folder that somebody unpacked, or a file that is unpacked into a folder of its own for as long
// as it is read. Only plain files count; whatever leads elsewhere is refused.

import { createReadStream, lstatSync, readFileSync } from 'node:fs';
import { lstat, open, opendir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { codeOf } from '../../api-contract/error-detail.ts';
import { limits, MEBIBYTE } from '../../api-contract/limits.ts';
import { keyOfFile, keyOfFolder } from './archive-key.ts';
import { Budget } from './budget.ts';
import { entryPath } from './entry-name.ts';
import { ArchiveRefused } from './refusal.ts';
import { untar } from './untar.ts';
import { unzip } from './unzip.ts';
import { WorkFolder } from './work-folder.ts';

const PIECE_BYTES = MEBIBYTE;
/** What macOS puts into archives that it packs. */
const ADDED_BY_MACS = new Set(['__MACOSX', '.DS_Store']);

/** A file of an archive. */
export interface ArchiveFile {
  /** Below the archive's folder, joined by `/`. */
  readonly name: string;
  /** On the disk. */
  readonly path: string;
  readonly size: number;
}

/** The files of an archive. */
export class ArchiveFolder {
  readonly files: ReadonlyMap<string, ArchiveFile>;
  /** As whoever imports has named it, without the folders around it. */
  readonly name: string;
  /** The same for the same archive. */
  readonly key: string;
  readonly #work: WorkFolder | undefined;
  #scratch: string | undefined;

  private constructor(
    files: ReadonlyMap<string, ArchiveFile>,
    {
      path = '',
      key = '',
      work,
    }: { readonly path?: string; readonly key?: string; readonly work?: WorkFolder },
  ) {
    this.files = files;
    this.name = basename(path);
    this.key = key;
    this.#work = work;
  }

  /**
   * Opens an archive, which is unpacked below `workFolder` where it is not a folder yet, and where an import that was killed
   * has not done that.
   */
  static async open(
    path: string,
    workFolder: string,
    onUnpack: () => void = () => undefined,
  ): Promise<ArchiveFolder> {
    const stat = await lstat(path).catch((error: unknown) => {
      throw new ArchiveRefused(
        path,
        codeOf(error) === 'ENOENT' ? 'there is no such file.' : 'it cannot be read.',
      );
    });
    if (!stat.isDirectory() && !stat.isFile())
      throw new ArchiveRefused(path, 'it is neither a file nor a folder.');
    const present = stat.isDirectory() ? await filesOf(path) : undefined;
    const key = present ? keyOfFolder(present) : await keyOfFile(path);
    const work = await WorkFolder.claim(workFolder, key);
    try {
      const files = present ?? (await unpackedIn(work, path, { size: stat.size, onUnpack }));
      return new ArchiveFolder(files, { path, key, work });
    } catch (error) {
      await work.remove();
      throw error;
    }
  }

  /** The archive with some files, which another thread has opened. */
  static of(files: ReadonlyMap<string, ArchiveFile>): ArchiveFolder {
    return new ArchiveFolder(files, {});
  }

  /** The file with a name; refuses where the archive has none. */
  file(name: string): ArchiveFile {
    const found = this.files.get(name);
    if (!found) throw new ArchiveRefused(name, 'it is missing from the archive.');
    return found;
  }

  /** The files whose names match, in the order of the numbers in them: the same order each time, other than a folder's own. */
  filesLike(pattern: RegExp): ArchiveFile[] {
    const found = [...this.files.values()].filter(({ name }) => pattern.test(name));
    return found.sort(
      (a, b) => a.name.localeCompare(b.name, 'en', { numeric: true }) || (a.name < b.name ? -1 : 1),
    );
  }

  /** Where work on the archive is done. */
  get work(): WorkFolder {
    if (!this.#work) throw new Error('another thread has the work folder');
    return this.#work;
  }

  /** A folder that is empty at first, and goes when the archive is closed. */
  async scratch(): Promise<string> {
    this.#scratch ??= await this.work.empty('scratch');
    return this.#scratch;
  }

  /** Removes what was unpacked. */
  async close(): Promise<void> {
    await this.#work?.remove();
  }
}

const UNPACKED = 'files';

/** The files of an archive that is a file, unpacked now or by an import that was killed later. */
async function unpackedIn(
  work: WorkFolder,
  path: string,
  { size, onUnpack }: { readonly size: number; readonly onUnpack: () => void },
): Promise<Map<string, ArchiveFile>> {
  const head = await headOf(path);
  if (isJson(head)) return new Map([['', { name: '', path, size }]]);
  if ((await work.facts(UNPACKED)) !== undefined) return filesOf(work.folder(UNPACKED));
  onUnpack();
  const folder = await work.empty(UNPACKED);
  await unpack(path, head, { folder, size });
  await work.complete(UNPACKED);
  return filesOf(folder);
}

/** A file of JSON is an archive by itself. */
function isJson(head: Buffer): boolean {
  return /^\s*[{[]/.test(head.toString('utf8').replace(/^\ufeff/, ''));
}

async function headOf(path: string): Promise<Buffer> {
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(512), 0, 512, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

async function unpack(
  path: string,
  head: Buffer,
  { folder, size }: { readonly folder: string; readonly size: number },
): Promise<void> {
  const budget = new Budget(size, dirname(folder));
  if (head.length > 1 && head.readUInt16BE(0) === 0x1f8b)
    await untar(path, folder, { isCompressed: true, budget });
  else if (head.toString('latin1', 0, 2) === 'PK') await unzip(path, folder, budget);
  else if (head.toString('latin1', 257, 262) === 'ustar')
    await untar(path, folder, { isCompressed: false, budget });
  else throw new ArchiveRefused(path, 'it is neither a tar file, nor a ZIP file, nor JSON.');
}

/** The files below a folder; folders around all of them are left out of their names. */
async function filesOf(root: string): Promise<Map<string, ArchiveFile>> {
  const found = new FilesBelow();
  await found.collect(root, '');
  return found.named;
}

/** Gathers the files below a folder, within the bounds that archives have. */
class FilesBelow {
  readonly #files: ArchiveFile[] = [];
  #entries = 0;

  async collect(folder: string, prefix: string): Promise<void> {
    // One after the other: a folder may hold more than the memory does.
    for await (const entry of await opendir(folder)) {
      const name = entryPath(`${prefix}${entry.name}`);
      const path = join(folder, entry.name);
      if (++this.#entries > limits.importFiles)
        throw new ArchiveRefused(
          name,
          `the archive holds more than ${limits.importFiles} files and folders.`,
        );
      if (ADDED_BY_MACS.has(entry.name)) continue;
      if (entry.isDirectory()) await this.collect(path, `${name}/`);
      else if (entry.isFile()) this.#files.push({ name, path, size: lstatSync(path).size });
      else throw new ArchiveRefused(name, 'it is a link or the like, and not a file or a folder.');
    }
  }

  /** By their names, without the folders around all of them. */
  get named(): Map<string, ArchiveFile> {
    const [first] = this.#files;
    let around = first ? first.name.slice(0, first.name.lastIndexOf('/') + 1) : '';
    for (const { name } of this.#files)
      while (!name.startsWith(around))
        around = around.slice(0, around.lastIndexOf('/', around.length - 2) + 1);
    return new Map(
      this.#files.map((file) => {
        const name = file.name.slice(around.length);
        return [name, { ...file, name }];
      }),
    );
  }
}

/** The bytes of a file in pieces. Small files, of which archives have very many, are read at once without a stream. */
export function piecesOf({ path, size }: ArchiveFile): AsyncIterable<Buffer> | Iterable<Buffer> {
  if (size <= PIECE_BYTES) return size === 0 ? [] : [readFileSync(path)];
  return createReadStream(path, { highWaterMark: PIECE_BYTES });
}
