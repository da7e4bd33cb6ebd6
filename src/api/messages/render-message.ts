// POST /messages/render: renders Markdown to HTML as for a message, without sending it.

import { anyText, messageText } from '../../api-contract/codec.ts';
import { required } from '../../api-contract/parameter.ts';
import { normalizeContent } from '../../model/messages/message-content.ts';
import { renderForOrganization, writtenBy } from '../../queries/rendering/rendering.ts';
import { readOperation } from '../operation.ts';

export const renderMessage = readOperation({
  name: 'render-message',
  method: 'POST',
  path: '/messages/render',
  summary: 'Render Markdown as in messages.',
  access: 'account',
  parameters: { content: required(messageText, 'The content, in Markdown.') },
  result: { rendered: anyText },
  async handle(context, { content }) {
    const source = content.trim() === '' ? '' : normalizeContent(content);
    const rendered = await renderForOrganization(context, source, writtenBy(context.actor.account));
    return { rendered: rendered.html };
  },
});
