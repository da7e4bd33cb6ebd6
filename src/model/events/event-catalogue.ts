// The types of events whose fields are declared. Tests compare every delivered event with its declaration.

import { alertWordsEvent, onboardingStepsEvent } from '../accounts/own-list-events.ts';
import { exportConsentEvent, userSettingsEvent } from '../accounts/settings-events.ts';
import { vendorTokenEvent, webexTokenEvent, zoomTokenEvent } from '../calls/call-events.ts';
import { draftsEvent } from '../drafts/draft-events.ts';
import { invitesChangedEvent } from '../invitations/invitation-events.ts';
import { mutedUsersEvent } from '../muted-users/muted-user-events.ts';
import { navigationViewEvent } from '../navigation-views/navigation-view-events.ts';
import { deviceEvent } from '../push/push-events.ts';
import { remindersEvent } from '../reminders/reminder-events.ts';
import { savedSnippetsEvent } from '../saved-snippets/saved-snippet-events.ts';
import { scheduledMessagesEvent } from '../scheduled-messages/scheduled-message-events.ts';
import { attachmentEvent } from '../uploads/attachment-events.ts';
import { mutedTopicsEvent, userTopicEvent } from '../user-topics/user-topic-events.ts';

/** In the order of the reference page. */
export const eventDeclarations = [
  alertWordsEvent,
  attachmentEvent,
  deviceEvent,
  draftsEvent,
  vendorTokenEvent,
  webexTokenEvent,
  zoomTokenEvent,
  invitesChangedEvent,
  mutedTopicsEvent,
  mutedUsersEvent,
  navigationViewEvent,
  onboardingStepsEvent,
  exportConsentEvent,
  remindersEvent,
  savedSnippetsEvent,
  scheduledMessagesEvent,
  userSettingsEvent,
  userTopicEvent,
] as const;
