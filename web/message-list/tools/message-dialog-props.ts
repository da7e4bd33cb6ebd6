// The props of every message dialog.

import type { Organization } from '../../data/organization.ts';
import type { Message } from '../../store/message.ts';

export interface MessageDialogProps {
  readonly organization: Organization;
  readonly message: Message;
  readonly onClose: () => void;
}
