// A row of the command palette.

import { Count, describedBy } from '../components/count.tsx';
import { Icon } from '../components/icon.tsx';
import { t } from '../i18n/texts.ts';
import { foldText } from '../lib/ranking.ts';
import { DirectPicture } from '../pictures/person-picture.tsx';
import type { PaletteItem } from './palette-item.ts';

/** A text whose first occurrence of a word of the query is marked. */
function Marked({ text, words }: { readonly text: string; readonly words: string }) {
  const folded = foldText(text);
  // Accents that are characters of their own shift the positions.
  const isAligned = folded.length === text.length;
  const [first] = isAligned
    ? [words, ...words.split(/\s+/)]
        .map((word) => ({ at: word === '' ? -1 : folded.indexOf(foldText(word)), length: word.length }))
        .filter(({ at }) => at >= 0)
    : [];
  if (!first) return <>{text}</>;
  const end = first.at + first.length;
  return (
    <>
      {text.slice(0, first.at)}
      <mark>{text.slice(first.at, end)}</mark>
      {text.slice(end)}
    </>
  );
}

export interface PaletteRowProps {
  readonly id: string;
  readonly item: PaletteItem;
  readonly words: string;
  readonly isActive: boolean;
  readonly isDisabled: boolean;
  readonly onChoose: (event: MouseEvent) => void;
  /** Called when the pointer moves over the row. */
  readonly onPoint: () => void;
  /** Called on a right-click or a long press. */
  readonly onShowMore: () => void;
}

export function PaletteRow(props: PaletteRowProps) {
  const { id, item, words, isActive, isDisabled, onChoose, onPoint, onShowMore } = props;
  const { picture, context, name, note, count = 0, keyHint } = item;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: keys are handled by the field, which has the focus.
    <div
      id={id}
      class="palette-row"
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      {...describedBy(item.about ?? '')}
      {...(isDisabled && { 'aria-disabled': true, title: t('common.needsServer') })}
      // Keeps the focus in the field.
      onPointerDown={(event: PointerEvent) => event.preventDefault()}
      onPointerMove={onPoint}
      onClick={onChoose}
      onContextMenu={(event: MouseEvent) => {
        event.preventDefault();
        onShowMore();
      }}
    >
      {'ids' in picture ? (
        <DirectPicture ids={picture.ids} />
      ) : (
        <span style={{ '--channel': picture.color }}>
          <Icon name={picture.icon} />
        </span>
      )}
      <span class="palette-name">
        {context !== undefined && <small>{context} › </small>}
        <Marked text={name} words={words} />
      </span>
      {note !== undefined && <small>{note}</small>}
      <Count count={count} />
      {keyHint !== undefined && <kbd>{keyHint}</kbd>}
    </div>
  );
}
