// Recent webhook deliveries to a bot and their outcomes, which help to find out why nothing arrives.

import { useState } from 'preact/hooks';
import type { AnswerOf } from '../../client/api-types.ts';
import { Button } from '../components/button.tsx';
import { attempt } from '../data/attempt.ts';
import { useOrganization, useOrganizationState } from '../hooks/use-organization.ts';
import { t } from '../i18n/texts.ts';
import { DeliveryLine, DeliveryLog, useLog } from './delivery-log.tsx';

type Delivery = AnswerOf<'get-webhook-deliveries'>['deliveries'][number];

const FIRST_SHOWN = 5;
/** The text of each outcome, and whether it is good. */
const outcomes = {
  sent: ['deliveries.sent', 'good', 'check'],
  filtered: ['deliveries.filtered', 'soft', 'info'],
  ignored: ['deliveries.ignored', 'soft', 'info'],
  unsupported: ['deliveries.unsupported', 'soft', 'info'],
  refused: ['deliveries.rejected', 'problem', 'warning'],
  no_channel: ['deliveries.no_channel', 'problem', 'warning'],
} as const;

export function Deliveries({ botId }: { readonly botId: number }) {
  const { client } = useOrganization();
  const services = useOrganizationState((state) => state.realm_incoming_webhook_bots) ?? [];
  const [isExpanded, setExpanded] = useState(false);
  const load = async () =>
    (await attempt(client.call('get-webhook-deliveries', { bot_id: botId })))?.deliveries;
  const log = useLog<Delivery>(load, [client, botId]);
  const all = log.all ?? [];
  const nameOf = (integration: string) =>
    services.find(({ name }) => name === integration)?.display_name ?? integration;
  const shownDeliveries = isExpanded ? all : all.slice(0, FIRST_SHOWN);
  return (
    <DeliveryLog
      log={log}
      title={t('deliveries.title')}
      text={t('deliveries.text')}
      found={(count) => t('deliveries.found', { count })}
      none={t('deliveries.none')}
      lines={shownDeliveries.map(({ id, outcome, detail, received_at, integration, event }) => {
        const [label, style, icon] = outcomes[outcome];
        return (
          <DeliveryLine
            key={id}
            outcome={t(label)}
            style={style}
            icon={icon}
            detail={detail}
            time={received_at}
          >
            <b>{nameOf(integration)}</b>
            {event !== '' && <code>{event}</code>}
          </DeliveryLine>
        );
      })}
    >
      {!isExpanded && all.length > FIRST_SHOWN && (
        <Button onClick={() => setExpanded(true)}>{t('deliveries.all')}</Button>
      )}
    </DeliveryLog>
  );
}
