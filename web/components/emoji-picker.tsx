// An emoji picker: a grid by group with keyboard navigation, below a search field. The focus stays in the
// field, which names the grid's active cell; Page Up and Page Down change the group.

// biome-ignore-all lint/a11y/noNoninteractiveElementToInteractiveRole: the table is a grid, as in the ARIA practices.

import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { type SkinTone, skinTones, withSkinTone } from '../../src/markdown/skin-tones.ts';
import { skinToneLabels } from '../i18n/skin-tone-labels.ts';
import { t } from '../i18n/texts.ts';
import { emojiText } from '../lib/completion.ts';
import { type Emoji, findEmoji, popularEmoji } from '../lib/emoji.ts';
import { type EmojiGroup, emojiGroups, groupOfEmoji } from '../lib/emoji-groups.ts';
import { gridIndexAfterKey } from '../lib/grid.ts';
import { EmojiGlyph } from './emoji-glyph.tsx';
import { onFieldKeyDown } from './field-keys.ts';
import { Icon } from './icon.tsx';

const MAX_COLUMNS = 8;
/** The width of a cell for a finger, and the space around the grid, in pixels. */
const [TOUCH_CELL, AROUND] = [44, 96];
const MAX_RESULTS = 80;

export interface EmojiPickerProps {
  readonly all: readonly Emoji[];
  /** The recently chosen ones, most recent first. */
  readonly recent: readonly Emoji[];
  /** @param text what stands for the emoji in a message */
  readonly onChoose: (emoji: Emoji, text: string) => void;
  /** The skin tone of the shown emoji, where one can be chosen. */
  readonly tone?: { readonly initial: SkinTone; readonly onChange: (tone: SkinTone) => void };
}

type GroupName = 'often' | 'own' | EmojiGroup;

interface Group {
  readonly name: GroupName;
  readonly emoji: readonly Emoji[];
}

const groupSymbols: Readonly<Record<EmojiGroup, string>> = {
  smileys: '🙂',
  people: '👋',
  nature: '🌿',
  food: '🍎',
  travel: '🚲',
  activities: '⚽',
  objects: '💡',
  symbols: '🔣',
  flags: '🏁',
};

const keyOf = ({ type, code }: Emoji) => `${type} ${code}`;

/** Recent and popular emoji followed by smileys, then custom emoji, then the Unicode groups. */
function groupsOf(all: readonly Emoji[], recent: readonly Emoji[]): Group[] {
  const recentKeys = new Set(recent.map(keyOf));
  const frequent = [...recent, ...popularEmoji(all).filter((emoji) => !recentKeys.has(keyOf(emoji)))];
  const custom = all.filter(({ type }) => type !== 'unicode_emoji');
  const unicode = Map.groupBy(
    all.filter(({ type }) => type === 'unicode_emoji'),
    ({ code }) => groupOfEmoji(code),
  );
  return [
    { name: 'often', emoji: [...new Set([...frequent, ...(unicode.get('smileys') ?? [])])] },
    ...(custom.length > 0 ? [{ name: 'own', emoji: custom } as const] : []),
    ...emojiGroups.map((name) => ({ name, emoji: unicode.get(name) ?? [] })),
  ];
}

/** As many columns as narrow screens have space for. */
function columnsThatFit(): number {
  return Math.min(MAX_COLUMNS, Math.floor((innerWidth - AROUND) / TOUCH_CELL));
}

function rowsOf(emoji: readonly Emoji[], columns: number): Emoji[][] {
  return Array.from({ length: Math.ceil(emoji.length / columns) }, (_, row) =>
    emoji.slice(row * columns, (row + 1) * columns),
  );
}

/** The choice of a skin tone, as hands. */
function Tones({ tone, onChange }: { readonly tone: SkinTone; readonly onChange: (tone: SkinTone) => void }) {
  return (
    <fieldset class="emoji-tones" aria-label={t('moreSettings.skinTone')}>
      {skinTones.map((one) => (
        <button
          key={one}
          type="button"
          aria-label={t(skinToneLabels[one])}
          data-tip={t(skinToneLabels[one])}
          aria-pressed={one === tone}
          onClick={() => onChange(one)}
        >
          <span aria-hidden="true">{withSkinTone('✋', one)}</span>
        </button>
      ))}
    </fieldset>
  );
}

function GroupSymbol({ name }: { readonly name: GroupName }) {
  if (name === 'often') return <Icon name="recent" />;
  if (name === 'own') return <Icon name="organization" />;
  return <span aria-hidden="true">{groupSymbols[name]}</span>;
}

export function EmojiPicker({ all, recent, tone: choice, ...props }: EmojiPickerProps) {
  const id = useId();
  const grid = useRef<HTMLTableElement>(null);
  const [groups] = useState(() => groupsOf(all, recent));
  const [groupIndex, setGroupIndex] = useState(0);
  const [query, setQuery] = useState('');
  const [active, setActive] = useState(0);
  const [tone, setTone] = useState(choice?.initial ?? 'none');
  const columns = columnsThatFit();
  const isSearch = query.trim() !== '';
  const group = groups[groupIndex];
  const shownEmoji = isSearch ? findEmoji(all, query.trim(), MAX_RESULTS) : (group?.emoji ?? []);
  const activeEmoji = shownEmoji[active];
  useEffect(() => {
    grid.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
  }, [active, groupIndex]);
  const onChoose = (emoji: Emoji) => props.onChoose(emoji, emojiText(emoji, tone));
  function showGroup(next: number) {
    setGroupIndex((next + groups.length) % groups.length);
    setQuery('');
    setActive(0);
    grid.current?.scrollTo(0, 0);
  }
  function onGridKey({ key }: KeyboardEvent): boolean {
    // In a typed query these keys move the caret.
    const isInText = query !== '' && ['Home', 'End'].includes(key);
    const to = isInText ? undefined : gridIndexAfterKey(key, active, shownEmoji.length, columns);
    if (key === 'Enter') {
      if (activeEmoji) onChoose(activeEmoji);
    } else if (key === 'PageDown' || key === 'PageUp') showGroup(groupIndex + (key === 'PageDown' ? 1 : -1));
    else if (to !== undefined && to >= 0) setActive(to);
    else return false;
    return true;
  }
  // The card around the grid closes as a whole, so Escape is not handled here.
  const onKeyDown = (event: KeyboardEvent) => onFieldKeyDown(event, { onKey: onGridKey });
  return (
    <div class="emoji-picker">
      <input
        data-first
        class="input"
        type="text"
        role="combobox"
        aria-label={t('emoji.find')}
        placeholder={t('emoji.find')}
        aria-expanded="true"
        aria-controls={id}
        aria-haspopup="grid"
        {...(activeEmoji && { 'aria-activedescendant': `${id}-${active}` })}
        autocomplete="off"
        spellcheck={false}
        value={query}
        onInput={(event) => {
          setQuery(event.currentTarget.value);
          setActive(0);
        }}
        onKeyDown={onKeyDown}
      />
      <fieldset class="emoji-groups" aria-label={t('emoji.categories')}>
        {groups.map(({ name }, index) => (
          <button
            key={name}
            type="button"
            aria-label={t(`emoji.category.${name}`)}
            data-tip={t(`emoji.category.${name}`)}
            aria-pressed={!isSearch && index === groupIndex}
            onClick={() => showGroup(index)}
          >
            <GroupSymbol name={name} />
          </button>
        ))}
      </fieldset>
      <table ref={grid} id={id} class="emoji-grid" role="grid" aria-label={t('composer.emoji')}>
        <tbody>
          {rowsOf(shownEmoji, columns).map((row, rowIndex) => (
            <tr key={row[0]?.code}>
              {row.map((emoji, column) => {
                const index = rowIndex * columns + column;
                return (
                  <td
                    key={keyOf(emoji)}
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
                    <EmojiGlyph
                      name={emoji.name}
                      text={withSkinTone(emoji.text ?? '', tone)}
                      url={emoji.url}
                    />
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
      <div class="emoji-foot">
        <p class="emoji-name" aria-live="polite">
          {activeEmoji ? (
            <>
              <EmojiGlyph
                name={activeEmoji.name}
                text={withSkinTone(activeEmoji.text ?? '', tone)}
                url={activeEmoji.url}
              />
              <span>:{activeEmoji.name}:</span>
            </>
          ) : (
            t('common.none')
          )}
        </p>
        {choice && (
          <Tones
            tone={tone}
            onChange={(chosenTone) => {
              setTone(chosenTone);
              choice.onChange(chosenTone);
            }}
          />
        )}
      </div>
    </div>
  );
}
