// The folder in which commands do what must not be seen half done: beside what they write, and gone with them, also by a signal.

import { mkdtempSync, rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { ownPrefix, removeLeftFolders } from '../../files/left-folders.ts';
import { endProgress } from '../progress.ts';
import { rethrow, withRefusals } from './refusals.ts';

const KIND = '.parley-';
let isBringing = false;

/** Does what must not be left half done: a signal that comes meanwhile comes too late. */
export async function wholly<T>(work: () => Promise<T>): Promise<T> {
  isBringing = true;
  try {
    return await work();
  } finally {
    isBringing = false;
  }
}

/**
 * Does a piece of work in a folder of its own beside a path, which goes with it, also by a signal. What stands against the
 * work is told in a sentence. `stopped` is called before a signal ends the process.
 */
export async function withWorkFolder<T>(
  beside: string,
  work: (folder: string) => Promise<T>,
  stopped: () => void = () => undefined,
): Promise<T> {
  let folder: string | undefined;
  const stop = (status: number) => () => {
    // Half of it would be worse than all.
    if (isBringing) return;
    endProgress();
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
    stopped();
    process.exit(status);
  };
  const [interrupt, terminate] = [stop(130), stop(143)];
  process.on('SIGINT', interrupt);
  process.on('SIGTERM', terminate);
  try {
    const directory = dirname(resolve(beside));
    await removeLeftFolders(directory, KIND);
    // In one step, after it is settled what a signal does: one in between would leave the folder.
    const made = mkdtempSync(join(directory, ownPrefix(KIND)));
    folder = made;
    return await withRefusals(() => work(made));
  } catch (error) {
    return rethrow(error);
  } finally {
    process.off('SIGINT', interrupt);
    process.off('SIGTERM', terminate);
    if (folder !== undefined) await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}
