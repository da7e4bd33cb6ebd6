// The parts that a profile card and a profile have in common.

import { Fragment } from 'preact';
import { mayBeQuiet } from '../../client/state/do-not-disturb.ts';
import type { Person } from '../../client/state/state.ts';
import { Avatar } from '../components/avatar.tsx';
import { EmojiGlyph } from '../components/emoji-glyph.tsx';
import { lazy } from '../components/lazy.tsx';
import { RenderedHtml } from '../components/rendered-html.tsx';
import { emojiOfCode } from '../components/rendered-rules.ts';
import { useNow } from '../hooks/use-now.ts';
import { useOrganizationState } from '../hooks/use-organization.ts';
import { usePresence } from '../hooks/use-presence.ts';
import { useViewer } from '../hooks/use-viewer.ts';
import { timeOfDay } from '../i18n/dates.ts';
import { t } from '../i18n/texts.ts';
import { isOtherZone } from '../lib/is-other-zone.ts';
import { presenceName, profileFacts, roleName } from './person-facts.ts';

const QuietMark = lazy(async () => (await import('./quiet-mark.tsx')).QuietMark);

export function useIsActive(id: number): boolean {
  return useOrganizationState(
    ({ realm_non_active_users }) => !realm_non_active_users?.some(({ user_id }) => user_id === id),
  );
}

export function StatusText({ id }: { readonly id: number }) {
  const status = useOrganizationState(({ user_status }) => user_status?.[id]);
  const customEmojiUrl = useOrganizationState(
    ({ realm_emoji }) => realm_emoji?.[status?.emoji_code ?? '']?.source_url,
  );
  if (!status) return null;
  const isUnicode = status.reaction_type === 'unicode_emoji';
  return (
    <p class="person-status">
      {status.emoji_code !== undefined && (
        <EmojiGlyph
          name={status.emoji_name ?? ''}
          {...(isUnicode ? { text: emojiOfCode(status.emoji_code) } : { url: customEmojiUrl })}
        />
      )}
      {status.status_text}
    </p>
  );
}

/** Picture, name, role and presence. */
export function PersonHead({ person }: { readonly person: Person }) {
  const { user_id: id } = person;
  const isActive = useIsActive(id);
  const level = usePresence(id);
  const isMarked = useOrganizationState((state) => mayBeQuiet(state.do_not_disturb?.[id]));
  return (
    <header>
      <Avatar
        id={id}
        name={person.full_name}
        url={person.avatar_url}
        size="large"
        isBot={person.is_bot}
        presence={isActive && !person.is_bot ? level : undefined}
      />
      <div>
        <h2>{person.full_name}</h2>
        <p class="soft">{isActive ? roleName(person) : t('people.deactivated')}</p>
        {isActive && !person.is_bot && <p class="soft">{presenceName(level)}</p>}
        {isActive && isMarked && <QuietMark id={id} />}
      </div>
    </header>
  );
}

/** A list of facts, each of which fits on one line. */
export function PersonFacts({ person }: { readonly person: Person }) {
  const facts = useOrganizationState((state) => profileFacts(state, person), isSameFacts);
  const viewer = useViewer();
  const { is24Hours } = viewer;
  const now = useNow();
  const ownZone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return (
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
            ) : fact.html ? (
              <RenderedHtml html={fact.html} viewer={viewer} />
            ) : (
              fact.value
            )}
          </dd>
        </Fragment>
      ))}
    </dl>
  );
}

function isSameFacts(a: readonly object[], b: readonly object[]): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
