// The frame around the text of a message that arrived or is being sent: the picture, the name and the time, which
// grouped messages do not repeat.

import type { ComponentChildren, TargetedEvent } from 'preact';
import { Avatar, type AvatarProps } from '../components/avatar.tsx';
import type { Viewer } from '../components/rendered.ts';
import { fullTime, timeOfDay } from '../i18n/dates.ts';

export interface MessageTimeProps {
  /** Seconds since 1970. */
  readonly seconds: number;
  readonly viewer: Viewer;
}

export function MessageTime({ seconds, viewer }: MessageTimeProps) {
  return (
    <time dateTime={new Date(seconds * 1000).toISOString()} title={fullTime(seconds, viewer)}>
      {timeOfDay(seconds, viewer)}
    </time>
  );
}

export interface MessageFrameProps extends MessageTimeProps {
  readonly sender: Pick<AvatarProps, 'id' | 'name' | 'url' | 'isBot'>;
  /** Whether the picture and the name are shown. */
  readonly hasSender: boolean;
  /** Called when the picture or the name is pressed; without it, neither is a button. */
  readonly onSender?: (event: TargetedEvent<Element>) => void;
  /** Shown after the time, or in the gutter of a grouped message. */
  readonly marks?: ComponentChildren;
  readonly children: ComponentChildren;
}

export function MessageFrame(props: MessageFrameProps) {
  const { sender, hasSender, onSender, marks, children } = props;
  const picture = <Avatar {...sender} />;
  return (
    <>
      {!hasSender ? (
        <span class="message-gutter">{marks}</span>
      ) : onSender ? (
        <button type="button" class="sender-picture" tabIndex={-1} aria-hidden="true" onClick={onSender}>
          {picture}
        </button>
      ) : (
        <span class="sender-picture">{picture}</span>
      )}
      <div class="message-box">
        {hasSender && (
          <header>
            {onSender ? (
              <button type="button" class="sender" tabIndex={-1} onClick={onSender}>
                {sender.name}
              </button>
            ) : (
              <span class="sender">{sender.name}</span>
            )}
            <MessageTime {...props} />
            {marks}
          </header>
        )}
        {children}
      </div>
    </>
  );
}
