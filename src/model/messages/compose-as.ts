// Rendering a text as one account sees the organization's people: for what it sends now, and for what it sends
// later.

import type { Reader } from '../../storage/session.ts';
import type { Account } from '../accounts/account.ts';
import { maySeeAccount } from '../accounts/visibility.ts';
import type { OrganizationState } from '../state/organization-state.ts';
import { type ComposedContent, composeContent } from './content.ts';

/** `content` is normalized already. */
export async function composeAs(
  state: OrganizationState,
  reader: Reader,
  sender: Account,
  content: string,
  organizationUrl: string,
): Promise<ComposedContent> {
  const subscriptions = await state.subscriptions(reader, sender.id);
  await state.watchGuest(reader, sender);
  const maySee = (account: Account) => maySeeAccount(state, sender, subscriptions, account);
  return composeContent(state, reader, content, organizationUrl, maySee, sender);
}
