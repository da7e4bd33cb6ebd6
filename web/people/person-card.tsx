// Somebody's card: who it is, whether they are there, and the ways to them.

import { Fragment } from 'preact';
import { useActions } from '../link/actions.ts';
import { attempt } from '../link/attempt.ts';
import { useNow } from '../link/use-now.ts';
import { useNoticed, useOrganization, useOrganizationState } from '../link/use-organization.ts';
import { useReader } from '../link/use-reader.ts';
import { personIn } from '../messages/directory.ts';
import { addressOfNarrow, term } from '../messages/places.ts';
import { presenceLevel } from '../messages/presence.ts';
import { Avatar } from '../parts/avatar.tsx';
import { Button } from '../parts/button.tsx';
import { EmojiGlyph } from '../parts/emoji-glyph.tsx';
import { MenuButton, type MenuItem } from '../parts/menu.tsx';
import { showCard } from '../parts/overlays.tsx';
import { emojiOfCode } from '../parts/rendered-rules.ts';
import { say } from '../parts/status-line.tsx';
import { timeOfDay } from '../words/dates.ts';
import { t } from '../words/words.ts';
import { isOtherZone, presenceName, profileFacts, roleName } from './person-facts.ts';

/** Shows the card beside something. */
export function showPersonCard(personId: number, anchor: Element, name: string): void {
  showCard({ anchor, name }, (close) => <PersonCard id={personId} onClose={close} />);
}

function StatusWords({ id }: { readonly id: number }) {
  const status = useOrganizationState(({ user_status }) => user_status?.[id]);
  const own = useOrganizationState(({ realm_emoji }) => realm_emoji?.[status?.emoji_code ?? '']?.source_url);
  if (!status) return null;
  const isUnicode = status.reaction_type === 'unicode_emoji';
  return (
    <p class="person-status">
      {status.emoji_code !== undefined && (
        <EmojiGlyph
          name={status.emoji_name ?? ''}
          {...(isUnicode ? { text: emojiOfCode(status.emoji_code) } : { url: own })}
        />
      )}
      {status.status_text}
    </p>
  );
}

function usePresence(id: number) {
  const organization = useOrganization();
  const now = useNow();
  const presences = useNoticed(
    (listener) => organization.onPresences(listener),
    () => organization.presences,
  );
  return presenceLevel(presences, id, now);
}

export function PersonCard({ id, onClose }: { readonly id: number; readonly onClose: () => void }) {
  const organization = useOrganization();
  const actions = useActions();
  const person = useOrganizationState((state) => personIn(state, id));
  const isActive = useOrganizationState(
    ({ realm_non_active_users }) => !realm_non_active_users?.some(({ user_id }) => user_id === id),
  );
  const facts = useOrganizationState((state) => (person ? profileFacts(state, person) : []), isSameFacts);
  const level = usePresence(id);
  const { is24Hours } = useReader();
  const now = useNow();
  if (!person) return <p>{t('feed.unknownPerson')}</p>;
  const ownZone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const isOwn = id === organization.ownId;
  return (
    <div class="person-card">
      <header>
        <Avatar id={id} name={person.full_name} url={person.avatar_url} size="large" />
        <div>
          <h2>{person.full_name}</h2>
          <p class="soft">{isActive ? roleName(person) : t('people.deactivated')}</p>
          {isActive && !person.is_bot && (
            <p class="soft">
              <span class={`presence ${level}`} aria-hidden="true" /> {presenceName(level)}
            </p>
          )}
        </div>
      </header>
      <StatusWords id={id} />
      <dl>
        {person.delivery_email && (
          <>
            <dt>{t('people.email')}</dt>
            <dd>
              <a href={`mailto:${person.delivery_email}`}>{person.delivery_email}</a>
            </dd>
          </>
        )}
        {isOtherZone(person.timezone, ownZone) && (
          <>
            <dt>{t('people.localTime')}</dt>
            <dd>{timeOfDay(now, { is24Hours, timeZone: person.timezone })}</dd>
          </>
        )}
        {facts.map((fact) => (
          <Fragment key={fact.id}>
            <dt>{fact.name}</dt>
            <dd>
              {fact.link ? (
                <a href={fact.link} target="_blank" rel="noopener noreferrer">
                  {fact.value}
                </a>
              ) : (
                fact.value
              )}
            </dd>
          </Fragment>
        ))}
      </dl>
      <footer>
        {isActive && (
          <Button
            data-first
            kind="primary"
            icon="message"
            onClick={() => {
              onClose();
              const narrow = [term('dm', id)];
              actions.go(addressOfNarrow(narrow, organization.state));
              actions.compose({ kind: 'direct', personIds: isOwn ? [] : [id] });
            }}
          >
            {t('people.message')}
          </Button>
        )}
        <MenuButton
          name={t('parts.more')}
          icon="more"
          align="end"
          items={() => furtherItems(organization, { id, name: person.full_name }, actions.go, onClose)}
        />
      </footer>
    </div>
  );
}

function isSameFacts(a: readonly object[], b: readonly object[]): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

function furtherItems(
  { client, state, ownId }: ReturnType<typeof useOrganization>,
  { id, name }: { readonly id: number; readonly name: string },
  go: (address: string) => void,
  onClose: () => void,
): MenuItem[] {
  const isMuted = state.muted_users?.some((muted) => muted.id === id) ?? false;
  const items: MenuItem[] = [
    {
      label: t('people.allMessages'),
      icon: 'search',
      onChoose: () => {
        onClose();
        go(addressOfNarrow([term('sender', id)], state));
      },
    },
    {
      label: t('people.copyMention'),
      icon: 'mention',
      onChoose: () => {
        void navigator.clipboard.writeText(`@**${name}|${id}**`).then(() => say(t('messages.copied')));
      },
    },
  ];
  if (id === ownId) return items;
  const call = () =>
    isMuted
      ? client.call('unmute-user', { muted_user_id: id })
      : client.call('mute-user', { muted_user_id: id });
  return [
    ...items,
    {
      label: isMuted ? t('people.unmute') : t('people.mute'),
      icon: 'mute',
      onChoose: () => void attempt<unknown>(call()),
    },
  ];
}
