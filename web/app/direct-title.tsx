// The title of a direct conversation with one person: picture, name, presence and local time.

import { Avatar } from '../components/avatar.tsx';
import { useNow } from '../hooks/use-now.ts';
import { useOrganizationState } from '../hooks/use-organization.ts';
import { useViewer } from '../hooks/use-viewer.ts';
import { timeOfDay } from '../i18n/dates.ts';
import { t } from '../i18n/texts.ts';
import { isOtherZone } from '../people/is-other-zone.ts';
import { usePresence } from '../people/use-presence.ts';
import { personIn } from '../store/directory.ts';
import { personName } from '../store/names.ts';

export function DirectTitle({ id }: { readonly id: number }) {
  const person = useOrganizationState((state) => personIn(state, id));
  const isOwn = useOrganizationState((state) => state.user_id === id);
  const name = useOrganizationState((state) => (isOwn ? t('feed.notes') : personName(state, id)));
  const level = usePresence(id);
  const reader = useViewer();
  const now = useNow();
  const ownZone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const facts = [
    t(`people.${level}`),
    isOtherZone(person?.timezone, ownZone) &&
      t('people.timeThere', { time: timeOfDay(now, { ...reader, timeZone: person?.timezone ?? '' }) }),
  ];
  return (
    <>
      <span class="with-presence" aria-hidden="true">
        <Avatar id={id} name={name} url={person?.avatar_url} />
        {!isOwn && !person?.is_bot && <span class={`presence ${level}`} />}
      </span>
      <h1 class="two-lines">
        <span class="name">{name}</span>
        {!isOwn && !person?.is_bot && <small>{facts.filter(Boolean).join(' · ')}</small>}
      </h1>
    </>
  );
}
