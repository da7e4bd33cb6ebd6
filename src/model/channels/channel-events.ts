// `stream` and `default_streams` events. Queues that do not know archived channels see archiving as a deletion
// and hear nothing of a channel while it is archived.

import type { Audience, NewEvent } from '../../api-contract/event.ts';
import type { Channel } from './channel.ts';
import type { WireChannel } from './wire-channel.ts';

/** What the view of `stream` events needs beyond the payload. */
export interface ChannelEventExtra {
  /** The channel is archived: not for queues that do not know archived channels. */
  readonly isArchived?: boolean;
  /** What such queues see in place of the payload. */
  readonly whenUnaware?: Readonly<Record<string, unknown>>;
}

function channelEvent(
  audience: Audience,
  channelIds: readonly number[],
  payload: Readonly<Record<string, unknown>>,
  extra: ChannelEventExtra,
): NewEvent {
  return { type: 'stream', audience, payload, extra: { ...extra }, touches: { channels: channelIds } };
}

type Subject = Pick<Channel, 'id' | 'name' | 'isArchived'>;

/** A channel that its audience did not see before. */
export function channelCreated(audience: Audience, channel: Subject, fields: WireChannel): NewEvent {
  return channelEvent(
    audience,
    [channel.id],
    { op: 'create', streams: [fields] },
    { isArchived: channel.isArchived },
  );
}

function deletionOf(channelId: number): Readonly<Record<string, unknown>> {
  return { op: 'delete', streams: [{ stream_id: channelId }], stream_ids: [channelId] };
}

/** A channel that its audience can no longer see. */
export function channelLost(audience: Audience, channel: Subject): NewEvent {
  return channelEvent(audience, [channel.id], deletionOf(channel.id), { isArchived: channel.isArchived });
}

/** A changed property; `also` holds what goes with some of them. */
export function channelChanged(
  audience: Audience,
  channel: Subject,
  [property, value]: readonly [string, unknown],
  also: Readonly<Record<string, unknown>> = {},
): NewEvent {
  const payload = { op: 'update', stream_id: channel.id, name: channel.name, property, value, ...also };
  return channelEvent(audience, [channel.id], payload, { isArchived: channel.isArchived });
}

/** `fields` is the channel after the change. */
export function channelArchived(audience: Audience, channel: Subject): NewEvent {
  const payload = {
    op: 'update',
    stream_id: channel.id,
    name: channel.name,
    property: 'is_archived',
    value: true,
  };
  return channelEvent(audience, [channel.id], payload, {
    isArchived: true,
    whenUnaware: deletionOf(channel.id),
  });
}

/** Comes back from the archive; `fields` is the channel after the change. */
export function channelUnarchived(audience: Audience, channel: Subject, fields: WireChannel): NewEvent {
  const payload = {
    op: 'update',
    stream_id: channel.id,
    name: channel.name,
    property: 'is_archived',
    value: false,
  };
  const whenUnaware = { op: 'create', streams: [fields] };
  return channelEvent(audience, [channel.id], payload, { isArchived: true, whenUnaware });
}

/** The ids of all channels that new accounts start in. */
export function defaultChannelsChanged(channelIds: readonly number[], changedId: number): NewEvent {
  return {
    type: 'default_streams',
    audience: { kind: 'everyone' },
    payload: { default_streams: channelIds },
    touches: { channels: [changedId] },
  };
}
