// The toolbar below the text: files, emoji, formatting, preview.

import { useRef } from 'preact/hooks';
import { IconButton } from '../components/button.tsx';
import type { IconName } from '../components/icon-names.ts';
import { MenuButton, type MenuItem } from '../components/menu.tsx';
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

const mainFormats: readonly { readonly format: Format; readonly icon: IconName; readonly keyHint: string }[] =
  [
    { format: 'bold', icon: 'bold', keyHint: 'Ctrl+B' },
    { format: 'italic', icon: 'italic', keyHint: 'Ctrl+I' },
    { format: 'link', icon: 'link', keyHint: 'Ctrl+Shift+L' },
    { format: 'code', icon: 'code', keyHint: 'Ctrl+Shift+C' },
  ];

const moreFormats: readonly { readonly format: Format; readonly icon: IconName }[] = [
  { format: 'strikethrough', icon: 'strikethrough' },
  { format: 'list', icon: 'list' },
  { format: 'numberedList', icon: 'numbered-list' },
  { format: 'quoteText', icon: 'quote-block' },
  { format: 'spoiler', icon: 'spoiler' },
  { format: 'math', icon: 'math' },
];

export function Tools({ organization, onFormat, onText, onFiles, isPreview, onPreview }: ToolsProps) {
  const files = useRef<HTMLInputElement>(null);
  const itemFor = ({ format, icon }: { readonly format: Format; readonly icon: IconName }): MenuItem => ({
    label: t(`composer.${format}`),
    icon,
    onChoose: () => onFormat(format),
  });
  return (
    <>
      {onFiles && (
        <>
          <IconButton name={t('composer.attach')} icon="attach" onClick={() => files.current?.click()} />
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
        name={t('composer.emoji')}
        icon="emoji"
        onClick={(event) => {
          void chooseEmoji(organization, event.currentTarget, ({ name }) => onText(`:${name}: `));
        }}
      />
      <span class="only-wide">
        {mainFormats.map(({ format, icon, keyHint }) => (
          <IconButton
            key={format}
            name={t(`composer.${format}`)}
            icon={icon}
            keyHint={keyHint}
            onClick={() => onFormat(format)}
          />
        ))}
      </span>
      <MenuButton
        name={t('composer.formatting')}
        icon="formatting"
        side="above"
        items={() => [...mainFormats.map(itemFor), ...moreFormats.map(itemFor)]}
      />
      <IconButton
        name={t('composer.preview')}
        icon="preview"
        keyHint="Alt+P"
        aria-pressed={isPreview}
        onClick={onPreview}
      />
    </>
  );
}
