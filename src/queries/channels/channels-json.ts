// Lists of channels as JSON. The part of a channel that is the same for all viewers is serialized once, and
// again only when the channel, its traffic, or the activity of an account it names changes. A list joins
// these with the viewer's own fields in short turns; lists without such fields are joined from shared blocks.

import {
  GatheredJson,
  type JsonPiece,
  JsonWriter,
  sharedByAnswers,
  sharedComma,
} from '../../api-contract/written-json.ts';
import type { Channel } from '../../model/channels/channel.ts';
import type { OrganizationView } from '../state/organization-view.ts';
import { channelFieldsIn } from './channel-fields.ts';
import { type Traffic, weeklyAverage } from './traffic.ts';

/** The range of channel ids in one block. */
const IDS_PER_BLOCK = 64;
/** A piece of a list with the viewer's own fields ends once it has this many bytes. */
const BYTES_PER_PIECE = 512 * 1024;

interface CachedJson {
  readonly namedIds: readonly number[];
  readonly active: string;
  readonly average: number | null;
  readonly json: Buffer;
}

const cache = new WeakMap<Channel, CachedJson>();

/** The accounts named by the channel's permissions; whether they are active affects its JSON. */
function namedIn({ groupSettings }: Channel): number[] {
  return Object.values(groupSettings).flatMap((value) =>
    typeof value === 'number' ? [] : value.direct_members,
  );
}

/** The fields of a channel without their braces. */
function sharedJson(state: OrganizationView, channel: Channel, traffic: Traffic): Buffer {
  const cached = cache.get(channel);
  const namedIds = cached?.namedIds ?? namedIn(channel);
  const active = namedIds.length === 0 ? '' : namedIds.filter((id) => state.account(id)?.isActive).join();
  const average = weeklyAverage(channel, traffic);
  if (cached?.active === active && cached.average === average) return cached.json;
  const fields = { ...channelFieldsIn(state, channel), stream_weekly_traffic: average };
  const json = Buffer.from(fieldsJson(fields));
  cache.set(channel, { namedIds, active, average, json });
  return json;
}

/** The fields of an object as JSON without its braces. */
export function fieldsJson(fields: Readonly<Record<string, unknown>>): string {
  return JSON.stringify(fields).slice(1, -1);
}

interface Block {
  readonly parts: readonly Buffer[];
  readonly json: Buffer;
}

const blocksOf = new WeakMap<object, Map<number, Block>>();

function blocksIn({ origin }: OrganizationView): Map<number, Block> {
  const cached = blocksOf.get(origin);
  if (cached) return cached;
  const blocks = new Map<number, Block>();
  blocksOf.set(origin, blocks);
  return blocks;
}

const comma = Buffer.from(',');
const opening = Buffer.from('{');
const between = Buffer.from('},{');
const closing = Buffer.from('}');

/** Adds an object to a list, given its fields without braces. */
function addTo(list: GatheredJson, fields: readonly Buffer[]): void {
  let before = list.length > 0 ? between : opening;
  for (const field of fields) {
    list.add(before);
    list.add(field);
    before = comma;
  }
}

function blockOf(parts: readonly Buffer[]): Block {
  const list = new GatheredJson();
  for (const part of parts) addTo(list, [part]);
  list.add(closing);
  return { parts, json: sharedByAnswers(list.toBuffer()) };
}

/**
 * Channels as seen by all their viewers, as a JSON list. `state` is an immutable view; the channels are in
 * the order of their ids.
 */
export function sharedChannelsJson(
  state: OrganizationView,
  channels: readonly Channel[],
  traffic: Traffic,
): JsonWriter {
  return new JsonWriter(async (yielder) => {
    const blocks = blocksIn(state);
    const pieces: JsonPiece[] = ['['];
    for (const [number, members] of Map.groupBy(channels, ({ id }) => Math.floor(id / IDS_PER_BLOCK))) {
      const parts = members.map((channel) => sharedJson(state, channel, traffic));
      const cached = blocks.get(number);
      const isCurrent =
        cached?.parts.length === parts.length && parts.every((part, at) => part === cached.parts[at]);
      const block = isCurrent ? cached : blockOf(parts);
      blocks.set(number, block);
      if (pieces.length > 1) pieces.push(sharedComma);
      pieces.push(block.json);
      await yielder.yieldIfDue();
    }
    pieces.push(']');
    return pieces;
  });
}

/**
 * A list of channels, each with further fields for its viewer, as JSON without braces. `state` is an
 * immutable view.
 */
export function channelsJson<T extends { readonly channel: Channel }>(
  state: OrganizationView,
  list: readonly T[],
  traffic: Traffic,
  extraFields: (listed: T) => readonly Buffer[],
): JsonWriter {
  return new JsonWriter(async (yielder) => {
    const pieces: JsonPiece[] = ['['];
    let piece = new GatheredJson();
    for (const [index, listed] of list.entries()) {
      addTo(piece, [sharedJson(state, listed.channel, traffic), ...extraFields(listed)]);
      if (piece.length < BYTES_PER_PIECE && index < list.length - 1) continue;
      piece.add(closing);
      if (pieces.length > 1) pieces.push(',');
      pieces.push(piece);
      piece = new GatheredJson();
      await yielder.yieldIfDue();
    }
    pieces.push(']');
    return pieces;
  });
}
