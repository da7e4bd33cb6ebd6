// POST /realm/filters: adds a linkifier after all others.

import { audit } from '../../actions/audit/audit.ts';
import { id } from '../../api-contract/codec.ts';
import { linkifiersChanged } from '../../model/linkifiers/linkifier-events.ts';
import { checkLinkifier, checkPatternIsFree } from '../../model/linkifiers/linkifier-rules.ts';
import { insertLinkifier, readLinkifiers } from '../../stores/linkifiers/linkifier-store.ts';
import { readCreator, takeQuota } from '../../stores/quotas/take-quota.ts';
import { writeOperation } from '../operation.ts';
import { linkifierParameters } from './linkifier-parameters.ts';

export const addLinkifier = writeOperation({
  name: 'add-linkifier',
  method: 'POST',
  path: '/realm/filters',
  summary: 'Add a linkifier.',
  access: 'administrator',
  parameters: linkifierParameters,
  result: { id },
  async handle(context, values) {
    const content = {
      pattern: values.pattern,
      urlTemplate: values.url_template,
      exampleInput: values.example_input || null,
      reverseTemplate: values.reverse_template || null,
      alternativeUrlTemplates: values.alternative_url_templates ?? [],
    };
    checkLinkifier(content);
    return context.write(async (writer) => {
      const others = await readLinkifiers(writer);
      checkPatternIsFree(content, others);
      await takeQuota(await readCreator(writer, context.actor.account.id), 'linkifiers');
      const newId = await insertLinkifier(writer, content, others.length);
      const details = { name: content.pattern, new: content.urlTemplate };
      await audit(writer, { kind: 'linkifier_added', details });
      writer.emit(linkifiersChanged([...others, { id: newId, ...content }]));
      return { id: newId };
    });
  },
});
