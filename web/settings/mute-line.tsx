// A muted channel, person or direct conversation in the settings: until when, another end, and unmuting.

import type { ComponentChildren } from 'preact';
import { Button, IconButton } from '../components/button.tsx';
import { changeMute } from '../data/change-mute.ts';
import { showMuteDialog } from '../forms/mute-dialog.ts';
import { useOrganization } from '../hooks/use-organization.ts';
import { useViewer } from '../hooks/use-viewer.ts';
import { dayAndTime } from '../i18n/dates.ts';
import { t } from '../i18n/texts.ts';
import type { MuteTarget } from '../store/mutes.ts';

/** The end of a mute as a text. @param until seconds since 1970; null for never */
export function MuteEnd({ until }: { readonly until: number | null }) {
  const viewer = useViewer();
  if (until === null) return null;
  return <span class="soft">{t('mutes.until', { when: dayAndTime(until, viewer) })}</span>;
}

export interface MuteLineProps {
  readonly target: MuteTarget;
  readonly name: string;
  readonly until: number | null;
  /** The picture or icon. */
  readonly children: ComponentChildren;
}

export function MuteLine({ target, name, until, children }: MuteLineProps) {
  const organization = useOrganization();
  return (
    <li class="setting-row line">
      {children}
      <span class="label">{name}</span>
      <MuteEnd until={until} />
      <IconButton
        needsServer
        icon="clock"
        name={t('mutes.changeEnd', { name })}
        onClick={() => showMuteDialog(organization, target)}
      />
      <Button
        needsServer
        aria-label={t('mutes.unmute', { name })}
        onClick={() => void changeMute(organization, target, undefined)}
      >
        {t('people.unmute')}
      </Button>
    </li>
  );
}
