// The bar at the bottom on phones.

import { Count, describedByCount } from '../components/count.tsx';
import { Icon } from '../components/icon.tsx';
import type { IconName } from '../components/icon-names.ts';
import { useOrganizationState } from '../hooks/use-organization.ts';
import { t } from '../i18n/texts.ts';
import { unreadCounts } from '../store/unread-counts.ts';
import type { CurrentView } from './use-view.ts';

export interface BottomLinkProps {
  readonly icon: IconName;
  readonly name: string;
  readonly address: string;
  readonly isHere: boolean;
  readonly count?: number;
}

export function BottomLink({ icon, name, address, isHere, count = 0 }: BottomLinkProps) {
  return (
    <a href={address} {...describedByCount(count)} {...(isHere && { 'aria-current': 'page' as const })}>
      <span class="bottom-icon">
        <Icon name={icon} />
        <Count count={count} isUrgent />
      </span>
      <span>{name}</span>
    </a>
  );
}

/** The channels, which open from the side. */
export function BottomChannels({ onOpen }: { readonly onOpen: () => void }) {
  return (
    <button type="button" onClick={onOpen}>
      <Icon name="channel" />
      <span>{t('frame.channels')}</span>
    </button>
  );
}

export function BottomSearch() {
  return (
    <button type="button" onClick={() => document.getElementById('search')?.focus()}>
      <Icon name="search" />
      <span>{t('frame.search')}</span>
    </button>
  );
}

export interface BottomBarProps {
  readonly currentView: CurrentView;
  readonly onChannels: () => void;
}

export function BottomBar({ currentView, onChannels }: BottomBarProps) {
  const counts = useOrganizationState(unreadCounts);
  return (
    <nav class="bottom-bar" aria-label={t('frame.views')}>
      <BottomLink
        icon="inbox"
        name={t('frame.inboxShort')}
        address="#inbox"
        isHere={currentView.view?.kind === 'inbox'}
        count={counts.total}
      />
      <BottomChannels onOpen={onChannels} />
      <BottomLink
        icon="message"
        name={t('frame.directShort')}
        address="#direct"
        isHere={currentView.view?.kind === 'direct'}
        count={counts.direct}
      />
      <BottomSearch />
    </nav>
  );
}
