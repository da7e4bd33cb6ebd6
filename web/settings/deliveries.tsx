// What services sent to the addresses of a bot lately, and what became of each: so that whoever sets one up sees why
// nothing comes.

import { useEffect, useState } from 'preact/hooks';
import type { AnswerOf } from '../../client/api-types.ts';
import { attempt } from '../link/attempt.ts';
import { useOrganization, useOrganizationState } from '../link/use-organization.ts';
import { useReader } from '../link/use-reader.ts';
import { Button } from '../parts/button.tsx';
import { Icon } from '../parts/icon.tsx';
import { dayAndTime, fullTime } from '../words/dates.ts';
import { t } from '../words/words.ts';

type Delivery = AnswerOf<'get-webhook-deliveries'>['deliveries'][number];

const FIRST_SHOWN = 5;
/** What became of it, in words, and whether that is as it should be. */
const outcomes = {
  sent: ['deliveries.sent', 'good', 'check'],
  filtered: ['deliveries.filtered', 'soft', 'info'],
  ignored: ['deliveries.ignored', 'soft', 'info'],
  unsupported: ['deliveries.unsupported', 'soft', 'info'],
  refused: ['deliveries.refused', 'problem', 'warning'],
  no_channel: ['deliveries.no_channel', 'problem', 'warning'],
} as const;

function Line({ one, service }: { readonly one: Delivery; readonly service: string }) {
  const reader = useReader();
  const [words, way, icon] = outcomes[one.outcome];
  return (
    <li>
      <p>
        <b>{service}</b>
        {one.event !== '' && <code>{one.event}</code>}
        <time title={fullTime(one.received_at, reader)}>{dayAndTime(one.received_at, reader)}</time>
      </p>
      <p class={way}>
        <Icon name={icon} />
        <span>
          {t(words)}
          {/* In the words of the server. */}
          {one.detail !== '' && (
            <span lang="en" dir="auto">
              {one.detail}
            </span>
          )}
        </span>
      </p>
    </li>
  );
}

export function Deliveries({ botId }: { readonly botId: number }) {
  const { client } = useOrganization();
  const services = useOrganizationState((state) => state.realm_incoming_webhook_bots) ?? [];
  const [all, setAll] = useState<readonly Delivery[]>();
  const [isWhole, setWhole] = useState(false);
  const look = async () => {
    const answer = await attempt(client.call('get-webhook-deliveries', { bot_id: botId }));
    if (answer) setAll(answer.deliveries);
  };
  useEffect(() => void look(), [client, botId]);
  const nameOf = (integration: string) =>
    services.find(({ name }) => name === integration)?.display_name ?? integration;
  const shown = isWhole ? all : all?.slice(0, FIRST_SHOWN);
  return (
    <section class="deliveries" aria-label={t('deliveries.title')} aria-busy={all === undefined}>
      <h3>{t('deliveries.title')}</h3>
      <p class="soft">{t('deliveries.text')}</p>
      {all?.length === 0 && <p>{t('deliveries.none')}</p>}
      {shown && shown.length > 0 && (
        <ul>
          {shown.map((one) => (
            <Line key={one.id} one={one} service={nameOf(one.integration)} />
          ))}
        </ul>
      )}
      <div class="buttons">
        <Button onClick={() => void look()}>{t('deliveries.again')}</Button>
        {all && !isWhole && all.length > FIRST_SHOWN && (
          <Button onClick={() => setWhole(true)}>{t('deliveries.all')}</Button>
        )}
      </div>
    </section>
  );
}
