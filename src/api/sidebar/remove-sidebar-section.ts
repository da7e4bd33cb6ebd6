// DELETE /users/me/sidebar/sections/{section}

import { removeSection } from '../../actions/sidebar/arrange.ts';
import { required } from '../../api-contract/parameter.ts';
import { sectionText } from '../../model/sidebar/sidebar.ts';
import { writeOperation } from '../operation.ts';

export const removeSidebarSection = writeOperation({
  name: 'remove-sidebar-section',
  method: 'DELETE',
  path: '/users/me/sidebar/sections/{section}',
  summary: 'Remove a section that you made. Its rows return to where they are by default.',
  access: 'account',
  errors: ['NOT_FOUND'],
  parameters: { section: required(sectionText, 'The section: `own-` and its ID.') },
  result: {},
  async handle(context, { section }) {
    await context.write((writer) => removeSection(writer, context.actor.account.id, section));
    return {};
  },
});
