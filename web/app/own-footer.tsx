// The foot of the sidebar: the viewer with their status, and pausing their notifications.

import { useRef } from 'preact/hooks';
import { IconButton } from '../components/button.tsx';
import { MenuButton } from '../components/menu.tsx';
import type { MenuItem } from '../components/menu-item.ts';
import { attempt } from '../data/attempt.ts';
import { pauseItems } from '../forms/pause-notifications.ts';
import { useNow } from '../hooks/use-now.ts';
import { useOrganization, useOrganizationState } from '../hooks/use-organization.ts';
import { usePresence } from '../hooks/use-presence.ts';
import { useViewer } from '../hooks/use-viewer.ts';
import { quietText } from '../i18n/quiet-text.ts';
import { t } from '../i18n/texts.ts';
import { shortQuietText } from '../people/short-quiet-text.ts';
import { StatusGlyph } from '../people/status-glyph.tsx';
import { PersonPicture } from '../pictures/person-picture.tsx';
import { personName } from '../store/names.ts';
import { personQuietUntil } from '../store/quiet-time.ts';
import { showOwnStatus } from './lazy-dialogs.ts';

export function OwnFooter() {
  const organization = useOrganization();
  const { client, ownId } = organization;
  const name = useOrganizationState((state) => personName(state, ownId));
  const status = useOrganizationState(({ user_status }) => user_status?.[ownId]);
  // Being invisible is a status without a text, too, and nothing that this clears.
  const hasStatus = Boolean(status?.status_text || status?.emoji_name);
  const now = useNow();
  const until = useOrganizationState((state) => personQuietUntil(state, ownId, now));
  const viewer = useViewer();
  const level = usePresence(ownId);
  const statusButton = useRef<HTMLButtonElement>(null);
  function clear() {
    // The button that clears the status disappears with it.
    statusButton.current?.focus();
    void attempt(client.call('update-own-status', { status_text: '', emoji_name: '', emoji_code: '' }));
  }
  const items = (): readonly MenuItem[] => pauseItems(organization);
  const quiet = until === null ? undefined : quietText(until, now, viewer);
  return (
    <div class="own-footer">
      <button
        ref={statusButton}
        type="button"
        class="own-status"
        onClick={() => void showOwnStatus(organization)}
      >
        <PersonPicture id={ownId} size="medium" presence={level} />
        <span class="own-lines">
          <span class="own-name">
            <span class="name" dir="auto">
              {name}
            </span>
            <StatusGlyph id={ownId} />
          </span>
          <small {...(quiet !== undefined && { title: quiet })}>
            {until === null
              ? status?.status_text || t('people.setStatus')
              : shortQuietText(until, now, viewer)}
          </small>
        </span>
      </button>
      {hasStatus && <IconButton needsServer icon="close" name={t('people.clearStatus')} onClick={clear} />}
      <MenuButton
        name={t(quiet === undefined ? 'frame.pauseNotifications' : 'quiet.paused')}
        icon="moon"
        align="end"
        items={items}
        {...(quiet !== undefined && { class: 'is-quiet' })}
      />
    </div>
  );
}
