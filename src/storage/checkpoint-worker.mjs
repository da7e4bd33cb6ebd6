// The thread behind `checkpoint-thread.ts`: one passive checkpoint on a connection of its own, then it ends. Plain
// JavaScript, so that the thread need not load the type stripper.

import { workerData } from 'node:worker_threads';
import Database from 'better-sqlite3';

const database = new Database(String(workerData));
database.pragma('busy_timeout = 5000');
database.pragma('wal_checkpoint(PASSIVE)');
database.close();
