// The part of a full export that another Parley server can import, in `parley/` in the archive: the rows of the tables
// that move with an organization, and the files as the store has them.

import { count, jsonText, mapOf, record } from '../../api-contract/codec.ts';
import { type ArchiveFormat, fileName } from '../../archives/archive-format.ts';

/** The contents of the part's header, besides the tables. */
export interface PortableDetails {
  /** Seconds since 1970. */
  readonly made_at: number;
  readonly organization_id: number;
  /** Why data is not included, keyed by the table, or by table and column. */
  readonly left_out: Readonly<Record<string, string>>;
}

export const portableFormat: ArchiveFormat<PortableDetails> = {
  title: 'export',
  format: 'parley organization',
  version: 2,
  prefix: 'parley/',
  header: 'organization.json',
  details: record({ made_at: count, organization_id: count, left_out: mapOf(jsonText) }),
  dataFiles: [],
  isFilePath: isStorePath,
};

/** The path in the archive of a file of the store: without the organization, whose id may change. */
export function portablePath(path: string): string {
  const [folder, , ...rest] = path.split('/');
  return [folder, ...rest].join('/');
}

/** The name in the archive of a file of the store. */
export function portableFileName(path: string): string {
  return fileName(portableFormat, portablePath(path));
}

/** The folder and name under which an organization's file store has a file of the archive. */
export function storePathOf(path: string, organizationId: number): { folder: string; name: string } {
  const [first = '', ...rest] = path.split('/');
  const name = rest.pop() ?? '';
  return { folder: [first, organizationId, ...rest].join('/'), name };
}

/** The folders of a file store that move with an organization. */
export const portableFolders = ['avatars', 'emoji', 'organization', 'uploads'] as const;

const PATHS = [
  /^avatars\/[0-9a-f]{40}\/(?:small|medium)\.png$/,
  /^emoji\/(?:still\/)?[0-9a-f]{24}\.[a-z]{3,4}$/,
  /^organization\/(?:icon|logo|night_logo)-\d{1,15}$/,
  /^uploads\/[0-9a-f]{2}\/[A-Za-z0-9_-]{24}\/(?:original|\d{1,6}x\d{1,6}(?:-anim)?\.webp)$/,
];

/** Whether a path in the archive is one that a store has; any other path could lead outside of it. */
export function isStorePath(path: string): boolean {
  return PATHS.some((pattern) => pattern.test(path));
}
