// PATCH /users/me/do_not_disturb: pauses the caller's notifications, and sets their quiet hours and the senders
// who may notify them at any time.

import { changeDoNotDisturb } from '../../actions/do-not-disturb/change.ts';
import { id, integer, list } from '../../api-contract/codec.ts';
import { badRequest } from '../../api-contract/error.ts';
import { limits } from '../../api-contract/limits.ts';
import { optionally } from '../../api-contract/parameter.ts';
import { DAY, nowSeconds } from '../../api-contract/time.ts';
import { ownDoNotDisturbFields, wireOwnDoNotDisturb } from '../../model/do-not-disturb/do-not-disturb.ts';
import { quietHours } from '../../model/do-not-disturb/quiet-hours-codec.ts';
import { visibleAccount } from '../../queries/accounts/find.ts';
import { readDoNotDisturb } from '../../stores/do-not-disturb/do-not-disturb-store.ts';
import { type WriteContext, writeOperation } from '../operation.ts';
import { actingAccount } from '../users/acting-account.ts';

function checkPause(pausedUntil: number): void {
  if (pausedUntil > nowSeconds() + limits.pauseDays * DAY)
    throw badRequest(`Notifications can be paused for at most ${limits.pauseDays} days.`);
}

/** The ids, each once. @throws `No such user` for one that the caller may not see, unless it is already in the list */
async function checkedSenders(context: WriteContext, sent: readonly number[]): Promise<number[]> {
  const { allowedSenders } = await readDoNotDisturb(context.reader, context.actor.account.id);
  const requester = await context.requester();
  for (const senderId of sent) if (!allowedSenders.includes(senderId)) visibleAccount(requester, senderId);
  return [...new Set(sent)];
}

export const updateDoNotDisturb = writeOperation({
  name: 'update-do-not-disturb',
  method: 'PATCH',
  path: '/users/me/do_not_disturb',
  summary: 'Change when you do not want to be notified. Parts that are not sent do not change.',
  access: 'account',
  parameters: {
    paused_until: optionally(
      integer({ minimum: 0 }),
      'The time until which notifications are paused, in seconds since 1970. 0 or a time in the past ends the pause.',
    ),
    quiet_hours: optionally(
      quietHours,
      'The time of each week in which you do not want to be notified, in your time zone.',
    ),
    allowed_senders: optionally(
      list(id, limits.allowedSenders),
      'The IDs of the users whose messages notify you at any time.',
    ),
  },
  result: ownDoNotDisturbFields,
  async handle(context, { paused_until, quiet_hours, allowed_senders }) {
    if (paused_until !== undefined) checkPause(paused_until);
    const allowedSenders = allowed_senders && (await checkedSenders(context, allowed_senders));
    const state = await context.write(async (writer) => {
      const account = await actingAccount(writer, context.actor.account.id);
      return changeDoNotDisturb(writer, account, {
        ...(paused_until !== undefined && { pausedUntil: paused_until }),
        ...(quiet_hours && { quietHours: quiet_hours }),
        ...(allowedSenders && { allowedSenders }),
      });
    });
    return wireOwnDoNotDisturb(state);
  },
});
