// One GIF in the picker. A picture that cannot be loaded is tried again, because the server fetches a limited number at a
// time. After the last attempt the title is shown instead.

import { useEffect, useState } from 'preact/hooks';
import type { AnswerOf } from '../../client/api-types.ts';
import { t } from '../i18n/texts.ts';

export type Gif = AnswerOf<'get-gifs'>['gifs'][number];

const ATTEMPTS = 4;
const PAUSE_MILLISECONDS = 1500;

export interface GifTileProps {
  readonly id: string;
  readonly gif: Gif;
  readonly isActive: boolean;
  readonly isStill: boolean;
  readonly onPoint: () => void;
  readonly onChoose: () => void;
}

export function GifTile({ id, gif, isActive, isStill, onPoint, onChoose }: GifTileProps) {
  const { title, width, height } = gif;
  const [attempt, setAttempt] = useState(1);
  const [hasFailed, setFailed] = useState(false);
  useEffect(() => {
    if (!hasFailed || attempt >= ATTEMPTS) return undefined;
    const timer = setTimeout(() => {
      setAttempt(attempt + 1);
      setFailed(false);
    }, PAUSE_MILLISECONDS * attempt);
    return () => clearTimeout(timer);
  }, [hasFailed]);
  const name = title || t('gifs.untitled');
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: keys are handled by the field, which has the focus.
    <div
      id={id}
      class="gif-tile"
      role="option"
      tabIndex={-1}
      aria-label={name}
      aria-selected={isActive}
      style={{ aspectRatio: `${width} / ${height}` }}
      onPointerMove={onPoint}
      // Keeps the focus in the field.
      onPointerDown={(event: PointerEvent) => event.preventDefault()}
      onClick={onChoose}
    >
      {hasFailed ? (
        <span>{name}</span>
      ) : (
        <img
          key={attempt}
          alt={name}
          src={isStill ? gif.still_url : gif.preview_url}
          width={width}
          height={height}
          loading="lazy"
          draggable={false}
          onError={() => setFailed(true)}
        />
      )}
    </div>
  );
}
