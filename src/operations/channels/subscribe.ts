// POST /users/me/subscriptions: subscribe oneself or others, making the channels that do not exist yet.

import { anyOf, boolean, id, list, mapOf, optional, record, text } from '../../contract/codec.ts';
import { badRequest, noSuchUser } from '../../contract/error.ts';
import { limits } from '../../contract/limits.ts';
import { optionally, required, withDefault } from '../../contract/parameter.ts';
import type { Account } from '../../model/accounts/account.ts';
import { requireFolder } from '../../model/channel-folders/rules.ts';
import { mayReadChannel } from '../../model/channels/access.ts';
import type { Channel } from '../../model/channels/channel.ts';
import { acceptChannel, createChannel, type WantedChannel } from '../../model/channels/creation.ts';
import { normalChannelName, normalDescription } from '../../model/channels/names.ts';
import { noticesOfCreation, noticesOfSubscribing } from '../../model/channels/notices-of-changes.ts';
import { renderDescription } from '../../model/channels/render-description.ts';
import { standingNow } from '../../model/channels/standing.ts';
import { channelsByName } from '../../model/channels/store.ts';
import { serverConstants } from '../../model/organizations/server-constants.ts';
import { readOrganization } from '../../model/organizations/store.ts';
import { sendKeptNotices } from '../../model/pending-notices/deliver.ts';
import type { Notice } from '../../model/pending-notices/notice.ts';
import { keepNotices, type PendingNoticeRow } from '../../model/pending-notices/store.ts';
import { activePrincipals, principalIds } from '../../model/subscriptions/principals.ts';
import { requireAddingRight, type Standing } from '../../model/subscriptions/rules.ts';
import { type SubscribeResult, subscribeAll } from '../../model/subscriptions/subscribe.ts';
import { textKey } from '../../model/text-key.ts';
import type { Writer } from '../../storage/session.ts';
import { writeOperation } from '../operation.ts';
import { newChannelParameters, wantedChannel } from './new-channel-parameters.ts';
import { hexColor } from './subscription-settings.ts';

export const principals = list(anyOf('is not an allowed_type', id, text()));

interface Named {
  readonly name: string;
  readonly description: string;
  readonly renderedDescription: string;
  readonly color: string | undefined;
}

interface Wish {
  readonly callerId: number;
  /** Undefined: the caller alone. */
  readonly principalIds: readonly number[] | undefined;
  /** By the key of the name. */
  readonly named: ReadonlyMap<string, Named>;
  readonly wanted: WantedChannel;
  readonly areRefusalsFatal: boolean;
  /** Whether a new channel is announced. */
  readonly announce: boolean;
  /** Whether those whom the caller subscribes are told. */
  readonly tells: boolean;
  readonly organizationUrl: string;
}

interface Outcome extends SubscribeResult {
  readonly unauthorized: readonly string[];
  readonly names: ReadonlyMap<number, string>;
  /** Whether those who were subscribed are told: not where they are very many. */
  readonly areTold: boolean;
  readonly kept: readonly PendingNoticeRow[];
}

/** Sorts the channels that exist by whether the caller may read them. */
async function sorted(
  writer: Writer,
  caller: Account,
  channels: readonly Channel[],
): Promise<{ open: Standing[]; closed: Channel[] }> {
  const organization = await readOrganization(writer);
  const open: Standing[] = [];
  const closed: Channel[] = [];
  for (const channel of channels) {
    const standing = await standingNow(writer, organization, caller, channel, writer.now);
    if (mayReadChannel(channel, standing)) open.push({ channel, standing });
    else closed.push(channel);
  }
  return { open, closed };
}

async function act(writer: Writer, wish: Wish): Promise<Outcome> {
  const organization = await readOrganization(writer);
  const people = await activePrincipals(writer, wish.principalIds ?? [wish.callerId]);
  const [caller] = await activePrincipals(writer, [wish.callerId]);
  if (!caller) throw noSuchUser();
  const present = await channelsByName(writer, [...wish.named.keys()]);
  const missing = [...wish.named].filter(([key]) => !present.has(key)).map(([, named]) => named);
  // Asked for even where every channel is there, so that an id of nothing is not taken in silence.
  if (wish.wanted.folderId !== null) await requireFolder(writer, wish.wanted.folderId);
  const accepted =
    missing.length > 0 ? await acceptChannel(writer, organization, caller, wish.wanted) : undefined;
  const { open, closed } = await sorted(writer, caller, [...present.values()]);
  const [refused] = closed;
  if (refused && wish.areRefusalsFatal) throw badRequest(`Unable to access channel (${refused.name}).`);
  if (people.some(({ id: one }) => one !== caller.id))
    await requireAddingRight(writer, organization, caller, open);
  const created: Channel[] = [];
  for (const named of missing) {
    if (accepted) created.push(await createChannel(writer, organization, caller.id, named, accepted));
  }
  const channels = [...open.map(({ channel }) => channel), ...created];
  const colors = new Map<number, string>();
  for (const channel of channels) {
    const color = wish.named.get(textKey(channel.name))?.color;
    if (color) colors.set(channel.id, color);
  }
  const result = await subscribeAll(writer, organization, people, channels, { colors });
  const names = new Map(channels.map((channel) => [channel.id, channel.name]));
  const areTold = wish.tells && result.added.size <= serverConstants.max_bulk_new_subscription_messages;
  const notices: Notice[] = await noticesOfCreation(writer, organization, caller, created, wish.announce);
  if (areTold) {
    const added = namesOfOlder(result.added, names, new Set(created.map((channel) => channel.id)));
    notices.push(...noticesOfSubscribing(caller, people, added));
  }
  const kept = await keepNotices(writer, wish.organizationUrl, notices);
  return { ...result, names, unauthorized: closed.map(({ name }) => name), areTold, kept };
}

/** The names of the channels that were there before, by person. */
function namesOfOlder(
  lists: ReadonlyMap<number, readonly number[]>,
  names: ReadonlyMap<number, string>,
  madeNow: ReadonlySet<number>,
): Map<number, string[]> {
  return new Map(
    [...lists].map(([person, ids]) => [
      person,
      ids.filter((one) => !madeNow.has(one)).map((one) => names.get(one) ?? ''),
    ]),
  );
}

function namesByPerson(
  lists: ReadonlyMap<number, readonly number[]>,
  names: ReadonlyMap<number, string>,
): Record<string, string[]> {
  return Object.fromEntries(
    [...lists].map(([person, ids]) => [String(person), ids.map((one) => names.get(one) ?? '')]),
  );
}

export const subscribeToChannels = writeOperation({
  name: 'subscribe',
  method: 'POST',
  path: '/users/me/subscriptions',
  summary: 'Subscribe to channels, making those that do not exist.',
  access: 'account',
  errors: ['UNAUTHORIZED_PRINCIPAL', 'SYSTEM_GROUP_REQUIRED', 'REQUEST_VARIABLE_INVALID'],
  parameters: {
    subscriptions: required(
      list(
        record({
          name: text(),
          description: optional(text({ maximum: limits.channelDescriptionCodePoints })),
          color: optional(hexColor),
        }),
        limits.idsPerRequest,
      ),
      'The channels by name; descriptions are for those that are made.',
    ),
    principals: optionally(principals, 'Whom to subscribe, by ids or addresses; the caller by default.'),
    authorization_errors_fatal: withDefault(
      boolean,
      true,
      'Refuse the whole request for one channel that cannot be had.',
    ),
    send_new_subscription_messages: withDefault(boolean, true, 'Tell those whom somebody else subscribes.', {
      since: 397,
    }),
    ...newChannelParameters,
  },
  result: {
    subscribed: mapOf(list(text())),
    already_subscribed: mapOf(list(text())),
    unauthorized: optional(list(text())),
    new_subscription_messages_sent: optional(boolean),
  },
  async handle(context, values) {
    const { state, reader, actor, organizationUrl } = context;
    const named = new Map<string, Named>();
    for (const { name, description = '', color } of values.subscriptions) {
      const normal = normalChannelName(name);
      if (named.has(textKey(normal))) continue;
      const source = normalDescription(description);
      const renderedDescription = await renderDescription(state, reader, source, organizationUrl);
      named.set(textKey(normal), { name: normal, description: source, renderedDescription, color });
    }
    const given = values.principals;
    const isTold = values.send_new_subscription_messages;
    const outcome = await context.write((writer) =>
      act(writer, {
        callerId: actor.account.id,
        principalIds: given && given.length > 0 ? principalIds(state, given) : undefined,
        named,
        wanted: wantedChannel(values),
        areRefusalsFatal: values.authorization_errors_fatal,
        announce: values.announce,
        tells: isTold,
        organizationUrl,
      }),
    );
    await sendKeptNotices(context, outcome.kept);
    return {
      subscribed: namesByPerson(outcome.added, outcome.names),
      already_subscribed: namesByPerson(outcome.already, outcome.names),
      ...(!values.authorization_errors_fatal && { unauthorized: [...outcome.unauthorized] }),
      ...(isTold && { new_subscription_messages_sent: outcome.areTold }),
    };
  },
});
