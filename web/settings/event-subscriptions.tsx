// The event subscriptions of a bot, with the state of each and a button to remove it; for its owner also a
// switch and the log. Others who may change the bot see only the address.

import { useEffect, useState } from 'preact/hooks';
import type { AnswerOf } from '../../client/api-types.ts';
import type { Person } from '../../client/state/state.ts';
import { Button } from '../components/button.tsx';
import { confirmAction } from '../components/confirm.tsx';
import { EmptyState } from '../components/empty-state.tsx';
import { attempt } from '../data/attempt.ts';
import { useOrganization } from '../hooks/use-organization.ts';
import { t } from '../i18n/texts.ts';
import { EventDeliveries } from './event-deliveries.tsx';

type Subscription = AnswerOf<'get-event-subscriptions'>['event_subscriptions'][number];

/** Why nothing is posted. */
const offTexts = {
  owner: 'eventSubscriptions.off_owner',
  failing: 'eventSubscriptions.off_failing',
  behind: 'eventSubscriptions.off_behind',
  bot_deactivated: 'eventSubscriptions.off_bot_deactivated',
  owner_changed: 'eventSubscriptions.off_owner_changed',
} as const;

/** The state of a subscription as a text. */
function stateText({
  is_active: isActive,
  off_reason: reason,
  failed_attempts: count,
}: Subscription): string {
  if (!isActive) return t(offTexts[reason ?? 'owner']);
  return count === 0 ? t('eventSubscriptions.on') : t('eventSubscriptions.failing', { count });
}

interface LineProps {
  readonly botId: number;
  readonly isOwn: boolean;
  readonly subscription: Subscription;
  readonly onChanged: () => void;
}

function Line({ botId, isOwn, subscription, onChanged }: LineProps) {
  const { client } = useOrganization();
  const [isLogShown, setLogShown] = useState(false);
  const names = { bot_id: botId, subscription_id: subscription.id };
  const isHealthy = subscription.is_active && subscription.failed_attempts === 0;
  const change = (call: Promise<unknown>) => attempt(call).then(onChanged);
  const remove = () =>
    confirmAction({
      title: t('eventSubscriptions.removeTitle', { address: subscription.address }),
      text: t('eventSubscriptions.removeText'),
      action: t('eventSubscriptions.remove'),
      onYes: () => void change(client.call('remove-event-subscription', names)),
    });
  return (
    <li>
      <p>
        <b dir="auto">{subscription.address}</b>
        {subscription.event_types.map((type) => (
          <code key={type}>{type}</code>
        ))}
      </p>
      <p class={isHealthy ? 'good' : 'problem'}>{stateText(subscription)}</p>
      <div class="buttons">
        {isOwn && (
          <>
            <Button
              needsServer
              onClick={() =>
                change(
                  client.call('update-event-subscription', { ...names, is_active: !subscription.is_active }),
                )
              }
            >
              {t(subscription.is_active ? 'eventSubscriptions.switchOff' : 'eventSubscriptions.switchOn')}
            </Button>
            <Button onClick={() => setLogShown(!isLogShown)}>{t('eventSubscriptions.log')}</Button>
          </>
        )}
        <Button kind="danger" onClick={remove}>
          {t('eventSubscriptions.remove')}
        </Button>
      </div>
      {isLogShown && <EventDeliveries botId={botId} subscriptionId={subscription.id} />}
    </li>
  );
}

/** The event subscriptions of a bot, undefined until loaded, and a function to reload them. */
export function useEventSubscriptions(
  botId: number,
): readonly [readonly Subscription[] | undefined, () => void] {
  const { client } = useOrganization();
  const [all, setAll] = useState<readonly Subscription[]>();
  const load = () =>
    void attempt(client.call('get-event-subscriptions', { bot_id: botId })).then(
      (answer) => answer && setAll(answer.event_subscriptions),
    );
  useEffect(load, [client, botId]);
  return [all, load];
}

export interface EventSubscriptionsProps {
  readonly bot: Person;
  readonly all: readonly Subscription[] | undefined;
  readonly onChanged: () => void;
}

export function EventSubscriptions({ bot, all, onChanged }: EventSubscriptionsProps) {
  const { ownId } = useOrganization();
  if (!all) return null;
  if (all.length === 0) {
    return (
      <EmptyState icon="link" title={t('eventSubscriptions.none')} text={t('eventSubscriptions.noneText')} />
    );
  }
  return (
    <div class="deliveries">
      <ul>
        {all.map((subscription) => (
          <Line
            key={subscription.id}
            botId={bot.user_id}
            isOwn={bot.bot_owner_id === ownId}
            subscription={subscription}
            onChanged={onChanged}
          />
        ))}
      </ul>
    </div>
  );
}
