// The pictures of those who wrote last in a topic, in the bar above it. They open the people column.

import { useOrganizationState } from '../hooks/use-organization.ts';
import { joinNames } from '../i18n/dates.ts';
import { t } from '../i18n/texts.ts';
import { PersonPicture } from '../pictures/person-picture.tsx';
import { personName } from '../store/names.ts';
import type { NarrowTarget } from '../store/narrow-targets.ts';
import { useParticipants } from './use-participants.ts';

const SHOWN = 3;

export interface TopicPeopleProps {
  readonly target: Extract<NarrowTarget, { kind: 'topic' }>;
  readonly isOpen: boolean;
  readonly onPress: () => void;
}

export function TopicPeople({ target, isOpen, onPress }: TopicPeopleProps) {
  const ids = useParticipants(target);
  const names = useOrganizationState((state) => joinNames(ids.map((id) => personName(state, id))));
  if (ids.length === 0) return null;
  const others = ids.length - SHOWN;
  return (
    <button
      type="button"
      class="topic-people stack"
      aria-expanded={isOpen}
      data-tip={names}
      onClick={onPress}
    >
      <span class="only-spoken">{t('lists.participants', { names })}</span>
      {ids.slice(0, SHOWN).map((id) => (
        <PersonPicture key={id} id={id} />
      ))}
      {others > 0 && (
        <span class="others" aria-hidden="true">
          {t('lists.otherPeople', { count: others })}
        </span>
      )}
    </button>
  );
}
