// `backup`: writes a backup of everything a server stores to one file, while the server runs.

import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { readClocks } from '../../api-contract/service-clock.ts';
import { recordBackup } from '../../stores/job-marks/backup-store.ts';
import {
  DATABASE_HELP,
  type DatabaseLocation,
  databaseLocation,
  withExistingDatabase,
} from '../command-database.ts';
import { environmentFileStore } from '../file-store-options.ts';
import { printHelp } from '../print-help.ts';
import { UsageError } from '../usage.ts';
import { parseBackupArguments } from './backup-arguments.ts';
import { openBackupTarget } from './backup-target.ts';
import { type BackupWithMissing, makeBackup, moveTo } from './make-backup.ts';
import { type BackupRun, backUpOnce, backUpRepeatedly, intervalIn, keptIn } from './repeated-backup.ts';

const HELP = `Usage: npm run parley -- backup FILE [FLAGS]
       npm run parley -- backup --to TARGET [--every 15m] [--keep N] [FLAGS]

Backs up everything to one file: a snapshot of the database, uploads, pictures, emoji, exports, the secret, and the
configuration in the data directory. The server may keep running. The file contains all data and keys: protect it like the
data directory.

  --json               prints JSON for scripts
  --to TARGET          a folder, or s3://bucket/folder with the address and keys of the server's store; each backup has its
                       time as its name, is read back, and then replaces the oldest one
  --every INTERVAL     repeats it, for example every 15m, 6h or 1d
  --keep N             how many backups to keep in TARGET (default 96), and of those whose files are missing as many again
  --record-only        writes no file, and records that another program has made a backup now, which monitoring reports
${DATABASE_HELP}
With an S3 store, set the same PARLEY_S3_… variables as for the server.
The exit status is 1 if files that the database refers to are missing.
`;

/** Runs the command. @throws UsageError */
export async function backupCommand(args: readonly string[]): Promise<void> {
  const takesFile = !args.some((arg) => /^--(?:record-only|to(?:=.*)?)$/.test(arg));
  const string = { type: 'string' } as const;
  const { values, positionals } = parseBackupArguments('backup', args, takesFile ? ['FILE'] : [], {
    'record-only': { type: 'boolean' },
    to: string,
    every: string,
    keep: string,
  });
  if (values.help) {
    printHelp(HELP);
    return;
  }
  const { to, every, keep } = values;
  const isRecordOnly = values['record-only'] === true;
  if (isRecordOnly && [to, every, keep].some((value) => value !== undefined))
    throw new UsageError('--record-only writes no backup. Leave out --to, --every and --keep.', 2);
  if (typeof to === 'string')
    return backUpTo(to, databaseLocation(values), { every, keep }, values.json === true);
  if (every !== undefined || keep !== undefined) throw new UsageError('--every and --keep need --to.', 2);
  if (isRecordOnly) {
    await withExistingDatabase(databaseLocation(values), (database) =>
      database.write(0, (writer) => recordBackup(writer, writer.now)),
    );
    process.stdout.write(values.json ? '{"recorded": true}\n' : 'Recorded a backup.\n');
    return;
  }
  const [file = ''] = positionals;
  if (existsSync(file)) throw new UsageError(`${file} already exists. Choose another file name.`);
  const location = databaseLocation(values);
  const backup = await makeBackup(location, file, moveTo(file));
  process.stdout.write(
    values.json ? `${JSON.stringify(summary(backup, file), undefined, 2)}\n` : text(backup, file),
  );
  if (backup.missing.count > 0) process.exitCode = 1;
}

/** Makes a backup in a target, or one after another. */
async function backUpTo(
  to: string,
  location: DatabaseLocation,
  { every, keep }: { readonly every: unknown; readonly keep: unknown },
  isJson: boolean,
): Promise<void> {
  const interval = typeof every === 'string' ? intervalIn(every) : undefined;
  const kept = keptIn(typeof keep === 'string' ? keep : undefined);
  const target = await openBackupTarget(to, location.dataDirectory, environmentFileStore(process.env));
  const options = { location, target, kept, now: () => readClocks().wall };
  const report = (outcome: BackupRun | string) => {
    if (typeof outcome === 'string') process.stderr.write(`The backup failed: ${outcome}\n`);
    else process.stdout.write(isJson ? `${JSON.stringify(outcome)}\n` : runText(outcome, to));
  };
  if (interval !== undefined) return backUpRepeatedly(options, interval, report);
  const outcome = await backUpOnce(options);
  report(outcome);
  if (outcome.missingFiles > 0) process.exitCode = 1;
}

function runText({ name, bytes, missingFiles, removed }: BackupRun, to: string): string {
  const missing = missingFiles > 0 ? ` Files are missing: ${missingFiles}. Run "check" for details.` : '';
  return `Wrote ${name} to ${to} (${bytes} bytes), and removed ${removed.length} older ones.${missing}\n`;
}

function summary({ header, manifest, file, missing }: BackupWithMissing, path: string) {
  const { engine, schema, madeAt } = header;
  const rows = Object.values(manifest.tables).reduce((sum, table) => sum + table.rows, 0);
  return {
    file: resolve(path),
    bytes: file.size,
    engine,
    schema,
    made_at: madeAt,
    tables: header.tables.length,
    rows,
    files: manifest.files.count,
    file_bytes: manifest.files.bytes,
    missing_files: missing.count,
  };
}

function text(backup: BackupWithMissing, path: string): string {
  const { bytes, tables, rows, files, file_bytes, missing_files } = summary(backup, path);
  const missingText =
    missing_files > 0
      ? `Files are missing from the file store: ${missing_files}, such as ${backup.missing.examples[0]}. Run "check" for details.\n`
      : '';
  return `Wrote ${path} (${bytes} bytes): ${rows} rows in ${tables} tables, ${files} files (${file_bytes} bytes).\n${missingText}`;
}
