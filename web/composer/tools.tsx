// The toolbar below the text: files, emoji, mentions, and a second toolbar with formatting and the preview.

import { useRef, useState } from 'preact/hooks';
import { IconButton } from '../components/button.tsx';
import { lazyPart } from '../components/lazy.tsx';
import { chooseEmoji } from '../data/choose-emoji.tsx';
import type { Organization } from '../data/organization.ts';
import { useOrganizationState } from '../hooks/use-organization.ts';
import { t } from '../i18n/texts.ts';
import { storedValue, storeValue } from '../lib/browser-storage.ts';
import type { Format } from '../lib/formatting.ts';

export interface ToolsProps {
  readonly organization: Organization;
  readonly field: { readonly current: HTMLTextAreaElement | null };
  readonly onFormat: (format: Format) => void;
  readonly onText: (text: string) => void;
  readonly onFiles?: (files: Iterable<File>) => void;
  readonly isPreview: boolean;
  readonly onPreview: () => void;
}

const FormattingToolbar = lazyPart(
  async () => (await import('./formatting-toolbar.tsx')).FormattingToolbar,
  // Its texts and styles are those of the first page.
  (load) => load(),
);

const GifButton = lazyPart(
  async () => (await import('./gif-button.tsx')).GifButton,
  (load) => load(),
);

/** Whether the toolbar is shown, which this browser remembers. */
const STORED = 'formatting toolbar';

export function Tools({ organization, field, onFormat, onText, onFiles, isPreview, onPreview }: ToolsProps) {
  const files = useRef<HTMLInputElement>(null);
  const hasGifs = useOrganizationState(
    (state) => (state.realm_gif_provider ?? 'none') !== 'none' && state.realm_gif_rating_policy !== 0,
  );
  const [isFormatting, setFormatting] = useState(() => storedValue(STORED) === true);
  function toggleFormatting() {
    storeValue(STORED, !isFormatting);
    setFormatting(!isFormatting);
    field.current?.focus();
  }
  return (
    <>
      {onFiles && (
        <>
          <IconButton
            class="attach"
            name={t('composer.attach')}
            icon="attach"
            onClick={() => files.current?.click()}
          />
          <input
            ref={files}
            type="file"
            multiple
            hidden
            onChange={(event) => {
              onFiles([...(event.currentTarget.files ?? [])]);
              event.currentTarget.value = '';
            }}
          />
        </>
      )}
      <IconButton
        class="emoji-button"
        name={t('composer.emoji')}
        icon="emoji"
        onClick={(event) => {
          void chooseEmoji(organization, event.currentTarget, (_, text) => onText(text), { hasTones: true });
        }}
      />
      {hasGifs && <GifButton organization={organization} onText={onText} />}
      <IconButton name={t('composer.mention')} icon="mention" onClick={() => onText('@')} />
      <IconButton
        name={t('composer.formatting')}
        icon="formatting"
        aria-pressed={isFormatting}
        onClick={toggleFormatting}
      />
      {isFormatting && (
        <FormattingToolbar field={field} onFormat={onFormat} isPreview={isPreview} onPreview={onPreview} />
      )}
      {isPreview && !isFormatting && (
        <IconButton
          name={t('composer.preview')}
          icon="preview"
          keyHint="Alt+P"
          aria-pressed
          onClick={onPreview}
        />
      )}
    </>
  );
}
