// Help dialogs: message formatting, search operators, and about the server. Each is generated from a table.

import { useEffect, useState } from 'preact/hooks';
import { commandNames } from '../../src/commands/slash-commands.ts';
import { Dialog } from '../components/dialog.tsx';
import { showDialog } from '../components/overlays.tsx';
import { RenderedHtml } from '../components/rendered-html.tsx';
import { echoOf, loadEcho } from '../data/echo.ts';
import { useOrganization, useOrganizationState } from '../hooks/use-organization.ts';
import { useViewer } from '../hooks/use-viewer.ts';
import { type Key, t } from '../i18n/texts.ts';
import { operators } from '../search/search-suggestions.ts';

interface Format {
  readonly name: Key;
  /** The Markdown of an example that contains `text`. */
  readonly write: (text: string) => string;
}

const formats: readonly Format[] = [
  { name: 'composer.bold', write: (text) => `**${text}**` },
  { name: 'composer.italic', write: (text) => `*${text}*` },
  { name: 'composer.strikethrough', write: (text) => `~~${text}~~` },
  { name: 'composer.link', write: (text) => `[${text}](https://example.com)` },
  { name: 'composer.code', write: (text) => `\`${text}\`` },
  { name: 'help.codeBlock', write: (text) => `\`\`\`python\nprint("${text}")\n\`\`\`` },
  { name: 'composer.list', write: (text) => `* ${text}\n* ${text}` },
  { name: 'composer.numberedList', write: (text) => `1. ${text}\n2. ${text}` },
  { name: 'composer.quoteText', write: (text) => `> ${text}` },
  { name: 'composer.spoiler', write: (text) => `\`\`\`spoiler ${text}\n${text}\n\`\`\`` },
  { name: 'help.heading', write: (text) => `# ${text}` },
  { name: 'help.table', write: (text) => `|${text}|#|\n|---|---|\n|${text}|1|` },
  { name: 'composer.math', write: () => '$$e^{i\\pi} + 1 = 0$$' },
  { name: 'composer.emoji', write: () => ':tada: :+1:' },
  { name: 'help.time', write: () => '<time:2030-01-31T18:00:00Z>' },
];

/** Markup without a fixed appearance: it refers to accounts and channels, or is a command. */
const typed: readonly { readonly name: Key; readonly text: string }[] = [
  { name: 'help.mention', text: '@' },
  { name: 'help.channel', text: '#' },
  { name: 'help.topic', text: '#…>' },
  ...commandNames.map((name) => ({ name: `command.${name}`, text: `/${name}` }) as const),
];

function Example({ source }: { readonly source: string }) {
  const organization = useOrganization();
  const reader = useViewer();
  const [html, setHtml] = useState<string>();
  useEffect(() => {
    let isUnmounted = false;
    void loadEcho(organization, source).then(() => {
      if (!isUnmounted) setHtml(echoOf(organization, source)?.html);
    });
    return () => {
      isUnmounted = true;
    };
  }, [organization, source]);
  return html === undefined ? null : <RenderedHtml html={html} reader={reader} />;
}

function FormattingHelp({ onClose }: { readonly onClose: () => void }) {
  return (
    <Dialog title={t('help.formatting')} onClose={onClose} size="large">
      <table class="help-table">
        <thead>
          <tr>
            <th scope="col">{t('help.what')}</th>
            <th scope="col">{t('help.youType')}</th>
            <th scope="col">{t('help.youGet')}</th>
          </tr>
        </thead>
        <tbody>
          {formats.map(({ name, write }) => {
            const text = t(name as 'composer.bold');
            const source = write(text);
            return (
              <tr key={name}>
                <th scope="row">{text}</th>
                <td>
                  <pre>{source}</pre>
                </td>
                <td>
                  <Example source={source} />
                </td>
              </tr>
            );
          })}
          {typed.map(({ name, text }) => (
            <tr key={name}>
              <th scope="row">
                <code>{text}</code>
              </th>
              <td colSpan={2}>{t(name as 'help.mention')}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Dialog>
  );
}

function OperatorsHelp({ onClose }: { readonly onClose: () => void }) {
  return (
    <Dialog title={t('help.operators')} onClose={onClose} size="medium">
      <p>{t('help.operatorsText')}</p>
      <table class="help-table">
        <thead>
          <tr>
            <th scope="col">{t('help.youType')}</th>
            <th scope="col">{t('help.finds')}</th>
          </tr>
        </thead>
        <tbody>
          {operators.map(([text, name]) => (
            <tr key={text}>
              <th scope="row">
                <code>{text.endsWith(':') ? `${text}…` : text}</code>
              </th>
              <td>{t(name)}</td>
            </tr>
          ))}
          <tr>
            <th scope="row">
              <code>-is:dm</code>
            </th>
            <td>{t('help.negated')}</td>
          </tr>
          <tr>
            <th scope="row">
              <code>"…"</code>
            </th>
            <td>{t('help.quoted')}</td>
          </tr>
        </tbody>
      </table>
    </Dialog>
  );
}

function About({ onClose }: { readonly onClose: () => void }) {
  const organization = useOrganizationState((state) => state.realm_name ?? '');
  const version = useOrganizationState((state) => state.zulip_version ?? '');
  const level = useOrganizationState((state) => state.zulip_feature_level ?? 0);
  return (
    <Dialog title={t('help.about')} onClose={onClose} size="small">
      <dl class="help-facts">
        <dt>{t('frame.organization')}</dt>
        <dd>{organization}</dd>
        <dt>{t('help.version')}</dt>
        <dd>{version}</dd>
        <dt>{t('help.level')}</dt>
        <dd>{String(level)}</dd>
      </dl>
    </Dialog>
  );
}

export function showFormatting(): void {
  showDialog((close) => <FormattingHelp onClose={close} />);
}

export function showOperators(): void {
  showDialog((close) => <OperatorsHelp onClose={close} />);
}

export function showAbout(): void {
  showDialog((close) => <About onClose={close} />);
}
