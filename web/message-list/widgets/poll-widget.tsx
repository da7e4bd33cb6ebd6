// A poll: everyone who can read it may vote and add choices.

import { useState } from 'preact/hooks';
import { useIsServerReachable } from '../../components/needs-server.tsx';
import { usePress } from '../../components/use-press.ts';
import { SubmitButton, SubmitForm, useSubmission } from '../../forms/send-form.tsx';
import { useOrganization } from '../../hooks/use-organization.ts';
import { joinNames } from '../../i18n/dates.ts';
import { t } from '../../i18n/texts.ts';
import type { Message } from '../../store/message.ts';
import { personName } from '../../store/names.ts';
import { type Choice, newChoice, type Poll } from '../../store/poll.ts';
import { Heading } from './heading.tsx';
import { postSubmessage, vote } from './post-submessage.ts';

interface Props {
  readonly message: Message;
  readonly poll: Poll;
}

function ChoiceLine({ message, choice }: { readonly message: Message; readonly choice: Choice }) {
  const organization = useOrganization();
  const { ownId, state, isAnonymous } = organization;
  const { text, voters } = choice;
  const isReachable = useIsServerReachable();
  const { isBusy, onPress } = usePress(() => vote(organization, message, choice));
  return (
    <li>
      <button
        type="button"
        class="vote"
        disabled={isAnonymous || !isReachable}
        aria-pressed={voters.includes(ownId)}
        aria-label={t('widgets.voteFor', { choice: text, count: voters.length })}
        aria-busy={isBusy}
        onClick={onPress}
      >
        {voters.length}
      </button>
      <span>
        {text} {voters.length > 0 && <small>{joinNames(voters.map((id) => personName(state, id)))}</small>}
      </span>
    </li>
  );
}

export function PollWidget({ message, poll }: Props) {
  const organization = useOrganization();
  const { ownId, isAnonymous } = organization;
  const [input, setInput] = useState('');
  const sending = useSubmission();
  const added = newChoice(message, ownId, input);
  async function add() {
    if (added && (await postSubmessage(organization, message, added))) setInput('');
  }
  return (
    <fieldset aria-label={t('widgets.poll')}>
      <Heading
        text={poll.question}
        editName={t('widgets.editQuestion')}
        isEditable={message.sender_id === ownId}
        onChange={(question) => postSubmessage(organization, message, { type: 'question', question })}
      />
      <ul>
        {poll.choices.map((choice) => (
          <ChoiceLine key={choice.key} message={message} choice={choice} />
        ))}
      </ul>
      {!isAnonymous && (
        <SubmitForm class="widget-add" sending={sending} isReady={added !== undefined} onSend={add}>
          <input
            class="input"
            aria-label={t('widgets.newChoice')}
            placeholder={t('widgets.newChoice')}
            maxLength={1000}
            value={input}
            onInput={(event) => setInput(event.currentTarget.value)}
          />
          <SubmitButton sending={sending} kind="plain" isReady={added !== undefined}>
            {t('widgets.add')}
          </SubmitButton>
        </SubmitForm>
      )}
    </fieldset>
  );
}
