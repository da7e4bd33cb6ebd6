// The step that invites people: a link is made and shown in place; the dialog has all other options.

import { useEffect, useRef, useState } from 'preact/hooks';
import type { AnswerOf } from '../../client/api-types.ts';
import { Button } from '../components/button.tsx';
import { Icon } from '../components/icon.tsx';
import { useActions } from '../data/actions.ts';
import { attempt } from '../data/attempt.ts';
import { CopyLine } from '../data/copy-line.tsx';
import { useNow } from '../hooks/use-now.ts';
import { useOrganization, useOrganizationEvent, useOrganizationState } from '../hooks/use-organization.ts';
import { shortDay } from '../i18n/dates.ts';
import { t } from '../i18n/texts.ts';
import { isOnOwnHost } from '../lib/own-host.ts';
import { inviteMethods } from '../store/invite-methods.ts';
import type { StepProps } from './personal-steps.tsx';
import { StepRow } from './step-row.tsx';

type Invitation = AnswerOf<'get-invites'>['invites'][number];

const TEN_DAYS_MINUTES = 14_400;
const PEOPLE = 25;
const MEMBER = 400;

/** The newest link for many people that the viewer made; undefined if there is none. */
function useOwnLink(): Invitation | undefined {
  const { client, ownId } = useOrganization();
  const [link, setLink] = useState<Invitation>();
  const fetch = () =>
    void client.call('get-invites').then(
      ({ invites }) =>
        setLink(
          invites
            .filter(({ is_multiuse, invited_by_user_id: id }) => is_multiuse && id === ownId)
            .sort((a, b) => b.invited - a.invited)[0],
        ),
      // The step offers to make one.
      () => undefined,
    );
  useEffect(fetch, []);
  useOrganizationEvent('invites_changed', fetch);
  return link;
}

function StepNote({ text }: { readonly text: string }) {
  return (
    <p class="step-note">
      <Icon name="warning" />
      {text}
    </p>
  );
}

export function InviteStep(props: StepProps) {
  const { client, ownId } = useOrganization();
  const { invite } = useActions();
  const now = useNow();
  const link = useOwnLink();
  const sendsMail = useOrganizationState(({ server_sends_email }) => server_sends_email);
  const mayMakeLink = useOrganizationState((state) => inviteMethods(state, ownId).includes('link'));
  const isMaking = useRef(false);
  const make = () => {
    isMaking.current = true;
    return attempt(
      client.call('create-invite-link', {
        invite_as: MEMBER,
        invite_expires_in_minutes: TEN_DAYS_MINUTES,
        max_uses: PEOPLE,
        include_realm_default_subscriptions: true,
        stream_ids: [],
      }),
    );
  };
  const line = useRef<HTMLDivElement>(null);
  const url = link?.link_url;
  const until = link?.expiry_date;
  useEffect(() => {
    if (url === undefined || !isMaking.current) return;
    isMaking.current = false;
    // The button that made the link has become another one. The next step is to copy the link.
    line.current?.querySelector('button')?.focus();
  }, [url]);
  // With email the dialog also invites by address.
  const makesLink = mayMakeLink && sendsMail === false && url === undefined;
  return (
    <StepRow
      {...props}
      title={t('firstRun.invite')}
      text={t('firstRun.inviteText')}
      buttons={
        makesLink ? (
          <Button kind="primary" needsServer icon="link" onClick={make}>
            {t('firstRun.makeLink')}
          </Button>
        ) : (
          <Button onClick={invite}>
            {t(url === undefined ? 'firstRun.invite' : 'firstRun.moreOptions')}
          </Button>
        )
      }
    >
      {url !== undefined && (
        <>
          <p>
            {typeof until === 'number'
              ? t('firstRun.linkUntil', { date: shortDay(until, now) })
              : t('firstRun.linkForever')}
          </p>
          <div ref={line}>
            <CopyLine label={t('firstRun.link')} text={url} />
          </div>
          {isOnOwnHost(url) && <StepNote text={t('firstRun.ownHost')} />}
        </>
      )}
      {sendsMail === false && <StepNote text={t('firstRun.noMail')} />}
    </StepRow>
  );
}
