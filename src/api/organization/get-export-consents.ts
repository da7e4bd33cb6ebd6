// GET /export/realm/consents: the people who allow administrators to export their private data.

import { boolean, id, integer, list, record } from '../../api-contract/codec.ts';
import { readOperation } from '../operation.ts';

export const getExportConsents = readOperation({
  name: 'get-realm-export-consents',
  method: 'GET',
  path: '/export/realm/consents',
  summary: 'List who allows exporting their private data.',
  since: 295,
  access: 'administrator',
  parameters: {},
  result: {
    export_consents: list(record({ user_id: id, consented: boolean, email_address_visibility: integer() })),
  },
  async handle({ state }) {
    const people = [...state.accounts.values()].filter(({ isBot, isActive }) => isActive && !isBot);
    return {
      export_consents: people.map(({ id: userId, settings }) => ({
        user_id: userId,
        consented: settings.allow_private_data_export,
        email_address_visibility: settings.email_address_visibility,
      })),
    };
  },
});
