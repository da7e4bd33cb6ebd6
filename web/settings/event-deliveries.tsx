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
  delivered: ['botEvents.delivered', 'good', 'check'],
  failed: ['botEvents.failed', 'problem', 'warning'],
  given_up: ['botEvents.given_up', 'problem', 'warning'],
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
      title={t('botEvents.log')}
      found={(count) => t('botEvents.logFound', { count })}
      none={t('botEvents.logNone')}
      lines={(log.all ?? []).map(({ id, outcome, detail, sent_at, event_type, attempt: number }) => {
        const [label, style, icon] = outcomes[outcome];
        return (
          <DeliveryLine key={id} outcome={t(label)} style={style} icon={icon} detail={detail} time={sent_at}>
            <code>{event_type}</code>
            {number > 1 && <span>{t('botEvents.attempt', { number })}</span>}
          </DeliveryLine>
        );
      })}
    />
  );
}
