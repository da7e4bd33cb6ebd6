// An archive on disk: an unpacked folder, or a file that is unpacked into a temporary folder while it is read. Only
// plain files and folders are accepted; links are refused.

import { createReadStream, lstatSync, readFileSync } from 'node:fs';
import { lstat, open, opendir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { limits, MEBIBYTE } from '../../api-contract/limits.ts';
import { codeOf } from '../../errors/error-detail.ts';
import { keyOfFile, keyOfFolder } from './archive-key.ts';
import { Budget } from './budget.ts';
import { entryPath } from './entry-name.ts';
import { InvalidArchiveError } from './invalid-archive-error.ts';
import { untar } from './untar.ts';
import { unzip } from './unzip.ts';
import { WorkFolder } from './work-folder.ts';

const CHUNK_BYTES = MEBIBYTE;
/** Entries that macOS adds to archives. */
const MACOS_ENTRIES = new Set(['__MACOSX', '.DS_Store']);

export interface ArchiveFile {
  /** Relative to the archive's folder, joined by `/`. */
  readonly name: string;
  /** The path on disk. */
  readonly path: string;
  readonly size: number;
}

export class ArchiveFolder {
  readonly files: ReadonlyMap<string, ArchiveFile>;
  /** The base name of the archive's path. */
  readonly name: string;
  /** Identifies the content: the same for the same archive. */
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
   * Opens an archive. An archive that is a file is unpacked below `workFolder`, unless an import that was killed
   * has already unpacked it.
   */
  static async open(
    path: string,
    workFolder: string,
    onUnpack: () => void = () => undefined,
  ): Promise<ArchiveFolder> {
    const stat = await lstat(path).catch((error: unknown) => {
      throw new InvalidArchiveError(
        path,
        codeOf(error) === 'ENOENT' ? 'the file does not exist.' : 'it cannot be read.',
      );
    });
    if (!stat.isDirectory() && !stat.isFile())
      throw new InvalidArchiveError(path, 'it is neither a file nor a folder.');
    const folderFiles = stat.isDirectory() ? await filesBelow(path) : undefined;
    const key = folderFiles ? keyOfFolder(folderFiles) : await keyOfFile(path);
    const work = await WorkFolder.claim(workFolder, key);
    try {
      const files = folderFiles ?? (await unpackedFiles(work, path, { size: stat.size, onUnpack }));
      return new ArchiveFolder(files, { path, key, work });
    } catch (error) {
      await work.remove();
      throw error;
    }
  }

  /** An archive with some of its files, for another thread than the one that opened it. */
  static of(files: ReadonlyMap<string, ArchiveFile>): ArchiveFolder {
    return new ArchiveFolder(files, {});
  }

  /** The file with a name. @throws InvalidArchiveError if the archive has none */
  file(name: string): ArchiveFile {
    const found = this.files.get(name);
    if (!found) throw new InvalidArchiveError(name, 'it is missing from the archive.');
    return found;
  }

  /**
   * The files whose names match, ordered by the numbers in their names, so that the order does not depend on the
   * file system.
   */
  filesMatching(pattern: RegExp): ArchiveFile[] {
    const found = [...this.files.values()].filter(({ name }) => pattern.test(name));
    return found.sort(
      (a, b) => a.name.localeCompare(b.name, 'en', { numeric: true }) || (a.name < b.name ? -1 : 1),
    );
  }

  /** The folder for work on the archive. */
  get work(): WorkFolder {
    if (!this.#work) throw new Error('another thread has the work folder');
    return this.#work;
  }

  /** A folder that is initially empty and is removed when the archive is closed. */
  async scratch(): Promise<string> {
    this.#scratch ??= await this.work.createEmpty('scratch');
    return this.#scratch;
  }

  /** Removes the unpacked files. */
  async close(): Promise<void> {
    await this.#work?.remove();
  }
}

const UNPACKED = 'files';

/** The files of an archive that is a file, unpacked now or by an earlier import that was killed. */
async function unpackedFiles(
  work: WorkFolder,
  path: string,
  { size, onUnpack }: { readonly size: number; readonly onUnpack: () => void },
): Promise<Map<string, ArchiveFile>> {
  const head = await headOf(path);
  if (isJson(head)) return new Map([['', { name: '', path, size }]]);
  if ((await work.facts(UNPACKED)) !== undefined) return filesBelow(work.folder(UNPACKED));
  onUnpack();
  const folder = await work.createEmpty(UNPACKED);
  await unpack(path, head, { folder, size });
  await work.markComplete(UNPACKED);
  return filesBelow(folder);
}

/** A JSON file counts as an archive with one file. */
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
  else throw new InvalidArchiveError(path, 'it is neither a tar file, nor a ZIP file, nor JSON.');
}

/** The files below a folder; names omit the parent folders that all of them share. */
async function filesBelow(root: string): Promise<Map<string, ArchiveFile>> {
  const collector = new FileCollector();
  await collector.collect(root, '');
  return collector.named;
}

/** Collects the files below a folder, within the limits for archives. */
class FileCollector {
  readonly #files: ArchiveFile[] = [];
  #entries = 0;

  async collect(folder: string, prefix: string): Promise<void> {
    // Streamed: a folder may have more entries than fit into memory.
    for await (const entry of await opendir(folder)) {
      const name = entryPath(`${prefix}${entry.name}`);
      const path = join(folder, entry.name);
      if (++this.#entries > limits.importFiles)
        throw new InvalidArchiveError(
          name,
          `the archive contains more than ${limits.importFiles} files and folders.`,
        );
      if (MACOS_ENTRIES.has(entry.name)) continue;
      if (entry.isDirectory()) await this.collect(path, `${name}/`);
      else if (entry.isFile()) this.#files.push({ name, path, size: lstatSync(path).size });
      else throw new InvalidArchiveError(name, 'it is not a file or a folder (for example, a link).');
    }
  }

  /** The files by name, without the parent folders that all of them share. */
  get named(): Map<string, ArchiveFile> {
    const [first] = this.#files;
    let commonPrefix = first ? first.name.slice(0, first.name.lastIndexOf('/') + 1) : '';
    for (const { name } of this.#files)
      while (!name.startsWith(commonPrefix))
        commonPrefix = commonPrefix.slice(0, commonPrefix.lastIndexOf('/', commonPrefix.length - 2) + 1);
    return new Map(
      this.#files.map((file) => {
        const name = file.name.slice(commonPrefix.length);
        return [name, { ...file, name }];
      }),
    );
  }
}

/** The bytes of a file in chunks. Small files, which archives have many of, are read without a stream. */
export function fileChunks({ path, size }: ArchiveFile): AsyncIterable<Buffer> | Iterable<Buffer> {
  if (size <= CHUNK_BYTES) return size === 0 ? [] : [readFileSync(path)];
  return createReadStream(path, { highWaterMark: CHUNK_BYTES });
}
