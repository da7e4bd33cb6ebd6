// The dialog that calls people to the call that this device is in.

import { useState } from 'preact/hooks';
import { Dialog } from '../components/dialog.tsx';
import { showDialog } from '../components/overlays.tsx';
import { attempt } from '../data/attempt.ts';
import { PersonField } from '../forms/person-field.tsx';
import { useOrganization, useOrganizationState } from '../hooks/use-organization.ts';
import { joinNames } from '../i18n/dates.ts';
import { t } from '../i18n/texts.ts';
import { personName } from '../store/names.ts';
import type { CallSession } from './call-session.ts';

export function showRingDialog(session: CallSession): void {
  showDialog((close) => <RingDialog session={session} onClose={close} />);
}

function RingDialog({ session, onClose }: { readonly session: CallSession; readonly onClose: () => void }) {
  const { client } = useOrganization();
  const [called, setCalled] = useState<readonly number[]>([]);
  const names = useOrganizationState((state) => joinNames(called.map((id) => personName(state, id))));
  const present = session.participants.map(({ user_id }) => user_id);
  async function ring(id: number): Promise<boolean> {
    const answer = await attempt(client.call('ring-call', { call_id: session.callId, user_ids: [id] }));
    if (answer) setCalled((before) => [...before, id]);
    return answer !== undefined;
  }
  return (
    <Dialog title={t('call.ringPeople')} size="small" onClose={onClose}>
      <PersonField
        id="call-ring"
        label={t('call.person')}
        without={new Set([...present, ...called])}
        onChoose={ring}
      />
      {called.length > 0 && <p role="status">{t('call.rung', { names })}</p>}
    </Dialog>
  );
}
