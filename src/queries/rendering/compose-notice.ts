// Renders notices from Parley itself before they are sent.

import type { Account } from '../../model/accounts/account.ts';
import { systemBotId } from '../../model/accounts/system-bots.ts';
import { type ComposedNotice, normalizeContent } from '../../model/messages/message-content.ts';
import { composeContent } from './compose-content.ts';
import { causedBy, type RenderingContext } from './rendering.ts';

/**
 * Renders a notice of the Notification Bot, before the unit of work. `actor` is the account that caused it, whose
 * access limits the people and channels that the text can name.
 */
export async function composeNotice(
  context: RenderingContext,
  text: string,
  actor: Account | undefined,
): Promise<ComposedNotice> {
  return {
    senderId: systemBotId(context.state, 'notification'),
    content: await composeContent(context, normalizeContent(text), causedBy(actor)),
  };
}
