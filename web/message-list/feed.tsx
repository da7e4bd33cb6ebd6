// The feed of a view: a sliding window of rows, with the visible messages kept in place.

import type { ComponentChildren, VNode } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { Button, IconButton } from '../components/button.tsx';
import { EmptyState, type EmptyStateProps } from '../components/empty-state.tsx';
import { useRetry } from '../components/use-retry.ts';
import { anyErrorText } from '../data/error-texts.ts';
import { useOrganization, useSubscribed } from '../hooks/use-organization.ts';
import { useViewer } from '../hooks/use-viewer.ts';
import { t } from '../i18n/texts.ts';
import type { Message } from '../store/message.ts';
import { editing } from './editing.ts';
import type { FeedController } from './feed-controller.ts';
import { rowsOf } from './feed-rows.ts';
import { FeedScroller } from './feed-scroller.ts';
import { MessageRow } from './message-row.tsx';
import { openClickedMedia } from './open-media.ts';
import { ReadOnlyMessageKeys, SelectedMessageKeys } from './selected-message-keys.tsx';
import { useFeedKeys } from './use-feed-keys.ts';

export interface FeedProps {
  readonly controller: FeedController;
  /** Whether the view contains several conversations. */
  readonly isMixed: boolean;
  /** Whether visible messages are marked as read. */
  readonly isReading: boolean;
  readonly emptyText: Pick<EmptyStateProps, 'icon' | 'title' | 'text'>;
  /** Returns the content above the very first message, or null. In an empty feed, it replaces the text. */
  readonly start: (first: Message | undefined) => VNode | null;
  /** Shown below the text of an empty feed. */
  readonly emptyAction?: ComponentChildren;
  /** Called by the key that goes to the newest message, with the messages marked as read here just before. */
  readonly onEnd?: ((readBefore: readonly number[]) => void) | undefined;
  /** Shown after the newest message. */
  readonly children?: ComponentChildren;
}

const listenToEditing = (listener: () => void) => editing.listen(listener);

export function Feed(props: FeedProps) {
  const { controller, isMixed, isReading, start, emptyText, emptyAction, onEnd, children } = props;
  const organization = useOrganization();
  const scroller = useRef<HTMLDivElement>(null);
  const feedScroller = useRef<FeedScroller | undefined>(undefined);
  const listen = useRef((listener: () => void) => controller.listen(listener));
  useSubscribed(listen.current, () => controller.version);
  const edited = useSubscribed(listenToEditing, () => editing.items);
  const viewer = useViewer();
  feedScroller.current?.anchor.willChange();
  const { messages, firstUnread, status } = controller;
  const rows = rowsOf(messages, { ownId: organization.ownId, isMixed, firstUnread });
  useLayoutEffect(() => {
    if (!scroller.current) return undefined;
    const created = new FeedScroller({ scroller: scroller.current, controller, organization });
    feedScroller.current = created;
    return () => created.close();
  }, [controller]);
  useLayoutEffect(() => feedScroller.current?.onRendered(isReading));
  useEffect(() => {
    const box = scroller.current;
    box?.addEventListener('click', openClickedMedia);
    return () => box?.removeEventListener('click', openClickedMedia);
  }, [status === 'failed']);
  useFeedKeys(controller, feedScroller, organization, (readBefore) => onEnd?.(readBefore));
  const choose = useRef((id: number) => controller.select(id));
  useRetry(controller.isRetryable, () => void controller.retry());
  if (status === 'failed') {
    return (
      <EmptyState
        icon={controller.isRetryable ? 'no-connection' : 'warning'}
        title={anyErrorText(controller.error).text}
      >
        <Button onClick={() => controller.retry()}>{t('common.retry')}</Button>
      </EmptyState>
    );
  }
  const current = controller.current?.id;
  const { count, isMore } = controller.unreadBelowLine;
  const newText = isMore ? t('messageList.newAtLeast', { count }) : t('messageList.new', { count });
  const isEmpty = status === 'open' && rows.length === 0 && controller.reachesNewest;
  const card = status === 'open' && controller.reachesOldest ? start(messages[0]) : null;
  return (
    <div class="feed-area">
      <div ref={scroller} class="feed-scroll" tabIndex={rows.length > 0 ? -1 : 0}>
        {card}
        <div
          class="feed-rows"
          {...(rows.length > 0 && { role: 'feed', 'aria-label': t('messageList.messages') })}
          aria-busy={controller.isFetching}
        >
          {rows.map((row) => (
            <MessageRow
              key={row.id}
              row={row}
              isChosen={row.id === current}
              isSelected={row.id === controller.selected}
              isEditing={edited.includes(row.id)}
              newText={row.isFirstUnread ? newText : ''}
              withHighlights={controller.displayed}
              viewer={viewer}
              onChoose={choose.current}
            />
          ))}
        </div>
        <div class="feed-after">{children}</div>
        {isEmpty && !card && <EmptyState {...emptyText}>{emptyAction}</EmptyState>}
      </div>
      <ReadOnlyMessageKeys controller={controller} moving={feedScroller} />
      {!organization.isAnonymous && <SelectedMessageKeys controller={controller} moving={feedScroller} />}
      <IconButton
        class="to-newest"
        name={t('messageList.toNewest')}
        icon="arrow-down"
        hidden={controller.isEndVisible || rows.length === 0}
        onClick={() => controller.toNewest()}
      />
    </div>
  );
}
