// `stream` and `default_streams` events. Queues whose clients do not know archived channels receive archiving
// as a deletion, and nothing about a channel while it is archived.

import type { Audience, NewEvent } from '../../api-contract/event.ts';
import type { Channel } from './channel.ts';
import type { WireChannel } from './wire-channel.ts';

/** What the per-queue view of `stream` events needs in addition to the payload. */
export interface ChannelEventExtra {
  /** Whether the channel is archived. If so, queues that do not know archived channels do not receive the event. */
  readonly isArchived?: boolean;
  /** The payload for such queues instead. */
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

/** The channel became visible to its audience. */
export function channelCreated(audience: Audience, channel: Subject, fields: WireChannel): NewEvent {
  return channelEvent(
    audience,
    [channel.id],
    { op: 'create', streams: [fields] },
    { isArchived: channel.isArchived },
  );
}

function deletionPayload(channelId: number): Readonly<Record<string, unknown>> {
  return { op: 'delete', streams: [{ stream_id: channelId }], stream_ids: [channelId] };
}

/** The channel is no longer visible to its audience. */
export function channelHidden(audience: Audience, channel: Subject): NewEvent {
  return channelEvent(audience, [channel.id], deletionPayload(channel.id), {
    isArchived: channel.isArchived,
  });
}

/** @param also further fields that clients expect with some properties */
export function channelChanged(
  audience: Audience,
  channel: Subject,
  [property, value]: readonly [string, unknown],
  also: Readonly<Record<string, unknown>> = {},
): NewEvent {
  const payload = { op: 'update', stream_id: channel.id, name: channel.name, property, value, ...also };
  return channelEvent(audience, [channel.id], payload, { isArchived: channel.isArchived });
}

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
    whenUnaware: deletionPayload(channel.id),
  });
}

/** @param fields the channel after the change */
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

/** @param channelIds all channels that new accounts start in */
export function defaultChannelsChanged(channelIds: readonly number[], changedId: number): NewEvent {
  return {
    type: 'default_streams',
    audience: { kind: 'everyone' },
    payload: { default_streams: channelIds },
    touches: { channels: [changedId] },
  };
}
