// All emoji in a grid that keys move in, below a field that finds them by name. The focus stays in the field; the grid
// names its active cell.

// biome-ignore-all lint/a11y/noNoninteractiveElementToInteractiveRole: a table is a grid here, as the practices have it.

import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { type Emoji, emojiFor, popularEmoji } from '../ground/emoji.ts';
import { movedInGrid } from '../ground/grid.ts';
import { t } from '../words/words.ts';
import { EmojiGlyph } from './emoji-glyph.tsx';

const COLUMNS = 8;
/** What is shown at once; the rest is a letter away. */
const SHOWN = 400;

export interface EmojiPickerProps {
  readonly all: readonly Emoji[];
  readonly onChoose: (emoji: Emoji) => void;
}

function rowsOf(emoji: readonly Emoji[]): Emoji[][] {
  return Array.from({ length: Math.ceil(emoji.length / COLUMNS) }, (_, row) =>
    emoji.slice(row * COLUMNS, (row + 1) * COLUMNS),
  );
}

function found(all: readonly Emoji[], query: string): readonly Emoji[] {
  if (query.trim() !== '') return emojiFor(all, query.trim(), 80);
  const popular = popularEmoji(all);
  return [...popular, ...all.filter((emoji) => !popular.includes(emoji))].slice(0, SHOWN);
}

export function EmojiPicker({ all, onChoose }: EmojiPickerProps) {
  const id = useId();
  const grid = useRef<HTMLTableElement>(null);
  const [query, setQuery] = useState('');
  const [active, setActive] = useState(0);
  const shown = found(all, query);
  const chosen = shown[active];
  useEffect(() => {
    grid.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Enter') {
      event.preventDefault();
      if (chosen) onChoose(chosen);
      return;
    }
    // In a text that is being written, left and right move the caret.
    const isInText = query !== '' && ['Home', 'End'].includes(event.key);
    const to = isInText ? undefined : movedInGrid(event.key, active, shown.length, COLUMNS);
    if (to === undefined || to < 0) return;
    event.preventDefault();
    setActive(to);
  }
  return (
    <div class="emoji-picker">
      <input
        data-first
        class="input"
        type="text"
        role="combobox"
        aria-label={t('composer.findEmoji')}
        placeholder={t('composer.findEmoji')}
        aria-expanded="true"
        aria-controls={id}
        aria-haspopup="grid"
        {...(chosen && { 'aria-activedescendant': `${id}-${active}` })}
        autocomplete="off"
        spellcheck={false}
        value={query}
        onInput={(event) => {
          setQuery(event.currentTarget.value);
          setActive(0);
        }}
        onKeyDown={onKeyDown}
      />
      <table ref={grid} id={id} class="emoji-grid" role="grid" aria-label={t('composer.emoji')}>
        <tbody>
          {rowsOf(shown).map((row, rowIndex) => (
            <tr key={row[0]?.code}>
              {row.map((emoji, column) => {
                const index = rowIndex * COLUMNS + column;
                return (
                  <td
                    key={`${emoji.type} ${emoji.code}`}
                    id={`${id}-${index}`}
                    role="gridcell"
                    tabIndex={-1}
                    aria-label={emoji.name.replaceAll('_', ' ')}
                    aria-selected={index === active}
                    onPointerMove={() => setActive(index)}
                    onPointerDown={(event: PointerEvent) => event.preventDefault()}
                    onClick={() => onChoose(emoji)}
                    onKeyDown={onKeyDown}
                  >
                    <EmojiGlyph name={emoji.name} text={emoji.text} url={emoji.url} />
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
      <p class="emoji-name" aria-live="polite">
        {chosen ? `:${chosen.name}:` : t('parts.none')}
      </p>
    </div>
  );
}
