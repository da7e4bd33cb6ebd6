// The channels in a request to subscribe: their codec, and their normalized form for finding or creating them.

import { list, optional, record, shortText, text } from '../../api-contract/codec.ts';
import { limits } from '../../api-contract/limits.ts';
import { normalChannelName, normalDescription } from '../../model/channels/channel-names.ts';
import { textKey } from '../../model/text-key.ts';
import { renderDescription } from '../../queries/rendering/render-description.ts';
import type { WriteContext } from '../operation.ts';
import { type NamedChannel, tooManyNewChannels } from './subscribe-by-name.ts';
import { hexColor } from './subscription-settings.ts';

export const sentChannels = list(
  record({
    name: shortText,
    description: optional(text({ maximum: limits.channelDescriptionCodePoints })),
    color: optional(hexColor),
  }),
  limits.idsPerRequest,
);

interface SentChannel {
  readonly name: string;
  readonly description?: string | undefined;
  readonly color?: string | undefined;
}

/**
 * The channels by the keys of their names. Of several with the same name, the first counts.
 * @throws 400 if more have descriptions than one request can create, because each description is rendered
 */
export async function normalizedChannels(
  context: WriteContext,
  sent: readonly SentChannel[],
): Promise<Map<string, NamedChannel>> {
  const described = sent.filter(({ description }) => description);
  if (described.length > limits.newChannelsPerRequest) throw tooManyNewChannels();
  const channelsByKey = new Map<string, NamedChannel>();
  for (const { name, description = '', color } of sent) {
    const normal = normalChannelName(name);
    if (channelsByKey.has(textKey(normal))) continue;
    const source = normalDescription(description);
    const renderedDescription = await renderDescription(context, source, context.actor.account);
    channelsByKey.set(textKey(normal), { name: normal, description: source, renderedDescription, color });
  }
  return channelsByKey;
}
