// What the viewer shares with the other person of a direct conversation: the files in it, and the channels of both.

import { useState } from 'preact/hooks';
import { Button } from '../components/button.tsx';
import { ErrorMessage } from '../components/error-message.tsx';
import { Icon } from '../components/icon.tsx';
import { anyErrorText } from '../data/error-texts.ts';
import { useNow } from '../hooks/use-now.ts';
import { useOrganization, useOrganizationEvent, useOrganizationState } from '../hooks/use-organization.ts';
import { useViewer } from '../hooks/use-viewer.ts';
import { shortTime } from '../i18n/dates.ts';
import { t } from '../i18n/texts.ts';
import { channelIcon } from '../store/channel-icon.ts';
import { wireNarrow } from '../store/narrow.ts';
import { addressOf, addressOfNarrow, conversationOf, term } from '../store/narrow-targets.ts';
import { changesFiles, hasFile, sharedFiles } from './shared-files.ts';
import { useAnswer } from './use-answer.ts';

/** The newest messages with files that are read, and the files that are listed. */
const MAX_MESSAGES = 30;
const MAX_FILES = 5;

const narrowOfFiles = (id: number) => [term('dm', id), term('has', 'attachment')];

/** The newest messages with files, newest first. */
function useMessagesWithFiles(id: number) {
  const { client, ownId } = useOrganization();
  const [deleted, setDeleted] = useState<ReadonlySet<number>>(new Set());
  const { value, error, ask } = useAnswer(async () => {
    const { messages, found_oldest: isAll } = await client.call('get-messages', {
      narrow: wireNarrow(narrowOfFiles(id)),
      anchor: 'newest',
      num_before: MAX_MESSAGES,
      num_after: 0,
      client_gravatar: false,
      allow_empty_topic_name: true,
    });
    return { messages: messages.toReversed(), isAll };
  });
  const found = value?.messages ?? [];
  useOrganizationEvent('message', ({ message }) => {
    const conversation = conversationOf(message, ownId);
    if (conversation.kind === 'direct' && String(conversation.ids) === String([id]) && hasFile(message))
      ask();
  });
  useOrganizationEvent('update_message', (event) => {
    if (changesFiles(event, found)) ask();
  });
  useOrganizationEvent('delete_message', ({ message_ids: ids = [] }) => {
    if (!found.some((message) => ids.includes(message.id))) return;
    setDeleted((before) => new Set([...before, ...ids]));
    // Older ones take their place.
    ask();
  });
  return { messages: found.filter((message) => !deleted.has(message.id)), isAll: value?.isAll, error, ask };
}

/** In place of a section that could not be loaded. */
function Failed({ error, onRetry }: { readonly error: unknown; readonly onRetry: () => void }) {
  return (
    <div class="not-loaded soft" role="alert">
      <p>
        <ErrorMessage {...anyErrorText(error)} />
      </p>
      <Button onClick={onRetry}>{t('common.retry')}</Button>
    </div>
  );
}

function SharedFiles({ id }: { readonly id: number }) {
  const { state } = useOrganization();
  const { messages, isAll, error, ask } = useMessagesWithFiles(id);
  const reader = useViewer();
  const now = useNow();
  const files = sharedFiles(messages);
  const hasFailed = isAll === undefined && error !== undefined;
  if (files.length === 0 && !hasFailed) return null;
  const hasMore = files.length > MAX_FILES || isAll === false;
  return (
    <section aria-label={t('direct.sharedFiles')}>
      <h2>{t('direct.sharedFiles')}</h2>
      {hasFailed && <Failed error={error} onRetry={ask} />}
      <ul>
        {files.slice(0, MAX_FILES).map(({ path, name, isPicture, timestamp }) => (
          <li key={path}>
            <a class="side-line" href={path} target="_blank" rel="noopener noreferrer" data-tip={name}>
              <Icon name={isPicture ? 'image' : 'file'} />
              <span class="name" dir="auto">
                {name}
              </span>
              <time dateTime={new Date(timestamp * 1000).toISOString()}>
                {shortTime(timestamp, now, reader)}
              </time>
            </a>
          </li>
        ))}
      </ul>
      {hasMore && (
        <a class="side-line all-files" href={addressOfNarrow(narrowOfFiles(id), state)}>
          {t('direct.allFiles')}
        </a>
      )}
    </section>
  );
}

/** The channels that the viewer and a person are subscribed to, by name. */
function useSharedChannels(id: number) {
  const { client } = useOrganization();
  const subscriptions = useOrganizationState((state) => state.subscriptions) ?? [];
  const {
    value: ids,
    error,
    ask,
  } = useAnswer(async () => {
    const { subscribed_channel_ids } = await client.call('get-user-channels', { user_id: id });
    return new Set(subscribed_channel_ids);
  });
  const channels = subscriptions
    .filter((channel) => ids?.has(channel.stream_id) && !channel.is_archived)
    .sort((a, b) => a.name.localeCompare(b.name));
  return { channels, error: ids ? undefined : error, ask };
}

function SharedChannels({ id }: { readonly id: number }) {
  const { state } = useOrganization();
  const { channels, error, ask } = useSharedChannels(id);
  if (channels.length === 0 && error === undefined) return null;
  return (
    <section aria-label={t('direct.sharedChannels')}>
      <h2>{t('direct.sharedChannels')}</h2>
      {error !== undefined && <Failed error={error} onRetry={ask} />}
      <ul>
        {channels.map((channel) => (
          <li key={channel.stream_id}>
            <a class="side-line" href={addressOf({ kind: 'channel', channelId: channel.stream_id }, state)}>
              <span class="mark" style={{ '--channel': channel.color }}>
                <Icon name={channelIcon(channel)} />
              </span>
              <span class="name" dir="auto">
                {channel.name}
              </span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

export function SharedWithPerson({ id }: { readonly id: number }) {
  return (
    <>
      <SharedFiles id={id} />
      <SharedChannels id={id} />
    </>
  );
}
