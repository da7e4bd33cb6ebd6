// A result of a search: the message with the one before and the one after it. A press opens its conversation there.

import type { TargetedMouseEvent } from 'preact';
import { useRef, useState } from 'preact/hooks';
import type { Viewer } from '../../components/rendered.ts';
import { useActions } from '../../data/actions.ts';
import { useMessage } from '../../hooks/use-message.ts';
import { useOrganization, useOrganizationState } from '../../hooks/use-organization.ts';
import { dayKey, shortDay, timeOfDay } from '../../i18n/dates.ts';
import { t } from '../../i18n/texts.ts';
import { personIn } from '../../store/directory.ts';
import type { Message } from '../../store/message.ts';
import type { MessageContext } from '../../store/message-context.ts';
import { addressOfMessage } from '../../store/narrow-targets.ts';
import { beginEditing, endEditing } from '../editing.ts';
import { MessageContent } from '../message-content.tsx';
import { MessageFrame } from '../message-frame.tsx';
import { marksOf } from '../message-marks.tsx';
import { MessageReactions } from '../tools/message-reactions.tsx';
import { MessageTools } from '../tools/message-tools.tsx';
import { ContextLine } from './context-line.tsx';

export interface ResultRowProps {
  readonly id: number;
  readonly context: MessageContext | undefined;
  readonly isChosen: boolean;
  readonly isEditing: boolean;
  /** Seconds since 1970. */
  readonly now: number;
  readonly viewer: Viewer;
  /** Returns a message with its matches highlighted. */
  readonly displayed: (message: Message) => Message;
  readonly onChoose: (id: number) => void;
}

/** What reacts to a press itself. */
const controls = 'a, button, input, textarea, summary, video, audio, img, [role=menu], [role=button]';

/** Whether a press was for something in the message, or selected a part of its text. */
function isForContent(event: TargetedMouseEvent<HTMLElement>): boolean {
  const { target } = event;
  const isControl = target instanceof Element && target.closest(controls) !== null;
  return event.defaultPrevented || isControl || getSelection()?.isCollapsed === false;
}

export function ResultRow(props: ResultRowProps) {
  const { id, context, isChosen, isEditing, now, viewer, displayed, onChoose } = props;
  const { state, ownId } = useOrganization();
  const actions = useActions();
  const message = useMessage(id);
  const person = useOrganizationState((state) => message && personIn(state, message.sender_id));
  const [isHovered, setHovered] = useState(false);
  const article = useRef<HTMLElement>(null);
  if (!message) return null;
  const { sender_id: senderId, timestamp: seconds } = message;
  const name = person?.full_name ?? message.sender_full_name;
  const address = addressOfMessage(message, state, ownId);
  const day = dayKey(seconds) === dayKey(now) ? '' : shortDay(seconds, now);
  return (
    <article
      class={`message first result ${isChosen ? 'chosen' : ''}`}
      data-id={id}
      ref={article}
      tabIndex={isChosen ? 0 : -1}
      aria-label={t('messageList.articleName', {
        who: name,
        when: `${day} ${timeOfDay(seconds, viewer)}`.trim(),
      })}
      onFocusIn={() => onChoose(id)}
      onPointerEnter={() => setHovered(true)}
      onPointerLeave={({ currentTarget }) =>
        // Its menu stays open when the pointer moves there.
        setHovered(currentTarget.querySelector('.message-tools [aria-expanded=true]') !== null)
      }
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || event.target !== event.currentTarget) return;
        // Elsewhere this key replies.
        event.preventDefault();
        actions.go(address);
      }}
      onClick={(event) => {
        if (!isEditing && !isForContent(event)) actions.go(address);
      }}
    >
      <ContextLine side="before" id={context?.before} />
      <div class="message-body">
        <MessageFrame
          sender={{
            id: senderId,
            name,
            url: person ? person.avatar_url : message.avatar_url,
            isBot: person?.is_bot,
          }}
          hasSender
          seconds={seconds}
          viewer={viewer}
          onSender={(event) => actions.showPerson(senderId, event.currentTarget)}
          marks={
            <>
              {day && <small>{day}</small>}
              {marksOf(message, false)}
            </>
          }
        >
          <MessageContent
            message={displayed(message)}
            viewer={viewer}
            isEditing={isEditing}
            onEdited={() => {
              endEditing(id);
              article.current?.focus({ preventScroll: true });
            }}
          />
          {message.reactions.length > 0 && <MessageReactions message={message} />}
        </MessageFrame>
        {(isChosen || isHovered) && !isEditing && (
          <div class="message-tools">
            <MessageTools message={message} onEdit={() => beginEditing(id)} />
          </div>
        )}
      </div>
      <ContextLine side="after" id={context?.after} />
    </article>
  );
}
