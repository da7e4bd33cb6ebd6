// The worker process that parses mail.

import { ApiError } from '../../api-contract/error.ts';
import type { AddressOption } from '../../model/channel-email/channel-email-address.ts';
import { serveTasks } from '../../workers/serve-tasks.ts';
import { bodyOf, type HtmlForm, type MailContent } from './message-text.ts';
import { parseMail } from './parsed-mail.ts';

interface BodyRequest {
  readonly mail: MailContent;
  readonly options: ReadonlySet<AddressOption>;
  readonly form: HtmlForm;
}

const tasks = {
  parse: parseMail,
  /** The text of the message, or the error if the mail has none. */
  body({ mail, options, form }: BodyRequest): { readonly text: string } | { readonly error: string } {
    try {
      return { text: bodyOf(mail, options, form) };
    } catch (error) {
      if (error instanceof ApiError) return { error: error.message };
      throw error;
    }
  },
};

export type MailTasks = typeof tasks;

serveTasks(tasks);
