// PATCH /realm/linkifiers: changes the order of linkifiers, which decides between overlapping ones.

import { id, list } from '../../api-contract/codec.ts';
import { required } from '../../api-contract/parameter.ts';
import { linkifiersChanged } from '../../model/linkifiers/linkifier-events.ts';
import { checkOrder } from '../../model/linkifiers/linkifier-rules.ts';
import { orderLinkifiers, readLinkifiers } from '../../stores/linkifiers/linkifier-store.ts';
import { writeOperation } from '../operation.ts';

export const reorderLinkifiers = writeOperation({
  name: 'reorder-linkifiers',
  method: 'PATCH',
  path: '/realm/linkifiers',
  summary: 'Change the order of the linkifiers.',
  since: 202,
  access: 'administrator',
  parameters: {
    ordered_linkifier_ids: required(list(id, 1000), 'The IDs of all linkifiers in the new order.'),
  },
  result: {},
  async handle(context, { ordered_linkifier_ids: order }) {
    await context.write(async (writer) => {
      const oldOrder = (await readLinkifiers(writer)).map((linkifier) => linkifier.id);
      checkOrder(order, oldOrder);
      if (order.every((linkifierId, index) => linkifierId === oldOrder[index])) return;
      await orderLinkifiers(writer, order);
      writer.emit(linkifiersChanged(await readLinkifiers(writer)));
    });
    return {};
  },
});
