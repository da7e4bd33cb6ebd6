// Makes mentions clickable: a click shows the profile card or the group.

import type { Actions } from '../data/actions.ts';
import type { Organization } from '../data/organization.ts';
import { addressOfGroup, groupIn } from '../store/groups.ts';

function openMention(mention: HTMLElement, organization: Organization, actions: Actions): void {
  const { userId, userGroupId } = mention.dataset;
  if (userId !== undefined) actions.showPerson(Number(userId), mention);
  const group = groupIn(organization.state, Number(userGroupId));
  if (group) actions.go(addressOfGroup(group));
}

function mentionAt(event: Event): HTMLElement | undefined {
  const { target } = event;
  return target instanceof Element
    ? (target.closest<HTMLElement>(
        '.rendered [role=button].user-mention, .rendered [role=button].user-group-mention',
      ) ?? undefined)
    : undefined;
}

/** Handles clicks on mentions until the signal is aborted. */
export function listenToMentions(organization: Organization, actions: Actions, signal: AbortSignal): void {
  const press = (event: Event) => {
    const mention = mentionAt(event);
    if (!mention) return;
    event.preventDefault();
    openMention(mention, organization, actions);
  };
  document.addEventListener('click', press, { signal });
  document.addEventListener(
    'keydown',
    (event) => {
      if (event.key === 'Enter' || event.key === ' ') press(event);
    },
    { signal },
  );
}
