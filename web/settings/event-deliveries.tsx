// Recent deliveries to an event subscription of a bot, and whether they arrived.

import type { AnswerOf } from '../../client/api-types.ts';
import { attempt } from '../data/attempt.ts';
import { useOrganization } from '../hooks/use-organization.ts';
import { t } from '../i18n/texts.ts';
import { DeliveryLine, DeliveryLog, useLog } from './delivery-log.tsx';

type Delivery = AnswerOf<'get-event-deliveries'>['deliveries'][number];

const SHOWN = 20;
/** The text of each outcome, and whether it is good. */
const outcomes = {
  delivered: ['eventSubscriptions.delivered', 'good', 'check'],
  failed: ['eventSubscriptions.failed', 'problem', 'warning'],
  given_up: ['eventSubscriptions.given_up', 'problem', 'warning'],
} as const;

export interface EventDeliveriesProps {
  readonly botId: number;
  readonly subscriptionId: number;
}

export function EventDeliveries({ botId, subscriptionId }: EventDeliveriesProps) {
  const { client } = useOrganization();
  const load = async () => {
    const parameters = { bot_id: botId, subscription_id: subscriptionId, limit: SHOWN };
    return (await attempt(client.call('get-event-deliveries', parameters)))?.deliveries;
  };
  const log = useLog<Delivery>(load, [client, botId, subscriptionId]);
  return (
    <DeliveryLog
      log={log}
      title={t('eventSubscriptions.log')}
      found={(count) => t('eventSubscriptions.logFound', { count })}
      none={t('eventSubscriptions.logNone')}
      lines={(log.all ?? []).map(({ id, outcome, detail, sent_at, event_type, attempt: number }) => {
        const [label, style, icon] = outcomes[outcome];
        return (
          <DeliveryLine key={id} outcome={t(label)} style={style} icon={icon} detail={detail} time={sent_at}>
            <code>{event_type}</code>
            {number > 1 && <span>{t('eventSubscriptions.attempt', { number })}</span>}
          </DeliveryLine>
        );
      })}
    />
  );
}
