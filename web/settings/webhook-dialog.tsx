// The dialog of a bot's incoming webhook: choose the service, the destination and the events, and copy the
// address and a test command. Recent deliveries are listed below.

import { useEffect, useState } from 'preact/hooks';
import type { AnswerOf } from '../../client/api-types.ts';
import type { Person, Section } from '../../client/state/state.ts';
import { IconButton } from '../components/button.tsx';
import { Dialog } from '../components/dialog.tsx';
import { NeedsServer } from '../components/needs-server.tsx';
import { attempt } from '../data/attempt.ts';
import { CopyLine } from '../data/copy-line.tsx';
import { ChannelField } from '../forms/channel-field.tsx';
import { useOrganization, useOrganizationState } from '../hooks/use-organization.ts';
import { t } from '../i18n/texts.ts';
import { channelName } from '../store/names.ts';
import { Deliveries } from './deliveries.tsx';
import { withEvents } from './webhook-address.ts';
import { WebhookSignature } from './webhook-signature.tsx';

type Integration = Section<'realm_incoming_webhook_bots'>[number];

type Address = AnswerOf<'get-webhook-address'>;

interface WebhookChoice {
  readonly integration: string;
  readonly channelId: number | undefined;
  readonly topic: string;
  /** Undefined for all events. */
  readonly events: readonly string[] | undefined;
}

interface PartProps {
  readonly choice: WebhookChoice;
  readonly onChange: (choice: WebhookChoice) => void;
}

/**
 * The address for a choice. Until it has arrived, the previous one is returned and `isCurrent` is false.
 */
function useAddress(botId: number, { integration, channelId, topic }: WebhookChoice) {
  const { client } = useOrganization();
  const [answered, setAnswered] = useState<{ readonly of: string; readonly address: Address }>();
  const [version, setVersion] = useState(0);
  const requestKey = `${integration} ${channelId} ${topic}`;
  useEffect(() => {
    const isCurrent = new AbortController();
    const call = client.call('get-webhook-address', {
      bot_id: botId,
      integration,
      ...(channelId !== undefined && { stream: String(channelId) }),
      ...(channelId !== undefined && topic !== '' && { topic }),
    });
    void attempt(call).then((address) => {
      if (address && !isCurrent.signal.aborted) setAnswered({ of: requestKey, address });
    });
    return () => isCurrent.abort();
  }, [client, botId, requestKey, version]);
  return {
    address: answered?.address,
    isCurrent: answered?.of === requestKey,
    reload: () => setVersion((previous) => previous + 1),
  };
}

function Where({ choice, onChange }: PartProps) {
  const { state } = useOrganization();
  const { channelId } = choice;
  return (
    <fieldset class="choice">
      <legend>{t('webhooks.channel')}</legend>
      {channelId === undefined ? (
        <>
          <ChannelField
            label={t('webhooks.channel')}
            isOffered={() => true}
            onChoose={(id) => onChange({ ...choice, channelId: id })}
          />
          <small class="soft">{t('webhooks.direct')}</small>
        </>
      ) : (
        <>
          <ul class="chips">
            <li class="chip">
              {channelName(state, channelId)}
              <IconButton
                name={t('webhooks.noChannel')}
                icon="close"
                onClick={() => onChange({ ...choice, channelId: undefined })}
              />
            </li>
          </ul>
          <label class="field">
            <span>{t('webhooks.topic')}</span>
            <input
              class="input"
              maxLength={60}
              placeholder={t('webhooks.topicsOfService')}
              onChange={(event) => onChange({ ...choice, topic: event.currentTarget.value.trim() })}
            />
          </label>
        </>
      )}
    </fieldset>
  );
}

function Events({ choice, onChange, all }: PartProps & { readonly all: readonly string[] }) {
  const { events } = choice;
  const withToggled = (event: string) =>
    all.filter((candidate) => (candidate === event) !== (events?.includes(candidate) ?? false));
  return (
    <>
      <label class="check">
        <input
          type="checkbox"
          checked={events === undefined}
          onChange={(event) => onChange({ ...choice, events: event.currentTarget.checked ? undefined : all })}
        />
        {t('webhooks.allEvents')}
      </label>
      {events !== undefined && (
        <fieldset class="choice event-list">
          <legend>{t('webhooks.events')}</legend>
          {all.map((event) => (
            <label key={event} class="check">
              <input
                type="checkbox"
                checked={events.includes(event)}
                onChange={() => onChange({ ...choice, events: withToggled(event) })}
              />
              {event}
            </label>
          ))}
        </fieldset>
      )}
    </>
  );
}

function Result({ bot, choice }: { readonly bot: Person; readonly choice: WebhookChoice }) {
  const { address, isCurrent, reload } = useAddress(bot.user_id, choice);
  if (!address) return null;
  const { url, curl } = withEvents(address, choice.events);
  return (
    // Disabled while it still shows the previous choice: its address must not be copied, nor its key changed.
    <fieldset class="needs-server" role="presentation" disabled={!isCurrent}>
      <div class="field">
        <span>{t('webhooks.url')}</span>
        <CopyLine label={t('webhooks.url')} text={url} />
        <small>{t('webhooks.urlIsSecret')}</small>
      </div>
      {address.hook_url !== null && (
        <div class="field">
          <span>{t('webhooks.mattermostUrl')}</span>
          <CopyLine label={t('webhooks.mattermostUrl')} text={address.hook_url} />
        </div>
      )}
      <div class="field">
        <span>{t('webhooks.testCommand')}</span>
        <CopyLine label={t('webhooks.testCommand')} text={curl} />
      </div>
      <WebhookSignature key={choice.integration} botId={bot.user_id} signature={address} onChange={reload} />
    </fieldset>
  );
}

export interface WebhookDialogProps {
  readonly bot: Person;
  readonly onClose: () => void;
}

export function WebhookDialog({ bot, onClose }: WebhookDialogProps) {
  const services = useOrganizationState((state) => state.realm_incoming_webhook_bots) ?? [];
  const integrations: readonly Integration[] = services.toSorted((a, b) =>
    a.display_name.localeCompare(b.display_name),
  );
  const [choice, setChoice] = useState<WebhookChoice>({
    integration: integrations[0]?.name ?? '',
    channelId: undefined,
    topic: '',
    events: undefined,
  });
  const chosenService = integrations.find(({ name }) => name === choice.integration);
  return (
    <Dialog title={t('webhooks.of', { name: bot.full_name })} onClose={onClose}>
      <p>{t('webhooks.explanation')}</p>
      <NeedsServer>
        {' '}
        <label class="field">
          <span>{t('webhooks.service')}</span>
          <select
            class="input"
            value={choice.integration}
            onChange={(event) =>
              setChoice({ ...choice, integration: event.currentTarget.value, events: undefined })
            }
          >
            {integrations.map(({ name, display_name: label }) => (
              <option key={name} value={name}>
                {label}
              </option>
            ))}
          </select>
        </label>
        <Where choice={choice} onChange={setChoice} />
      </NeedsServer>
      {chosenService?.all_event_types && chosenService.all_event_types.length > 0 && (
        <Events choice={choice} onChange={setChoice} all={chosenService.all_event_types} />
      )}
      {chosenService && <Result bot={bot} choice={choice} />}
      <Deliveries botId={bot.user_id} />
    </Dialog>
  );
}
