// All bots of the organization with their owners and kinds, for administrators to manage.

import { useMemo, useState } from 'preact/hooks';
import type { Person } from '../../../client/state/state.ts';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { type Column, LongList } from '../../components/long-list.tsx';
import { showDialog } from '../../components/overlays.tsx';
import { attempt } from '../../data/attempt.ts';
import { useOrganization } from '../../hooks/use-organization.ts';
import { useTrackedState } from '../../hooks/use-tracked-state.ts';
import { t } from '../../i18n/texts.ts';
import { BotDialog } from '../../settings/bot-dialog.tsx';
import { showBotKey } from '../../settings/bot-key.tsx';
import { confirmDeactivateBot } from '../../settings/confirm-deactivate-bot.ts';
import { EventSubscriptions, useEventSubscriptions } from '../../settings/event-subscriptions.tsx';
import { WebhookDialog } from '../../settings/webhook-dialog.tsx';
import { personIn } from '../../store/directory.ts';
import { personName } from '../../store/names.ts';
import { AccountName } from '../people/account-name.tsx';
import { countOf, listedAccounts } from '../people/listed-accounts.ts';
import { Tabs } from '../people/tabs.tsx';
import { useAccountLists } from '../people/use-account-lists.ts';
import type { SectionProps } from '../sections.ts';

/** Incoming webhook bots, which have no events. */
const INCOMING = 2;

const kinds: Readonly<Record<number, 'bots.generic' | 'bots.incoming' | 'bots.outgoing'>> = {
  1: 'bots.generic',
  2: 'bots.incoming',
  3: 'bots.outgoing',
};

function kindOf({ bot_type: type }: Person): string {
  const key = kinds[type ?? 0];
  return key === undefined ? t('people.bot') : t(key);
}

/** The bot's event subscriptions. People other than the owner see only the addresses, and may remove subscriptions. */
function EventsOf({ bot }: { readonly bot: Person }) {
  const [all, reload] = useEventSubscriptions(bot.user_id);
  return (
    <section>
      <h3>{t('eventSubscriptions.postedTo')}</h3>
      <EventSubscriptions bot={bot} all={all} onChanged={reload} />
    </section>
  );
}

function ManageBot({ id, onClose }: { readonly id: number; readonly onClose: () => void }) {
  const organization = useOrganization();
  const state = useTrackedState();
  const bot = personIn(state, id);
  if (!bot) return null;
  const isActive = !state.realm_non_active_users?.some(({ user_id }) => user_id === id);
  const { full_name: name, bot_owner_id: owner } = bot;
  return (
    <Dialog title={t('accounts.managePerson', { name })} onClose={onClose}>
      <dl class="facts">
        <dt>{t('people.email')}</dt>
        <dd dir="ltr">{bot.email}</dd>
        <dt>{t('bots.kind')}</dt>
        <dd>{kindOf(bot)}</dd>
        <dt>{t('botSettings.owner')}</dt>
        <dd>{owner == null ? t('bots.noOwner') : personName(state, owner)}</dd>
      </dl>
      {bot.bot_type !== INCOMING && <EventsOf bot={bot} />}
      <div class="buttons">
        {isActive ? (
          <>
            <Button
              icon="edit"
              aria-label={t('botSettings.edit', { name })}
              onClick={() => showDialog((close) => <BotDialog bot={bot} onClose={close} />)}
            >
              {t('composer.edit')}
            </Button>
            <Button
              needsServer
              icon="lock"
              aria-label={t('apiKey.of', { name })}
              onClick={() => showBotKey(organization, bot)}
            >
              {t('apiKey.label')}
            </Button>
            <Button
              icon="link"
              aria-label={t('webhooks.of', { name })}
              onClick={() => showDialog((close) => <WebhookDialog bot={bot} onClose={close} />)}
            >
              {t('webhooks.urls')}
            </Button>
            <Button
              kind="danger"
              aria-label={t('botSettings.deactivate', { name })}
              onClick={() => confirmDeactivateBot(organization, bot)}
            >
              {t('botSettings.deactivateButton')}
            </Button>
          </>
        ) : (
          <Button
            needsServer
            kind="primary"
            aria-label={t('botSettings.reactivate', { name })}
            onClick={() => attempt(organization.client.call('reactivate-user', { user_id: id }))}
          >
            {t('accounts.reactivateButton')}
          </Button>
        )}
      </div>
    </Dialog>
  );
}

function useColumns(): readonly Column<Person>[] {
  const { state } = useOrganization();
  return [
    {
      key: 'name',
      title: t('botSettings.name'),
      show: (bot, tabIndex) => <AccountName person={bot} tabIndex={tabIndex} />,
    },
    { key: 'kind', title: t('bots.kind'), show: kindOf },
    {
      key: 'owner',
      title: t('botSettings.owner'),
      show: ({ bot_owner_id: owner }) => (owner == null ? t('bots.noOwner') : personName(state, owner)),
    },
    {
      key: 'manage',
      title: t('accounts.manage'),
      isUntitled: true,
      show: (bot, tabIndex) => (
        <Button
          tabIndex={tabIndex}
          aria-label={t('accounts.managePerson', { name: bot.full_name })}
          onClick={() => showDialog((close) => <ManageBot id={bot.user_id} onClose={close} />)}
        >
          {t('accounts.manage')}
        </Button>
      ),
    },
  ];
}

export function BotsSection({ rest }: SectionProps) {
  const lists = useAccountLists();
  const [query, setQuery] = useState('');
  const columns = useColumns();
  const isActive = rest !== 'deactivated';
  const bots = useMemo(() => {
    const filter = { query, role: undefined, order: 'name' as const, isDescending: false };
    return listedAccounts(lists, { isActive, isBot: true }, filter);
  }, [lists, isActive, query]);
  const count = (active: boolean) => countOf(lists, { isActive: active, isBot: true });
  if (count(true) + count(false) === 0) {
    return (
      <EmptyState icon="bot" title={t('bots.noneYet')} text={t('botSettings.explanation')}>
        <Button kind="primary" onClick={() => showDialog((close) => <BotDialog onClose={close} />)}>
          {t('botSettings.add')}
        </Button>
      </EmptyState>
    );
  }
  return (
    <section class="wide-section">
      <Button kind="primary" icon="add" onClick={() => showDialog((close) => <BotDialog onClose={close} />)}>
        {t('botSettings.add')}
      </Button>
      <Tabs
        name={t('sections.bots')}
        chosen={isActive ? 'active' : 'deactivated'}
        tabs={[
          { key: 'active', title: t('accounts.active'), count: count(true) },
          { key: 'deactivated', title: t('accounts.deactivated'), count: count(false) },
        ]}
        addressOf={(tab) => `#organization/bots/${tab}`}
      />
      <div class="list-filter">
        <input
          class="input"
          type="search"
          aria-label={t('bots.filter')}
          placeholder={t('bots.filter')}
          value={query}
          onInput={(event) => setQuery(event.currentTarget.value)}
        />
      </div>
      {bots.length === 0 ? (
        <EmptyState icon={query === '' ? 'bot' : 'search'} title={t('bots.none')} />
      ) : (
        <LongList
          name={t('sections.bots')}
          class="account-list bot-accounts"
          items={bots}
          keyOf={({ user_id: id }) => id}
          columns={columns}
        />
      )}
    </section>
  );
}
