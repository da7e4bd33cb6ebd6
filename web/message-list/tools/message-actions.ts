// Actions on a message. Simple changes are shown optimistically; errors are reported.

import type { InputOf } from '../../../client/api-types.ts';
import { copyText } from '../../components/copy-text.ts';
import { linkTo } from '../../components/link-to.ts';
import { showStatus } from '../../components/status-line.tsx';
import { attempt } from '../../data/attempt.ts';
import { changeFlag, readMarksOf } from '../../data/flag-changes.ts';
import { changeOptimistically } from '../../data/optimistic-changes.ts';
import type { Organization } from '../../data/organization.ts';
import { t } from '../../i18n/texts.ts';
import type { Emoji } from '../../lib/emoji.ts';
import type { Message } from '../../store/message.ts';
import { addressOfMessage } from '../../store/narrow-targets.ts';
import type { ReactionGroup } from './reactions.ts';

/** Adds or removes the viewer's own reaction. */
export function toggleReaction(
  organization: Organization,
  { id: message_id }: Message,
  { name, code, type, isOwn }: ReactionGroup,
): Promise<void> {
  const { client, ownId, state } = organization;
  const { email = '', full_name = '' } = state;
  const user = { user_id: ownId, email, full_name, is_mirror_dummy: false };
  const reaction = {
    message_id,
    emoji_name: name,
    emoji_code: code,
    reaction_type: type as Emoji['type'],
  };
  return changeOptimistically(organization, {
    name: `reaction ${message_id} ${type} ${code}`,
    isOn: !isOwn,
    event: (isSet) => ({
      type: 'reaction',
      id: -1,
      op: isSet ? 'add' : 'remove',
      user_id: ownId,
      user,
      ...reaction,
    }),
    call: (isSet) => client.call(isSet ? 'add-reaction' : 'remove-reaction', reaction),
  });
}

export async function toggleStar(organization: Organization, message: Message): Promise<void> {
  await changeFlag(organization, 'starred', !message.flags.includes('starred'), message.id);
}

/** Collapses a message to its beginning, or expands it. */
export async function toggleCollapsed(organization: Organization, message: Message): Promise<void> {
  await changeFlag(organization, 'collapsed', !message.flags.includes('collapsed'), message.id);
}

/** Marks a message and everything after it in its conversation as unread. */
export async function markUnreadFrom(
  organization: Organization,
  message: Message,
  narrow: InputOf<'update-message-flags-for-narrow'>['narrow'],
): Promise<void> {
  const { client, ownId, state } = organization;
  const remove = () =>
    client.call('update-message-flags-for-narrow', {
      anchor: String(message.id),
      include_anchor: true,
      num_before: 0,
      num_after: 5000,
      narrow,
      op: 'remove',
      flag: 'read',
    });
  // Messages that were just visible may still be queued to be marked as read.
  const answer = await attempt(readMarksOf(organization).callInTurn(remove));
  if (answer && state.user_id === ownId)
    showStatus(t('messages.markedUnread', { count: answer.updated_count }));
}

/** Copies the permanent address of a message. */
export async function copyLink(organization: Organization, message: Message): Promise<void> {
  const address = addressOfMessage(message, organization.state, organization.ownId);
  await copyText(linkTo(address), t('messages.linkCopied'));
}

/** The Markdown of a message; undefined if it cannot be fetched, which is then reported. */
export async function fetchSource({ client }: Organization, message: Message): Promise<string | undefined> {
  const answer = await attempt(
    client.call('get-message', {
      message_id: message.id,
      apply_markdown: false,
      allow_empty_topic_name: true,
    }),
  );
  return answer?.message.content;
}

/** SHA-256 in hexadecimal; undefined if the browser does not offer it, as on plain HTTP. */
export async function sha256Hex(text: string): Promise<string | undefined> {
  if (globalThis.crypto?.subtle === undefined) return undefined;
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
