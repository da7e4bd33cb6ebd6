// The field that limits a search to a sender: it lists those of the messages found, and finds everyone by name.

import { useState } from 'preact/hooks';
import { Avatar } from '../components/avatar.tsx';
import { Combobox } from '../components/combobox.tsx';
import { t } from '../i18n/texts.ts';
import type { SenderChoice } from './sender-choices.ts';

export interface SenderFilterProps {
  readonly choicesFor: (typed: string) => readonly SenderChoice[];
  /** A name with the number of messages. */
  readonly counted: (name: string, count: number) => string;
  readonly onChoose: (id: number) => void;
}

export function SenderFilter({ choicesFor, counted, onChoose }: SenderFilterProps) {
  const [typed, setTyped] = useState('');
  const clear = () => setTyped('');
  return (
    <span data-filter="sender">
      <Combobox
        label={t('searching.fromLabel')}
        class="input filter"
        value={typed}
        items={choicesFor(typed)}
        keyOf={({ id }) => String(id)}
        show={({ id, name, url, count }) => (
          <>
            <Avatar id={id} name={name} url={url} size="small" />
            <span class="label">{count === undefined ? name : counted(name, count)}</span>
          </>
        )}
        choosesFirst={typed.trim() !== ''}
        onInput={setTyped}
        onChoose={({ id }) => {
          clear();
          onChoose(id);
        }}
        onEscape={clear}
        onLeave={clear}
      />
    </span>
  );
}
