// What the organization is: as everybody sees it, its pictures, and what is set of that.

import { useEffect, useState } from 'preact/hooks';
import { RenderedHtml } from '../../components/rendered-html.tsx';
import { attempt } from '../../data/attempt.ts';
import { useOrganization, useOrganizationState } from '../../hooks/use-organization.ts';
import { useReader } from '../../hooks/use-reader.ts';
import { t } from '../../i18n/words.ts';
import { settingPages } from './pages.ts';
import { Pictures } from './pictures.tsx';
import { LockNote, SettingGroups } from './setting-groups.tsx';

/** The description as HTML, which the server makes of what is written. */
function useDescription(): string | undefined {
  const { client } = useOrganization();
  const written = useOrganizationState((state) => state.realm_description);
  const [html, setHtml] = useState<string>();
  useEffect(() => {
    let isCurrent = true;
    void attempt(client.call('get-server-settings')).then(
      (answer) => answer && isCurrent && setHtml(answer.realm_description),
    );
    return () => {
      isCurrent = false;
    };
  }, [client, written]);
  return html;
}

function AsSeen() {
  const state = useOrganizationState((whole) => whole);
  const people = (state.realm_users ?? []).filter(({ is_bot: isBot }) => !isBot).length;
  const lists = [state.subscriptions, state.unsubscribed, state.never_subscribed];
  const channels = lists.flatMap((list) => list ?? []).filter(({ is_archived: isGone }) => !isGone).length;
  // One that was not uploaded is drawn by another host.
  const icon = state.realm_icon_source === 'U' ? state.realm_icon_url : undefined;
  const description = useDescription();
  const reader = useReader();
  return (
    <section class="organization-profile" aria-label={t('sections.profile')}>
      <div class="organization-name">
        {icon && <img src={icon} alt="" width={64} height={64} />}
        <h3>{state.realm_name}</h3>
      </div>
      {description === '' && <p>{t('organization.noDescription')}</p>}
      {description !== undefined && description !== '' && <RenderedHtml html={description} reader={reader} />}
      <p>
        {t('organization.people', { count: people })} · {t('organization.channels', { count: channels })} ·{' '}
        {t('organization.address', { address: state.realm_url ?? '' })}
      </p>
    </section>
  );
}

export function ProfilePage() {
  return (
    <>
      <AsSeen />
      <LockNote />
      <SettingGroups groups={settingPages.profile} />
      <Pictures />
    </>
  );
}
