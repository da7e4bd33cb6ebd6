// The email addresses of channels, if the server receives mail.

import { useState } from 'preact/hooks';
import { Button } from '../../components/button.tsx';
import { copyText } from '../../components/copy-text.ts';
import { attempt } from '../../data/attempt.ts';
import { useOrganization, useOrganizationState } from '../../hooks/use-organization.ts';
import { useTrackedState } from '../../hooks/use-tracked-state.ts';
import { t } from '../../i18n/texts.ts';
import type { KnownChannel } from '../../store/directory.ts';
import { mayPost } from '../../store/permissions.ts';
import { listedChannels } from '../settings/channels-to-choose.ts';

function Line({ channel }: { readonly channel: KnownChannel }) {
  const { client, ownId } = useOrganization();
  const state = useTrackedState();
  const [address, setAddress] = useState<string>();
  const { name, stream_id } = channel;
  const isAllowedToPost = mayPost(state, stream_id, ownId);
  const show = async () => {
    const answer = await attempt(client.call('get-channel-email-address', { stream_id }));
    if (answer) setAddress(answer.email);
  };
  return (
    <li>
      <div>
        <a href={`#channels/${stream_id}/${encodeURIComponent(name)}/general`}>#{name}</a>
        {!isAllowedToPost && <small>{t('channelEmail.cannotPost')}</small>}
        {address === '' && <small>{t('channelSettings.emailNone')}</small>}
        {address !== undefined && address !== '' && (
          <div class="address-line">
            <input
              class="input code"
              readOnly
              aria-label={t('channelEmail.addressOf', { name })}
              value={address}
            />
            <Button
              icon="copy"
              aria-label={t('channelEmail.copy', { name })}
              onClick={() => copyText(address)}
            >
              {t('messages.copy')}
            </Button>
          </div>
        )}
      </div>
      {isAllowedToPost && address === undefined && (
        <Button needsServer aria-label={t('channelEmail.showOf', { name })} onClick={() => show()}>
          {t('channelEmail.show')}
        </Button>
      )}
    </li>
  );
}

export function MailPage() {
  const channels = useOrganizationState((state) => listedChannels(state, false), isSameList);
  return (
    <section aria-label={t('sections.mail')}>
      <p>{t('channelEmail.help')}</p>
      <ul class="organization-list">
        {channels.map((channel) => (
          <Line key={channel.stream_id} channel={channel} />
        ))}
      </ul>
    </section>
  );
}

function isSameList(a: readonly KnownChannel[], b: readonly KnownChannel[]): boolean {
  return a.length === b.length && a.every((item, index) => item === b[index]);
}
