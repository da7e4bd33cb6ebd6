// A message in the feed: a selectable article, with the lines above it.

import { Component } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { Avatar } from '../components/avatar.tsx';
import { Icon } from '../components/icon.tsx';
import { lazy } from '../components/lazy.tsx';
import type { Viewer } from '../components/rendered.ts';
import { useActions } from '../data/actions.ts';
import { useOrganization, useOrganizationState, useSubscribed } from '../hooks/use-organization.ts';
import { fullTime, timeOfDay } from '../i18n/dates.ts';
import { t } from '../i18n/texts.ts';
import { personIn } from '../store/directory.ts';
import type { Message } from '../store/message.ts';
import { hasWidget } from '../store/submessages.ts';
import { displayHtml } from './display-html.ts';
import { beginEditing, endEditing } from './editing.ts';
import { isSameRow, type Row } from './feed-rows.ts';
import { MessageText } from './message-text.tsx';
import { ConversationHeading, DayLine } from './row-lines.tsx';
import { EditMessage } from './tools/edit-message.tsx';
import { toggleCollapsed } from './tools/message-actions.ts';
import { MessageReactions } from './tools/message-reactions.tsx';
import { MessageTools } from './tools/message-tools.tsx';

const Widget = lazy(async () => (await import('./widgets/widget.tsx')).Widget);

export interface MessageRowProps {
  readonly row: Row;
  readonly isChosen: boolean;
  /** Whether its text is being edited in place. */
  readonly isEditing: boolean;
  /** The text of the line above the first unread message. */
  readonly newText: string;
  /** Returns a message with its search matches highlighted. */
  readonly withHighlights: (message: Message) => Message;
  readonly reader: Viewer;
  readonly onChoose: (id: number) => void;
}

/**
 * The edited, moved and starred marks, which few messages have. A function rather than a component, since a
 * feed has many rows.
 */
function badgesOf(message: Message) {
  const isStarred = message.flags.includes('starred');
  const { last_edit_timestamp: edited, last_moved_timestamp: moved } = message;
  if (!isStarred && edited === undefined && moved === undefined) return null;
  return (
    <>
      {edited !== undefined && <small>{t('feed.edited')}</small>}
      {edited === undefined && moved !== undefined && <small>{t('feed.moved')}</small>}
      {isStarred && (
        <span class="starred">
          <Icon name="star" />
          <span class="only-spoken">{t('shell.starred')}</span>
        </span>
      )}
    </>
  );
}

/** A button that expands a collapsed message. */
function Unfold({ message }: { readonly message: Message }) {
  const organization = useOrganization();
  return (
    <button
      type="button"
      class="unfold"
      tabIndex={-1}
      onClick={() => void toggleCollapsed(organization, message)}
    >
      {t('messages.unfold')}
    </button>
  );
}

interface ContentProps {
  readonly message: Message;
  readonly row: Row;
  readonly reader: Viewer;
  readonly withHighlights: (message: Message) => Message;
  readonly isEditing: boolean;
  readonly onEdited: () => void;
}

function Content({ message, row, reader, withHighlights, isEditing, onEdited }: ContentProps) {
  const person = useOrganizationState((state) => personIn(state, message.sender_id));
  const { showPerson } = useActions();
  const name = person?.full_name ?? message.sender_full_name;
  const url = person ? person.avatar_url : message.avatar_url;
  const stamp = (
    <time
      dateTime={new Date(message.timestamp * 1000).toISOString()}
      title={fullTime(message.timestamp, reader)}
    >
      {timeOfDay(message.timestamp, reader)}
    </time>
  );
  const showSender = (event: { readonly currentTarget: Element }) =>
    showPerson(message.sender_id, event.currentTarget);
  return (
    <>
      {row.hasSender ? (
        <button type="button" class="sender-picture" tabIndex={-1} aria-hidden="true" onClick={showSender}>
          <Avatar id={message.sender_id} name={name} url={url} />
        </button>
      ) : (
        stamp
      )}
      <div class="message-box">
        {row.hasSender && (
          <header>
            <button type="button" class="sender" tabIndex={-1} onClick={showSender}>
              {name}
            </button>
            {stamp}
            {badgesOf(message)}
          </header>
        )}
        {isEditing ? (
          <EditMessage message={message} onDone={onEdited} />
        ) : hasWidget(message) ? (
          <Widget message={message} />
        ) : (
          <MessageText html={displayHtml(withHighlights(message))} reader={reader} />
        )}
        {message.flags.includes('collapsed') && <Unfold message={message} />}
        {!row.hasSender && badgesOf(message)}
        {message.reactions.length > 0 && <MessageReactions message={message} />}
      </div>
    </>
  );
}

function RowContent({
  row,
  isChosen,
  isEditing,
  newText,
  withHighlights,
  reader,
  onChoose,
}: MessageRowProps) {
  const { messages, state, isAnonymous } = useOrganization();
  const listen = useRef((listener: () => void) => messages.store.listen(row.id, listener));
  const message = useSubscribed(listen.current, () => messages.store.get(row.id));
  const [isHovered, setPointedAt] = useState(false);
  const article = useRef<HTMLElement>(null);
  if (!message) return null;
  const edit = () => beginEditing(row.id);
  const finishEditing = () => {
    endEditing(row.id);
    article.current?.focus({ preventScroll: true });
  };
  const sender = personIn(state, message.sender_id)?.full_name ?? message.sender_full_name;
  const classes = [
    'message',
    row.hasSender ? 'first' : '',
    isChosen ? 'chosen' : '',
    message.flags.includes('mentioned') ? 'mentioned' : '',
    message.flags.includes('collapsed') ? 'collapsed' : '',
  ];
  return (
    <article
      class={classes.filter(Boolean).join(' ')}
      data-id={row.id}
      tabIndex={isChosen ? 0 : -1}
      aria-label={t('feed.articleName', { who: sender, when: timeOfDay(message.timestamp, reader) })}
      ref={article}
      onFocusIn={() => onChoose(row.id)}
      onPointerEnter={() => setPointedAt(true)}
      // Its menu stays open when the pointer moves there.
      onPointerLeave={(event) => setPointedAt(hasOpenMenu(event.currentTarget))}
    >
      {row.daySeconds !== undefined && <DayLine seconds={row.daySeconds} />}
      {row.isFirstUnread && (
        <div class="unread-line">
          <span>{newText}</span>
        </div>
      )}
      {row.conversation && <ConversationHeading conversation={row.conversation} />}
      <div class="message-body">
        <Content
          message={message}
          row={row}
          reader={reader}
          withHighlights={withHighlights}
          isEditing={isEditing}
          onEdited={finishEditing}
        />
        {(isChosen || isHovered) && !isEditing && !isAnonymous && (
          <MessageTools message={message} onEdit={edit} />
        )}
      </div>
    </article>
  );
}

function hasOpenMenu(row: Element): boolean {
  return row.querySelector('.message-tools [aria-expanded=true]') !== null;
}

/** Rendered again only when its props change: a feed has two hundred rows. */
export class MessageRow extends Component<MessageRowProps> {
  override shouldComponentUpdate(next: MessageRowProps): boolean {
    const { row, isChosen, isEditing, newText, withHighlights, reader, onChoose } = this.props;
    const isSame =
      isSameRow(row, next.row) &&
      isChosen === next.isChosen &&
      isEditing === next.isEditing &&
      withHighlights === next.withHighlights &&
      reader === next.reader &&
      onChoose === next.onChoose &&
      (!next.row.isFirstUnread || newText === next.newText);
    return !isSame;
  }

  override render() {
    return <RowContent {...this.props} />;
  }
}
