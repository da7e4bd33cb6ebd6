// Determines which channels are active: created or written to within half a year. Clients show inactive
// channels less prominently. A job looks for channels that have become inactive; the next message reactivates
// them (`note-message.ts`).

import { DAY } from '../../api-contract/time.ts';
import { channelChanged } from '../../model/channels/channel-events.ts';
import type { Organization } from '../../model/organizations/organization.ts';
import { preparedRead } from '../../storage/prepared.ts';
import type { Writer } from '../../storage/reader-writer.ts';
import { channelAudience } from '../../stores/channels/channel-audience.ts';
import { readChannels, updateChannel } from '../../stores/channels/channel-store.ts';

const ACTIVE_SECONDS = 180 * DAY;

const silent = preparedRead<{ organization: number; before: number }>()((db, p) =>
  db
    .selectFrom('channel')
    .select('channel.id')
    .where('channel.organization_id', '=', p.organization)
    .where('channel.is_recently_active', '=', 1)
    .where('channel.is_archived', '=', 0)
    .where('channel.created_at', '<', p.before)
    .where((e) =>
      e.or([
        e('channel.first_message_id', 'is', null),
        e(
          e
            .selectFrom('message')
            .select('message.sent_at')
            .whereRef('message.channel_id', '=', 'channel.id')
            .orderBy('message.id', 'desc')
            .limit(1),
          '<',
          p.before,
        ),
      ]),
    ),
);

/** Marks channels that have become inactive, and emits that to everyone who can see them. */
export async function markInactiveChannels(writer: Writer, organization: Organization): Promise<void> {
  const values = { organization: writer.organizationId, before: writer.now - ACTIVE_SECONDS };
  const ids = (await silent.all(writer, values)).map(({ id }) => id);
  if (ids.length === 0) return;
  for (const channel of await readChannels(writer, ids)) {
    await updateChannel(writer, channel.id, { is_recently_active: 0 });
    const audience = await channelAudience(writer, organization, channel, writer.now);
    writer.emit(channelChanged(audience, channel, { property: 'is_recently_active', value: false }));
  }
}
