// Lists of channels as JSON. What all readers of a channel see of it is written once, and again only when the channel, or
// the activity of somebody whom it names, changed; a list is joined in short turns from that and from what one reader sees.

import { WrittenJson } from '../../contract/written-json.ts';
import type { OrganizationView } from '../organization-view.ts';
import type { Channel } from './channel.ts';
import { channelFieldsIn } from './view.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Channels that are joined into one piece. */
const CHANNELS_PER_PIECE = 50;

interface Kept {
  readonly namedIds: readonly number[];
  readonly active: string;
  readonly json: string;
}

const kept = new WeakMap<Channel, Kept>();

/** The people whom the channel's permissions name: whether they are active shows in what is read of it. */
function namedIn({ groupSettings }: Channel): number[] {
  return Object.values(groupSettings).flatMap((value) =>
    typeof value === 'number' ? [] : value.direct_members,
  );
}

/** The fields of a channel without their braces. */
function sharedJson(state: OrganizationView, channel: Channel): string {
  const present = kept.get(channel);
  const namedIds = present?.namedIds ?? namedIn(channel);
  const active = namedIds.filter((id) => state.account(id)?.isActive).join();
  if (present?.active === active) return present.json;
  const json = JSON.stringify(channelFieldsIn(state, channel)).slice(1, -1);
  kept.set(channel, { namedIds, active, json });
  return json;
}

/** A list of channels, each with further fields for its reader. `state` is a view that stays. */
export function channelsJson<T extends { readonly channel: Channel }>(
  state: OrganizationView,
  list: readonly T[],
  further: (one: T) => Fields,
): WrittenJson {
  return new WrittenJson(async (pace) => {
    const pieces: (string | Buffer)[] = ['['];
    for (let from = 0; from < list.length; from += CHANNELS_PER_PIECE) {
      const texts = list.slice(from, from + CHANNELS_PER_PIECE).map((one) => {
        const own = JSON.stringify(further(one));
        return `{${sharedJson(state, one.channel)}${own === '{}' ? '' : ','}${own.slice(1)}`;
      });
      pieces.push(Buffer.from(`${from === 0 ? '' : ','}${texts.join(',')}`));
      await pace.step();
    }
    pieces.push(']');
    return pieces;
  });
}
