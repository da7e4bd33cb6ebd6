// The lists of scheduled messages and of reminders, soonest first.

import type { ComponentChildren } from 'preact';
import type { Section } from '../../client/state/state.ts';
import { Button, IconButton } from '../components/button.tsx';
import { EmptyState } from '../components/empty-state.tsx';
import { RenderedHtml } from '../components/rendered-html.tsx';
import { attempt } from '../data/attempt.ts';
import { showTimeDialog } from '../forms/time-dialog.tsx';
import { useOrganization, useOrganizationState } from '../hooks/use-organization.ts';
import { useViewer } from '../hooks/use-viewer.ts';
import { fullTime } from '../i18n/dates.ts';
import { t } from '../i18n/texts.ts';
import { type Destination, directTo } from '../lib/destination.ts';
import { conversationName } from './texts.ts';

type Scheduled = Section<'scheduled_messages'>[number];

function destinationOf({ to, topic = '' }: Scheduled, ownId: number): Destination {
  return typeof to === 'number' ? { kind: 'channel', channelId: to, topic } : directTo(to, ownId);
}

interface LineProps {
  readonly title: string;
  readonly at: number;
  readonly isFailed: boolean;
  readonly html: string;
  readonly children: ComponentChildren;
}

function Line({ title, at, isFailed, html, children }: LineProps) {
  const viewer = useViewer();
  return (
    <li>
      <div>
        <h2>
          {title} <small>{fullTime(at, viewer)}</small>
        </h2>
        {isFailed && <p class="problem">{t('scheduled.failed')}</p>}
        <RenderedHtml html={html} viewer={viewer} />
      </div>
      {children}
    </li>
  );
}

const bySoonest = (
  a: { scheduled_delivery_timestamp: number },
  b: { scheduled_delivery_timestamp: number },
) => a.scheduled_delivery_timestamp - b.scheduled_delivery_timestamp;

export interface ScheduledViewProps {
  /** Opens the composer of a conversation with a text. */
  readonly onWrite: (destination: Destination, content: string) => void;
}

/** Messages that the server will send. */
export function ScheduledView({ onWrite }: ScheduledViewProps) {
  const { client, state, ownId } = useOrganization();
  const all = useOrganizationState(({ scheduled_messages }) => scheduled_messages) ?? [];
  const viewer = useViewer();
  if (all.length === 0)
    return (
      <EmptyState icon="clock" title={t('scheduled.none')} text={t('scheduled.noneText')}>
        <a class="button" href="#inbox">
          {t('frame.toInbox')}
        </a>
      </EmptyState>
    );
  const remove = ({ scheduled_message_id }: Scheduled) =>
    attempt(client.call('delete-scheduled-message', { scheduled_message_id }));
  const atAnotherTime = ({ scheduled_message_id }: Scheduled) =>
    showTimeDialog({
      title: t('time.change'),
      action: t('scheduled.schedule'),
      clock: viewer,
      async onChoose(at) {
        await client.call('update-scheduled-message', {
          scheduled_message_id,
          scheduled_delivery_timestamp: at,
        });
      },
    });
  return (
    <ul class="drafts later">
      {[...all].sort(bySoonest).map((scheduled) => {
        const destination = destinationOf(scheduled, ownId);
        return (
          <Line
            key={scheduled.scheduled_message_id}
            title={conversationName(state, destination) || t('composer.noDestination')}
            at={scheduled.scheduled_delivery_timestamp}
            isFailed={scheduled.failed}
            html={scheduled.rendered_content}
          >
            <Button
              needsServer
              icon="edit"
              onClick={() =>
                remove(scheduled).then((answer) => answer && onWrite(destination, scheduled.content))
              }
            >
              {t('scheduled.edit')}
            </Button>
            <IconButton name={t('time.change')} icon="clock" onClick={() => atAnotherTime(scheduled)} />
            <IconButton
              needsServer
              name={t('scheduled.delete')}
              icon="delete"
              onClick={() => remove(scheduled)}
            />
          </Line>
        );
      })}
    </ul>
  );
}

/** Messages that the viewer will be reminded of. */
export function RemindersView() {
  const { client } = useOrganization();
  const all = useOrganizationState(({ reminders }) => reminders) ?? [];
  if (all.length === 0)
    return (
      <EmptyState icon="clock" title={t('reminders.none')} text={t('reminders.noneText')}>
        <a class="button" href="#inbox">
          {t('frame.toInbox')}
        </a>
      </EmptyState>
    );
  return (
    <ul class="drafts later">
      {[...all].sort(bySoonest).map((reminder) => (
        <Line
          key={reminder.reminder_id}
          title={t('reminders.remindMe')}
          at={reminder.scheduled_delivery_timestamp}
          isFailed={reminder.failed}
          html={reminder.rendered_content}
        >
          <IconButton
            needsServer
            name={t('reminders.delete')}
            icon="delete"
            onClick={() => attempt(client.call('delete-reminder', { reminder_id: reminder.reminder_id }))}
          />
        </Line>
      ))}
    </ul>
  );
}
