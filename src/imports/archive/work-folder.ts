// The folder where one import does its work: the archive unpacked, and its messages prepared. Each piece is marked when it is
// complete, so that an import that was killed goes on with the pieces that it had. The folder names its process; the next
// import takes over the left folder of the same archive, and removes those of others.

import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { mkdir, mkdtemp, open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { leftFolders, ownPrefix, removeLeftFolders } from '../../files/left-folders.ts';

const KIND = 'unpacked-';
const KEY = 'archive-key';
const BOOT_ID = '/proc/sys/kernel/random/boot_id';

/** Changes when the machine starts: what was written before that may not have reached the disk. Unknown: never the same. */
function bootId(): string | undefined {
  try {
    return readFileSync(BOOT_ID, 'utf8').trim();
  } catch {
    return undefined;
  }
}

/** A folder of pieces of work for one archive. */
export class WorkFolder {
  readonly #path: string;

  private constructor(path: string) {
    this.#path = path;
  }

  /** The folder that a killed import of the same archive left, or a new one; removes other folders that were left. */
  static async claim(parent: string, key: string): Promise<WorkFolder> {
    await mkdir(parent, { recursive: true, mode: 0o700 });
    const own = await mkdtemp(join(parent, ownPrefix(KIND)));
    const isTaken = await tookOver(parent, key, own);
    await removeLeftArchives(parent);
    if (!isTaken) await writeFile(join(own, KEY), key);
    return new WorkFolder(own);
  }

  /** An empty folder for a piece of work. */
  async empty(piece: string): Promise<string> {
    await rm(this.#marker(piece), { force: true });
    await rm(this.folder(piece), { recursive: true, force: true });
    await mkdir(this.folder(piece), { mode: 0o700 });
    return this.folder(piece);
  }

  folder(piece: string): string {
    return join(this.#path, piece);
  }

  /** Marks a piece as complete, with what is known of it; lasts over a kill of the process. */
  async complete(piece: string, facts = ''): Promise<void> {
    const boot = bootId();
    if (boot === undefined) return;
    const unfinished = `${this.#marker(piece)}.new`;
    const file = await open(unfinished, 'w', 0o600);
    try {
      await file.writeFile(`${boot}\n${facts}`);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(unfinished, this.#marker(piece));
  }

  /** What is known of a complete piece; undefined for one that is not complete. */
  async facts(piece: string): Promise<string | undefined> {
    const marked = await readFile(this.#marker(piece), 'utf8').catch(() => '');
    const boot = bootId();
    const end = marked.indexOf('\n');
    return end > 0 && marked.slice(0, end) === boot ? marked.slice(end + 1) : undefined;
  }

  async remove(): Promise<void> {
    await rm(this.#path, { recursive: true, force: true });
  }

  #marker(piece: string): string {
    return join(this.#path, `${piece}.complete`);
  }
}

/** Renames the left folder of an archive to an own, empty one. */
async function tookOver(parent: string, key: string, own: string): Promise<boolean> {
  for await (const left of leftFolders(parent, KIND)) {
    if ((await readFile(join(left, KEY), 'utf8').catch(() => '')) !== key) continue;
    try {
      await rename(left, own);
      return true;
    } catch {
      // Another process was quicker.
    }
  }
  return false;
}

/** Removes what processes have left that are no more. */
export function removeLeftArchives(parent: string): Promise<void> {
  return removeLeftFolders(parent, KIND);
}

/** Removes what this process has unpacked, at once: it is about to end. */
export function removeOwnArchives(parent: string): void {
  for (const name of readdirSync(parent))
    if (name.startsWith(ownPrefix(KIND)))
      rmSync(join(parent, name), { recursive: true, force: true, maxRetries: 3 });
}
