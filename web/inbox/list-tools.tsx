// The tools of lists of conversations in the bar above them: how the inbox is grouped, marking all of it as read, and how
// recent conversations are ordered.

import { IconButton } from '../components/button.tsx';
import { MenuButton } from '../components/menu.tsx';
import { performAction } from '../data/key-actions.ts';
import { t } from '../i18n/texts.ts';
import {
  inboxGrouping,
  inboxGroupings,
  recentOrder,
  recentOrders,
  type StoredChoice,
} from './list-settings.ts';

const groupings = { reason: 'lists.byReason', channel: 'lists.byChannel', time: 'lists.byTime' } as const;
const orders = {
  newest: 'lists.newestFirst',
  unread: 'lists.unreadFirst',
  name: 'lists.orderByName',
  channel: 'lists.orderByChannel',
} as const;

interface ChoiceMenuProps<T extends string> {
  readonly name: string;
  readonly choice: StoredChoice<T>;
  readonly values: readonly T[];
  readonly labelOf: (value: T) => string;
}

/** A menu of the values of a choice, one of which is checked. */
function ChoiceMenu<T extends string>({ name, choice, values, labelOf }: ChoiceMenuProps<T>) {
  return (
    <MenuButton
      name={name}
      icon="filter"
      align="end"
      items={() =>
        values.map((value) => ({
          label: labelOf(value),
          isChoice: true,
          isChecked: choice.value === value,
          onChoose() {
            choice.value = value;
          },
        }))
      }
    />
  );
}

export function ListTools({ list }: { readonly list: 'inbox' | 'recent' }) {
  if (list === 'recent')
    return (
      <ChoiceMenu
        name={t('lists.orderBy')}
        choice={recentOrder}
        values={recentOrders}
        labelOf={(value) => t(orders[value])}
      />
    );
  return (
    <>
      <ChoiceMenu
        name={t('lists.groupBy')}
        choice={inboxGrouping}
        values={inboxGroupings}
        labelOf={(value) => t(groupings[value])}
      />
      <IconButton
        needsServer
        name={t('lists.allRead')}
        icon="mark-read"
        keyHint="Shift+E"
        onClick={() => void performAction('allDone')}
      />
    </>
  );
}
