// Help for formatting: each format with an example as it is typed and as the product renders it.

import { useEffect, useState } from 'preact/hooks';
import { commandNames } from '../../src/commands/slash-commands.ts';
import { Dialog } from '../components/dialog.tsx';
import { RenderedHtml } from '../components/rendered-html.tsx';
import { gifProviderOf } from '../composer/open-gifs.ts';
import { echoOf, loadEcho } from '../data/echo.ts';
import { useOrganization, useOrganizationState } from '../hooks/use-organization.ts';
import { useViewer } from '../hooks/use-viewer.ts';
import { type Key, t } from '../i18n/texts.ts';
import { HelpHeading } from './help-heading.tsx';

interface Format {
  readonly name: Key;
  /** The Markdown of an example that contains `text`. */
  readonly write: (text: string, names: Names) => string;
}

/** Names that exist in the organization, for examples that refer to something. */
interface Names {
  readonly person: string;
  readonly channel: string;
}

const formatSections: readonly { readonly title: Key; readonly formats: readonly Format[] }[] = [
  {
    title: 'help.text',
    formats: [
      { name: 'composer.bold', write: (text) => `**${text}**` },
      { name: 'composer.italic', write: (text) => `*${text}*` },
      { name: 'composer.strikethrough', write: (text) => `~~${text}~~` },
      { name: 'composer.code', write: (text) => `\`${text}\`` },
      { name: 'composer.link', write: (text) => `[${text}](https://example.com)` },
      { name: 'composer.emoji', write: () => ':tada: :+1:' },
      { name: 'help.time', write: () => '<time:2030-01-31T18:00:00Z>' },
      { name: 'composer.math', write: () => '$$e^{i\\pi} + 1 = 0$$' },
    ],
  },
  {
    title: 'help.blocks',
    formats: [
      { name: 'help.heading', write: (text) => `# ${text}\n## ${text}` },
      { name: 'composer.list', write: (text) => `* ${text}\n* ${text}\n  * ${text}` },
      { name: 'composer.numberedList', write: (text) => `1. ${text}\n2. ${text}` },
      { name: 'composer.quoteText', write: (text) => `> ${text}` },
      { name: 'help.longQuote', write: (text) => `\`\`\`quote\n${text}\n\n${text}\n\`\`\`` },
      { name: 'help.codeBlock', write: (text) => `\`\`\`python\nprint("${text}")\n\`\`\`` },
      { name: 'composer.spoiler', write: (text) => `\`\`\`spoiler ${text}\n${text}\n\`\`\`` },
      { name: 'help.formulaBlock', write: () => '```math\n\\int_0^1 x\\,dx\n```' },
      { name: 'help.table', write: (text) => `|${text}|#|\n|---|--:|\n|${text}|1|` },
      { name: 'help.line', write: () => '---' },
    ],
  },
  {
    title: 'help.references',
    formats: [
      { name: 'help.mention', write: (_, { person }) => `@**${person}**` },
      { name: 'help.silentMention', write: (_, { person }) => `@_**${person}**` },
      { name: 'help.everyone', write: () => '@**all**' },
      { name: 'help.channel', write: (_, { channel }) => `#**${channel}**` },
      { name: 'help.topic', write: (text, { channel }) => `#**${channel}>${text}**` },
    ],
  },
];

const firstTyped: readonly { readonly name: Key; readonly text: string }[] = [
  { name: 'help.startMention', text: '@' },
  { name: 'help.startChannel', text: '#' },
  { name: 'help.startEmoji', text: ':' },
  { name: 'help.startTime', text: '<time' },
  { name: 'help.startLanguage', text: '```' },
];

const typedSections = [
  { title: 'help.startTyping', rows: firstTyped },
  {
    title: 'help.commands',
    rows: commandNames.map((name) => ({ name: `command.${name}` as const, text: `/${name}` })),
  },
] as const;

function Example({ source }: { readonly source: string }) {
  const organization = useOrganization();
  const viewer = useViewer();
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
  return html === undefined ? null : <RenderedHtml html={html} viewer={viewer} />;
}

/** What certain first characters do. */
function Typed({ title, rows }: { readonly title: Key; readonly rows: typeof firstTyped }) {
  return (
    <tbody>
      <HelpHeading title={title} columns={3} />
      {rows.map(({ name, text }) => (
        <tr key={name}>
          <th scope="row">
            <code>{text}</code>
          </th>
          <td colSpan={2}>{t(name as 'help.startMention')}</td>
        </tr>
      ))}
    </tbody>
  );
}

export function FormattingHelp({ onClose }: { readonly onClose: () => void }) {
  const names = useOrganizationState(
    ({ full_name, subscriptions }) => ({
      person: full_name ?? '',
      channel: subscriptions?.[0]?.name ?? t('frame.channels'),
    }),
    (one, other) => one.person === other.person && one.channel === other.channel,
  );
  const hasGifs = gifProviderOf(useOrganization()) !== undefined;
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
        {formatSections.map(({ title, formats }) => (
          <tbody key={title}>
            <HelpHeading title={title} columns={3} />
            {formats.map(({ name, write }) => {
              const text = t(name as 'composer.bold');
              const source = write(text, names);
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
          </tbody>
        ))}
        {typedSections.map(({ title, rows }) => (
          <Typed key={title} title={title} rows={rows.filter(({ text }) => hasGifs || text !== '/gif')} />
        ))}
      </table>
    </Dialog>
  );
}
