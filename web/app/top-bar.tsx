// The bar above a view: its title, its actions, and the search.

import type { ComponentChildren } from 'preact';
import { IconButton } from '../components/button.tsx';
import { Icon } from '../components/icon.tsx';
import { lazyPart } from '../components/lazy.tsx';
import { MenuButton } from '../components/menu.tsx';
import { useActions } from '../data/actions.ts';
import { useOrganization, useOrganizationState } from '../hooks/use-organization.ts';
import { t } from '../i18n/texts.ts';
import type { View } from '../lib/address.ts';
import { SearchBox } from '../search/search-box.tsx';
import { addressOfSearch, searchInView, searchText } from '../search/search-text.ts';
import { channelIcon, channelPrivacy } from '../store/channel-icon.ts';
import { channelIn } from '../store/directory.ts';
import { isResolved } from '../store/message.ts';
import { channelName, targetName } from '../store/names.ts';
import { addressOf, type NarrowTarget, narrowTargetOf } from '../store/narrow-targets.ts';
import { topicPolicies } from '../store/topic-policies.ts';
import { DirectTitle } from './direct-title.tsx';
import { setFollowed, setResolved } from './topic-actions.ts';

export const CallButton = lazyPart(async () => (await import('../calls/parts.ts')).CallButton);

export function TopicActions({ target }: { readonly target: Extract<NarrowTarget, { kind: 'topic' }> }) {
  const organization = useOrganization();
  const actions = useActions();
  const policies = useOrganizationState(topicPolicies);
  const isFollowed = policies.isFollowed(target.channelId, target.topic);
  const isDone = isResolved(target.topic);
  return (
    <>
      <IconButton
        class="not-on-phones"
        name={isFollowed ? t('channels.unfollowTopic') : t('channels.followTopic')}
        icon="follow"
        aria-pressed={isFollowed}
        onClick={() => setFollowed(organization, target, !isFollowed)}
      />
      <IconButton
        class="not-on-phones"
        name={isDone ? t('channels.unresolve') : t('channels.resolve')}
        icon="resolve"
        aria-pressed={isDone}
        onClick={() => setResolved(organization, actions, target, !isDone)}
      />
    </>
  );
}

/** The icon of a channel in the viewer's color for it. */
function ChannelIcon({ id }: { readonly id: number }) {
  const channel = useOrganizationState((state) => channelIn(state, id));
  const color = channel && 'color' in channel ? channel.color : undefined;
  const privacy = channelPrivacy(channel);
  return (
    <>
      <span class="channel-icon" style={{ '--channel': color }}>
        <Icon name={channelIcon(channel)} />
      </span>
      {privacy && <span class="only-spoken">{privacy} </span>}
    </>
  );
}

function ChannelDescription({ id }: { readonly id: number }) {
  const channel = useOrganizationState((state) => channelIn(state, id));
  return channel && 'description' in channel ? <small>{channel.description}</small> : null;
}

/** The name of a topic's channel, which leads there. */
function ChannelLink({ id }: { readonly id: number }) {
  const name = useOrganizationState((state) => channelName(state, id));
  const address = useOrganizationState((state) => addressOf({ kind: 'channel', channelId: id }, state));
  return (
    <a class="of" href={address}>
      <ChannelIcon id={id} />
      <span>{name}</span>
    </a>
  );
}

export function NarrowTitle({
  target,
  searched,
}: {
  readonly target: NarrowTarget;
  readonly searched: string;
}) {
  const name = useOrganizationState((state) => targetName(target, state, searched));
  if (target.kind === 'channel') {
    return (
      <h1>
        <ChannelIcon id={target.channelId} />
        <span class="name">{name}</span>
        <ChannelDescription id={target.channelId} />
      </h1>
    );
  }
  if (target.kind === 'direct') return <DirectTitle ids={target.ids} />;
  if (target.kind !== 'topic') {
    return (
      <h1>
        <span class="name">{name}</span>
      </h1>
    );
  }
  return (
    <h1>
      <ChannelLink id={target.channelId} />
      <span class="of" aria-hidden="true">
        ›
      </span>
      <span class={target.topic === '' ? 'name general' : 'name'}>{name}</span>
    </h1>
  );
}

export function NarrowMenu({ target }: { readonly target: NarrowTarget }) {
  const { menuItems } = useActions();
  if (target.kind !== 'channel' && target.kind !== 'topic') return null;
  return (
    <MenuButton
      name={t(target.kind === 'channel' ? 'channels.channelMenu' : 'channels.topicMenu')}
      icon="more"
      align="end"
      items={() => menuItems(target)}
    />
  );
}

function Search({ view }: { readonly view: View | undefined }) {
  const { state } = useOrganization();
  return (
    <SearchBox
      text={searchText(view, state)}
      inView={searchInView(view, state)}
      onSearch={(text) => {
        location.hash = addressOfSearch(text, state);
      }}
    />
  );
}

export interface TopBarProps {
  readonly view: View | undefined;
  /** The title of views that are not narrows, and of searches. */
  readonly title: string;
  readonly leading: ComponentChildren;
  readonly trailing?: ComponentChildren;
}

export function TopBar({ view, title, leading, trailing }: TopBarProps) {
  const { ownId, isAnonymous } = useOrganization();
  const narrowView = view?.kind === 'narrow' ? narrowTargetOf(view.terms, ownId) : undefined;
  return (
    <header class="top-bar">
      {leading}
      {narrowView ? (
        <NarrowTitle target={narrowView} searched={title} />
      ) : (
        <h1>
          <span class="name">{title}</span>
        </h1>
      )}
      {(narrowView?.kind === 'topic' || narrowView?.kind === 'direct') && !isAnonymous && (
        <CallButton key={title} conversation={narrowView} />
      )}
      <Search view={view} />
      {narrowView?.kind === 'topic' && !isAnonymous && <TopicActions target={narrowView} />}
      {trailing}
      {narrowView && !isAnonymous && <NarrowMenu target={narrowView} />}
    </header>
  );
}
