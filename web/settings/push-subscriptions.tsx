// Push notifications: a switch for this browser, and a list of all subscribed browsers and apps.

import { useEffect, useState } from 'preact/hooks';
import { Button } from '../components/button.tsx';
import { NeedsServer } from '../components/needs-server.tsx';
import { attempt } from '../data/attempt.ts';
import {
  type PushSubscriptionList,
  pushObstacle,
  subscribeToPush,
  unsubscribeFromPush,
} from '../data/push-subscription.ts';
import { SavingStatus, useSaving } from '../forms/saving.tsx';
import { useNow } from '../hooks/use-now.ts';
import { useOrganization } from '../hooks/use-organization.ts';
import { useViewer } from '../hooks/use-viewer.ts';
import { shortTime } from '../i18n/dates.ts';
import { t } from '../i18n/texts.ts';

type Subscription = PushSubscriptionList['subscriptions'][number];

interface SwitchProps {
  readonly isOn: boolean;
  readonly onChanged: () => Promise<void>;
}

function Switch({ isOn, onChanged }: SwitchProps) {
  const organization = useOrganization();
  const { outcome, save } = useSaving();
  const obstacle = pushObstacle();
  if (obstacle) return <p>{t(`pushSubscriptions.${obstacle}`)}</p>;
  async function change(input: HTMLInputElement) {
    const isWanted = input.checked;
    const isSaved = await save(() =>
      isWanted ? subscribeToPush(organization) : unsubscribeFromPush(organization),
    );
    if (!isSaved) input.checked = !isWanted;
    await onChanged();
  }
  return (
    <div class="settings-card setting-row check">
      <NeedsServer>
        <label>
          <span>{t('pushSubscriptions.switch')}</span>
          <input
            type="checkbox"
            checked={isOn}
            disabled={outcome.kind === 'saving'}
            aria-describedby="push-text push-outcome"
            onChange={(event) => void change(event.currentTarget)}
          />
        </label>
      </NeedsServer>
      <SavingStatus id="push-outcome" outcome={outcome} />
    </div>
  );
}

function Line({
  subscription,
  onRemove,
}: {
  readonly subscription: Subscription;
  readonly onRemove: () => void;
}) {
  const viewer = useViewer();
  const now = useNow();
  const name = subscription.name || t('pushSubscriptions.app');
  const timeText = (seconds: number) => shortTime(seconds, now, viewer);
  const status =
    subscription.failing_since !== null
      ? t('pushSubscriptions.failing', { date: timeText(subscription.failing_since) })
      : subscription.last_success_at !== null
        ? t('pushSubscriptions.last', { date: timeText(subscription.last_success_at) })
        : t('pushSubscriptions.never');
  return (
    <li>
      <span>
        <bdi>{name}</bdi>
        <span class="soft">
          {subscription.is_of_session && ` · ${t('sessions.thisBrowser')}`} ·{' '}
          {new URL(subscription.endpoint_origin).host} · {status}
        </span>
      </span>
      <Button needsServer aria-label={t('pushSubscriptions.removeNamed', { name })} onClick={onRemove}>
        {t('pushSubscriptions.remove')}
      </Button>
    </li>
  );
}

export function PushSection() {
  const organization = useOrganization();
  const { client } = organization;
  const [subscribed, setSubscribed] = useState<PushSubscriptionList>();
  const [isTested, setTested] = useState(false);
  async function load() {
    const answer = await attempt(client.call('get-web-push-subscriptions'));
    if (answer) setSubscribed(answer);
  }
  useEffect(() => void load(), [client]);
  const subscriptions = subscribed?.subscriptions ?? [];
  async function remove(subscription: Subscription) {
    if (subscription.is_of_session && !pushObstacle()) await attempt(unsubscribeFromPush(organization));
    else await attempt(client.call('remove-web-push-subscription', { subscription_id: subscription.id }));
    await load();
  }
  return (
    <section aria-label={t('pushSubscriptions.title')}>
      <h3>{t('pushSubscriptions.title')}</h3>
      <p id="push-text" class="soft">
        {t('pushSubscriptions.text')}
      </p>
      {subscribed && (
        <Switch isOn={subscriptions.some((subscription) => subscription.is_of_session)} onChanged={load} />
      )}
      {subscriptions.length > 0 && (
        <>
          <ul class="session-list" aria-label={t('pushSubscriptions.list')}>
            {subscriptions.map((subscription) => (
              <Line
                key={subscription.id}
                subscription={subscription}
                onRemove={() => void remove(subscription)}
              />
            ))}
          </ul>
          <div class="key-line">
            <Button
              needsServer
              onClick={() => {
                setTested(false);
                void attempt(client.call('test-web-push')).then((answer) => setTested(!!answer));
              }}
            >
              {t('pushSubscriptions.try')}
            </Button>
            {/* The text vanishes a while after it has the class. */}
            <output class={isTested ? 'saving-status saved' : 'saving-status'}>
              {isTested && t('pushSubscriptions.tried')}
            </output>
          </div>
        </>
      )}
    </section>
  );
}
