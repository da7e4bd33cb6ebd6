// GET /attachments: the caller's own uploads.

import { integer, list, nonNegativeInteger, nullable } from '../../api-contract/codec.ts';
import { wireAttachment } from '../../model/uploads/attachment.ts';
import { attachmentSchema } from '../../model/uploads/attachment-schema.ts';
import { linkingMessages } from '../../stores/uploads/link-store.ts';
import { uploadQuotaHolder } from '../../stores/uploads/upload-quota.ts';
import { attachmentsOf } from '../../stores/uploads/upload-store.ts';
import { bytesUsedByPerson, usedBytes } from '../../stores/uploads/usage-store.ts';
import { readOperation } from '../operation.ts';

export const getAttachments = readOperation({
  name: 'get-attachments',
  method: 'GET',
  path: '/attachments',
  summary: 'List your own uploads.',
  access: 'account',
  parameters: {},
  result: {
    attachments: list(attachmentSchema),
    upload_space_used: nonNegativeInteger,
    user_upload_space_used: nonNegativeInteger,
    user_upload_quota_mib: nullable(integer({ minimum: 1 })),
  },
  async handle({ reader, actor, services }) {
    const person = uploadQuotaHolder(actor.account) ?? actor.account.id;
    const attachments = await attachmentsOf(reader, actor.account.id);
    const links = await linkingMessages(reader, attachments);
    return {
      attachments: attachments.map((attachment) =>
        wireAttachment(attachment, links.get(attachment.id) ?? []),
      ),
      upload_space_used: await usedBytes(reader),
      user_upload_space_used: await bytesUsedByPerson(reader, person),
      user_upload_quota_mib: services.bounds.personMegabytes ?? null,
    };
  },
});
