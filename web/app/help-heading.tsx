// The heading of a section in a table of help.

import { type Key, t } from '../i18n/texts.ts';

export function HelpHeading({ title, columns }: { readonly title: Key; readonly columns: number }) {
  return (
    <tr class="help-section">
      <th scope="rowgroup" colSpan={columns}>
        {t(title as 'help.text')}
      </th>
    </tr>
  );
}
