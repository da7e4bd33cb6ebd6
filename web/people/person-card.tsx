// An account's profile card: identity, presence and actions.

import { Button } from '../components/button.tsx';
import { copyText } from '../components/copy-text.ts';
import { MenuButton } from '../components/menu.tsx';
import type { MenuItem } from '../components/menu-item.ts';
import { openLazily } from '../components/open-lazily.ts';
import { showCard } from '../components/overlays.tsx';
import { useActions } from '../data/actions.ts';
import { toggleMute } from '../data/change-mute.ts';
import { muteItems } from '../data/mute-items.ts';
import { useOrganization, useOrganizationState } from '../hooks/use-organization.ts';
import { t } from '../i18n/texts.ts';
import { personIn } from '../store/directory.ts';
import { personName } from '../store/names.ts';
import { addressOfNarrow, term } from '../store/narrow-targets.ts';
import { PersonFacts, PersonHead, StatusText, useIsActive } from './person-details.tsx';

/** Shows the card next to an element. */
export function showPersonCard(personId: number, anchor: Element, name: string): void {
  showCard({ anchor, name }, (close) => <PersonCard id={personId} onClose={close} />);
}

function PersonCard({ id, onClose }: { readonly id: number; readonly onClose: () => void }) {
  const organization = useOrganization();
  const actions = useActions();
  const person = useOrganizationState((state) => personIn(state, id));
  const isActive = useIsActive(id);
  if (!person) return <p>{t('messageList.unknownPerson')}</p>;
  const isOwn = id === organization.ownId;
  return (
    <div class="person-card">
      <PersonHead person={person} />
      <StatusText id={id} />
      <PersonFacts person={person} />
      <footer>
        {isActive && !organization.isAnonymous && (
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
          name={t('common.more')}
          icon="more"
          align="end"
          items={() => menuItems(organization, id, actions.go, onClose)}
        />
      </footer>
    </div>
  );
}

function menuItems(
  organization: ReturnType<typeof useOrganization>,
  id: number,
  go: (address: string) => void,
  onClose: () => void,
): MenuItem[] {
  const { state, ownId, isAnonymous } = organization;
  const profile: MenuItem = {
    label: t('people.viewProfile'),
    icon: 'person',
    onChoose: () => {
      onClose();
      go(`#user/${id}`);
    },
  };
  const items: MenuItem[] = [
    ...(isAnonymous ? [] : [profile]),
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
      onChoose: () => void copyText(`@**${personName(state, id)}|${id}**`),
    },
  ];
  if (id === ownId || isAnonymous) return items;
  const target = { kind: 'person', personId: id } as const;
  return [
    ...items,
    ...muteItems({
      organization,
      target,
      onToggle() {
        onClose();
        void toggleMute(organization, target);
      },
      onAsk() {
        onClose();
        void openLazily(
          () => import('../forms/mute-dialog.ts'),
          ({ showMuteDialog }) => showMuteDialog(organization, target),
        );
      },
    }),
  ];
}
