// Bounds of how many there may be of something: with the bound lowered, calls are taken until there are so many.

import { describe } from 'node:test';
import { makeWorld } from '../bad-input/world.ts';
import { type Expected, reachesByMany } from '../support/bounds.ts';
import type { Json } from '../support/client.ts';
import { startTestServer } from '../support/server.ts';
import type { BoundName } from '../support/with-limit.ts';

const world = await makeWorld(await startTestServer());

function reachesByNumber(
  bound: BoundName,
  operation: string,
  parameters: (index: number) => Json,
  expected?: Expected & { readonly status?: number },
): void {
  reachesByMany(bound, world, operation, parameters, expected);
}

describe('of an account', () => {
  reachesByNumber('scheduledMessagesPerAccount', 'create-scheduled-message', (i) => ({
    content: `later ${i}`,
  }));
  reachesByNumber('remindersPerAccount', 'create-message-reminder', (i) => ({
    scheduled_delivery_timestamp: world.later + i,
  }));
  reachesByNumber('draftsPerAccount', 'create-drafts', () => ({}));
  reachesByNumber('savedSnippetsPerAccount', 'create-saved-snippet', (i) => ({ title: `title ${i}` }));
  reachesByNumber('navigationViewsPerAccount', 'add-navigation-view', (i) => ({
    fragment: `narrow/topic/${i}`,
    name: `view ${i}`,
  }));
  reachesByNumber('alertWordsPerAccount', 'add-alert-words', (i) => ({ alert_words: [`word${i}`] }));
  reachesByNumber('botStorageCharacters', 'update-bot-storage', (i) => ({ storage: { [`${i}`]: '' } }));
  reachesByNumber('devicesPerAccount', 'add-fcm-token', (i) => ({ token: `token-${i}` }));
});

describe('of an organization', () => {
  reachesByNumber('linkifiersPerOrganization', 'add-linkifier', (i) => ({
    pattern: `E${'x'.repeat(i)}(?P<id>[0-9]+)`,
  }));
  reachesByNumber('playgroundsPerOrganization', 'add-code-playground', (i) => ({ name: `playground ${i}` }));
  reachesByNumber('profileFieldsPerOrganization', 'create-custom-profile-field', (i) => ({
    name: `field ${i}`,
  }));
  reachesByNumber('domainsPerOrganization', 'add-domain', (i) => ({ domain: `d${i}.example.org` }));
  reachesByNumber('defaultChannelGroupsPerOrganization', 'create-default-stream-group', (i) => ({
    group_name: `group ${i}`,
  }));
  reachesByNumber('customEmojiPerOrganization', 'upload-custom-emoji', (i) => ({
    emoji_name: `custom_${i}`,
  }));
  reachesByNumber('invitationLinksPerOrganization', 'create-invite-link', () => ({}));
  reachesByNumber('invitationsPerDay', 'send-invites', (i) => ({ invitee_emails: `guest${i}@example.com` }), {
    says: /./,
  });
  reachesByNumber('mailsPerInvitation', 'resend-email-invite', () => ({}), { says: /./, status: 429 });
  reachesByNumber('exportsPerWeek', 'export-realm', () => ({}));
});
