// Asks until when to mute a channel, a person or a conversation.

import { changeMute, muteTitle } from '../data/change-mute.ts';
import type { Organization } from '../data/organization.ts';
import { has24Hours } from '../i18n/dates.ts';
import { t } from '../i18n/texts.ts';
import { muteTimes } from '../lib/offered-times.ts';
import type { Mute, MuteTarget } from '../store/mutes.ts';
import { showTimeDialog } from './time-dialog.tsx';

/** Shows the dialog. @param onChoose mutes; by default it also reports that with an undo */
export function showMuteDialog(
  organization: Organization,
  target: MuteTarget,
  onChoose: (mute: Mute) => unknown = (mute) => changeMute(organization, target, mute),
): void {
  showTimeDialog({
    title: muteTitle(organization, target),
    action: t('mutes.mute'),
    clock: { is24Hours: has24Hours(organization.state.user_settings?.twenty_four_hour_time) },
    offered: muteTimes(new Date()).map(({ name, at }) => ({ label: t(`mutes.${name}`), at })),
    withoutTime: { label: t('mutes.forever'), onChoose: async () => void onChoose({ until: null }) },
    // The error is reported in the status line, where the change is.
    onChoose: async (until) => void onChoose({ until }),
  });
}
