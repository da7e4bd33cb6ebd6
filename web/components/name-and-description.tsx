// The name and description fields of a channel or group.

import { t } from '../i18n/texts.ts';

interface Properties {
  readonly name: string;
  readonly description: string;
  /** The maximum length of the name, in characters. */
  readonly nameLength: number;
  readonly autofocus?: boolean;
  readonly onName: (name: string) => void;
  readonly onDescription: (description: string) => void;
}

export function NameAndDescription({ name, description, nameLength, ...rest }: Properties) {
  return (
    <>
      <label class="field">
        <span>{t('channels.name')}</span>
        <input
          class="input"
          autofocus={rest.autofocus ?? false}
          maxLength={nameLength}
          value={name}
          onInput={(event) => rest.onName(event.currentTarget.value)}
        />
      </label>
      <label class="field">
        <span>{t('channels.description')}</span>
        <textarea
          class="input"
          rows={2}
          maxLength={1024}
          value={description}
          onInput={(event) => rest.onDescription(event.currentTarget.value)}
        />
      </label>
    </>
  );
}
