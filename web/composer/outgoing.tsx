// The messages that have not arrived yet, under the feed in which they will stand: on their way, waiting for the network,
// or refused, with what one can do about it.

import { useRef } from 'preact/hooks';
import { isSameDestination } from '../ground/destination.ts';
import { partsOf } from '../ground/waiting-files.ts';
import { outboxOf } from '../link/outbox-of.ts';
import { useNoticed, useOrganization } from '../link/use-organization.ts';
import { forgetFilesOf } from '../link/waiting-files.ts';
import type { Outbox, Outgoing } from '../messages/outbox.ts';
import { Button } from '../parts/button.tsx';
import { t } from '../words/words.ts';
import type { Composer } from './composer.ts';
import { WaitingFileLine } from './waiting-file-line.tsx';

interface LineProps {
  readonly outgoing: Outgoing;
  readonly outbox: Outbox;
  readonly composer: Composer;
}

function Refused({ outgoing: { id, destination, content, problem = '' }, outbox, composer }: LineProps) {
  const remove = () => {
    void outbox.remove(id);
    void forgetFilesOf(composer.organization, content);
  };
  const rewrite = () => {
    composer.open(destination, content);
    void outbox.remove(id);
  };
  return (
    <div class="outgoing-problem" role="alert">
      <span>
        {t('feed.notSent')}: {problem}
      </span>
      <Button onClick={() => void outbox.retry(id)}>{t('parts.retry')}</Button>
      <Button onClick={rewrite}>{t('messages.edit')}</Button>
      <Button onClick={remove}>{t('messages.delete')}</Button>
    </div>
  );
}

function Line(props: LineProps) {
  const { content, problem } = props.outgoing;
  return (
    <li class={problem === undefined ? 'outgoing' : 'outgoing refused'}>
      <div class="outgoing-text">
        {partsOf(content).map((part) =>
          'text' in part ? part.text : <WaitingFileLine key={part.key} id={part.key} />,
        )}
      </div>
      {problem === undefined ? (
        <span class="outgoing-state">{t('feed.sending')}</span>
      ) : (
        <Refused {...props} />
      )}
    </li>
  );
}

/** Those to the conversation that the composer writes to, and from everywhere those that were refused. */
export function OutgoingMessages({ composer }: { readonly composer: Composer }) {
  const organization = useOrganization();
  const outbox = outboxOf(organization);
  const listen = useRef((listener: () => void) => outbox.onChange(listener));
  const entries = useNoticed(listen.current, () => outbox.entries);
  const shown = entries.filter(
    ({ destination, problem }) =>
      problem !== undefined || isSameDestination(destination, composer.destination),
  );
  if (shown.length === 0) return null;
  return (
    <ul class="outgoing-messages" aria-label={t('composer.outgoing')}>
      {shown.map((outgoing) => (
        <Line key={outgoing.id} outgoing={outgoing} outbox={outbox} composer={composer} />
      ))}
    </ul>
  );
}
