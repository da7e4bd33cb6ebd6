// GET /users/me/sidebar

import { sidebarSchema } from '../../model/sidebar/sidebar.ts';
import { readSidebar } from '../../stores/sidebar/sidebar-store.ts';
import { readOperation } from '../operation.ts';

export const getSidebar = readOperation({
  name: 'get-sidebar',
  method: 'GET',
  path: '/users/me/sidebar',
  summary: 'Get how you arranged your sidebar.',
  access: 'account',
  parameters: {},
  result: { sidebar: sidebarSchema },
  async handle({ reader, actor }) {
    return { sidebar: await readSidebar(reader, actor.account.id) };
  },
});
