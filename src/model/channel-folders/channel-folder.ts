// A folder for channels, shared by everyone in the organization.

import {
  anyText,
  boolean,
  type Decoded,
  id,
  nonNegativeInteger,
  nullable,
  optionalFields,
  record,
} from '../../api-contract/codec.ts';
import type { Row } from '../../storage/schema.ts';

export interface ChannelFolder {
  readonly id: number;
  readonly name: string;
  readonly description: string;
  readonly renderedDescription: string;
  readonly createdAt: number;
  readonly creatorId: number | null;
  readonly position: number;
  readonly isArchived: boolean;
}

export function folderOf(row: Row<'channel_folder'>): ChannelFolder {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    renderedDescription: row.rendered_description,
    createdAt: row.created_at,
    creatorId: row.creator_id,
    position: row.position,
    isArchived: row.is_archived === 1,
  };
}

const changeableFields = {
  name: anyText,
  description: anyText,
  rendered_description: anyText,
  is_archived: boolean,
};

export const folderSchema = record({
  id,
  ...changeableFields,
  date_created: nullable(nonNegativeInteger),
  creator_id: nullable(id),
  order: nonNegativeInteger,
});

/** The fields of a folder that changed. */
export const changedFolderSchema = record(optionalFields(changeableFields));

export function wireFolder(folder: ChannelFolder): Decoded<typeof folderSchema> {
  return {
    id: folder.id,
    name: folder.name,
    description: folder.description,
    rendered_description: folder.renderedDescription,
    date_created: folder.createdAt,
    creator_id: folder.creatorId,
    order: folder.position,
    is_archived: folder.isArchived,
  };
}
