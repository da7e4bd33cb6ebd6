// Files of a Slack export, which contains their addresses at Slack. Tools that complete exports add the files
// themselves, at one of two paths.

import type { ArchiveFile, ArchiveFolder } from '../archive/archive-folder.ts';
import type { Row } from '../archive/row.ts';
import type { ImportedUpload } from '../records/directory.ts';
import type { LinkedFile } from '../records/messages.ts';
import type { Notes } from '../records/notes.ts';
import { uploadPathOf } from '../shaping/upload-paths.ts';
import { isWebAddress, linkTo } from '../shaping/web-links.ts';

/** Paths where tools put a file; the part in brackets is the file's id. */
const ADDED_FILES = [/^__uploads\/([^/]+)\/[^/]+$/, /(?:^|\/)attachments\/(F[A-Z0-9]+)-[^/]+$/];
const GONE_MODES = new Set(['tombstone', 'hidden_by_limit']);
const GONE_ACCESS = new Set(['access_denied', 'file_not_found']);

/** The files in the archive, by id. */
export function filesInside({ files }: ArchiveFolder): Map<string, ArchiveFile> {
  const found = new Map<string, ArchiveFile>();
  for (const file of files.values()) {
    for (const pattern of ADDED_FILES) {
      const [, id] = pattern.exec(file.name) ?? [];
      if (id !== undefined) found.set(id, file);
    }
  }
  return found;
}

/** A file attached to a message. */
export interface AttachedFile {
  readonly id: string;
  readonly link: string;
  readonly upload: ImportedUpload | undefined;
  readonly linked: LinkedFile | undefined;
}

/** Removes the token that exports add to addresses, and that gives access to all files. */
function withoutToken(address: string): string {
  const url = new URL(address);
  url.searchParams.delete('t');
  return url.href;
}

/** A file of a message; undefined for one that is gone, which is noted. */
export function attachedFile(
  row: Row,
  {
    inside,
    secret,
    ownerId,
    notes,
  }: {
    readonly inside: ReadonlyMap<string, ArchiveFile>;
    readonly secret: string;
    readonly ownerId: number;
    readonly notes: Notes;
  },
): AttachedFile | undefined {
  const id = row.text('id', '');
  const name = row.text('name', '') || row.text('title', '') || 'file';
  const title = row.text('title', '') || name;
  const archivedFile = inside.get(id);
  const address = row.text('url_private_download', '') || row.text('url_private', '');
  const isGone = GONE_MODES.has(row.text('mode', '')) || GONE_ACCESS.has(row.text('file_access', ''));
  const isOnWeb = isWebAddress(address);
  if (!archivedFile && (isGone || !isOnWeb)) {
    notes.add('files', 'Slack deleted or withheld them');
    return undefined;
  }
  const preferred = row.text('permalink', '') || row.text('url_private', '');
  const url = isOnWeb ? withoutToken(URL.canParse(preferred) ? preferred : address) : '';
  if (!archivedFile && row.flag('is_external'))
    return { id, link: linkTo(url, title), upload: undefined, linked: undefined };
  const pathId = uploadPathOf(id, name, secret);
  return {
    id,
    link: `[${title.replaceAll(/[[\]\n]/g, ' ')}](/user_uploads/${pathId})`,
    linked: { pathId, url },
    upload: {
      ownerId,
      pathId,
      name,
      createdAt: row.seconds('created', 0),
      contentType: row.text('mimetype', '') || undefined,
      file: archivedFile ?? { address },
    },
  };
}

/** Matches addresses of a file at Slack, as links in a text. */
function linksTo(id: string): RegExp {
  const address = String.raw`https?://[^\s()<>]{1,300}[/-]${id}\b[^\s()<>]{0,600}`;
  return new RegExp(String.raw`\[[^\]\n]{0,300}\]\(${address}\)|${address}`, 'g');
}

/**
 * Replaces links to files at Slack with links to the message's files; returns the links of the remaining files
 * separately.
 */
export function withFilesLinked(
  text: string,
  files: readonly AttachedFile[],
): { readonly content: string; readonly unlinked: readonly string[] } {
  let content = text;
  const unlinked: string[] = [];
  for (const { id, link } of files) {
    const before = content;
    if (/^[A-Z0-9]{3,40}$/.test(id) && content.includes(id))
      content = content.replace(linksTo(id), () => link);
    if (content === before) unlinked.push(link);
  }
  return { content, unlinked };
}
