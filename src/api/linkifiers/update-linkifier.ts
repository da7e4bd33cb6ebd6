// PATCH /realm/filters/{filter_id}: changes a linkifier and keeps its position.

import { audit } from '../../actions/audit/audit.ts';
import { valueChange } from '../../actions/audit/changes.ts';
import { id } from '../../api-contract/codec.ts';
import { required } from '../../api-contract/parameter.ts';
import type { LinkifierContent } from '../../model/linkifiers/linkifier.ts';
import { linkifiersChanged } from '../../model/linkifiers/linkifier-events.ts';
import {
  checkLinkifier,
  checkPatternIsFree,
  linkifierNotFound,
} from '../../model/linkifiers/linkifier-rules.ts';
import {
  readLinkifiers,
  updateLinkifier as storeLinkifier,
} from '../../stores/linkifiers/linkifier-store.ts';
import { writeOperation } from '../operation.ts';
import { linkifierParameters } from './linkifier-parameters.ts';

/** The sent value or else the current one; an empty text removes it. */
function replacementOf(sent: string | undefined, oldValue: string | null): string | null {
  return sent === undefined ? oldValue : sent || null;
}

export const updateLinkifier = writeOperation({
  name: 'update-linkifier',
  method: 'PATCH',
  path: '/realm/filters/{filter_id}',
  summary: 'Change a linkifier.',
  since: 57,
  access: 'administrator',
  parameters: { filter_id: required(id, 'The ID of the linkifier.'), ...linkifierParameters },
  result: {},
  async handle(context, values) {
    await context.write(async (writer) => {
      const all = await readLinkifiers(writer);
      const existing = all.find((linkifier) => linkifier.id === values.filter_id);
      if (!existing) throw linkifierNotFound();
      const content: LinkifierContent = {
        pattern: values.pattern,
        urlTemplate: values.url_template,
        exampleInput: replacementOf(values.example_input, existing.exampleInput),
        reverseTemplate: replacementOf(values.reverse_template, existing.reverseTemplate),
        alternativeUrlTemplates: values.alternative_url_templates ?? existing.alternativeUrlTemplates,
      };
      checkLinkifier(content);
      checkPatternIsFree(
        content,
        all.filter((linkifier) => linkifier !== existing),
      );
      await storeLinkifier(writer, existing.id, content);
      const change = valueChange('url_template', { old: existing.urlTemplate, new: content.urlTemplate });
      const name = { old_name: existing.pattern, name: content.pattern };
      await audit(writer, { kind: 'linkifier_changed', details: { ...name, ...change } });
      writer.emit(linkifiersChanged(await readLinkifiers(writer)));
    });
    return {};
  },
});
