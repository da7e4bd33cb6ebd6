// The thread behind `checkpoint-thread.ts`: runs the requested checkpoints on a connection of its own. Plain
// JavaScript, so that the thread does not load the type stripper.

import { parentPort, workerData } from 'node:worker_threads';
import Database from 'better-sqlite3';

const { file, patienceMilliseconds } = workerData;
const database = new Database(file);
database.pragma(`busy_timeout = ${patienceMilliseconds}`);

/** @param {string} mode a mode of `wal_checkpoint`; undefined ends the thread */
function handle(mode) {
  if (mode === undefined) {
    database.close();
    parentPort.close();
    return;
  }
  try {
    const [{ busy }] = database.pragma(`wal_checkpoint(${mode})`);
    parentPort.postMessage({ isDone: busy === 0 });
  } catch (error) {
    parentPort.postMessage({ isDone: false, failure: String(error.message) });
  }
}

parentPort.on('message', handle);
