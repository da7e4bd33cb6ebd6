// Texts of the composer: conversation names, labels, and why a message cannot be sent.

import type { State } from '../../client/state/state.ts';
import type { Organization } from '../data/organization.ts';
import { joinNames } from '../i18n/dates.ts';
import { t } from '../i18n/texts.ts';
import type { Destination } from '../lib/destination.ts';
import { mayPost } from '../store/permissions.ts';

function nameOfPerson({ realm_users = [], cross_realm_bots = [] }: State, id: number): string {
  const found =
    realm_users.find(({ user_id }) => user_id === id) ??
    cross_realm_bots.find(({ user_id }) => user_id === id);
  return found?.full_name ?? t('messageList.unknownPerson');
}

/** The name of a conversation: `#engineering › release 9`, `Mia and Max`. */
export function conversationName(state: State, destination: Destination): string {
  if (destination.kind === 'direct') {
    if (destination.personIds.length === 0) return t('messageList.notes');
    return joinNames(destination.personIds.map((id) => nameOfPerson(state, id)));
  }
  const channel = channelOf(state, destination.channelId);
  const topic = destination.topic.trim() || t('messageList.generalChat');
  return channel ? `#${channel.name} › ${topic}` : '';
}

/** The label of the text field. */
export function fieldLabel(state: State, destination: Destination): string {
  const name = conversationName(state, destination);
  return name === '' ? t('composer.message') : t('composer.messageTo', { where: name });
}

/** A channel that this client knows. */
export function channelOf(state: State, id: number | undefined) {
  if (id === undefined) return undefined;
  const hasId = ({ stream_id }: { readonly stream_id: number }) => stream_id === id;
  return (
    state.subscriptions?.find(hasId) ?? state.unsubscribed?.find(hasId) ?? state.never_subscribed?.find(hasId)
  );
}

/** Why a message cannot be sent; undefined if it can. */
export function sendingObstacle(
  { state, ownId }: Pick<Organization, 'state' | 'ownId'>,
  destination: Destination,
  content: string,
): string | undefined {
  const tooMany = [...content].length - (state.max_message_length ?? 10_000);
  if (tooMany > 0) return t('composer.tooLong', { count: tooMany });
  if (destination.kind === 'direct') return undefined;
  const channel = channelOf(state, destination.channelId);
  if (!channel) return t('composer.noChannel');
  if (!mayPost(state, channel.stream_id, ownId)) return t('composer.mayNotPost');
  const policy = channel.topics_policy === 'inherit' ? state.realm_topics_policy : channel.topics_policy;
  const isEmpty = destination.topic.trim() === '';
  if (isEmpty && policy === 'disable_empty_topic') return t('composer.noTopic');
  return undefined;
}

/** Removes brackets, so that a name can be the text of a link. */
function linkText(name: string): string {
  return name.replace(/[[\]]/g, '');
}

/** The Markdown for an uploaded file. */
export function fileLink(name: string, url: string): string {
  return `[${linkText(name)}](${url})\n`;
}
