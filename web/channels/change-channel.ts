// Changes a channel's settings; errors are reported.

import type { InputOf } from '../../client/api-types.ts';
import { attempt } from '../data/attempt.ts';
import type { Organization } from '../data/organization.ts';

export type ChannelChange = Omit<InputOf<'update-stream'>, 'stream_id'>;

export async function changeChannel(
  { client }: Organization,
  stream_id: number,
  values: ChannelChange,
): Promise<boolean> {
  return (await attempt(client.call('update-stream', { stream_id, ...values }))) !== undefined;
}
