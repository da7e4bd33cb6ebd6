// The tools of the inbox in the bar above it: how it is grouped, and marking everything as read.

import { IconButton } from '../components/button.tsx';
import { MenuButton } from '../components/menu.tsx';
import { performAction } from '../data/key-actions.ts';
import { t } from '../i18n/texts.ts';
import { inboxGrouping, inboxGroupings } from './list-settings.ts';

const labels = { reason: 'lists.byReason', channel: 'lists.byChannel', time: 'lists.byTime' } as const;

export function InboxTools() {
  return (
    <>
      <MenuButton
        name={t('lists.groupBy')}
        icon="filter"
        align="end"
        items={() =>
          inboxGroupings.map((value) => ({
            label: t(labels[value]),
            isChecked: inboxGrouping.value === value,
            onChoose() {
              inboxGrouping.value = value;
            },
          }))
        }
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
