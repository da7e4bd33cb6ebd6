// The event subscriptions of a bot of the viewer, with a form to add one.

import type { Person } from '../../client/state/state.ts';
import { Dialog } from '../components/dialog.tsx';
import { t } from '../i18n/texts.ts';
import { EventSubscriptions, useEventSubscriptions } from './event-subscriptions.tsx';
import { NewEventSubscription } from './new-event-subscription.tsx';

export interface EventsDialogProps {
  readonly bot: Person;
  readonly onClose: () => void;
}

export function EventsDialog({ bot, onClose }: EventsDialogProps) {
  const { user_id: botId, full_name: name } = bot;
  const [all, reload] = useEventSubscriptions(botId);
  return (
    <Dialog title={t('eventSubscriptions.of', { name })} onClose={onClose}>
      <p>{t('eventSubscriptions.text')}</p>
      <EventSubscriptions bot={bot} all={all} onChanged={reload} />
      <NewEventSubscription botId={botId} onMade={reload} />
    </Dialog>
  );
}
