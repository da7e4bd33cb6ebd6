// Channels in the answers of the operations that read them.

import type { Channel } from '../../model/channels/channel.ts';
import { channelFieldsIn } from '../../queries/channels/channel-fields.ts';
import { weeklyAverage, weeklyTraffic } from '../../queries/channels/traffic.ts';
import type { ReadContext } from '../operation.ts';

/** Returns a function that makes a channel's fields for an answer. */
export async function channelAnswerMaker({
  state,
  reader,
}: Pick<ReadContext, 'state' | 'reader'>): Promise<(channel: Channel) => Record<string, unknown>> {
  const traffic = await weeklyTraffic(state, reader);
  return (channel) => ({
    ...channelFieldsIn(state, channel),
    stream_weekly_traffic: weeklyAverage(channel, traffic),
  });
}
