// Messages that have not arrived yet, shown as the rows they will become: being sent, waiting for the
// network, or not accepted, with the available actions. Rendered locally by the server's renderer, as far as this
// browser knows what they mention.

import { useEffect, useReducer, useRef } from 'preact/hooks';
import { ME_PREFIX } from '../../src/commands/me-prefix.ts';
import { Button } from '../components/button.tsx';
import { ErrorMessage } from '../components/error-message.tsx';
import type { Composer } from '../composer/composer.ts';
import { PendingFileLine } from '../composer/pending-file-line.tsx';
import { echoOf, loadEcho } from '../data/echo.ts';
import { errorText } from '../data/error-texts.ts';
import { outboxOf } from '../data/outbox-of.ts';
import { removeFilesOf } from '../data/pending-files.ts';
import { useOrganization, useOrganizationState, useSubscribed } from '../hooks/use-organization.ts';
import { useViewer } from '../hooks/use-viewer.ts';
import { t } from '../i18n/texts.ts';
import { isForView, isSameDestination } from '../lib/destination.ts';
import { pendingKeys, splitAtFiles } from '../lib/pending-files.ts';
import { personIn } from '../store/directory.ts';
import type { Echo } from '../store/echo.ts';
import type { Narrow } from '../store/narrow.ts';
import type { Outbox, OutgoingMessage, SendError } from '../store/outbox.ts';
import { displayHtml } from './display-html.ts';
import type { FeedController } from './feed-controller.ts';
import { type Row, rowsOf } from './feed-rows.ts';
import { MessageFrame } from './message-frame.tsx';
import { MessageText } from './message-text.tsx';
import { ConversationHeading, DayLine } from './row-lines.tsx';

interface LineProps {
  readonly outgoing: OutgoingMessage;
  readonly outbox: Outbox;
  readonly composer: Composer;
}

interface NotSentProps extends LineProps {
  readonly error: SendError;
}

function NotSent({ outgoing: { id, destination, content }, error, outbox, composer }: NotSentProps) {
  const remove = () => {
    void outbox.remove(id);
    void removeFilesOf(composer.organization, content);
  };
  const rewrite = () => {
    composer.open(destination, content);
    void outbox.remove(id);
  };
  return (
    <div class="outgoing-problem" role="alert">
      <span>
        <ErrorMessage {...errorText(error)} consequence={t('messageList.notSent')} />
      </span>
      <Button onClick={() => outbox.retry(id)}>{t('common.retry')}</Button>
      <Button onClick={rewrite}>{t('messages.edit')}</Button>
      <Button onClick={remove}>{t('messages.delete')}</Button>
    </div>
  );
}

/** The text as written, with its pending files. */
function RawText({ content }: { readonly content: string }) {
  return (
    <div class="outgoing-text">
      {splitAtFiles(content).map((part) =>
        'text' in part ? part.text : <PendingFileLine key={part.key} id={part.key} />,
      )}
    </div>
  );
}

/** The local echo of a text once the renderer is loaded; undefined if its files are not sent yet. */
function useEcho(content: string): Echo | undefined {
  const organization = useOrganization();
  const [, render] = useReducer((count: number, _turn: undefined) => count + 1, 0);
  const hasFiles = pendingKeys(content).length > 0;
  const cached = useRef<{ readonly content: string; readonly echo: Echo }>(undefined);
  if (!hasFiles && cached.current?.content !== content) {
    const echo = echoOf(organization, content);
    cached.current = echo && { content, echo };
  }
  const { echo } = cached.current ?? {};
  useEffect(() => {
    if (!echo && !hasFiles) void loadEcho(organization, content).then(() => render(undefined));
  }, [content]);
  return echo;
}

function Line({ row, ...props }: LineProps & { readonly row: Row }) {
  const organization = useOrganization();
  const { ownId } = organization;
  const viewer = useViewer();
  const person = useOrganizationState((state) => personIn(state, ownId));
  const { content, problem, writtenAt } = props.outgoing;
  const listen = useRef((listener: () => void) => props.outbox.onChange(listener));
  const isUnanswered = useSubscribed(listen.current, () => props.outbox.isWaiting);
  const listenToConnection = useRef((listener: () => void) => organization.onConnection(listener));
  const connection = useSubscribed(listenToConnection.current, () => organization.connection);
  // Another tab may be sending the message.
  const isWaiting = isUnanswered || connection === 'interrupted';
  const echo = useEcho(content);
  return (
    <li class={`message outgoing ${row.hasSender ? 'first' : ''}`}>
      {row.daySeconds !== undefined && <DayLine seconds={row.daySeconds} />}
      {row.conversation && <ConversationHeading conversation={row.conversation} />}
      <div class="message-body">
        <MessageFrame
          sender={{ id: ownId, name: person?.full_name ?? '', url: person?.avatar_url }}
          hasSender={row.hasSender}
          seconds={Math.floor(writtenAt / 1000)}
          viewer={viewer}
        >
          {echo ? (
            <MessageText
              html={displayHtml({ content: echo.html, is_me_message: echo.isMeMessage })}
              viewer={viewer}
            />
          ) : (
            <RawText content={content} />
          )}
          {problem === undefined ? (
            <span class="outgoing-state">{t(isWaiting ? 'messageList.waiting' : 'messageList.sending')}</span>
          ) : (
            <NotSent {...props} error={problem} />
          )}
        </MessageFrame>
      </div>
    </li>
  );
}

/** An outgoing message in the form from which rows are made. */
function asMessage({ destination, writtenAt, content }: OutgoingMessage, ownId: number, index: number) {
  const common = {
    // Sorted after all messages that arrived; never used as an id.
    id: Number.MAX_SAFE_INTEGER - 1000 + index,
    sender_id: ownId,
    timestamp: Math.floor(writtenAt / 1000),
    is_me_message: content.startsWith(ME_PREFIX),
  };
  if (destination.kind === 'channel') {
    const { channelId = 0, topic } = destination;
    return {
      ...common,
      type: 'stream' as const,
      stream_id: channelId,
      subject: topic,
      display_recipient: '',
    };
  }
  const people = [ownId, ...destination.personIds].map((id) => ({ id }));
  return { ...common, type: 'private' as const, subject: '', display_recipient: people };
}

export interface OutgoingProps {
  readonly composer: Composer;
  /** The controller of the view whose newest message they follow. */
  readonly controller?: FeedController;
  /** The narrow of the view, if it shows messages. */
  readonly narrow?: Narrow;
  /** Whether the view contains several conversations. */
  readonly isMixed?: boolean;
}

/**
 * The outgoing messages for the view; if it is not a conversation, those for the composer's destination.
 * Those that could not be sent are shown everywhere.
 */
export function OutgoingMessages({ composer, controller, narrow = [], isMixed = false }: OutgoingProps) {
  const organization = useOrganization();
  const { ownId } = organization;
  const outbox = outboxOf(organization);
  const listen = useRef((listener: () => void) => outbox.onChange(listener));
  const entries = useSubscribed(listen.current, () => outbox.entries);
  const listenToFeed = useRef((listener: () => void) => controller?.listen(listener) ?? (() => undefined));
  useSubscribed(listenToFeed.current, () => controller?.version);
  const listenToComposer = useRef((listener: () => void) => composer.listen(listener));
  // While the view changes, the composer still has the old destination; a conversation does not depend on it.
  const writtenTo = useSubscribed(listenToComposer.current, () => composer.destination, isSameDestination);
  const visible = entries.filter(
    ({ destination, problem }) =>
      problem !== undefined ||
      (isForView(destination, narrow, ownId) ?? isSameDestination(destination, writtenTo)),
  );
  if (visible.length === 0) return null;
  const preceding = controller?.messages.at(-1);
  const messages = visible.map((outgoing, index) => asMessage(outgoing, ownId, index));
  const rows = rowsOf([...(preceding ? [preceding] : []), ...messages], {
    ownId,
    isMixed,
    firstUnread: undefined,
  });
  return (
    <ul class="outgoing-messages" aria-label={t('composer.outgoing')}>
      {visible.map((outgoing, index) => (
        <Line
          key={outgoing.id}
          row={rows[index + rows.length - visible.length] as Row}
          outgoing={outgoing}
          outbox={outbox}
          composer={composer}
        />
      ))}
    </ul>
  );
}
