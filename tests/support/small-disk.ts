// A small disk that can be filled: a file system in memory, if this process may mount one.

import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export class SmallDisk {
  readonly path = mkdtempSync(join(tmpdir(), 'parley-disk-'));
  /** Whether it is a small disk; otherwise it is an ordinary folder, which must not be filled. */
  readonly isSmall: boolean;

  constructor(megabytes: number) {
    this.isSmall = this.#mount(megabytes);
    process.once('exit', () => this.remove());
  }

  #mount(megabytes: number): boolean {
    if (process.platform !== 'linux' || process.getuid?.() !== 0) return false;
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', this.path], {
        stdio: 'ignore',
      });
      return true;
    } catch {
      return false;
    }
  }

  /** The reason to skip a test that needs one; false if it can run. */
  get skip(): string | false {
    return this.isSmall ? false : 'this process may not mount a file system';
  }

  /** Uses up all space that is left. */
  fill(): void {
    const piece = Buffer.alloc(1024 * 1024);
    for (let size = piece.length; size >= 1024; size /= 2) {
      try {
        for (;;) writeFileSync(join(this.path, 'filler'), piece.subarray(0, size), { flag: 'a' });
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
      }
    }
  }

  free(): void {
    rmSync(join(this.path, 'filler'), { force: true });
  }

  remove(): void {
    if (this.isSmall) spawnSync('umount', ['-l', this.path], { stdio: 'ignore' });
    rmSync(this.path, { recursive: true, force: true });
  }
}
