// Who is calling: answering, declining, or answering in words. It takes no focus from what someone is writing.

import { Button } from '../components/button.tsx';
import { attempt } from '../data/attempt.ts';
import { useOrganization, useOrganizationState } from '../hooks/use-organization.ts';
import { t } from '../i18n/texts.ts';
import { PersonPicture } from '../pictures/person-picture.tsx';
import { callById, conversationOfCall } from '../store/calls.ts';
import { personName, targetName } from '../store/names.ts';
import { addressOf } from '../store/narrow-targets.ts';
import type { Ring } from './calls.ts';
import { enter } from './enter.ts';
import { useCalls } from './use-calls.ts';

export function RingCard({ ring }: { readonly ring: Ring }) {
  const { client, ownId } = useOrganization();
  const calls = useCalls();
  const name = useOrganizationState((state) => personName(state, ring.callerId));
  const call = useOrganizationState((state) => callById(state, ring.callId) ?? ring.call);
  const conversation = conversationOfCall(call, ownId);
  const isInTopic = conversation.kind === 'topic';
  const place = useOrganizationState((state) => targetName(conversation, state, ''));
  const address = useOrganizationState((state) => addressOf(conversation, state));
  const decline = () => attempt(client.call('decline-call', { call_id: ring.callId }));
  return (
    <section
      class="call-card"
      role="alertdialog"
      aria-label={t('call.isCalling', { name })}
      aria-describedby={`ring-${ring.callId}`}
    >
      <PersonPicture id={ring.callerId} size="large" />
      <b dir="auto">{name}</b>
      <p id={`ring-${ring.callId}`}>{isInTopic ? t('call.callsYouIn', { place }) : t('call.callsYou')}</p>
      <div class="buttons">
        <Button
          class="good"
          kind="primary"
          icon="phone"
          needsServer
          onClick={() => enter(calls, { kind: 'call', id: ring.callId })}
        >
          {t('call.answer')}
        </Button>
        <Button
          needsServer
          onClick={async () => {
            location.hash = address;
            await decline();
          }}
        >
          {t('call.reply')}
        </Button>
        <Button needsServer onClick={decline}>
          {t('call.decline')}
        </Button>
      </div>
    </section>
  );
}
