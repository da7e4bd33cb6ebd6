// The channels of one team of a Mattermost export, and their subscriptions.

import type { Row } from '../archive/row.ts';
import type { ImportedChannel, ImportedSubscription } from '../records/directory.ts';
import { channelWith } from '../shaping/channels.ts';
import { subscriptionWith } from '../shaping/directory.ts';
import { ChannelNames } from '../shaping/names.ts';

/** The channel that every member of a team is in. */
const DEFAULT_CHANNEL = 'town-square';

export class MattermostChannels {
  readonly #names = new ChannelNames();
  readonly #byHandle = new Map<string, ImportedChannel>();

  add(row: Row): void {
    const handle = row.text('name');
    if (this.#byHandle.has(handle)) throw row.error('name', 'appears twice.');
    const type = row.text('type');
    if (type !== 'O' && type !== 'P') throw row.error('type', 'is not a known channel type.');
    const isArchived = row.number('deleted_at', 0) > 0;
    const channel = channelWith({
      id: this.#byHandle.size + 1,
      name: this.#names.assign(row.text('display_name', '') || handle),
      description: row.text('purpose', '') || row.text('header', ''),
      isPrivate: type === 'P',
      isArchived,
      isDefault: handle === DEFAULT_CHANNEL && !isArchived,
    });
    this.#byHandle.set(handle, channel);
  }

  get all(): readonly ImportedChannel[] {
    return [...this.#byHandle.values()];
  }

  /** The channel with a handle, which is the name in its address. */
  byHandle(handle: string): ImportedChannel | undefined {
    return this.#byHandle.get(handle);
  }

  /** The subscriptions of a member of the team; channels that are not in the archive are skipped. */
  subscriptionsOf(accountId: number, membership: Row): ImportedSubscription[] {
    const found = new Map<number, ImportedSubscription>();
    for (const row of membership.records('channels')) {
      const channel = this.#byHandle.get(row.text('name'));
      if (!channel) continue;
      const isMuted = row.record('notify_props').text('mark_unread', '') === 'mention';
      found.set(
        channel.id,
        subscriptionWith(accountId, channel.id, { isMuted, isPinned: row.flag('favorite') }),
      );
    }
    return [...found.values()];
  }
}
