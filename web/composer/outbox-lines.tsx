// What one sent to this conversation and has not arrived: it is on its way, or was refused and can be sent again or
// taken back into the text field.

import type { Destination } from '../ground/destination.ts';
import { isSameDestination } from '../ground/destination.ts';
import type { Organization } from '../link/organization.ts';
import { outboxOf } from '../link/outbox-of.ts';
import { useNoticed } from '../link/use-organization.ts';
import { IconButton } from '../parts/button.tsx';
import { Icon } from '../parts/icon.tsx';
import { t } from '../words/words.ts';

export interface OutboxLinesProps {
  readonly organization: Organization;
  readonly destination: Destination;
  /** Puts a text back into the field. */
  readonly onTakeBack: (content: string) => void;
}

export function OutboxLines({ organization, destination, onTakeBack }: OutboxLinesProps) {
  const outbox = outboxOf(organization);
  const entries = useNoticed(
    (listener) => outbox.onChange(listener),
    () => outbox.entries,
  );
  const here = entries.filter((entry) => isSameDestination(entry.destination, destination));
  if (here.length === 0) return null;
  return (
    <ul class="outbox" aria-label={t('composer.onTheWay')}>
      {here.map(({ id, content, problem }) => (
        <li key={id}>
          <Icon name={problem === undefined ? 'clock' : 'warning'} />
          <p dir="auto">{content}</p>
          {problem === undefined ? (
            <small class="soft">{t('feed.sending')}</small>
          ) : (
            <>
              <small class="problem" role="alert">
                {t('composer.sendFailed', { reason: problem })}
              </small>
              <IconButton name={t('parts.retry')} icon="retry" onClick={() => void outbox.retry(id)} />
              <IconButton
                name={t('composer.takeBack')}
                icon="edit"
                onClick={() => {
                  void outbox.remove(id);
                  onTakeBack(content);
                }}
              />
            </>
          )}
        </li>
      ))}
    </ul>
  );
}
