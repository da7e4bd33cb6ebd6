// The first steps that concern the person: their picture, notifications, and the first message.

import { Button } from '../components/button.tsx';
import { NeedsServer } from '../components/needs-server.tsx';
import { useActions } from '../data/actions.ts';
import { attempt } from '../data/attempt.ts';
import { notificationPermission, requestNotifications } from '../data/browser-notifications.ts';
import type { Organization } from '../data/organization.ts';
import { pushObstacle, subscribeToPush } from '../data/push-subscription.ts';
import { PictureField } from '../forms/picture-field.tsx';
import { useOrganization, useOrganizationState } from '../hooks/use-organization.ts';
import { t } from '../i18n/texts.ts';
import { isEqual } from '../lib/equal.ts';
import { channelName, topicName } from '../store/names.ts';
import { addressOf } from '../store/narrow-targets.ts';
import { NOTIFICATIONS_STEP, welcomeTopic } from './first-steps.ts';
import { StepRow } from './step-row.tsx';

export interface StepProps {
  readonly number: number;
  readonly isDone: boolean;
}

export function PictureStep(props: StepProps) {
  const { client } = useOrganization();
  return (
    <StepRow
      {...props}
      title={t('firstRun.picture')}
      text={t('firstRun.pictureText')}
      buttons={
        props.isDone ? (
          <a class="button" href="#settings/profile">
            {t('firstRun.profile')}
          </a>
        ) : (
          <NeedsServer>
            <PictureField
              onChoose={(file) => void attempt(client.call('upload-avatar', {}, { files: { file } }))}
            />
          </NeedsServer>
        )
      }
    />
  );
}

/** Asks the browser, and subscribes it to push notifications where it can. The answer is stored either way. */
async function turnOnNotifications(organization: Organization): Promise<void> {
  const answer = await requestNotifications();
  if (answer === 'default') return;
  if (answer === 'granted' && pushObstacle() === undefined) await attempt(subscribeToPush(organization));
  await storeAnswer(organization);
}

function storeAnswer({ client }: Organization): Promise<unknown> {
  return attempt(client.call('dismiss-onboarding-step', { onboarding_step: NOTIFICATIONS_STEP }));
}

export function NotificationsStep(props: StepProps) {
  const organization = useOrganization();
  const { go } = useActions();
  const mayAsk = notificationPermission() === 'default' && isSecureContext;
  return (
    <StepRow
      {...props}
      title={t('firstRun.notifications')}
      text={t(mayAsk ? 'firstRun.notificationsText' : 'firstRun.notificationsBlocked')}
      buttons={
        mayAsk && !props.isDone ? (
          <Button needsServer onClick={() => turnOnNotifications(organization)}>
            {t('firstRun.turnOn')}
          </Button>
        ) : (
          <Button
            onClick={() => {
              go('#settings/notifications');
              if (!props.isDone) void storeAnswer(organization);
            }}
          >
            {t('firstRun.notificationSettings')}
          </Button>
        )
      }
    />
  );
}

export function HelloStep(props: StepProps) {
  const { ownId } = useOrganization();
  const { go, compose } = useActions();
  const place = useOrganizationState((state) => welcomeTopic(state, ownId), isEqual);
  const channel = useOrganizationState((state) => channelName(state, place?.channelId ?? 0));
  const address = useOrganizationState((state) => place && addressOf({ kind: 'topic', ...place }, state));
  if (!place || address === undefined) return null;
  return (
    <StepRow
      {...props}
      title={t('firstRun.hello')}
      text={t('firstRun.helloText', { channel: `#${channel}`, topic: topicName(place.topic) })}
      buttons={
        !props.isDone && (
          <Button
            kind="primary"
            icon="new-message"
            onClick={() => {
              go(address);
              compose({ kind: 'channel', ...place });
            }}
          >
            {t('firstRun.write')}
          </Button>
        )
      }
    />
  );
}
