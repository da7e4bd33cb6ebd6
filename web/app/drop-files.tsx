// Handles files dropped anywhere on the page: they are added to the composer of the conversation in view, or the page
// explains why they cannot be sent. The browser never opens them instead of the page.

import { useEffect, useRef, useState } from 'preact/hooks';
import { Icon } from '../components/icon.tsx';
import { showError } from '../components/status-line.tsx';
import { conversationName } from '../composer/texts.ts';
import type { Organization } from '../data/organization.ts';
import { useOrganization } from '../hooks/use-organization.ts';
import { t } from '../i18n/texts.ts';
import type { View } from '../lib/address.ts';
import { postingObstacle } from '../store/posting-obstacle.ts';
import { composerOf } from './composer-of.ts';

export interface DropTarget {
  /** Where the files go, or why they cannot be sent. */
  readonly text: string;
  readonly onFiles?: (files: readonly File[]) => void;
}

/** The target of files dropped on a view. @param composerOfView the page's by default */
export function dropTarget(
  organization: Organization,
  view: View | undefined,
  composerOfView = composerOf,
): DropTarget {
  if (organization.isAnonymous) return { text: t('frame.viewingAnonymously') };
  const composer = composerOfView(organization);
  const { destination } = composer;
  if (view?.kind !== 'narrow' && !composer.isOpen) return { text: t('composer.dropNowhere') };
  const { state, ownId } = organization;
  if (postingObstacle(state, ownId, destination)) return { text: t('composer.mayNotPost') };
  const name = destination && composer.isForView ? conversationName(state, destination) : '';
  return {
    text: name === '' ? t('composer.dropHere') : t('composer.dropTo', { where: name }),
    onFiles(files) {
      if (!composer.isOpen) composer.open({ kind: 'channel', channelId: undefined, topic: '' });
      composer.addFiles(files);
    },
  };
}

export const holdsFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') === true;

/** A field that accepts files on its own. */
export const isFileField = ({ target }: DragEvent) =>
  target instanceof Element && target.closest('input[type=file]') !== null;

/** A dialog covers the conversation, so nothing would show where the files went. */
const isCovered = () => document.querySelector('dialog:modal') !== null;

/** Covers a view while files are dragged over it. */
export function DropOverlay({ text, onFiles }: DropTarget) {
  return (
    <div class={`drop-overlay ${onFiles ? '' : 'refused'}`}>
      <p>
        <Icon name={onFiles ? 'attach' : 'info'} />
        {text}
      </p>
    </div>
  );
}

/** Shows where dropped files would go. Must be rendered within `main`. */
export function DropFiles({ view }: { readonly view: View | undefined }) {
  const organization = useOrganization();
  const [over, setOver] = useState<DropTarget>();
  const latest = useRef(view);
  latest.current = view;
  useEffect(() => {
    const unmounted = new AbortController();
    const { signal } = unmounted;
    // Browsers offer a picture of the page that is dragged as a file, and it needs no second upload.
    let isOwn = false;
    const targetNow = () => (isOwn || isCovered() ? undefined : dropTarget(organization, latest.current));
    const onDragOver = (event: DragEvent) => {
      if (!holdsFiles(event) || isFileField(event)) return;
      // A row of the sidebar takes them, or a conversation beside the view.
      if (event.defaultPrevented) return setOver(undefined);
      event.preventDefault();
      const target = targetNow();
      if (event.dataTransfer) event.dataTransfer.dropEffect = target ? 'copy' : 'none';
      setOver((before) => (before?.text === target?.text ? before : target));
    };
    const onDrop = (event: DragEvent) => {
      setOver(undefined);
      if (!holdsFiles(event) || isFileField(event) || event.defaultPrevented) return;
      event.preventDefault();
      const target = targetNow();
      if (target?.onFiles) target.onFiles([...(event.dataTransfer?.files ?? [])]);
      else if (target) showError(target.text);
    };
    const endOwn = () => (isOwn = false);
    const onDragStart = ({ target }: DragEvent) => {
      isOwn = true;
      // At the element itself, since the event does not reach the document if the element is removed meanwhile.
      target?.addEventListener('dragend', endOwn, { once: true, signal });
    };
    document.addEventListener('dragstart', onDragStart, { signal });
    document.addEventListener('dragenter', onDragOver, { signal });
    document.addEventListener('dragover', onDragOver, { signal });
    document.addEventListener('drop', onDrop, { signal });
    // Not every browser reports the end of a drag to a removed element. These come after it in any case.
    for (const kind of ['drop', 'pointerdown'] as const) document.addEventListener(kind, endOwn, { signal });
    // The pointer left the window, or the drag was canceled.
    document.addEventListener('dragleave', ({ relatedTarget }) => !relatedTarget && setOver(undefined), {
      signal,
    });
    return () => unmounted.abort();
  }, [organization]);
  return over ? <DropOverlay {...over} /> : null;
}
