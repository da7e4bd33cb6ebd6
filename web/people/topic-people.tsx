// The pictures of those who wrote last in a topic, in the bar above it. They open the people column.

import { useOrganizationState } from '../hooks/use-organization.ts';
import { joinNames } from '../i18n/dates.ts';
import { t } from '../i18n/texts.ts';
import { PersonPicture } from '../pictures/person-picture.tsx';
import { personName } from '../store/names.ts';
import type { NarrowTarget } from '../store/narrow-targets.ts';
import { useParticipants } from './use-participants.ts';

const SHOWN = 3;
/** How many are named when the button is pointed at. */
const MAX_NAMED = 20;

export interface TopicPeopleProps {
  readonly target: Extract<NarrowTarget, { kind: 'topic' }>;
  readonly isOpen: boolean;
  readonly onPress: () => void;
}

export function TopicPeople({ target, isOpen, onPress }: TopicPeopleProps) {
  const { ids, isAll } = useParticipants(target);
  const countText = (count: number) => t(isAll ? 'lists.otherPeople' : 'lists.otherPeopleAtLeast', { count });
  const names = useOrganizationState((state) => {
    const named = ids.slice(0, MAX_NAMED).map((id) => personName(state, id));
    return joinNames(ids.length > MAX_NAMED ? [...named, countText(ids.length - MAX_NAMED)] : named);
  });
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
          {countText(others)}
        </span>
      )}
    </button>
  );
}
