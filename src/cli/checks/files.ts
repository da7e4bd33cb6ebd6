// Checks that the files named by the database exist, and no others. Files are compared with rows while they
// are listed; suspects are checked again at the end, since the server may be running.

import { parseColumn } from '../../api-contract/parse-column.ts';
import { type FileStore, storeFolders } from '../../files/file-store.ts';
import type { Keyring } from '../../model/accounts/credentials.ts';
import { avatarFolder } from '../../model/avatars/avatar-files.ts';
import { exportFolder } from '../../model/exports/export-files.ts';
import { uploadFolder } from '../../model/uploads/upload-files.ts';
import type { RowSource } from '../../storage/rows/rows.ts';
import { secretOf } from '../../stores/exports/export.ts';
import { type Finding, failed, passed } from './finding.ts';
import { SuspectFiles } from './suspects.ts';

const BATCH = 500;

/** Called with the path of a file or folder that the database names. */
type PathListener = (path: string) => void;

/** Checks all files and all rows that name files, without changing anything. */
export async function checkFiles(rows: RowSource, store: FileStore, keyring: Keyring): Promise<Finding> {
  const { leftover, files } = await leftoverFiles(rows, store, keyring);
  const { missing, expected } = await missingFiles(rows, store, keyring);
  if (leftover.count === 0 && missing.count === 0)
    return passed('files', `${files} files, none missing and none left over.`);
  const problems = [
    ...(missing.count > 0 ? [`${missing.count} of ${expected} files are missing: ${missing.text}`] : []),
    ...(leftover.count > 0 ? [`${leftover.count} files are not in the database: ${leftover.text}`] : []),
  ];
  return failed('files', `${problems.join('; ')}.`);
}

/** The part of a path that identifies a row. */
function ownerOf(path: string): string {
  const [kind, organization, ...rest] = path.split('/');
  // All versions of an organization's pictures are stored.
  if (kind === 'organization') return `${kind}/${organization}`;
  if (kind === 'emoji') return `${kind}/${organization}/${rest.at(-1)}`;
  return [kind, organization, ...rest.slice(0, -1)].join('/');
}

async function leftoverFiles(rows: RowSource, store: FileStore, keyring: Keyring) {
  const namedPaths = await namedExceptUploads(rows, keyring);
  const leftover = new SuspectFiles((paths) => stillUnnamed(rows, paths, keyring));
  let files = 0;
  let uploads: string[] = [];
  const checkUploads = async () => {
    const pathsWithRow = await namedUploads(rows, uploads);
    for (const path of uploads) if (!pathsWithRow.has(ownerOf(path))) await leftover.add(path);
    uploads = [];
  };
  for (const folder of storeFolders) {
    for await (const path of store.list(folder)) {
      files++;
      if (folder === 'uploads') {
        uploads.push(path);
        if (uploads.length >= BATCH) await checkUploads();
      } else if (!namedPaths.has(ownerOf(path))) await leftover.add(path);
    }
  }
  await checkUploads();
  await leftover.flush();
  return { leftover, files };
}

/** The suspects that still have no row and are not pending deletion. */
async function stillUnnamed(
  rows: RowSource,
  suspects: readonly string[],
  keyring: Keyring,
): Promise<string[]> {
  if (suspects.length === 0) return [];
  const namedPaths = await namedExceptUploads(rows, keyring);
  const uploads = await namedUploads(rows, suspects);
  const pendingDeletion = new Set(
    (await rows.execute('select path from doomed_file', [])).map(({ path }) => String(path)),
  );
  return suspects.filter((path) => {
    const owner = ownerOf(path);
    return (
      !namedPaths.has(owner) &&
      !uploads.has(owner) &&
      !pendingDeletion.has(owner) &&
      !pendingDeletion.has(path)
    );
  });
}

/** The upload folders of the given paths that a row names. */
async function namedUploads({ engine, execute }: RowSource, paths: readonly string[]): Promise<Set<string>> {
  const folders = [...new Set(paths.filter((path) => path.startsWith('uploads/')).map(ownerOf))];
  const ranges = folders.map((folder) => {
    const pathId = folder.slice('uploads/'.length);
    return [folder, Number(pathId.split('/')[0]) || 0, `${pathId}/`, `${pathId}0`];
  });
  const [value, from] =
    engine === 'sqlite' ? ['value', 'json_each(?)'] : ['one.value', 'json_array_elements($1::json) as one'];
  const id = engine === 'sqlite' ? `${value} ->> 1` : `(${value} ->> 1)::bigint`;
  const found = await execute(
    `select ${value} ->> 0 as folder from ${from} where exists (select 1 from attachment as a
      where a.organization_id = ${id} and a.path_id >= ${value} ->> 2 and a.path_id < ${value} ->> 3)`,
    [JSON.stringify(ranges)],
  );
  return new Set(found.map(({ folder }) => String(folder)));
}

/** Everything but uploads that rows name: folders or single files. */
async function namedExceptUploads(rows: RowSource, keyring: Keyring): Promise<Set<string>> {
  const namedPaths = new Set<string>();
  const add: PathListener = (path) => namedPaths.add(ownerOf(path));
  await filesExceptUploads(rows, keyring, add);
  for (const { id } of await rows.execute('select id from organization', []))
    namedPaths.add(`organization/${id}`);
  return namedPaths;
}

/** Calls `onPath` with each required file, except uploads. */
async function filesExceptUploads(
  { execute }: RowSource,
  keyring: Keyring,
  onPath: PathListener,
): Promise<void> {
  for (const { organization_id: id, avatar_key: key } of await execute(
    'select organization_id, avatar_key from account where avatar_key is not null',
    [],
  ))
    for (const size of ['small', 'medium']) onPath(`${avatarFolder(Number(id), String(key))}/${size}.png`);
  for (const row of await execute('select organization_id, file_name, is_animated from custom_emoji', [])) {
    onPath(`emoji/${row.organization_id}/${row.file_name}`);
    if (row.is_animated === 1) onPath(`emoji/${row.organization_id}/still/${row.file_name}`);
  }
  for (const { id, settings } of await execute('select id, settings from organization', [])) {
    const pictureSettings = parseColumn<Readonly<Record<string, unknown>>>(String(settings));
    for (const picture of ['icon', 'logo', 'night_logo'])
      if (pictureSettings[`${picture}_source`] === 'U')
        onPath(`organization/${id}/${picture}-${pictureSettings[`${picture}_version`]}`);
  }
  for (const row of await execute(
    'select organization_id, secret from data_export where secret is not null and completed_at is not null and deleted_at is null',
    [],
  ))
    onPath(
      `${exportFolder(Number(row.organization_id), secretOf(keyring, { secret: String(row.secret) }) ?? '')}/export.tar.gz`,
    );
}

/** Files that rows name and that do not exist, and the number of expected files. */
export async function missingFiles(rows: RowSource, store: FileStore, keyring: Keyring) {
  const missing = new SuspectFiles((paths) => stillNamed(rows, keyring, paths));
  let expected = 0;
  const checkFile = async (path: string) => {
    expected++;
    const file = await store.open(path);
    await file?.close();
    if (!file) await missing.add(path);
  };
  const others: string[] = [];
  await filesExceptUploads(rows, keyring, (path) => others.push(path));
  for (const path of others) await checkFile(path);
  const after = rows.engine === 'sqlite' ? '?' : '$1';
  for (let last = 0; ; ) {
    const page = await rows.execute(
      `select id, path_id from attachment where id > ${after} order by id limit ${BATCH}`,
      [last],
    );
    for (const { path_id: pathId } of page) await checkFile(`${uploadFolder(String(pathId))}/original`);
    if (page.length < BATCH) break;
    last = Number(page.at(-1)?.id ?? last);
  }
  await missing.flush();
  return { missing, expected };
}

/** The paths that rows still name. */
async function stillNamed(rows: RowSource, keyring: Keyring, paths: readonly string[]): Promise<string[]> {
  if (paths.length === 0) return [];
  const others = new Set<string>();
  await filesExceptUploads(rows, keyring, (path) => others.add(path));
  const uploads = await namedUploads(rows, paths);
  return paths.filter((path) => others.has(path) || uploads.has(ownerOf(path)));
}
