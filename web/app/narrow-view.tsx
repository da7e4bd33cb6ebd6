// The screen of a narrow: its messages, who is typing, and the composer.

import type { ComponentChildren } from 'preact';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { topicKey } from '../../client/state/topics.ts';
import { lazy, lazyPart } from '../components/lazy.tsx';
import { ComposerView } from '../composer/composer-view.tsx';
import { useActions } from '../data/actions.ts';
import { readMarksOf, reportRead } from '../data/flag-changes.ts';
import { markRead } from '../data/mark-read.ts';
import type { Organization } from '../data/organization.ts';
import { outboxOf } from '../data/outbox-of.ts';
import {
  useOrganization,
  useOrganizationEvent,
  useOrganizationState,
  useSubscribed,
} from '../hooks/use-organization.ts';
import { t } from '../i18n/texts.ts';
import type { View } from '../lib/address.ts';
import { destinationOf, isForView, isSameDestination } from '../lib/destination.ts';
import { cachedStart } from '../message-list/cached-start.ts';
import { Feed } from '../message-list/feed.tsx';
import { FeedController } from '../message-list/feed-controller.ts';
import { LeftPositions } from '../message-list/left-positions.ts';
import { OutgoingMessages } from '../message-list/outgoing.tsx';
import { TypingLine } from '../message-list/typing-line.tsx';
import { marksAsRead } from '../message-list/visible-messages.ts';
import { channelIn } from '../store/directory.ts';
import { firstUnread } from '../store/first-unread.ts';
import { isLive } from '../store/live-narrows.ts';
import { toggleResolved } from '../store/message.ts';
import { type Narrow, narrowContains } from '../store/narrow.ts';
import { addressOf, type NarrowTarget, narrowOf } from '../store/narrow-targets.ts';
import { useComposerOf } from './composer-of.ts';
import { conversationStart } from './conversation-start.tsx';
import {
  isRedirect,
  type NarrowScreen,
  narrowScreen,
  redirectAddress,
  screenKey,
  topicMovedTo,
} from './narrow-screen.ts';

const SearchFilters = lazy(async () => (await import('../search/search-filters.tsx')).SearchFilters);
const Results = lazy(async () => (await import('../message-list/results/results.tsx')).Results);
/** Without the texts and styles that come with other chunks: often there is nothing to show. */
const PinnedStrip = lazyPart(
  async () => (await import('../message-list/pinned-strip.tsx')).PinnedStrip,
  (load) => load(),
);
const CallStrip = lazyPart(async () => (await import('../calls/parts.ts')).CallStrip);
const leftPositions = new WeakMap<Organization, LeftPositions>();

function positionsOf(organization: Organization): LeftPositions {
  const positions = leftPositions.get(organization) ?? new LeftPositions();
  leftPositions.set(organization, positions);
  return positions;
}

function useController({ key, narrow, near, target, isLookup }: NarrowScreen): FeedController {
  const organization = useOrganization();
  const { controller, list } = useMemo(() => {
    const { messages, state } = organization;
    const list = messages.of(narrow);
    const unread = isLookup ? undefined : firstUnread(state, target);
    const leftPosition = positionsOf(organization).get(key) ?? cachedStart(list.ranges, unread);
    const isSearched = isLookup && near === undefined;
    const options = { list, store: messages.store, near, leftAt: leftPosition, isLookup: isSearched };
    return { list, controller: new FeedController(options) };
  }, [organization, key]);
  useEffect(
    () => () => {
      positionsOf(organization).set(key, controller.left);
      controller.close();
      // No events arrive for this narrow while another view is shown.
      if (!isLive(narrow, organization.state, organization.isAnonymous)) list.forget();
    },
    [controller],
  );
  return controller;
}

/** Follows the topic in view when it is moved, keeping the scroll position and the draft. */
function useFollowTopic({ target, narrow }: NarrowScreen, controller: FeedController): void {
  const organization = useOrganization();
  const { replace } = useActions();
  const composerOf = useComposerOf();
  useOrganizationEvent('update_message', (event) => {
    const { ranges } = organization.messages.of(narrow);
    const isEmpty = ranges.all.every(({ ids }) => ids.length === 0);
    const to = topicMovedTo(target, event, isEmpty);
    if (!to || target.kind !== 'topic' || !channelIn(organization.state, to.channelId)) return;
    positionsOf(organization).set(screenKey(narrowOf(to)), controller.left);
    if (!organization.isAnonymous) {
      const composer = composerOf();
      if (isSameDestination(composer.destination, { ...target, kind: 'channel' })) {
        composer.redirect({ ...to, kind: 'channel' });
      }
    }
    replace(addressOf(to, organization.state));
  });
}

/** Scrolls to the end when a message is sent to the view from this page. */
function useScrollOnSend(controller: FeedController, narrow: Narrow, isWriting: boolean): void {
  const organization = useOrganization();
  useEffect(() => {
    if (!isWriting) return undefined;
    const { ownId } = organization;
    return outboxOf(organization).onAdd(({ destination }) => {
      if (isForView(destination, narrow, ownId)) controller.toKnownNewest();
    });
  }, [controller]);
}

/** Links to the topic under its other name, if it was resolved or reopened since this link was made. */
function OtherNameLink({ target }: { readonly target: NarrowTarget }) {
  const { topics, state, isAnonymous } = useOrganization();
  const listen = useRef((listener: () => void) => topics.listen(listener));
  useSubscribed(listen.current, () => topics.version);
  if (target.kind !== 'topic' || isAnonymous) return null;
  const key = topicKey(toggleResolved(target.topic));
  const found = topics.of(target.channelId).find(({ name }) => topicKey(name) === key);
  if (!found) return null;
  return (
    <a href={addressOf({ ...target, topic: found.name }, state)}>
      {t('messageList.goesOn', { topic: found.name })}
    </a>
  );
}

const EmptyChannel = lazyPart(async () => (await import('../channels/empty-channel.tsx')).EmptyChannel);

/** The next step from a view without messages. */
function EmptyAction({ target }: { readonly target: NarrowTarget }) {
  if (target.kind === 'channel') return <EmptyChannel channelId={target.channelId} />;
  if (target.kind !== 'starred' && target.kind !== 'mentions') return <OtherNameLink target={target} />;
  return (
    <a class="button" href="#recent">
      {t('messageList.seeRecent')}
    </a>
  );
}

interface MessagesProps {
  readonly screen: NarrowScreen;
  /** Whether outgoing messages are shown. */
  readonly isWriting: boolean;
}

function Messages({ screen, isWriting }: MessagesProps) {
  const organization = useOrganization();
  const { ownId } = organization;
  const composerOf = useComposerOf();
  const controller = useController(screen);
  // The viewer's own messages are shown, wherever the view is scrolled to.
  useOrganizationEvent('message', ({ message, local_message_id }) => {
    if (message.sender_id !== ownId || local_message_id === undefined) return;
    if (narrowContains(screen.narrow, { ...message, flags: [] }, { ownId, isMuted: () => false }) !== false)
      void controller.toNewest();
  });
  useFollowTopic(screen, controller);
  useScrollOnSend(controller, screen.narrow, isWriting);
  const policy = useOrganizationState((state) => state.user_settings?.web_mark_read_on_scroll_policy);
  const isReading = marksAsRead({ policy, isConversation: screen.isConversation, isLookup: screen.isLookup });
  /** Marks a whole conversation or channel as read, or the loaded messages of any other view. */
  function readAll(readBefore: readonly number[]) {
    const { target } = screen;
    if (organization.isAnonymous) return;
    if (target.kind === 'topic' || target.kind === 'direct' || target.kind === 'channel') {
      void markRead(organization, target, readBefore);
    } else if (isReading) {
      const unread = controller.messages.filter(({ flags }) => !flags.includes('read')).map(({ id }) => id);
      readMarksOf(organization).read(unread);
      reportRead(organization, [...readBefore, ...unread]);
    }
  }
  return (
    <Feed
      controller={controller}
      isMixed={screen.isMixed}
      isReading={isReading}
      onEnd={readAll}
      start={(first) => conversationStart(screen.target, first)}
      emptyText={screen.emptyText}
      emptyAction={<EmptyAction target={screen.target} />}
    >
      {isWriting && (
        <OutgoingMessages
          composer={composerOf()}
          controller={controller}
          narrow={screen.narrow}
          isMixed={screen.isMixed}
        />
      )}
    </Feed>
  );
}

function Writing({ view, screen }: { readonly view: View; readonly screen: NarrowScreen }) {
  const organization = useOrganization();
  const composer = useComposerOf()();
  const { narrow } = screen;
  // Before the feed is positioned, because the composer reduces its height.
  useMemo(() => composer.follow(destinationOf(narrow, organization.ownId)), [composer, view]);
  return (
    <>
      <TypingLine target={screen.target} />
      <ComposerView composer={composer} />
    </>
  );
}

export interface NarrowViewProps {
  readonly view: Extract<View, { kind: 'narrow' }>;
  /** Shown below the messages; the composer by default. */
  readonly children?: ComponentChildren;
}

export function NarrowView({ view, children }: NarrowViewProps) {
  const organization = useOrganization();
  const { replace } = useActions();
  const isFollowing = isRedirect(view.terms, organization.state);
  useEffect(() => {
    if (!isFollowing) return undefined;
    let isLeft = false;
    void redirectAddress(view.terms, organization).then((to) => isLeft || replace(to));
    return () => {
      isLeft = true;
    };
  }, [view]);
  if (isFollowing) return <div aria-busy="true" />;
  const screen = narrowScreen(view, organization.ownId, organization.isAnonymous);
  const isSearch = screen.target.kind === 'search';
  return (
    <div class="narrow-view">
      {isSearch && <SearchFilters narrow={screen.narrow} />}
      {(screen.target.kind === 'topic' || screen.target.kind === 'direct') && !organization.isAnonymous && (
        <>
          <CallStrip conversation={screen.target} />
          <PinnedStrip conversation={screen.target} />
        </>
      )}
      {isSearch && screen.near === undefined && !organization.isAnonymous ? (
        <Results key={screen.key} narrow={screen.narrow} emptyText={screen.emptyText} />
      ) : (
        <Messages key={screen.key} screen={screen} isWriting={children === undefined} />
      )}
      <div class="below-feed">{children ?? <Writing view={view} screen={screen} />}</div>
    </div>
  );
}
