// Bounds: exports, imports and backups.

import { MEBIBYTE } from './mebibyte.ts';

export const archiveLimits = {
  exportsPerWeek: 5,
  messagesPerExportFile: 1000,
  /** An organization whose uploads take more is copied on the server itself. */
  exportedUploadBytes: 20 * 1024 * MEBIBYTE,
  /** Of archives that are imported: files and folders, folders around a file, its path, and a ZIP file's directory. */
  importFiles: 5_000_000,
  importFolderDepth: 20,
  importPathCharacters: 1000,
  /** Of a name in an export of Parley: an index of PostgreSQL holds no longer one. */
  importedNameCharacters: 500,
  importDirectoryBytes: 1024 * MEBIBYTE,
  /** What an archive may unpack to: so much, and so many times its own size. */
  importExpandableBytes: 256 * MEBIBYTE,
  importExpansion: 400,
  /** Of one row of a table, and how deeply JSON may be nested in it. */
  importRowBytes: 16 * MEBIBYTE,
  importJsonDepth: 64,
  /** Of a file that an archive names by its address: its bytes, how long it may take, and the bytes of all of them. */
  importFetchedFileBytes: 64 * MEBIBYTE,
  importFetchSeconds: 60,
  importFetchedBytes: 100 * 1024 * MEBIBYTE,
  /** Of what is held in memory of a backup at once: rows, or what it says of itself. */
  backupPartBytes: 64 * MEBIBYTE,
  /** Ids that are kept leave room for all that are given out after them. */
  importedId: 2 ** 48,
} as const;
