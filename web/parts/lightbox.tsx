// Pictures as large as the window, one after the other: arrows go on, a press on the picture shows it in its own size.

import { useEffect, useState } from 'preact/hooks';
import { t } from '../words/words.ts';
import { IconButton } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { Icon } from './icon.tsx';
import type { IconName } from './icon-names.ts';
import { showDialog } from './overlays.tsx';

export interface Picture {
  /** What is shown already, until the picture itself is there. */
  readonly preview: string;
  readonly source: string;
  /** Where it is from. */
  readonly address: string;
  readonly name: string;
}

/** Shows pictures, beginning with one of them. */
export function showPictures(pictures: readonly Picture[], first: number): void {
  showDialog((close) => <Lightbox pictures={pictures} first={first} onClose={close} />);
}

interface FileLinkProps {
  readonly name: string;
  readonly icon: IconName;
  readonly href: string;
  readonly target?: string;
  readonly download?: string;
}

function FileLink({ name, icon, href, ...link }: FileLinkProps) {
  return (
    <a class="icon-button" href={href} rel="noopener noreferrer" aria-label={name} data-tip={name} {...link}>
      <Icon name={icon} />
    </a>
  );
}

interface LightboxProps {
  readonly pictures: readonly Picture[];
  readonly first: number;
  readonly onClose: () => void;
}

function Lightbox({ pictures, first, onClose }: LightboxProps) {
  const [place, setPlace] = useState(first);
  const [isLarge, setLarge] = useState(false);
  const [isLoaded, setLoaded] = useState(false);
  const picture = pictures[place];
  const go = (step: 1 | -1) => {
    const next = place + step;
    if (next < 0 || next >= pictures.length) return;
    setPlace(next);
    setLarge(false);
    setLoaded(false);
  };
  useEffect(() => {
    const isBackwards = document.documentElement.dir === 'rtl';
    const onKey = (event: KeyboardEvent) => {
      const isKnown = ['ArrowLeft', 'ArrowRight', 'v', 'V'].includes(event.key);
      if (!isKnown || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      event.stopPropagation();
      if (event.key.toLowerCase() === 'v') onClose();
      else go((event.key === 'ArrowRight') === isBackwards ? -1 : 1);
    };
    addEventListener('keydown', onKey, true);
    return () => removeEventListener('keydown', onKey, true);
  }, [place]);
  if (!picture) return null;
  return (
    <Dialog title={picture.name || t('messages.pictures')} onClose={onClose} size="full">
      <div class={`lightbox ${isLarge ? 'large' : ''}`}>
        <button
          type="button"
          autofocus
          class="lightbox-picture"
          aria-pressed={isLarge}
          onClick={() => setLarge(!isLarge)}
        >
          {/* Both at once: the small one stays until the large one is there, and where there is none. */}
          {!isLoaded && <img src={picture.preview} alt={picture.name} />}
          <img
            key={picture.source}
            src={picture.source}
            alt={picture.name}
            hidden={!isLoaded}
            onLoad={() => setLoaded(true)}
          />
        </button>
      </div>
      <div class="lightbox-tools">
        <IconButton
          class="back"
          name={t('messages.pictureBefore')}
          icon="back"
          keyHint="←"
          disabled={place === 0}
          onClick={() => go(-1)}
        />
        <span class="lightbox-place">
          {place + 1} / {pictures.length}
        </span>
        <IconButton
          name={t('messages.pictureNext')}
          icon="next"
          keyHint="→"
          disabled={place === pictures.length - 1}
          onClick={() => go(1)}
        />
        <FileLink name={t('messages.openFile')} icon="external" href={picture.address} target="_blank" />
        <FileLink
          name={t('messages.download')}
          icon="download"
          href={picture.source}
          download={picture.name}
        />
      </div>
    </Dialog>
  );
}
