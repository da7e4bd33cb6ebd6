// Pauses the viewer's notifications: asks until when, and resumes them.

import { attempt } from '../data/attempt.ts';
import type { Organization } from '../data/organization.ts';
import { showTimeDialog } from '../forms/time-dialog.tsx';
import { has24Hours } from '../i18n/dates.ts';
import { t } from '../i18n/texts.ts';
import { offeredTimes } from '../lib/offered-times.ts';

const MINUTE_SECONDS = 60;

/** Ends the pause of the viewer's notifications; without one, asks until when to pause them. */
export function pauseOrResume(organization: Organization): void {
  const { client, state, ownId } = organization;
  const until = state.do_not_disturb?.[ownId]?.paused_until ?? 0;
  if (until * 1000 > Date.now()) void attempt(client.call('update-do-not-disturb', { paused_until: 0 }));
  else showPauseDialog(organization);
}

function showPauseDialog({ client, state }: Organization): void {
  const now = new Date();
  const inMinutes = (minutes: number) => Math.ceil(now.getTime() / 1000) + minutes * MINUTE_SECONDS;
  const tomorrow = offeredTimes(now).filter(({ name }) => name === 'tomorrow');
  showTimeDialog({
    title: t('frame.pauseNotifications'),
    action: t('quiet.pause'),
    clock: { is24Hours: has24Hours(state.user_settings?.twenty_four_hour_time) },
    offered: [
      { label: t('quiet.halfHour'), at: inMinutes(30) },
      { label: t('quiet.twoHours'), at: inMinutes(120) },
      ...tomorrow.map(({ at }) => ({ label: t('quiet.untilTomorrow'), at })),
    ],
    async onChoose(paused_until) {
      await client.call('update-do-not-disturb', { paused_until });
    },
  });
}
