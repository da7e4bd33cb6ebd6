// The viewer's own bots: created, edited, deactivated and reactivated, each with its API key.

import type { Person } from '../../client/state/state.ts';
import { Avatar } from '../components/avatar.tsx';
import { Button, IconButton } from '../components/button.tsx';
import { ListHead } from '../components/list-head.tsx';
import { showDialog } from '../components/overlays.tsx';
import { attempt } from '../data/attempt.ts';
import { useOrganization } from '../hooks/use-organization.ts';
import { useTrackedState } from '../hooks/use-tracked-state.ts';
import { t } from '../i18n/texts.ts';
import { isAllowed } from '../store/permissions.ts';
import { BotDialog } from './bot-dialog.tsx';
import { showBotKey } from './bot-key.tsx';
import { confirmDeactivateBot } from './confirm-deactivate-bot.ts';
import { EventsDialog } from './events-dialog.tsx';
import { WebhookDialog } from './webhook-dialog.tsx';

/** Incoming webhook bots, which cannot read anything. */
const INCOMING = 2;

function isOwn(ownId: number): (person: Person) => boolean {
  return ({ is_bot: isBot, bot_owner_id: owner }) => isBot && owner === ownId;
}

function BotLine({ bot }: { readonly bot: Person }) {
  const organization = useOrganization();
  const { user_id: bot_id, full_name: name, email } = bot;
  return (
    <li>
      <Avatar id={bot_id} name={name} url={bot.avatar_url} />
      <div>
        <a href={`#user/${bot_id}`}>{name}</a>
        <small>{email}</small>
      </div>
      <IconButton
        needsServer
        name={t('apiKey.of', { name })}
        icon="lock"
        onClick={() => showBotKey(organization, bot)}
      />
      <IconButton
        name={t('webhooks.of', { name })}
        icon="link"
        onClick={() => showDialog((close) => <WebhookDialog bot={bot} onClose={close} />)}
      />
      {bot.bot_type !== INCOMING && (
        <IconButton
          name={t('eventSubscriptions.of', { name })}
          icon="move"
          onClick={() => showDialog((close) => <EventsDialog bot={bot} onClose={close} />)}
        />
      )}
      <IconButton
        name={t('botSettings.edit', { name })}
        icon="edit"
        onClick={() => showDialog((close) => <BotDialog bot={bot} onClose={close} />)}
      />
      <IconButton
        name={t('botSettings.deactivate', { name })}
        icon="delete"
        onClick={() => confirmDeactivateBot(organization, bot)}
      />
    </li>
  );
}

export function BotsSection() {
  const { client, ownId } = useOrganization();
  const state = useTrackedState();
  const active = (state.realm_users ?? []).filter(isOwn(ownId));
  const inactive = (state.realm_non_active_users ?? []).filter(isOwn(ownId));
  const mayCreate =
    isAllowed(state, state.realm_can_create_bots_group, ownId) ||
    isAllowed(state, state.realm_can_create_write_only_bots_group, ownId);
  return (
    <div class="own">
      <ListHead
        isEmpty={active.length === 0}
        icon="bot"
        title={t('botSettings.none')}
        text={t('botSettings.explanation')}
      >
        {mayCreate && (
          <Button
            kind="primary"
            icon="add"
            onClick={() => showDialog((close) => <BotDialog onClose={close} />)}
          >
            {t('botSettings.add')}
          </Button>
        )}
      </ListHead>
      {active.length > 0 && (
        <ul class="bot-list settings-card">
          {active.map((bot) => (
            <BotLine key={bot.user_id} bot={bot} />
          ))}
        </ul>
      )}
      {inactive.length > 0 && (
        <section aria-label={t('botSettings.deactivated')}>
          <h3>{t('botSettings.deactivated')}</h3>
          <ul class="bot-list settings-card">
            {inactive.map(({ user_id, full_name: name }) => (
              <li key={user_id}>
                <div>{name}</div>
                <Button needsServer onClick={() => attempt(client.call('reactivate-user', { user_id }))}>
                  {t('botSettings.reactivate', { name })}
                </Button>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}
