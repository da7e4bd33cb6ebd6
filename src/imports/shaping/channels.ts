// Completes a channel from the fields that archives of other services contain. All other fields get the values of
// a new channel.

import { limits } from '../../api-contract/limits.ts';
import { normalDescription } from '../../model/channels/channel-names.ts';
import type { ImportedChannel } from '../records/directory.ts';

type KnownChannel = Pick<ImportedChannel, 'id' | 'name'> & Partial<ImportedChannel>;

/** The description is truncated to the limit. */
export function channelWith({ description = '', ...fields }: KnownChannel): ImportedChannel {
  return {
    description: [...normalDescription(description)].slice(0, limits.channelDescriptionCodePoints).join(''),
    createdAt: 0,
    creatorId: null,
    isPrivate: false,
    isWebPublic: false,
    isHistoryPublic: true,
    isArchived: false,
    isDefault: false,
    isRecentlyActive: !fields.isArchived,
    retentionDays: null,
    topicsPolicy: 'inherit',
    folderId: null,
    settings: {},
    ...fields,
  };
}
