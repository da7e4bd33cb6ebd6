// The GIFs of the picker, in columns, and the message that is shown while there are none.

import type { Ref } from 'preact';
import { Button } from '../components/button.tsx';
import { ErrorMessage } from '../components/error-message.tsx';
import type { ErrorText } from '../components/error-text.ts';
import { t } from '../i18n/texts.ts';
import { type Gif, GifTile } from './gif-tile.tsx';

export interface GifListProps {
  readonly id: string;
  readonly listRef: Ref<HTMLDivElement>;
  readonly gifs: readonly Gif[];
  /** The indexes of the GIFs of each column. */
  readonly columns: readonly (readonly number[])[];
  readonly active: number;
  readonly isStill: boolean;
  readonly isLoading: boolean;
  readonly error: ErrorText | undefined;
  readonly onPoint: (index: number) => void;
  readonly onChoose: (gif: Gif) => void;
  readonly onScroll: () => void;
  readonly onRetry: () => void;
}

export function GifList({ id, gifs, columns, isLoading, error, ...props }: GifListProps) {
  const { listRef, active, isStill, onPoint, onChoose, onScroll, onRetry } = props;
  return (
    <div class="gif-body">
      {gifs.length > 0 && (
        <div
          ref={listRef}
          id={id}
          class="gif-columns"
          role="listbox"
          aria-label={t('gifs.title')}
          onScroll={onScroll}
        >
          {columns.map((indexes, column) => (
            <div key={column} role="presentation">
              {indexes.map((index) => {
                const gif = gifs[index];
                if (!gif) return null;
                return (
                  <GifTile
                    key={`${index} ${gif.url}`}
                    id={`${id}-${index}`}
                    gif={gif}
                    isActive={index === active}
                    isStill={isStill}
                    onPoint={() => onPoint(index)}
                    onChoose={() => onChoose(gif)}
                  />
                );
              })}
            </div>
          ))}
        </div>
      )}
      {gifs.length === 0 && isLoading && (
        <p class="gif-note" aria-busy="true">
          {t('common.loading')}
        </p>
      )}
      {gifs.length === 0 && !isLoading && !error && <p class="gif-note">{t('gifs.none')}</p>}
      {error && (
        <div class="gif-note" role="alert">
          <p>
            <ErrorMessage {...error} />
          </p>
          <Button onClick={onRetry}>{t('common.retry')}</Button>
        </div>
      )}
    </div>
  );
}
