// Lists of channels as JSON. What all readers of a channel see of it is written once, and again only when the channel, its
// traffic, or the activity of somebody whom it names, changed. A list is joined in short turns from that and from what one
// reader sees; where readers see no more than what they share, from blocks that all of them are given.

import {
  GatheredJson,
  type JsonPiece,
  sharedByAnswers,
  sharedComma,
  WrittenJson,
} from '../../api-contract/written-json.ts';
import type { Channel } from '../../model/channels/channel.ts';
import type { OrganizationView } from '../state/organization-view.ts';
import { channelFieldsIn } from './channel-fields.ts';
import { type Traffic, weeklyAverage } from './traffic.ts';

/** Channels whose ids are close stand in a block. */
const IDS_PER_BLOCK = 64;
/** A piece with what one reader sees of channels ends with the channel that makes it so long. */
const BYTES_PER_PIECE = 512 * 1024;

interface Kept {
  readonly namedIds: readonly number[];
  readonly active: string;
  readonly average: number | null;
  readonly json: Buffer;
}

const kept = new WeakMap<Channel, Kept>();

/** The people whom the channel's permissions name: whether they are active shows in what is read of it. */
function namedIn({ groupSettings }: Channel): number[] {
  return Object.values(groupSettings).flatMap((value) =>
    typeof value === 'number' ? [] : value.direct_members,
  );
}

/** The fields of a channel without their braces. */
function sharedJson(state: OrganizationView, channel: Channel, traffic: Traffic): Buffer {
  const present = kept.get(channel);
  const namedIds = present?.namedIds ?? namedIn(channel);
  const active = namedIds.length === 0 ? '' : namedIds.filter((id) => state.account(id)?.isActive).join();
  const average = weeklyAverage(channel, traffic);
  if (present?.active === active && present.average === average) return present.json;
  const fields = { ...channelFieldsIn(state, channel), stream_weekly_traffic: average };
  const json = Buffer.from(fieldsJson(fields));
  kept.set(channel, { namedIds, active, average, json });
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
  const present = blocksOf.get(origin);
  if (present) return present;
  const made = new Map<number, Block>();
  blocksOf.set(origin, made);
  return made;
}

const comma = Buffer.from(',');
const opening = Buffer.from('{');
const between = Buffer.from('},{');
const closing = Buffer.from('}');

/** Adds an object to a list, given by its fields without braces. */
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
  return { parts, json: sharedByAnswers(list.joined()) };
}

/** Channels as all who see them see them, as a JSON list. `state` is a view that stays; the channels stand by their ids. */
export function sharedChannelsJson(
  state: OrganizationView,
  channels: readonly Channel[],
  traffic: Traffic,
): WrittenJson {
  return new WrittenJson(async (pace) => {
    const blocks = blocksIn(state);
    const pieces: JsonPiece[] = ['['];
    for (const [number, some] of Map.groupBy(channels, ({ id }) => Math.floor(id / IDS_PER_BLOCK))) {
      const parts = some.map((channel) => sharedJson(state, channel, traffic));
      const present = blocks.get(number);
      const isGood =
        present?.parts.length === parts.length && parts.every((part, at) => part === present.parts[at]);
      const block = isGood ? present : blockOf(parts);
      blocks.set(number, block);
      if (pieces.length > 1) pieces.push(sharedComma);
      pieces.push(block.json);
      await pace.step();
    }
    pieces.push(']');
    return pieces;
  });
}

/**
 * A list of channels, each with further fields for its reader, as JSON without braces. `state` is a view that stays.
 */
export function channelsJson<T extends { readonly channel: Channel }>(
  state: OrganizationView,
  list: readonly T[],
  traffic: Traffic,
  further: (one: T) => readonly Buffer[],
): WrittenJson {
  return new WrittenJson(async (pace) => {
    const pieces: JsonPiece[] = ['['];
    let piece = new GatheredJson();
    for (const [index, one] of list.entries()) {
      addTo(piece, [sharedJson(state, one.channel, traffic), ...further(one)]);
      if (piece.length < BYTES_PER_PIECE && index < list.length - 1) continue;
      piece.add(closing);
      if (pieces.length > 1) pieces.push(',');
      pieces.push(piece);
      piece = new GatheredJson();
      await pace.step();
    }
    pieces.push(']');
    return pieces;
  });
}
