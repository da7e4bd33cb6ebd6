// POST /messages/render: Markdown to HTML, as sending it would, without sending it.

import { text } from '../../contract/codec.ts';
import { required } from '../../contract/parameter.ts';
import type { Account } from '../../model/accounts/account.ts';
import { maySeeAccount } from '../../model/accounts/visibility.ts';
import { normalizeContent } from '../../model/messages/content.ts';
import { renderForOrganization } from '../../model/messages/rendering.ts';
import { readOperation } from '../operation.ts';

export const renderMessage = readOperation({
  name: 'render-message',
  method: 'POST',
  path: '/messages/render',
  summary: 'Render Markdown as a message would be.',
  access: 'account',
  parameters: { content: required(text(), 'The Markdown text.') },
  result: { rendered: text() },
  async handle({ state, reader, actor, organizationUrl }, { content }) {
    const subscriptions = await state.subscriptions(reader, actor.account.id);
    const source = content.trim() === '' ? '' : normalizeContent(content);
    const maySee = (account: Account) => maySeeAccount(state, actor.account, subscriptions, account);
    const rendered = await renderForOrganization(
      state,
      reader,
      source,
      organizationUrl,
      maySee,
      actor.account,
    );
    return { rendered: rendered.html };
  },
});
