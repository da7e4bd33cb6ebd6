// DELETE /users/me/subscriptions: leave channels, or take others out of them.

import { list, text } from '../../contract/codec.ts';
import { badRequest, channelNameDoesNotExist, noSuchUser } from '../../contract/error.ts';
import { limits } from '../../contract/limits.ts';
import { optionally, required } from '../../contract/parameter.ts';
import { standingsNow } from '../../model/channels/standing.ts';
import { channelsByName } from '../../model/channels/store.ts';
import { readOrganization } from '../../model/organizations/store.ts';
import { activePrincipals, principalIds } from '../../model/subscriptions/principals.ts';
import { requireRemovingRight } from '../../model/subscriptions/rules.ts';
import { unsubscribeAll } from '../../model/subscriptions/unsubscribe.ts';
import { textKey } from '../../model/text-key.ts';
import type { Writer } from '../../storage/session.ts';
import { writeOperation } from '../operation.ts';
import { principals } from './subscribe.ts';

interface Wish {
  readonly callerId: number;
  readonly principalIds: readonly number[];
  readonly names: readonly string[];
}

async function act(writer: Writer, wish: Wish): Promise<{ removed: string[]; not_removed: string[] }> {
  const organization = await readOrganization(writer);
  const people = await activePrincipals(writer, wish.principalIds);
  const [caller] = await activePrincipals(writer, [wish.callerId]);
  if (!caller) throw noSuchUser();
  const found = await channelsByName(writer, wish.names.map(textKey));
  const [missing, ...others] = wish.names.filter((name) => !found.has(textKey(name)));
  if (others.length > 0) throw badRequest(`Channel(s) (${[missing, ...others].join(', ')}) do not exist`);
  if (missing !== undefined) throw channelNameDoesNotExist(missing);
  const channels = [...found.values()];
  if (people.some((person) => person.id !== caller.id && person.botOwnerId !== caller.id)) {
    const standings = await standingsNow(writer, organization, caller, channels, writer.now);
    await requireRemovingRight(writer, organization, caller, standings);
  }
  const { removed } = await unsubscribeAll(writer, organization, people, channels);
  return {
    removed: channels.filter(({ id }) => removed.has(id)).map(({ name }) => name),
    not_removed: channels
      .filter(({ id }) => (removed.get(id)?.length ?? 0) < people.length)
      .map(({ name }) => name),
  };
}

export const unsubscribeFromChannels = writeOperation({
  name: 'unsubscribe',
  method: 'DELETE',
  path: '/users/me/subscriptions',
  summary: 'Unsubscribe from channels.',
  access: 'account',
  errors: ['STREAM_DOES_NOT_EXIST'],
  parameters: {
    subscriptions: required(list(text(), limits.idsPerRequest), 'The channels by name.'),
    principals: optionally(principals, 'Whom to unsubscribe, by ids or addresses; the caller by default.'),
  },
  result: { removed: list(text()), not_removed: list(text()) },
  async handle(context, values) {
    const { state, actor } = context;
    const given = values.principals;
    const ids = given && given.length > 0 ? principalIds(state, given) : [actor.account.id];
    const names = values.subscriptions.map((name) => name.trim());
    return context.write((writer) => act(writer, { callerId: actor.account.id, principalIds: ids, names }));
  },
});
