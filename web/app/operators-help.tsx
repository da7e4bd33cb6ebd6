// Help for searching: each operator, as a search to try, with what it finds.

import type { State } from '../../client/state/state.ts';
import { Dialog } from '../components/dialog.tsx';
import { useOrganization } from '../hooks/use-organization.ts';
import { dayKey } from '../i18n/dates.ts';
import { type Key, t } from '../i18n/texts.ts';
import { operators } from '../search/search-suggestions.ts';
import { addressOfSearch } from '../search/search-text.ts';
import { HelpHeading } from './help-heading.tsx';

const WEEK_SECONDS = 7 * 86_400;

/** The sections of the operators, by what comes before the colon. */
const operatorSections: readonly { readonly title: Key; readonly of: RegExp }[] = [
  { title: 'help.where', of: /^(?:channel|topic|dm):/ },
  { title: 'help.who', of: /^sender:/ },
  { title: 'help.state', of: /^is:/ },
  { title: 'help.contents', of: /^has:/ },
  { title: 'help.when', of: /^(?:since|before):/ },
];

const combined = {
  title: 'help.combining',
  rows: [
    { text: '-is:dm has:link', name: 'help.negated' },
    { text: '"thank you"', name: 'help.quoted' },
  ],
} as const;

/** A search with an operator that finds something in this organization; undefined if nothing can be named. */
function exampleOf(operator: string, state: State): string | undefined {
  const name = (text: string | undefined) =>
    text === undefined ? undefined : `${operator}${text.includes(' ') ? `"${text}"` : text}`;
  switch (operator) {
    case 'channel:':
      return name(state.subscriptions?.[0]?.name);
    case 'dm:':
      return name(state.realm_users?.find(({ user_id }) => user_id !== state.user_id)?.full_name);
    case 'sender:':
      return 'sender:me';
    case 'since:':
    case 'before:':
      return `${operator}${dayKey(Date.now() / 1000 - WEEK_SECONDS)}`;
    default:
      return operator.endsWith(':') ? undefined : operator;
  }
}

/** A search that can be tried. */
function Search({ text }: { readonly text: string }) {
  const { state } = useOrganization();
  return (
    <a href={addressOfSearch(text, state)}>
      <code>{text}</code>
    </a>
  );
}

export function OperatorsHelp({ onClose }: { readonly onClose: () => void }) {
  const { state } = useOrganization();
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
        {operatorSections.map(({ title, of }) => (
          <tbody key={title}>
            <HelpHeading title={title} columns={2} />
            {operators
              .filter(([text]) => of.test(text))
              .map(([text, name]) => {
                const example = exampleOf(text, state);
                return (
                  <tr key={text}>
                    <th scope="row">{example ? <Search text={example} /> : <code>{text}…</code>}</th>
                    <td>{t(name)}</td>
                  </tr>
                );
              })}
          </tbody>
        ))}
        <tbody>
          <HelpHeading title={combined.title} columns={2} />
          {combined.rows.map(({ text, name }) => (
            <tr key={text}>
              <th scope="row">
                <Search text={text} />
              </th>
              <td>{t(name)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Dialog>
  );
}
