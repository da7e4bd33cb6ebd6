// The line above a conversation in which a call goes on: who is in it, for how long, and joining.

import { Button } from '../components/button.tsx';
import { useNow } from '../hooks/use-now.ts';
import { useOrganization, useOrganizationState } from '../hooks/use-organization.ts';
import { joinNames } from '../i18n/dates.ts';
import { t } from '../i18n/texts.ts';
import { PersonPicture } from '../pictures/person-picture.tsx';
import { callIn, type LiveCall } from '../store/calls.ts';
import { personName } from '../store/names.ts';
import type { Conversation } from '../store/narrow-targets.ts';
import { enter } from './enter.ts';
import { mayJoinCalls } from './may-call.ts';
import { useCalls, useCurrentCall } from './use-calls.ts';

const SHOWN = 3;
const NAMED = 2;

export function CallStrip({ conversation }: { readonly conversation: Conversation }) {
  const call = useOrganizationState((state) => callIn(state, conversation));
  const { ownId } = useOrganization();
  const current = useCurrentCall();
  if (!call || current?.callId === call.id) return null;
  // The event that this device is in may be faster than the answer to it.
  const isOwn = call.participants.some(({ user_id }) => user_id === ownId);
  if (isOwn && current?.phase === 'joining') return null;
  return <Strip call={call} conversation={conversation} />;
}

function Strip({ call, conversation }: { readonly call: LiveCall; readonly conversation: Conversation }) {
  const { ownId } = useOrganization();
  const calls = useCalls();
  const minutes = Math.floor((useNow() - call.started_at) / 60);
  const mayJoin = useOrganizationState((state) => mayJoinCalls(state, conversation));
  const ids = call.participants.map(({ user_id }) => user_id);
  const isElsewhere = ids.includes(ownId);
  const names = useOrganizationState((state) => {
    const named = ids
      .slice(0, ids.length > NAMED + 1 ? NAMED : ids.length)
      .map((id) => personName(state, id));
    const others = ids.length - named.length;
    return joinNames(others > 0 ? [...named, t('lists.otherPeople', { count: others })] : named);
  });
  return (
    <section class="call-strip" aria-label={t('call.title')}>
      <span class="stack" aria-hidden="true">
        {ids.slice(0, SHOWN).map((id) => (
          <PersonPicture key={id} id={id} />
        ))}
      </span>
      <span class="who">
        <b>
          {isElsewhere
            ? t('call.elsewhere')
            : ids.length === 0
              ? t('call.noOne')
              : t('call.talking', { names, count: ids.length })}
        </b>
        {minutes > 0 && <span class="time"> · {t('call.minutes', { count: minutes })}</span>}
      </span>
      {mayJoin && (
        <Button
          kind="primary"
          class="good"
          needsServer
          onClick={() => enter(calls, { kind: 'call', id: call.id }, { takesOver: isElsewhere })}
        >
          {t(isElsewhere ? 'call.takeOver' : 'call.join')}
        </Button>
      )}
    </section>
  );
}
