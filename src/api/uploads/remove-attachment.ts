// DELETE /attachments/{attachment_id}: deletes a file that the caller uploaded. Messages that link to it remain.

import { removeUploadFiles } from '../../actions/uploads/links.ts';
import { id } from '../../api-contract/codec.ts';
import { badRequest } from '../../api-contract/error.ts';
import { required } from '../../api-contract/parameter.ts';
import { attachmentById, deleteAttachmentRows } from '../../stores/uploads/upload-store.ts';
import { writeOperation } from '../operation.ts';

export const removeAttachment = writeOperation({
  name: 'remove-attachment',
  method: 'DELETE',
  path: '/attachments/{attachment_id}',
  summary: 'Delete one of your own uploads.',
  access: 'account',
  parameters: { attachment_id: required(id, 'The ID of the upload.') },
  result: {},
  async handle(context, { attachment_id }) {
    const accountId = context.actor.account.id;
    await context.write(async (writer) => {
      const attachment = await attachmentById(writer, attachment_id);
      if (attachment?.account_id !== accountId) throw badRequest('Invalid attachment');
      await deleteAttachmentRows(writer, [attachment]);
      await removeUploadFiles(writer, [attachment]);
    });
    return {};
  },
});
