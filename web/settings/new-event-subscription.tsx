// Adds an event subscription to a bot: the address, the event types and a channel. The returned secret is
// shown once.

import { useState } from 'preact/hooks';
import { IconButton } from '../components/button.tsx';
import { CopyLine } from '../data/copy-line.tsx';
import { ChannelField } from '../forms/channel-field.tsx';
import { SubmitButton, SubmitForm, useSubmission } from '../forms/send-form.tsx';
import { useOrganization } from '../hooks/use-organization.ts';
import { t } from '../i18n/texts.ts';
import { channelName } from '../store/names.ts';

/** The event types that most programs need, by their API names; the others are available through the API. */
const commonTypes = [
  'message',
  'update_message',
  'delete_message',
  'reaction',
  'subscription',
  'stream',
  'user_topic',
  'user_group',
  'realm_user',
] as const;
type CommonType = (typeof commonTypes)[number];

interface TypesProps {
  readonly chosenTypes: readonly CommonType[];
  readonly onChange: (chosen: readonly CommonType[]) => void;
}

function Types({ chosenTypes, onChange }: TypesProps) {
  const withToggled = (type: CommonType) =>
    commonTypes.filter((candidate) => (candidate === type) !== chosenTypes.includes(candidate));
  return (
    <fieldset class="choice event-list">
      <legend>{t('eventSubscriptions.types')}</legend>
      {commonTypes.map((type) => (
        <label key={type} class="check">
          <input
            type="checkbox"
            checked={chosenTypes.includes(type)}
            onChange={() => onChange(withToggled(type))}
          />
          {type}
        </label>
      ))}
    </fieldset>
  );
}

interface OneChannelProps {
  readonly channelId: number | undefined;
  readonly onChange: (channelId: number | undefined) => void;
}

function OneChannel({ channelId, onChange }: OneChannelProps) {
  const { state } = useOrganization();
  if (channelId === undefined) {
    return (
      <ChannelField label={t('eventSubscriptions.channel')} isOffered={() => true} onChoose={onChange} />
    );
  }
  return (
    <p class="chip">
      {channelName(state, channelId)}
      <IconButton name={t('eventSubscriptions.noChannel')} icon="close" onClick={() => onChange(undefined)} />
    </p>
  );
}

export interface NewEventSubscriptionProps {
  readonly botId: number;
  readonly onMade: () => void;
}

export function NewEventSubscription({ botId, onMade }: NewEventSubscriptionProps) {
  const { client } = useOrganization();
  const [address, setAddress] = useState('');
  const [types, setTypes] = useState<readonly CommonType[]>(['message']);
  const [channelId, setChannelId] = useState<number>();
  const [secret, setSecret] = useState<string>();
  const sending = useSubmission();
  const isReady = address.trim() !== '' && types.length > 0;
  async function add() {
    const createdSubscription = await client.call('create-event-subscription', {
      bot_id: botId,
      address: address.trim(),
      event_types: types,
      ...(channelId !== undefined && { narrow: [{ operator: 'channel', operand: channelId }] }),
    });
    setSecret(createdSubscription.secret);
    setAddress('');
    onMade();
  }
  return (
    <SubmitForm
      sending={sending}
      isReady={isReady}
      onSend={add}
      buttons={
        <>
          <div class="buttons">
            <SubmitButton sending={sending} isReady={isReady}>
              {t('eventSubscriptions.add')}
            </SubmitButton>
          </div>
          {secret !== undefined && (
            <div class="field">
              <span>{t('eventSubscriptions.secret')}</span>
              <CopyLine label={t('eventSubscriptions.secret')} text={secret} />
              <small>{t('eventSubscriptions.secretOnce')}</small>
            </div>
          )}
        </>
      }
    >
      <label class="field">
        <span>{t('eventSubscriptions.address')}</span>
        <input
          class="input"
          type="url"
          maxLength={2000}
          placeholder="https://"
          value={address}
          onInput={(event) => setAddress(event.currentTarget.value)}
        />
      </label>
      <Types chosenTypes={types} onChange={setTypes} />
      <OneChannel channelId={channelId} onChange={setChannelId} />
    </SubmitForm>
  );
}
