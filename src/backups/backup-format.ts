// The format of backups: archives of all tables and files, with files of the data directory. It is independent of the
// engine, so a backup can be restored to either.

import { count, jsonText, record } from '../api-contract/codec.ts';
import type { ReadableFormat } from '../archives/archive-format.ts';
import { storeFolders } from '../files/file-store.ts';
import { BackupError } from './backup-error.ts';

/**
 * Files of the data directory that are not uploads: the secret that unseals keys in the database, and the
 * configuration of calls.
 */
export const dataFileNames = ['secret', 'video-calls.json'] as const;
export type DataFileName = (typeof dataFileNames)[number];

/** The fields of a backup's header besides the tables. */
export interface BackupDetails {
  readonly engine: string;
  /** Seconds since 1970. */
  readonly madeAt: number;
}

export const backupFormat: ReadableFormat<BackupDetails, DataFileName> = {
  title: 'backup',
  format: 'parley backup',
  version: 1,
  prefix: '',
  header: 'parley-backup.json',
  details: record({ engine: jsonText, madeAt: count }),
  dataFiles: dataFileNames,
  isFilePath,
  errorAt: (...args) => new BackupError(...args),
};

function isFilePath(path: string): boolean {
  const parts = path.split('/');
  return (
    parts.length > 1 &&
    parts.every((part) => /^[\w-][\w.-]*$/.test(part)) &&
    storeFolders.some((folder) => folder === parts[0])
  );
}
