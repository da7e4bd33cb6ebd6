// GET /attachments: the caller's own uploads.

import { id, list } from '../../contract/codec.ts';
import { wireAttachment } from '../../model/uploads/attachment.ts';
import { linkingMessages } from '../../stores/uploads/link-store.ts';
import { attachmentsOf } from '../../stores/uploads/store.ts';
import { usedSpace } from '../../stores/uploads/usage-store.ts';
import { readOperation } from '../operation.ts';
import { attachmentCodec } from './attachment-codec.ts';

export const getAttachments = readOperation({
  name: 'get-attachments',
  method: 'GET',
  path: '/attachments',
  summary: 'List your own uploads.',
  access: 'account',
  parameters: {},
  result: { attachments: list(attachmentCodec), upload_space_used: id },
  async handle({ reader, actor }) {
    const attachments = await attachmentsOf(reader, actor.account.id);
    const links = await linkingMessages(reader, attachments);
    return {
      attachments: attachments.map((one) => wireAttachment(one, links.get(one.id) ?? [])),
      upload_space_used: await usedSpace(reader),
    };
  },
});
