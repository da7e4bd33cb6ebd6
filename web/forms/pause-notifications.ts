// Pauses the viewer's notifications until an offered or any other time, and resumes them.

import type { MenuItem } from '../components/menu-item.ts';
import { attempt } from '../data/attempt.ts';
import type { Organization } from '../data/organization.ts';
import { has24Hours } from '../i18n/dates.ts';
import { t } from '../i18n/texts.ts';
import { muteTimes } from '../lib/offered-times.ts';
import { showTimeDialog } from './time-dialog.tsx';

const MINUTE_SECONDS = 60;

async function pause({ client }: Organization, paused_until: number): Promise<void> {
  await client.call('update-do-not-disturb', { paused_until });
}

function isPaused({ state, ownId }: Organization): boolean {
  return (state.do_not_disturb?.[ownId]?.paused_until ?? 0) * 1000 > Date.now();
}

/** The offered ends of a pause, soonest first. */
function offeredEnds(): { label: string; at: number }[] {
  const now = new Date();
  const inMinutes = (minutes: number) => Math.ceil(now.getTime() / 1000) + minutes * MINUTE_SECONDS;
  const days = muteTimes(now).flatMap(({ name, at }) => {
    if (name === 'tomorrow') return [{ label: t('quiet.untilTomorrow'), at }];
    return name === 'monday' ? [{ label: t('quiet.untilMonday'), at }] : [];
  });
  return [
    { label: t('quiet.halfHour'), at: inMinutes(30) },
    { label: t('quiet.oneHour'), at: inMinutes(60) },
    ...days,
  ];
}

/** The items of a menu that pauses the viewer's notifications; during a pause it resumes them, or changes the end. */
export function pauseItems(organization: Organization): MenuItem[] {
  const save = (until: number) => void attempt(pause(organization, until));
  const common = { needsServer: true } as const;
  return [
    ...(isPaused(organization)
      ? ([
          { ...common, label: t('frame.resumeNotifications'), icon: 'bell', onChoose: () => save(0) },
          'line',
        ] as const)
      : []),
    ...offeredEnds().map(({ label, at }): MenuItem => ({ ...common, label, onChoose: () => save(at) })),
    {
      ...common,
      label: t('time.custom'),
      icon: 'clock',
      onChoose: () => showPauseDialog(organization, true),
    },
  ];
}

/** Ends the pause of the viewer's notifications; without one, asks until when to pause them. */
export function pauseOrResume(organization: Organization): void {
  if (isPaused(organization)) void attempt(pause(organization, 0));
  else showPauseDialog(organization);
}

function showPauseDialog(organization: Organization, asksForCustom = false): void {
  showTimeDialog({
    asksForCustom,
    title: t('frame.pauseNotifications'),
    action: t('quiet.pause'),
    clock: { is24Hours: has24Hours(organization.state.user_settings?.twenty_four_hour_time) },
    offered: offeredEnds(),
    onChoose: (until) => pause(organization, until),
  });
}
