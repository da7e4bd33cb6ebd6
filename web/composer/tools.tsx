// The toolbar below the text: files, emoji, mentions, and a menu with formatting and the preview.

import { useRef } from 'preact/hooks';
import { IconButton } from '../components/button.tsx';
import type { IconName } from '../components/icon-names.ts';
import { MenuButton } from '../components/menu.tsx';
import type { MenuItem } from '../components/menu-item.ts';
import { chooseEmoji } from '../data/choose-emoji.tsx';
import type { Organization } from '../data/organization.ts';
import { t } from '../i18n/texts.ts';
import type { Format } from '../lib/formatting.ts';

export interface ToolsProps {
  readonly organization: Organization;
  readonly onFormat: (format: Format) => void;
  readonly onText: (text: string) => void;
  readonly onFiles?: (files: Iterable<File>) => void;
  readonly isPreview: boolean;
  readonly onPreview: () => void;
}

const allFormats: readonly { readonly format: Format; readonly icon: IconName; readonly keyHint?: string }[] =
  [
    { format: 'bold', icon: 'bold', keyHint: 'Ctrl+B' },
    { format: 'italic', icon: 'italic', keyHint: 'Ctrl+I' },
    { format: 'link', icon: 'link', keyHint: 'Ctrl+Shift+L' },
    { format: 'code', icon: 'code', keyHint: 'Ctrl+Shift+C' },
    { format: 'strikethrough', icon: 'strikethrough' },
    { format: 'list', icon: 'list' },
    { format: 'numberedList', icon: 'numbered-list' },
    { format: 'quoteText', icon: 'quote-block' },
    { format: 'spoiler', icon: 'spoiler' },
    { format: 'math', icon: 'math' },
  ];

export function Tools({ organization, onFormat, onText, onFiles, isPreview, onPreview }: ToolsProps) {
  const files = useRef<HTMLInputElement>(null);
  const formatItems = (): MenuItem[] => [
    ...allFormats.map(({ format, ...item }) => ({
      ...item,
      label: t(`composer.${format}`),
      onChoose: () => onFormat(format),
    })),
    'line',
    { label: t('composer.preview'), icon: 'preview', keyHint: 'Alt+P', onChoose: onPreview },
  ];
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
      <IconButton name={t('composer.mention')} icon="mention" onClick={() => onText('@')} />
      <MenuButton name={t('composer.formatting')} icon="formatting" side="above" items={formatItems} />
      {isPreview && (
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
