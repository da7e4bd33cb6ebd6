// Temporary folders for work that must not be seen unfinished. They lie next to the output and are removed
// afterwards, even on a signal.

import { mkdtempSync, rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { ownPrefix, removeAbandonedFolders } from '../../files/abandoned-folders.ts';
import { endProgress, withProgress } from '../progress.ts';

const KIND = '.parley-';
let isTooLateToStop = false;

/**
 * Runs the last step in a work folder, such as moving the output to its place. From now on signals are ignored until
 * the folder is removed; if the step fails, they end the process again.
 */
export async function runFinalStep<T>(step: () => Promise<T>): Promise<T> {
  isTooLateToStop = true;
  try {
    return await step();
  } catch (error) {
    isTooLateToStop = false;
    throw error;
  }
}

/**
 * Runs work in a temporary folder next to `neighbor`; the folder is removed afterwards, even on a signal.
 * Expected failures become `UsageError`s. `onStop` is called before a signal ends the process.
 */
export async function withWorkFolder<T>(
  neighbor: string,
  work: (folder: string) => Promise<T>,
  onStop: () => void = () => undefined,
): Promise<T> {
  let folder: string | undefined;
  const stop = (status: number) => () => {
    // The work is finished or about to be, and must not look as if it had been stopped.
    if (isTooLateToStop) return;
    endProgress();
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
    onStop();
    process.exit(status);
  };
  const [interrupt, terminate] = [stop(130), stop(143)];
  process.on('SIGINT', interrupt);
  process.on('SIGTERM', terminate);
  try {
    const directory = dirname(resolve(neighbor));
    await removeAbandonedFolders(directory, KIND);
    // Synchronous, after the signal handlers are set: a signal in between would leave the folder behind.
    const createdFolder = mkdtempSync(join(directory, ownPrefix(KIND)));
    folder = createdFolder;
    return await withProgress(() => work(createdFolder));
  } finally {
    try {
      if (folder !== undefined) await rm(folder, { recursive: true, force: true, maxRetries: 3 });
    } finally {
      process.off('SIGINT', interrupt);
      process.off('SIGTERM', terminate);
      isTooLateToStop = false;
    }
  }
}
