// DELETE /realm/playgrounds/{playground_id}: removes a code playground.

import { audit } from '../../actions/audit/audit.ts';
import { id } from '../../api-contract/codec.ts';
import { badRequest } from '../../api-contract/error.ts';
import { required } from '../../api-contract/parameter.ts';
import { playgroundsChanged } from '../../model/playgrounds/playground-events.ts';
import { deletePlayground, readPlaygrounds } from '../../stores/playgrounds/playground-store.ts';
import { writeOperation } from '../operation.ts';

export const removePlayground = writeOperation({
  name: 'remove-code-playground',
  method: 'DELETE',
  path: '/realm/playgrounds/{playground_id}',
  summary: 'Remove a code playground.',
  since: 49,
  access: 'administrator',
  parameters: { playground_id: required(id, 'The ID of the playground.') },
  result: {},
  async handle(context, values) {
    await context.write(async (writer) => {
      const all = await readPlaygrounds(writer);
      const removed = all.find((playground) => playground.id === values.playground_id);
      if (!removed) throw badRequest('Invalid playground');
      await deletePlayground(writer, values.playground_id);
      await audit(writer, { kind: 'playground_removed', details: { name: removed.name } });
      writer.emit(playgroundsChanged(all.filter((playground) => playground !== removed)));
    });
    return {};
  },
});
