// The links of new invitations, to be copied and handed over.

import { useEffect, useRef } from 'preact/hooks';
import { CopyLine } from '../../data/copy-line.tsx';
import { useOrganizationState } from '../../hooks/use-organization.ts';
import { t } from '../../i18n/texts.ts';
import { isOnOwnHost } from '../../lib/own-host.ts';

/** A link for the owner of an address, or for many people if there is no address. */
export interface InvitationLink {
  readonly address: string | undefined;
  readonly url: string;
}

/** Shows the links with a button to copy each. */
export function NewInvitationLinks({ links }: { readonly links: readonly InvitationLink[] }) {
  const sendsMail = useOrganizationState(({ server_sends_email }) => server_sends_email);
  const box = useRef<HTMLDivElement>(null);
  // The focused element disappeared with the form.
  useEffect(() => box.current?.querySelector('input')?.focus(), []);
  const isForMany = links.some(({ address }) => address === undefined);
  return (
    <div ref={box} class="fields">
      <p>{isForMany ? t('invitations.madeText') : t('invitations.handOver')}</p>
      {links.map(({ address, url }) => (
        <div key={url}>
          {address !== undefined && <b dir="ltr">{address}</b>}
          <CopyLine label={address ?? t('invitations.linkLabel')} text={url} />
        </div>
      ))}
      {links.some(({ url }) => isOnOwnHost(url)) && <p>{t('firstRun.ownHost')}</p>}
      {!sendsMail && <p class="soft">{t('invitations.unconfirmed')}</p>}
    </div>
  );
}
