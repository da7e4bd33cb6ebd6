// PATCH /users/me/sidebar

import { orderSections } from '../../actions/sidebar/arrange.ts';
import { list } from '../../api-contract/codec.ts';
import { limits } from '../../api-contract/limits.ts';
import { required } from '../../api-contract/parameter.ts';
import { sectionText } from '../../model/sidebar/sidebar.ts';
import { writeOperation } from '../operation.ts';

export const orderSidebarSections = writeOperation({
  name: 'order-sidebar-sections',
  method: 'PATCH',
  path: '/users/me/sidebar',
  summary: 'Order the sections of your sidebar.',
  access: 'account',
  errors: ['NOT_FOUND'],
  parameters: {
    order: required(
      list(sectionText, limits.sidebarSectionsInOrder),
      'The sections in the new order. Those that are missing follow by default.',
    ),
  },
  result: {},
  async handle(context, { order }) {
    await context.write((writer) => orderSections(writer, context.actor.account.id, order));
    return {};
  },
});
