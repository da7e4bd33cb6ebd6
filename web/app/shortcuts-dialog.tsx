// A dialog that lists all keyboard shortcuts, with the setting for single-key shortcuts.

import { useState } from 'preact/hooks';
import { Dialog } from '../components/dialog.tsx';
import { showDialog } from '../components/overlays.tsx';
import { useOrganizationState } from '../hooks/use-organization.ts';
import { type Key, t } from '../i18n/texts.ts';
import { type KeyGroup, keyGroups } from '../lib/key-groups.ts';
import { bindings } from '../lib/keys.ts';
import { areSingleKeysOn, setSingleKeys } from './single-keys.ts';

export function showShortcutsDialog(): void {
  showDialog((close) => <ShortcutsDialog onClose={close} />);
}

const keySymbols: Readonly<Record<string, string>> = {
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  Escape: 'Esc',
  PageUp: 'PgUp',
  PageDown: 'PgDn',
};

/** A key as printed on keyboards: letters in upper case. */
function keyName(key: string): string {
  const parts = key.split(/(?<=.)\+/);
  if (key === ' ') return t('keys.space');
  const namesOfKeys: Readonly<Record<string, string>> = { ...keySymbols, click: t('keys.click') };
  return parts.map((part) => namesOfKeys[part] ?? (part.length === 1 ? part.toUpperCase() : part)).join('+');
}

interface Row {
  readonly text: Key;
  readonly keys: readonly string[];
}

/** What Enter does is a setting. */
const sendingRows = (enterSends: boolean): readonly Row[] => [
  { text: 'keys.send', keys: enterSends ? ['Enter', 'Ctrl+Enter'] : ['Ctrl+Enter'] },
  { text: 'keys.newLine', keys: [enterSends ? 'Shift+Enter' : 'Enter'] },
];

const whileWriting: readonly Row[] = [
  { text: 'keys.bold', keys: ['Ctrl+b'] },
  { text: 'keys.italic', keys: ['Ctrl+i'] },
  { text: 'keys.strikethrough', keys: ['Ctrl+Shift+x'] },
  { text: 'keys.link', keys: ['Ctrl+Shift+l'] },
  { text: 'keys.code', keys: ['Ctrl+Shift+c'] },
  { text: 'keys.preview', keys: ['Alt+p'] },
  { text: 'keys.saved', keys: ['Escape', 'Ctrl+['] },
];

const sideBySide: readonly Row[] = [
  { text: 'keys.openBeside', keys: ['Alt+click'] },
  { text: 'keys.otherSide', keys: ['F6'] },
];

function KeyTable({ name, rows }: { readonly name: string; readonly rows: typeof whileWriting }) {
  return (
    <section class="key-group">
      <h3>{name}</h3>
      <dl>
        {rows.map(({ text, keys }) => (
          <div key={text}>
            <dt>{t(text as 'keys.send')}</dt>
            <dd>
              {keys.map((key, index) => (
                <span key={key}>
                  {index > 0 && <span class="soft"> {t('keys.or')} </span>}
                  <kbd>{keyName(key)}</kbd>
                </span>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function ShortcutsDialog({ onClose }: { readonly onClose: () => void }) {
  const enterSends = useOrganizationState((state) => state.user_settings?.enter_sends ?? false);
  const [isOn, setOn] = useState(areSingleKeysOn);
  const groups = Object.keys(keyGroups) as KeyGroup[];
  return (
    <Dialog title={t('keys.title')} onClose={onClose} size="large">
      <div class="key-groups">
        {groups.map((group) => (
          <KeyTable
            key={group}
            name={t(`keys.group.${group}`)}
            rows={keyGroups[group].map((action) => ({
              text: `keys.${action}` as const,
              keys: bindings[action],
            }))}
          />
        ))}
        <KeyTable name={t('keys.group.beside')} rows={sideBySide} />
        <KeyTable name={t('keys.group.composer')} rows={[...sendingRows(enterSends), ...whileWriting]} />
      </div>
      <label class="check">
        <input
          type="checkbox"
          checked={isOn}
          onChange={(event) => {
            setSingleKeys(event.currentTarget.checked);
            setOn(event.currentTarget.checked);
          }}
        />
        <span>
          {t('settings.keys')} <small>{t('settings.keysHelp')}</small>
        </span>
      </label>
    </Dialog>
  );
}
