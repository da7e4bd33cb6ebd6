// How people arrange their sidebar: the sections that they made, placed or collapsed, and the rows that they placed in
// sections.

import { bit, generated, id, idList, nullable, number, organizationId, text, textOf } from './column.ts';
import { deletedWithAccount, included, table } from './table.ts';

/** The kinds of sections: four that every sidebar has, a channel folder, and one that the person made. */
type SectionKind = 'pinned' | 'direct' | 'channels' | 'more' | 'folder' | 'own';

export const sidebarTables = {
  /** A section has no row until the person makes, places or collapses it. */
  sidebar_section: table({
    columns: {
      id: generated(number),
      organization_id: organizationId,
      account_id: id('account'),
      kind: textOf<SectionKind>(),
      /** Null unless the kind is `folder`. */
      folder_id: nullable(id('channel_folder')),
      /** Null unless the kind is `own`. */
      name: nullable(text),
      /** Null until the person has ordered the sections. */
      position: nullable(number),
      is_collapsed: bit,
    },
    key: ['id'],
    onErasure: deletedWithAccount,
    archive: included,
    personalExport: {
      as: 'sidebar_sections',
      owner: 'account_id',
      fields: { id: 'id', kind: 'kind', folder_id: 'folder_id', name: 'name', is_collapsed: 'is_collapsed' },
      orderBy: ['position', 'id'],
    },
  }),

  /** A channel, a topic or a direct conversation that a person placed in a section. */
  sidebar_row: table({
    columns: {
      id: generated(number),
      organization_id: organizationId,
      account_id: id('account'),
      section_id: id('sidebar_section'),
      position: number,
      /** Null for direct conversations. */
      channel_id: nullable(id('channel')),
      /** The topic's key and name; null for whole channels and direct conversations. */
      topic_key: nullable(text),
      topic_name: nullable(text),
      /** Everyone else of a direct conversation; null for channels and topics. */
      user_ids: nullable(idList('account')),
    },
    key: ['id'],
    onErasure: deletedWithAccount,
    archive: included,
    personalExport: {
      as: 'sidebar_rows',
      owner: 'account_id',
      fields: {
        section_id: 'section_id',
        stream_id: 'channel_id',
        topic_name: 'topic_name',
        user_ids: 'user_ids',
      },
      orderBy: ['section_id', 'position', 'id'],
    },
  }),
} as const;
