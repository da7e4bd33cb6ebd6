// The screen of a narrow: its messages, who is typing, and the composer.

import type { ComponentChildren } from 'preact';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { topicKey } from '../../client/state/topics.ts';
import { ComposerView } from '../composer/composer-view.tsx';
import { readMarksOf, sayRead } from '../data/flag-changes.ts';
import { markRead } from '../data/mark-read.ts';
import type { Organization } from '../data/organization.ts';
import { outboxOf } from '../data/outbox-of.ts';
import {
  useNoticed,
  useOrganization,
  useOrganizationEvent,
  useOrganizationState,
} from '../hooks/use-organization.ts';
import { t } from '../i18n/words.ts';
import type { View } from '../lib/address.ts';
import { destinationOf, isForView, isSameDestination } from '../lib/destination.ts';
import { Feed } from '../message-list/feed.tsx';
import { FeedController } from '../message-list/feed-controller.ts';
import { heldStart } from '../message-list/held-start.ts';
import { LeftPlaces } from '../message-list/left-places.ts';
import { OutgoingMessages } from '../message-list/outgoing.tsx';
import { reads } from '../message-list/seen.ts';
import { TypingLine } from '../message-list/typing-line.tsx';
import { channelIn } from '../store/directory.ts';
import { firstUnread } from '../store/first-unread.ts';
import { otherName, updateOf } from '../store/message.ts';
import { isIn, type Narrow } from '../store/narrow.ts';
import { addressOf, narrowOf, type Place } from '../store/places.ts';
import { isToldOf } from '../store/told.ts';
import { composerOf } from './composer-of.ts';
import {
  addressFollowing,
  leadsOn,
  movedTo,
  type NarrowScreen,
  narrowScreen,
  screenKey,
} from './narrow-screen.ts';

const leftPlaces = new WeakMap<Organization, LeftPlaces>();

function placesOf(organization: Organization): LeftPlaces {
  const places = leftPlaces.get(organization) ?? new LeftPlaces();
  leftPlaces.set(organization, places);
  return places;
}

function useController({ key, narrow, near, place, isLookup }: NarrowScreen): FeedController {
  const organization = useOrganization();
  const { controller, list } = useMemo(() => {
    const { messages, state } = organization;
    const list = messages.of(narrow);
    const unread = isLookup ? undefined : firstUnread(state, place);
    const left = placesOf(organization).get(key) ?? heldStart(list.ranges, unread);
    const isSearched = isLookup && near === undefined;
    const options = { list, store: messages.store, near, left, isLookup: isSearched };
    return { list, controller: new FeedController(options) };
  }, [organization, key]);
  useEffect(
    () => () => {
      placesOf(organization).set(key, controller.left);
      controller.close();
      // Nobody tells what happens there while one is elsewhere.
      if (!isToldOf(narrow, organization.state, organization.isVisitor)) list.forget();
    },
    [controller],
  );
  return controller;
}

/** Goes where the topic in view goes, with the place in it and with what is being written. */
function useMoved({ place, narrow }: NarrowScreen, controller: FeedController): void {
  const organization = useOrganization();
  useOrganizationEvent('update_message', (event) => {
    const { ranges } = organization.messages.of(narrow);
    const isEmpty = ranges.all.every(({ ids }) => ids.length === 0);
    const to = movedTo(place, updateOf(event), isEmpty);
    if (!to || place.kind !== 'topic' || !channelIn(organization.state, to.channelId)) return;
    placesOf(organization).set(screenKey(narrowOf(to)), controller.left);
    if (!organization.isVisitor) {
      const composer = composerOf(organization);
      if (isSameDestination(composer.destination, { ...place, kind: 'channel' })) {
        composer.redirect({ ...to, kind: 'channel' });
      }
    }
    location.replace(addressOf(to, organization.state));
  });
}

/** The end of a view is shown when something is sent there from this page. */
function useOwnSending(controller: FeedController, narrow: Narrow, isWriting: boolean): void {
  const organization = useOrganization();
  useEffect(() => {
    if (!isWriting) return undefined;
    const { ownId } = organization;
    return outboxOf(organization).onAdd(({ destination }) => {
      if (isForView(destination, narrow, ownId)) controller.toKnownNewest();
    });
  }, [controller]);
}

/** To where a topic goes on that was resolved since somebody linked to it, or the other way round. */
function OtherName({ place }: { readonly place: Place }) {
  const { topics, state, isVisitor } = useOrganization();
  const listen = useRef((listener: () => void) => topics.listen(listener));
  useNoticed(listen.current, () => topics.version);
  if (place.kind !== 'topic' || isVisitor) return null;
  const key = topicKey(otherName(place.topic));
  const found = topics.of(place.channelId).find(({ name }) => topicKey(name) === key);
  if (!found) return null;
  return (
    <a href={addressOf({ ...place, topic: found.name }, state)}>{t('feed.goesOn', { topic: found.name })}</a>
  );
}

interface MessagesProps {
  readonly screen: NarrowScreen;
  /** What is on its way is shown. */
  readonly isWriting: boolean;
}

function Messages({ screen, isWriting }: MessagesProps) {
  const organization = useOrganization();
  const { ownId } = organization;
  const controller = useController(screen);
  // What one sends oneself is shown, wherever one was.
  useOrganizationEvent('message', ({ message, local_message_id }) => {
    if (message.sender_id !== ownId || local_message_id === undefined) return;
    if (isIn(screen.narrow, { ...message, flags: [] }, { ownId, isMuted: () => false }) !== false)
      void controller.toNewest();
  });
  useMoved(screen, controller);
  useOwnSending(controller, screen.narrow, isWriting);
  const policy = useOrganizationState((state) => state.user_settings?.web_mark_read_on_scroll_policy);
  const isReading = reads({ policy, isConversation: screen.isConversation, isLookup: screen.isLookup });
  /** Reads a conversation or a channel as a whole, and of a collection what is loaded. */
  function readAll(readBefore: readonly number[]) {
    const { place } = screen;
    if (organization.isVisitor) return;
    if (place.kind === 'topic' || place.kind === 'direct' || place.kind === 'channel') {
      void markRead(organization, place, readBefore);
    } else if (isReading) {
      const unread = controller.messages.filter(({ flags }) => !flags.includes('read')).map(({ id }) => id);
      readMarksOf(organization).read(unread);
      sayRead(organization, [...readBefore, ...unread]);
    }
  }
  return (
    <Feed
      controller={controller}
      isMixed={screen.isMixed}
      isReading={isReading}
      onEnd={readAll}
      emptyText={screen.emptyText}
      emptyWay={<OtherName place={screen.place} />}
    >
      {isWriting && (
        <OutgoingMessages
          composer={composerOf(organization)}
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
  const composer = composerOf(organization);
  const { narrow } = screen;
  // Before the feed is put in its place, since the composer takes its height from it.
  useMemo(() => composer.follow(destinationOf(narrow, organization.ownId)), [composer, view]);
  return (
    <>
      <TypingLine place={screen.place} />
      <ComposerView composer={composer} />
    </>
  );
}

export interface NarrowViewProps {
  readonly view: Extract<View, { kind: 'narrow' }>;
  /** Stands below the messages; where one writes, unless given. */
  readonly children?: ComponentChildren;
}

export function NarrowView({ view, children }: NarrowViewProps) {
  const organization = useOrganization();
  const isFollowing = leadsOn(view.terms, organization.state);
  useEffect(() => {
    if (isFollowing) addressFollowing(view.terms, organization).then((address) => location.replace(address));
  }, [view]);
  if (isFollowing) return <div aria-busy="true" />;
  const screen = narrowScreen(view, organization.ownId, organization.isVisitor);
  return (
    <div class="narrow-view">
      <Messages key={screen.key} screen={screen} isWriting={children === undefined} />
      <div class="below-feed">{children ?? <Writing view={view} screen={screen} />}</div>
    </div>
  );
}
