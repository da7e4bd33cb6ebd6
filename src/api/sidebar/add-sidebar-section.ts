// POST /users/me/sidebar/sections

import { addSection } from '../../actions/sidebar/arrange.ts';
import { described } from '../../api-contract/codec.ts';
import { required } from '../../api-contract/parameter.ts';
import { sectionText } from '../../model/sidebar/sidebar.ts';
import { writeOperation } from '../operation.ts';
import { sectionName } from './section-parameters.ts';

export const addSidebarSection = writeOperation({
  name: 'add-sidebar-section',
  method: 'POST',
  path: '/users/me/sidebar/sections',
  summary: 'Add a section of your own to your sidebar.',
  access: 'account',
  parameters: { name: required(sectionName, 'The name of the section.') },
  result: { section: described(sectionText, 'What identifies the section.') },
  async handle(context, { name }) {
    const section = await context.write((writer) => addSection(writer, context.actor.account.id, name));
    return { section };
  },
});
