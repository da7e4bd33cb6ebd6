// DELETE /realm/filters/{filter_id}: removes a linkifier. Messages rendered with it keep their links.

import { audit } from '../../actions/audit/audit.ts';
import { id } from '../../api-contract/codec.ts';
import { required } from '../../api-contract/parameter.ts';
import { linkifiersChanged } from '../../model/linkifiers/linkifier-events.ts';
import { linkifierNotFound } from '../../model/linkifiers/linkifier-rules.ts';
import { deleteLinkifier, readLinkifiers } from '../../stores/linkifiers/linkifier-store.ts';
import { writeOperation } from '../operation.ts';

export const removeLinkifier = writeOperation({
  name: 'remove-linkifier',
  method: 'DELETE',
  path: '/realm/filters/{filter_id}',
  summary: 'Remove a linkifier.',
  access: 'administrator',
  parameters: { filter_id: required(id, 'The ID of the linkifier.') },
  result: {},
  async handle(context, values) {
    await context.write(async (writer) => {
      const all = await readLinkifiers(writer);
      const removed = all.find((linkifier) => linkifier.id === values.filter_id);
      if (!removed) throw linkifierNotFound();
      await deleteLinkifier(writer, values.filter_id);
      await audit(writer, { kind: 'linkifier_removed', details: { name: removed.pattern } });
      writer.emit(linkifiersChanged(all.filter((linkifier) => linkifier !== removed)));
    });
    return {};
  },
});
