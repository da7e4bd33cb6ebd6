// A line above the messages of a conversation with what is pinned there: one message at a time, the newest pin first.

import { useState } from 'preact/hooks';
import { IconButton } from '../components/button.tsx';
import { Icon } from '../components/icon.tsx';
import { plainText } from '../components/plain-text.ts';
import { useOrganization } from '../hooks/use-organization.ts';
import { t } from '../i18n/texts.ts';
import { addressOfNarrow, type Conversation, narrowOf, term } from '../store/narrow-targets.ts';
import type { PinnedMessage } from '../store/pinned-messages.ts';

export interface PinnedLineProps {
  readonly conversation: Conversation;
  /** At least one. */
  readonly pins: readonly PinnedMessage[];
}

export function PinnedLine({ conversation, pins }: PinnedLineProps) {
  const { state } = useOrganization();
  const [position, setPosition] = useState(0);
  const at = position < pins.length ? position : 0;
  const pin = pins[at];
  if (!pin) return null;
  const place = t('pins.position', { position: at + 1, count: pins.length });
  const addressWith = (operator: string, operand: string | number) =>
    addressOfNarrow([...narrowOf(conversation), term(operator, operand)], state);
  return (
    <section class="pinned-strip" aria-label={t('pins.pinned')}>
      <Icon name="pin" />
      <a href={addressWith('near', pin.id)}>
        <b>{pin.sender}</b> <span>{plainText(pin.content)}</span>
      </a>
      {pins.length > 1 && (
        <>
          <a
            class="all"
            href={addressWith('is', 'pinned')}
            aria-label={`${place}, ${t('pins.all')}`}
            data-tip={t('pins.all')}
          >
            {place}
          </a>
          <IconButton name={t('pins.next')} icon="next" onClick={() => setPosition((at + 1) % pins.length)} />
        </>
      )}
    </section>
  );
}
