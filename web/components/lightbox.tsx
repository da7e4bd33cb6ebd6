// Shows pictures, videos and audio files at the size of the window, one at a time. Arrow keys move between
// them, or seek in a focused video or audio file. A click shows a picture in its original size.

import { useEffect, useState } from 'preact/hooks';
import { t } from '../i18n/texts.ts';
import { IconButton } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { Icon } from './icon.tsx';
import type { IconName } from './icon-names.ts';
import { showDialog } from './overlays.tsx';
import { useCloseOnBack } from './use-back.ts';

interface Named {
  readonly source: string;
  /** The page it is from. */
  readonly address: string;
  readonly name: string;
}

export type Medium =
  | (Named & {
      readonly kind: 'picture';
      /** Shown until the picture itself is loaded. */
      readonly preview: string;
    })
  | (Named & { readonly kind: 'video' | 'audio' });

/** Shows media, starting with the one at index `first`. */
export function showMedia(media: readonly Medium[], first: number): void {
  showDialog((close) => <Lightbox media={media} first={first} onClose={close} />);
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

function LargePicture({ picture }: { readonly picture: Extract<Medium, { kind: 'picture' }> }) {
  const [isLarge, setLarge] = useState(false);
  const [isLoaded, setLoaded] = useState(false);
  return (
    <div class={`lightbox ${isLarge ? 'large' : ''}`}>
      <button
        type="button"
        autofocus
        class="lightbox-picture"
        aria-pressed={isLarge}
        onClick={() => setLarge(!isLarge)}
      >
        {/* Both: the preview stays until the picture is loaded, or if it cannot be. */}
        {!isLoaded && <img src={picture.preview} alt={picture.name} />}
        <img src={picture.source} alt={picture.name} hidden={!isLoaded} onLoad={() => setLoaded(true)} />
      </button>
    </div>
  );
}

function Player({ medium: { kind, source, name } }: { readonly medium: Medium }) {
  const Element = kind === 'video' ? 'video' : 'audio';
  return (
    <div class="lightbox playing">
      <Element src={source} aria-label={name} controls autoplay autofocus tabIndex={0} />
    </div>
  );
}

interface LightboxProps {
  readonly media: readonly Medium[];
  readonly first: number;
  readonly onClose: () => void;
}

function Lightbox({ media, first, onClose }: LightboxProps) {
  const [index, setIndex] = useState(first);
  const medium = media[index];
  useCloseOnBack(onClose);
  const go = (step: 1 | -1) => setIndex(Math.min(Math.max(index + step, 0), media.length - 1));
  useEffect(() => {
    const isBackwards = document.documentElement.dir === 'rtl';
    const onKey = (event: KeyboardEvent) => {
      const isKnown = ['ArrowLeft', 'ArrowRight', 'v', 'V'].includes(event.key);
      if (!isKnown || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.target instanceof HTMLMediaElement && event.key.startsWith('Arrow')) return;
      event.preventDefault();
      event.stopPropagation();
      if (event.key.toLowerCase() === 'v') onClose();
      else go((event.key === 'ArrowRight') === isBackwards ? -1 : 1);
    };
    addEventListener('keydown', onKey, true);
    return () => removeEventListener('keydown', onKey, true);
  }, [index]);
  useEffect(() => {
    // The focused element was removed with the previous medium, or became disabled.
    const focused = document.activeElement;
    const isLost = !focused?.closest('dialog button, dialog a, dialog :is(video, audio)');
    if (isLost || focused?.matches(':disabled'))
      document.querySelector<HTMLElement>('.lightbox :is(button, video, audio)')?.focus();
  }, [index]);
  if (!medium) return null;
  return (
    <Dialog title={medium.name || t('messages.media')} onClose={onClose} size="full">
      {medium.kind === 'picture' ? (
        <LargePicture key={index} picture={medium} />
      ) : (
        <Player key={index} medium={medium} />
      )}
      <div class="lightbox-tools">
        <IconButton
          class="back"
          name={t('messages.mediumBefore')}
          icon="back"
          {...(medium.kind === 'picture' && { keyHint: '←' })}
          disabled={index === 0}
          onClick={() => go(-1)}
        />
        <span class="lightbox-place">
          {index + 1} / {media.length}
        </span>
        <IconButton
          name={t('messages.mediumNext')}
          icon="next"
          {...(medium.kind === 'picture' && { keyHint: '→' })}
          disabled={index === media.length - 1}
          onClick={() => go(1)}
        />
        <FileLink name={t('messages.openFile')} icon="external" href={medium.address} target="_blank" />
        <FileLink name={t('messages.download')} icon="download" href={medium.source} download={medium.name} />
      </div>
    </Dialog>
  );
}
