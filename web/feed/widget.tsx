// A poll below the message that asks it.

import { useOrganization } from '../link/use-organization.ts';
import type { Message } from '../messages/message.ts';
import { personName } from '../messages/names.ts';
import { sayProblem } from '../parts/status-line.tsx';
import { listed } from '../words/dates.ts';
import { pollOf } from './poll.ts';

export function Widget({ message }: { readonly message: Message }) {
  const { client, ownId, state, isVisitor } = useOrganization();
  const poll = pollOf(message);
  if (!poll) return null;
  const vote = (key: string, isVoted: boolean) =>
    client
      .call('send-submessage', {
        message_id: message.id,
        msg_type: 'widget',
        content: JSON.stringify({ type: 'vote', key, vote: isVoted ? -1 : 1 }),
      })
      .catch((error: Error) => sayProblem(error.message));
  return (
    <div class="poll">
      {poll.question !== '' && <p>{poll.question}</p>}
      <ul>
        {poll.choices.map(({ key, text, voters }) => {
          const isVoted = voters.includes(ownId);
          return (
            <li key={key}>
              <button
                type="button"
                disabled={isVisitor}
                aria-pressed={isVoted}
                aria-label={`${text} ${voters.length}`}
                onClick={() => vote(key, isVoted)}
              >
                {voters.length}
              </button>
              <span>{text}</span>
              <small>{listed(voters.map((id) => personName(state, id)))}</small>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
