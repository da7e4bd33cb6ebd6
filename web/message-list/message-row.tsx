// A message in the feed: a selectable article, with the lines above it and its tools.

import { Component } from 'preact';
import { useMemo, useRef, useState } from 'preact/hooks';
import type { Viewer } from '../components/rendered.ts';
import { useActions } from '../data/actions.ts';
import { useOrganization, useOrganizationState, useSubscribed } from '../hooks/use-organization.ts';
import { timeOfDay } from '../i18n/dates.ts';
import { t } from '../i18n/texts.ts';
import { isEqual } from '../lib/equal.ts';
import { personIn } from '../store/directory.ts';
import type { Message } from '../store/message.ts';
import { beginEditing, endEditing } from './editing.ts';
import { isSameRow, type Row } from './feed-rows.ts';
import { MessageContent } from './message-content.tsx';
import { MessageFrame, MessageTime } from './message-frame.tsx';
import { marksOf } from './message-marks.tsx';
import { ConversationHeading, DayLine } from './row-lines.tsx';
import { MessageReactions } from './tools/message-reactions.tsx';
import { MessageTools } from './tools/message-tools.tsx';

export interface MessageRowProps {
  readonly row: Row;
  /** Whether keys act on it and Tab reaches it. */
  readonly isChosen: boolean;
  /** Whether the person chose it; the newest message is chosen until then, without tools, which few messages need. */
  readonly isSelected: boolean;
  /** Whether its text is being edited in place. */
  readonly isEditing: boolean;
  /** The text of the line above the first unread message; empty for other messages. */
  readonly newText: string;
  /** Returns a message with its search matches highlighted. */
  readonly withHighlights: (message: Message) => Message;
  readonly viewer: Viewer;
  readonly onChoose: (id: number) => void;
}

function RowContent(props: MessageRowProps) {
  const { row, isChosen, isSelected, isEditing, newText, withHighlights, viewer, onChoose } = props;
  const { messages, isAnonymous } = useOrganization();
  const { showPerson } = useActions();
  const listen = useRef((listener: () => void) => messages.store.listen(row.id, listener));
  const message = useSubscribed(listen.current, () => messages.store.get(row.id), isShownAlike);
  const person = useOrganizationState((state) => message && personIn(state, message.sender_id));
  const [isHovered, setHovered] = useState(false);
  const [isFocused, setFocused] = useState(false);
  const article = useRef<HTMLElement>(null);
  // The same while the row is merely chosen, pointed at or left.
  const content = useMemo(() => {
    if (!message) return null;
    const { sender_id: id, timestamp: seconds } = message;
    return (
      <MessageFrame
        sender={{
          id,
          name: person?.full_name ?? message.sender_full_name,
          url: person ? person.avatar_url : message.avatar_url,
          isBot: person?.is_bot,
        }}
        hasSender={row.hasSender}
        seconds={seconds}
        viewer={viewer}
        onSender={(event) => showPerson(id, event.currentTarget)}
        marks={marksOf(message, !row.hasSender)}
      >
        <MessageContent
          message={withHighlights(message)}
          viewer={viewer}
          isEditing={isEditing}
          onEdited={() => {
            endEditing(message.id);
            article.current?.focus({ preventScroll: true });
          }}
        />
        {message.reactions.length > 0 && <MessageReactions message={message} />}
      </MessageFrame>
    );
  }, [message, person, row.hasSender, viewer, withHighlights, isEditing, showPerson]);
  if (!message) return null;
  const { timestamp: seconds, flags } = message;
  const name = person?.full_name ?? message.sender_full_name;
  const classes = [
    'message',
    row.hasSender ? 'first' : '',
    isChosen ? 'chosen' : '',
    flags.includes('mentioned') ? 'mentioned' : '',
    flags.includes('collapsed') ? 'collapsed' : '',
  ];
  return (
    <article
      class={classes.filter(Boolean).join(' ')}
      data-id={row.id}
      tabIndex={isChosen ? 0 : -1}
      aria-label={t('messageList.articleName', { who: name, when: timeOfDay(seconds, viewer) })}
      ref={article}
      onFocusIn={() => {
        setFocused(true);
        onChoose(row.id);
      }}
      onFocusOut={() => setFocused(false)}
      onPointerEnter={() => setHovered(true)}
      // An open menu of the message stays open when the pointer moves to it.
      onPointerLeave={(event) => setHovered(hasOpenMenu(event.currentTarget))}
    >
      {row.daySeconds !== undefined && <DayLine seconds={row.daySeconds} />}
      {row.isFirstUnread && (
        <div class="unread-line">
          <span>{newText}</span>
        </div>
      )}
      {row.conversation && <ConversationHeading conversation={row.conversation} />}
      <div class="message-body">
        {content}
        {(isSelected || isFocused || isHovered) && !isEditing && (
          <div class="message-tools">
            {!row.hasSender && <MessageTime seconds={seconds} viewer={viewer} />}
            {!isAnonymous && <MessageTools message={message} onEdit={() => beginEditing(row.id)} />}
          </div>
        )}
      </div>
    </article>
  );
}

/** Whether two versions of a message look the same: they do if one of them was read. */
function isShownAlike(a: Message | undefined, b: Message | undefined): boolean {
  if (a === b || !a || !b) return a === b;
  const shown = ({ flags }: Message) => ({ flags: flags.filter((flag) => flag !== 'read') });
  return a.content === b.content && isEqual({ ...a, ...shown(a) }, { ...b, ...shown(b) });
}

function hasOpenMenu(row: Element): boolean {
  return row.querySelector('.message-tools [aria-expanded=true]') !== null;
}

/** Rendered again only when one of its props changes: a feed has two hundred rows. */
export class MessageRow extends Component<MessageRowProps> {
  override shouldComponentUpdate(next: MessageRowProps): boolean {
    const { row, ...others } = this.props;
    return (
      !isSameRow(row, next.row) ||
      Object.entries(others).some(([name, value]) => next[name as keyof MessageRowProps] !== value)
    );
  }

  override render() {
    return <RowContent {...this.props} />;
  }
}
