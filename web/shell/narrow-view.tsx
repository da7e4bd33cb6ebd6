// The screen of a narrow: its messages, who is typing, and the composer.

import type { ComponentChildren } from 'preact';
import { useEffect, useMemo } from 'preact/hooks';
import { ComposerView } from '../composer/composer-view.tsx';
import { Feed } from '../feed/feed.tsx';
import { FeedController } from '../feed/feed-controller.ts';
import { heldStart } from '../feed/held-start.ts';
import { LeftPlaces } from '../feed/left-places.ts';
import { OutgoingMessages } from '../feed/outgoing.tsx';
import { reads } from '../feed/seen.ts';
import { TypingLine } from '../feed/typing-line.tsx';
import type { View } from '../ground/address.ts';
import { type Destination, destinationOf, isSameDestination } from '../ground/destination.ts';
import type { Organization } from '../link/organization.ts';
import { outboxOf } from '../link/outbox-of.ts';
import { useOrganization, useOrganizationEvent, useOrganizationState } from '../link/use-organization.ts';
import { channelIn } from '../messages/directory.ts';
import { firstUnread } from '../messages/first-unread.ts';
import { updateOf } from '../messages/message.ts';
import { isIn } from '../messages/narrow.ts';
import { addressOf, narrowOf } from '../messages/places.ts';
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

function useController({ key, narrow, near, place }: NarrowScreen): FeedController {
  const organization = useOrganization();
  const controller = useMemo(() => {
    const { messages, state } = organization;
    const list = messages.of(narrow);
    const left = placesOf(organization).get(key) ?? heldStart(list.ranges, firstUnread(state, place));
    return new FeedController({ list, store: messages.store, near, left });
  }, [organization, key]);
  useEffect(
    () => () => {
      placesOf(organization).set(key, controller.left);
      controller.close();
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

/** The end of a view is shown when something is on its way there. */
function useOwnSending(controller: FeedController, destination: Destination | undefined): void {
  const organization = useOrganization();
  useEffect(() => {
    const outbox = outboxOf(organization);
    let last = outbox.entries.at(-1);
    return outbox.onChange(() => {
      const newest = outbox.entries.at(-1);
      const isNew = newest !== undefined && newest.writtenAt > (last?.writtenAt ?? 0);
      if (isNew && isSameDestination(newest.destination, destination)) controller.toKnownNewest();
      last = newest ?? last;
    });
  }, [controller]);
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
  useOwnSending(controller, isWriting ? destinationOf(screen.narrow, ownId) : undefined);
  const policy = useOrganizationState((state) => state.user_settings?.web_mark_read_on_scroll_policy);
  return (
    <Feed
      controller={controller}
      isMixed={screen.isMixed}
      isReading={reads({ policy, isConversation: screen.isConversation, isLookup: screen.isLookup })}
      emptyText={screen.emptyText}
    >
      {isWriting && (
        <OutgoingMessages
          composer={composerOf(organization)}
          controller={controller}
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
