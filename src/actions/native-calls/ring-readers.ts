// Calls people who can read the conversation of a call, inside a unit of work.

import { badRequest, noSuchUser } from '../../api-contract/error.ts';
import { limits } from '../../api-contract/limits.ts';
import type { Account } from '../../model/accounts/account.ts';
import { peopleOf } from '../../model/conversations/direct-key.ts';
import type { CallRow } from '../../model/native-calls/native-call.ts';
import { readAccounts } from '../../stores/accounts/account-store.ts';
import type { ActorContext } from '../../stores/actor-context.ts';
import { mayJoin } from '../../stores/native-calls/call-access.ts';
import { ringPeople } from './ring.ts';

/** Calls everyone else in a direct conversation who can take part; no one if they are more than may be called at a time. */
export async function ringConversation(acting: ActorContext, call: CallRow): Promise<void> {
  const others = peopleOf(call.direct_key ?? '').filter((id) => id !== acting.account.id);
  if (others.length > limits.callRings) return;
  const callable: Account[] = [];
  for (const person of await readAccounts(acting.writer, others))
    if (await isCallable(acting, call, person)) callable.push(person);
  await ringPeople(acting.writer, call, acting.account.id, callable);
}

async function isCallable(acting: ActorContext, call: CallRow, person: Account): Promise<boolean> {
  return !person.isBot && (await mayJoin({ ...acting, account: person }, call));
}

/** Calls certain people. @throws 400 for someone who cannot take part, and for too many people */
export async function ringReaders(
  acting: ActorContext,
  call: CallRow,
  userIds: readonly number[],
): Promise<void> {
  const ids = [...new Set(userIds)];
  if (ids.length === 0) return;
  if (ids.length > limits.callRings)
    throw badRequest(`You can call at most ${limits.callRings} people at a time.`);
  const people = await readAccounts(acting.writer, ids);
  if (people.length < ids.length) throw noSuchUser();
  for (const person of people) {
    if (!(await isCallable(acting, call, person)))
      throw badRequest(`${person.fullName} cannot join this call.`);
  }
  await ringPeople(acting.writer, call, acting.account.id, people);
}
