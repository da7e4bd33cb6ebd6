// What the owner of a bot is told when a subscription to its events was switched off.

import { sendDirectly } from '../../actions/messages/send.ts';
import { ApiError } from '../../api-contract/error.ts';
import { limits } from '../../api-contract/limits.ts';
import type { OrganizationHub } from '../../events/organization-hub.ts';
import type { Account } from '../../model/accounts/account.ts';
import type { SubscriptionRow } from '../../model/event-subscriptions/subscription.ts';
import { normalizeContent } from '../../model/messages/content.ts';
import { assumedUrl } from '../../model/organizations/organization-url.ts';
import { composeContent } from '../../queries/rendering/compose-content.ts';
import { spokenBy } from '../../queries/rendering/rendering.ts';
import type { Writer } from '../../storage/session.ts';

const CLIENT = 'ParleyEvents';

const causes = {
  failing: `it has not taken them for ${limits.eventSubscriptionFailingHours} hours`,
  behind: 'too many events waited for it',
} as const;

/** Where it is said. */
interface Saying {
  readonly hub: OrganizationHub;
  readonly bot: Account;
  readonly publicUrl: string | undefined;
}

/** A step of a unit that says it, in the bot's name, to its owner. Where they may not be written to, nothing is said. */
export async function toldOff(
  { hub, bot, publicUrl }: Saying,
  { address }: SubscriptionRow,
  reason: keyof typeof causes,
): Promise<(writer: Writer) => Promise<void>> {
  const owner = bot.botOwnerId === null ? undefined : hub.state.account(bot.botOwnerId);
  if (!owner?.isActive) return async () => undefined;
  const { state, reader } = hub;
  // Of the address no more than where it is: the rest may open something.
  const text = [
    `The events of your bot @_**${bot.fullName}** are no longer posted to ${new URL(address).origin}, because ${causes[reason]}.`,
    'The log of deliveries says what went wrong. Where events are posted can be switched on again beside it; what happened until then is not posted.',
  ].join('\n');
  const organizationUrl = assumedUrl(publicUrl, state.organization.host);
  const content = await composeContent(
    { state, reader, organizationUrl },
    normalizeContent(text),
    spokenBy(bot),
  );
  const message = { senderId: bot.id, client: CLIENT, content, isReadBySender: true } as const;
  return async (writer) => {
    try {
      await sendDirectly(writer, [owner.id], message);
    } catch (error) {
      if (!(error instanceof ApiError) || error.status >= 500) throw error;
    }
  };
}
