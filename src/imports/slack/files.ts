// Files of a Slack export: it names them by addresses at Slack. Tools that complete exports put them into it, in one of two
// places.

import type { ArchiveFile, ArchiveFolder } from '../archive/archive-folder.ts';
import type { Row } from '../archive/tables.ts';
import type { ImportedUpload } from '../records/directory.ts';
import type { LinkedFile } from '../records/messages.ts';
import type { Notes } from '../records/notes.ts';
import { uploadPathOf } from '../shaping/upload-paths.ts';
import { isWebAddress, linkTo } from '../shaping/web-links.ts';

/** Where tools put a file whose id is the part in brackets. */
const COMPLETED = [/^__uploads\/([^/]+)\/[^/]+$/, /(?:^|\/)attachments\/(F[A-Z0-9]+)-[^/]+$/];
const GONE_MODES = new Set(['tombstone', 'hidden_by_limit']);
const GONE_ACCESS = new Set(['access_denied', 'file_not_found']);

/** The files that the archive itself holds, by their ids. */
export function filesInside({ files }: ArchiveFolder): Map<string, ArchiveFile> {
  const found = new Map<string, ArchiveFile>();
  for (const file of files.values()) {
    for (const place of COMPLETED) {
      const [, id] = place.exec(file.name) ?? [];
      if (id !== undefined) found.set(id, file);
    }
  }
  return found;
}

/** A file that a message has. */
export interface AttachedFile {
  /** Slack's id of it. */
  readonly id: string;
  readonly link: string;
  readonly upload: ImportedUpload | undefined;
  readonly linked: LinkedFile | undefined;
}

/** The address without the key to all files that exports put into it. */
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
  const present = inside.get(id);
  const address = row.text('url_private_download', '') || row.text('url_private', '');
  const isGone = GONE_MODES.has(row.text('mode', '')) || GONE_ACCESS.has(row.text('file_access', ''));
  const isOnWeb = isWebAddress(address);
  if (!present && (isGone || !isOnWeb)) {
    notes.add('files', 'Slack had deleted them, or did not give them out');
    return undefined;
  }
  const shown = row.text('permalink', '') || row.text('url_private', '');
  const url = isOnWeb ? withoutToken(URL.canParse(shown) ? shown : address) : '';
  if (!present && row.flag('is_external'))
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
      file: present ?? { address },
    },
  };
}

/** Addresses of a file at Slack, as links of a text have them. */
function linksTo(id: string): RegExp {
  const address = String.raw`https?://[^\s()<>]{1,300}[/-]${id}\b[^\s()<>]{0,600}`;
  return new RegExp(String.raw`\[[^\]\n]{0,300}\]\(${address}\)|${address}`, 'g');
}

/** A text whose links to files at Slack lead to the files of the message, and links of the other files. */
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
