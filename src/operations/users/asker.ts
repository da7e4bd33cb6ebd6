// Who asks about people and channels: what finding them depends on.

import type { Asker } from '../../sight/seen.ts';
import type { ReadContext } from '../operation.ts';

/** The caller with what deciding about whom they see needs. */
export async function askerOf({ state, reader, actor }: ReadContext): Promise<Asker> {
  const subscriptions = await state.subscriptions(reader, actor.account.id);
  return { state, account: actor.account, subscriptions };
}
