// POST /realm/playgrounds: adds an external site where code blocks of a language can be run.

import { audit } from '../../actions/audit/audit.ts';
import { id, text, trimmedText } from '../../api-contract/codec.ts';
import { limits } from '../../api-contract/limits.ts';
import { required } from '../../api-contract/parameter.ts';
import { playgroundsChanged } from '../../model/playgrounds/playground-events.ts';
import { checkPlayground, checkPlaygroundIsNew } from '../../model/playgrounds/playground-rules.ts';
import { insertPlayground, readPlaygrounds } from '../../stores/playgrounds/playground-store.ts';
import { readCreator, takeQuota } from '../../stores/quotas/take-quota.ts';
import { writeOperation } from '../operation.ts';

export const addPlayground = writeOperation({
  name: 'add-code-playground',
  method: 'POST',
  path: '/realm/playgrounds',
  summary: 'Add a code playground.',
  since: 49,
  access: 'administrator',
  parameters: {
    name: required(
      trimmedText({ minimum: 1, maximum: limits.playgroundNameCodePoints }),
      'The display name.',
    ),
    pygments_language: required(text({ minimum: 1, maximum: 40 }), 'The Pygments name of the language.'),
    url_template: required(
      text({ maximum: limits.webAddressCodePoints }),
      'The URL, as an RFC 6570 template with the variable `code`.',
      { since: 196 },
    ),
  },
  result: { id },
  async handle(context, values) {
    const content = {
      name: values.name,
      language: values.pygments_language,
      urlTemplate: values.url_template,
    };
    checkPlayground(content);
    return context.write(async (writer) => {
      const others = await readPlaygrounds(writer);
      checkPlaygroundIsNew(content, others);
      await takeQuota(await readCreator(writer, context.actor.account.id), 'playgrounds');
      const newId = await insertPlayground(writer, content);
      await audit(writer, { kind: 'playground_added', details: { name: content.name } });
      writer.emit(playgroundsChanged([...others, { id: newId, ...content }]));
      return { id: newId };
    });
  },
});
