// `stream` and `default_streams` events. Queues whose clients do not know archived channels receive archiving
// as a deletion, and nothing about a channel while it is archived.

import { type Decoded, id, list, oneOf, record, view } from '../../api-contract/codec.ts';
import type { Audience, NewEvent } from '../../api-contract/event.ts';
import {
  eventType,
  eventTypeWithOps,
  newEvent,
  type PayloadOf,
  PropertyFields,
} from '../../api-contract/event-declaration.ts';
import type { Channel } from './channel.ts';
import { channelPermissionFields, channelSchema, channelSchemaFields } from './channel-schema.ts';
import type { WireChannel } from './wire-channel.ts';

type WireChannelSchema = Decoded<typeof channelSchema>;

/** In every change of a property; the name is the one before the change. */
const changed = { stream_id: id, name: channelSchemaFields.name };

export const channelEvent = eventTypeWithOps(
  'stream',
  'A channel became visible, changed, or is no longer visible.',
  {
    // The view adds the weekly traffic.
    create: { streams: view<WireChannelSchema[], WireChannel[]>(list(channelSchema)) },
    update: [
      new PropertyFields(
        {
          name: channelSchemaFields.name,
          is_archived: channelSchemaFields.is_archived,
          stream_post_policy: channelSchemaFields.stream_post_policy,
          is_announcement_only: channelSchemaFields.is_announcement_only,
          message_retention_days: channelSchemaFields.message_retention_days,
          topics_policy: channelSchemaFields.topics_policy,
          first_message_id: channelSchemaFields.first_message_id,
          folder_id: channelSchemaFields.folder_id,
          is_recently_active: channelSchemaFields.is_recently_active,
          default_push_notifications: channelSchemaFields.default_push_notifications,
          ...channelPermissionFields,
        },
        changed,
      ),
      {
        property: oneOf('description'),
        value: channelSchemaFields.description,
        rendered_description: channelSchemaFields.rendered_description,
        ...changed,
      },
      {
        property: oneOf('invite_only'),
        value: channelSchemaFields.invite_only,
        history_public_to_subscribers: channelSchemaFields.history_public_to_subscribers,
        is_web_public: channelSchemaFields.is_web_public,
        ...changed,
      },
    ],
    delete: { streams: list(record({ stream_id: id })), stream_ids: list(id) },
  },
);

export const defaultChannelsEvent = eventType(
  'default_streams',
  'The default channels for new accounts changed. Contains the whole list.',
  { default_streams: list(id) },
);

type ChannelPayload = PayloadOf<typeof channelEvent>;

/** A changed property with its new value, and the fields that clients expect with it. */
export type ChannelChange =
  Extract<ChannelPayload, { op: 'update' }> extends infer U
    ? U extends unknown
      ? Omit<U, 'op' | 'stream_id' | 'name'>
      : never
    : never;

/** Data that the per-queue view of `stream` events needs in addition to the payload. */
export interface ChannelEventExtra {
  /** Whether the channel is archived. If so, queues that do not know archived channels do not receive the event. */
  readonly isArchived?: boolean;
  /** The payload for such queues instead. */
  readonly whenUnaware?: ChannelPayload;
}

function event(
  audience: Audience,
  channelIds: readonly number[],
  payload: ChannelPayload,
  extra: ChannelEventExtra,
): NewEvent {
  return newEvent(channelEvent, payload, {
    audience,
    extra: { ...extra },
    touches: { channels: channelIds },
  });
}

type Subject = Pick<Channel, 'id' | 'name' | 'isArchived'>;

function creation(fields: WireChannel): ChannelPayload {
  return { op: 'create', streams: [fields] };
}

/** The channel became visible to its audience. The view adds its weekly traffic. */
export function channelCreated(audience: Audience, channel: Subject, fields: WireChannel): NewEvent {
  return event(audience, [channel.id], creation(fields), { isArchived: channel.isArchived });
}

function deletion(channelId: number): ChannelPayload {
  return { op: 'delete', streams: [{ stream_id: channelId }], stream_ids: [channelId] };
}

/** The channel is no longer visible to its audience. */
export function channelHidden(audience: Audience, channel: Subject): NewEvent {
  return event(audience, [channel.id], deletion(channel.id), { isArchived: channel.isArchived });
}

function update(channel: Subject, change: ChannelChange): ChannelPayload {
  return { op: 'update', stream_id: channel.id, name: channel.name, ...change };
}

export function channelChanged(audience: Audience, channel: Subject, change: ChannelChange): NewEvent {
  return event(audience, [channel.id], update(channel, change), { isArchived: channel.isArchived });
}

export function channelArchived(audience: Audience, channel: Subject): NewEvent {
  const payload = update(channel, { property: 'is_archived', value: true });
  return event(audience, [channel.id], payload, { isArchived: true, whenUnaware: deletion(channel.id) });
}

/** @param fields the channel after the change */
export function channelUnarchived(audience: Audience, channel: Subject, fields: WireChannel): NewEvent {
  const payload = update(channel, { property: 'is_archived', value: false });
  return event(audience, [channel.id], payload, { isArchived: true, whenUnaware: creation(fields) });
}

/** @param channelIds all channels that new accounts start in */
export function defaultChannelsChanged(channelIds: readonly number[], changedId: number): NewEvent {
  return newEvent(
    defaultChannelsEvent,
    { default_streams: channelIds },
    { audience: { kind: 'everyone' }, touches: { channels: [changedId] } },
  );
}
