// Limits of exports, imports and backups.

import { MEBIBYTE } from './mebibyte.ts';

export const archiveLimits = {
  exportsPerWeek: 5,
  messagesPerExportFile: 1000,
  /** Organizations with more uploads must be copied on the server itself. */
  exportedUploadBytes: 20 * 1024 * MEBIBYTE,
  /** Limits of imported archives: files and folders, folder nesting, path length, and the directory of a ZIP file. */
  importFiles: 5_000_000,
  importFolderDepth: 20,
  importPathCharacters: 1000,
  /** The length of a name in a Parley export; a PostgreSQL index cannot hold a longer one. */
  importedNameCharacters: 500,
  importDirectoryBytes: 1024 * MEBIBYTE,
  /** The size to which an archive may expand: always this much, and beyond it this many times its own size. */
  importExpandableBytes: 256 * MEBIBYTE,
  importExpansion: 400,
  /** The size of one table row, and the nesting depth of JSON in it. */
  importRowBytes: 16 * MEBIBYTE,
  importJsonDepth: 64,
  /** Files that an archive refers to by address: the size and fetch time of each, and the total size. */
  importFetchedFileBytes: 64 * MEBIBYTE,
  importFetchSeconds: 60,
  importFetchedBytes: 100 * 1024 * MEBIBYTE,
  /** The size of the part of an archive of Parley that is in memory at a time: rows, or the manifest. */
  archivePartBytes: 64 * MEBIBYTE,
  /** The highest id that an import may preserve; leaves room for all later ids. */
  importedId: 2 ** 48,
} as const;
