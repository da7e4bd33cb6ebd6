// What the viewer shares with the other person of a direct conversation: the files in it, and the channels of both.

import { useEffect, useState } from 'preact/hooks';
import { Icon } from '../components/icon.tsx';
import { useNow } from '../hooks/use-now.ts';
import { useOrganization, useOrganizationEvent, useOrganizationState } from '../hooks/use-organization.ts';
import { useViewer } from '../hooks/use-viewer.ts';
import { shortTime } from '../i18n/dates.ts';
import { t } from '../i18n/texts.ts';
import { channelIcon } from '../store/channel-icon.ts';
import type { Message } from '../store/message.ts';
import { wireNarrow } from '../store/narrow.ts';
import { addressOf, addressOfNarrow, conversationOf, term } from '../store/narrow-targets.ts';
import { filesInHtml } from './files-in-html.ts';

/** The newest messages with files that are read, and the files that are listed. */
const MAX_MESSAGES = 30;
const MAX_FILES = 5;

const narrowOfFiles = (id: number) => [term('dm', id), term('has', 'attachment')];

interface Found {
  readonly messages: readonly Message[];
  readonly isAll: boolean;
}

/** The newest messages with files, newest first; undefined until they are known. */
function useMessagesWithFiles(id: number): Found | undefined {
  const { client, ownId } = useOrganization();
  const [found, setFound] = useState<Found>();
  /** How often a file was added meanwhile. */
  const [version, setVersion] = useState(0);
  useOrganizationEvent('message', ({ message }) => {
    const conversation = conversationOf(message, ownId);
    if (conversation.kind === 'direct' && String(conversation.ids) === String([id]) && hasFile(message))
      setVersion((before) => before + 1);
  });
  useEffect(() => {
    let isStale = false;
    client
      .call('get-messages', {
        narrow: wireNarrow(narrowOfFiles(id)),
        anchor: 'newest',
        num_before: MAX_MESSAGES,
        num_after: 0,
        client_gravatar: false,
        allow_empty_topic_name: true,
      })
      .then(
        ({ messages, found_oldest: isAll }) =>
          isStale || setFound({ messages: messages.toReversed(), isAll }),
        // Without the server nothing is listed.
        () => undefined,
      );
    return () => {
      isStale = true;
    };
  }, [client, id, version]);
  return found;
}

const hasFile = ({ content }: Pick<Message, 'content'>) => filesInHtml(content).length > 0;

function SharedFiles({ id }: { readonly id: number }) {
  const { state } = useOrganization();
  const found = useMessagesWithFiles(id);
  const reader = useViewer();
  const now = useNow();
  const files = (found?.messages ?? []).flatMap(({ content, timestamp }) =>
    filesInHtml(content).map((file) => ({ ...file, timestamp })),
  );
  if (!found || files.length === 0) return null;
  const hasMore = files.length > MAX_FILES || !found.isAll;
  return (
    <section aria-label={t('direct.sharedFiles')}>
      <h2>{t('direct.sharedFiles')}</h2>
      <ul>
        {files.slice(0, MAX_FILES).map(({ path, name, isPicture, timestamp }) => (
          <li key={`${path} ${timestamp}`}>
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
  const [ids, setIds] = useState<ReadonlySet<number>>(new Set());
  useEffect(() => {
    let isStale = false;
    client.call('get-user-channels', { user_id: id }).then(
      ({ subscribed_channel_ids: ids }) => isStale || setIds(new Set(ids)),
      // Without the server nothing is listed.
      () => undefined,
    );
    return () => {
      isStale = true;
    };
  }, [client, id]);
  return subscriptions
    .filter((channel) => ids.has(channel.stream_id) && !channel.is_archived)
    .sort((a, b) => a.name.localeCompare(b.name));
}

function SharedChannels({ id }: { readonly id: number }) {
  const { state } = useOrganization();
  const channels = useSharedChannels(id);
  if (channels.length === 0) return null;
  return (
    <section aria-label={t('direct.sharedChannels')}>
      <h2>{t('direct.sharedChannels')}</h2>
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
