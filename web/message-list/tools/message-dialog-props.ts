// What every dialog of a message is given.

import type { Organization } from '../../data/organization.ts';
import type { Message } from '../../store/message.ts';

export interface MessageDialogProps {
  readonly organization: Organization;
  readonly message: Message;
  readonly onClose: () => void;
}
