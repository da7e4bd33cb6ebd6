// The email address of a channel, for those who may post to it.

import { useEffect, useState } from 'preact/hooks';
import { Button } from '../components/button.tsx';
import { copyText } from '../components/copy-text.ts';
import { Dialog } from '../components/dialog.tsx';
import { NeedsServer } from '../components/needs-server.tsx';
import { attempt } from '../data/attempt.ts';
import { useOrganization, useOrganizationState } from '../hooks/use-organization.ts';
import { t } from '../i18n/texts.ts';
import type { KnownChannel } from '../store/directory.ts';

interface Sender {
  /** Undefined for the server's own bot. */
  readonly id: number | undefined;
  readonly name: string;
}

/** The possible senders of posted mail: the server's bot, the viewer, and the viewer's bots. */
function useSenders(): readonly Sender[] {
  const { ownId } = useOrganization();
  const users = useOrganizationState(({ realm_users }) => realm_users) ?? [];
  const own = users.filter(({ is_bot, bot_owner_id }) => is_bot && bot_owner_id === ownId);
  return [
    { id: undefined, name: t('channelSettings.emailBot') },
    { id: ownId, name: t('channelSettings.emailYou') },
    ...own.map(({ user_id: id, full_name: name }) => ({ id, name })),
  ];
}

export interface EmailDialogProps {
  readonly channel: KnownChannel;
  readonly onClose: () => void;
}

export function EmailDialog({ channel, onClose }: EmailDialogProps) {
  const { client } = useOrganization();
  const senders = useSenders();
  const [senderIndex, setSenderIndex] = useState(0);
  const [address, setAddress] = useState<string>();
  const sender = senders[senderIndex]?.id;
  useEffect(() => {
    const call = client.call('get-channel-email-address', {
      stream_id: channel.stream_id,
      ...(sender !== undefined && { sender_id: sender }),
    });
    void attempt(call).then((answer) => setAddress(answer?.email ?? ''));
  }, [sender]);
  return (
    <Dialog title={t('channelSettings.email')} onClose={onClose}>
      {address === '' && <p>{t('channelSettings.emailNone')}</p>}
      {address !== undefined && address !== '' && (
        <>
          <p>{t('channelSettings.emailText')}</p>
          <NeedsServer>
            <label class="field">
              <span>{t('channelSettings.emailSender')}</span>
              <select
                class="input"
                value={String(senderIndex)}
                onChange={(event) => setSenderIndex(event.currentTarget.selectedIndex)}
              >
                {senders.map(({ name }, index) => (
                  <option key={name} value={String(index)}>
                    {name}
                  </option>
                ))}
              </select>
            </label>
          </NeedsServer>
          <div class="address-line">
            <input class="input" readOnly aria-label={t('channelSettings.email')} value={address} />
            <Button kind="primary" icon="copy" onClick={() => copyText(address)}>
              {t('messages.copy')}
            </Button>
          </div>
        </>
      )}
    </Dialog>
  );
}
