// The lines above a message: the day, and its conversation if a view mixes several.

import { useOrganization } from '../hooks/use-organization.ts';
import { dayText } from '../i18n/dates.ts';
import { channelName, peopleNames, topicName } from '../store/names.ts';
import { addressOf, type Conversation } from '../store/narrow-targets.ts';

export function DayLine({ seconds }: { readonly seconds: number }) {
  return (
    <div class="day">
      <span>{dayText(seconds, Date.now() / 1000)}</span>
    </div>
  );
}

export function ConversationHeading({ conversation }: { readonly conversation: Conversation }) {
  const { state } = useOrganization();
  const address = addressOf(conversation, state);
  return (
    <div class="message-conversation">
      {conversation.kind === 'direct' ? (
        <a href={address}>{peopleNames(state, conversation.ids)}</a>
      ) : (
        <>
          <a href={addressOf({ kind: 'channel', channelId: conversation.channelId }, state)}>
            {channelName(state, conversation.channelId)}
          </a>
          <span aria-hidden="true">›</span>
          <a href={address} class={conversation.topic === '' ? 'general' : ''}>
            {topicName(conversation.topic)}
          </a>
        </>
      )}
    </div>
  );
}
