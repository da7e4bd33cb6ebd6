// Shown instead of a message's text: a poll, a task list, or suggested replies.

import { Button } from '../../components/button.tsx';
import { sendBy } from '../../data/outbox-of.ts';
import { useOrganization } from '../../hooks/use-organization.ts';
import type { Message } from '../../store/message.ts';
import { offeredReplies } from '../../store/offered-replies.ts';
import { pollOf } from '../../store/poll.ts';
import { taskListOf } from '../../store/task-list.ts';
import { destinationOfMessage } from '../destination-of-message.ts';
import { PollWidget } from './poll-widget.tsx';
import { TaskListWidget } from './task-list-widget.tsx';

export interface WidgetProps {
  readonly message: Message;
}

function Replies({ message }: WidgetProps) {
  const organization = useOrganization();
  const { heading = '', replies = [] } = offeredReplies(message) ?? {};
  const send = sendBy(organization);
  return (
    <>
      <p>{heading}</p>
      <ul>
        {replies.map(({ label, description, reply }) => (
          <li key={label}>
            <Button
              disabled={organization.isAnonymous}
              onClick={() => void send(destinationOfMessage(message, organization.ownId), reply)}
            >
              {label}
            </Button>
            <span>{description}</span>
          </li>
        ))}
      </ul>
    </>
  );
}

export function Widget({ message }: WidgetProps) {
  const poll = pollOf(message);
  const list = taskListOf(message);
  return (
    <div class="widget">
      {poll && <PollWidget message={message} poll={poll} />}
      {list && <TaskListWidget message={message} list={list} />}
      {!poll && !list && <Replies message={message} />}
    </div>
  );
}
