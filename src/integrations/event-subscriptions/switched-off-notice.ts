// The direct message that a bot's owner gets when an event subscription is switched off.

import { sendDirectly } from '../../actions/messages/send.ts';
import { isClientError } from '../../api-contract/error.ts';
import { limits } from '../../api-contract/limits.ts';
import type { OrganizationHub } from '../../events/organization-hub.ts';
import type { Account } from '../../model/accounts/account.ts';
import type { EventSubscriptionRow } from '../../model/event-subscriptions/event-subscription.ts';
import { normalizeContent } from '../../model/messages/message-content.ts';
import { assumedUrl } from '../../model/organizations/organization-url.ts';
import { composeContent } from '../../queries/rendering/compose-content.ts';
import { writtenBy } from '../../queries/rendering/rendering.ts';
import type { Writer } from '../../storage/reader-writer.ts';

const CLIENT = 'ParleyEvents';

const causes = {
  failing: `the server has not accepted them for ${limits.eventSubscriptionFailingHours} hours`,
  behind: 'too many events were waiting',
} as const;

interface NoticeServices {
  readonly hub: OrganizationHub;
  readonly bot: Account;
  readonly publicUrl: string | undefined;
}

/**
 * Composes the message from the bot to its owner, and returns the step that sends it within a unit of work.
 * Nothing is sent if the bot may not write to its owner.
 */
export async function switchedOffNotice(
  { hub, bot, publicUrl }: NoticeServices,
  { address }: EventSubscriptionRow,
  reason: keyof typeof causes,
): Promise<(writer: Writer) => Promise<void>> {
  const owner = bot.botOwnerId === null ? undefined : hub.state.account(bot.botOwnerId);
  if (!owner?.isActive) return async () => undefined;
  const { state, reader } = hub;
  // The notice shows only the origin of the address: the rest may hold a secret.
  const text = [
    `Events of your bot @_**${bot.fullName}** are no longer posted to ${new URL(address).origin}, because ${causes[reason]}.`,
    'The delivery log shows what went wrong. You can turn the subscription on again there. Events from before then are not posted.',
  ].join('\n');
  const organizationUrl = assumedUrl(publicUrl, state.organization.host);
  const content = await composeContent(
    { state, reader, organizationUrl },
    normalizeContent(text),
    writtenBy(bot),
  );
  const message = { senderId: bot.id, client: CLIENT, content, isReadBySender: true } as const;
  return async (writer) => {
    try {
      await sendDirectly(writer, [owner.id], message);
    } catch (error) {
      if (!isClientError(error)) throw error;
    }
  };
}
