// The organization in the snapshot: its settings, and the lists that administrators maintain.

import { wireDomain } from '../../model/domains/allowed-domain.ts';
import { wireEmojiTable } from '../../model/emoji/wire-emoji.ts';
import { wireLinkifier } from '../../model/linkifiers/wire-linkifier.ts';
import { EMPTY_TOPIC_DISPLAY_NAME } from '../../model/messages/topic.ts';
import { availableMethods } from '../../model/organizations/authentication-methods.ts';
import { realmSection } from '../../model/organizations/realm-section.ts';
import { standInDomain } from '../../model/people/account-email.ts';
import { wirePlayground } from '../../model/playgrounds/playground.ts';
import { wireFieldTypes, wireProfileField } from '../../model/profile-fields/wire-profile-field.ts';
import { readDomains } from '../../stores/domains/domain-store.ts';
import { readEmoji } from '../../stores/emoji/emoji-store.ts';
import { readLinkifiers } from '../../stores/linkifiers/linkifier-store.ts';
import { readPlaygrounds } from '../../stores/playgrounds/playground-store.ts';
import { readFields } from '../../stores/profile-fields/profile-field-store.ts';
import { hasSampleContent } from '../../stores/sample-content/sample-content-store.ts';
import { organizationQuota } from '../../stores/uploads/upload-quota.ts';
import type { SnapshotSection } from './section.ts';

function processStart(): number {
  return Math.floor(performance.timeOrigin / 1000);
}

const realm: SnapshotSection = {
  gates: ['realm'],
  fromMemory({ state, organizationUrl, videoCalls, signIn, bounds, sendsMail }) {
    const { organization } = state;
    return realmSection(organization, {
      url: organizationUrl,
      videoCalls,
      botDomain: standInDomain(organization),
      availableMethods: availableMethods(organization, signIn),
      isDevelopment: organization.isDemo,
      sendsMail,
      fileMegabytes: bounds.fileMegabytes,
      quotaMegabytes: organizationQuota(organization, bounds),
      startedAt: processStart(),
      emptyTopicName: EMPTY_TOPIC_DISPLAY_NAME,
      isActive: (id) => state.account(id)?.isActive ?? false,
    });
  },
};

const linkifiers: SnapshotSection = {
  gates: ['realm_linkifiers'],
  async fromDatabase({ options }, reader) {
    // Clients that do not declare support cannot use templates.
    const all = options.capabilities.linkifier_url_template ? await readLinkifiers(reader) : [];
    return { realm_linkifiers: all.map(wireLinkifier) };
  },
};

const filters: SnapshotSection = {
  gates: ['realm_filters'],
  fromMemory: () => ({ realm_filters: [] }),
};

const playgrounds: SnapshotSection = {
  gates: ['realm_playgrounds'],
  async fromDatabase(_request, reader) {
    return { realm_playgrounds: (await readPlaygrounds(reader)).map(wirePlayground) };
  },
};

const domains: SnapshotSection = {
  gates: ['realm_domains'],
  async fromDatabase(_request, reader) {
    return { realm_domains: (await readDomains(reader)).map(wireDomain) };
  },
};

const emoji: SnapshotSection = {
  gates: ['realm_emoji'],
  async fromDatabase(_request, reader) {
    return { realm_emoji: wireEmojiTable(await readEmoji(reader), reader.organizationId) };
  },
};

const profileFields: SnapshotSection = {
  gates: ['custom_profile_fields'],
  async fromDatabase({ account }, reader) {
    // Anonymous viewers see no profiles.
    const fields = account ? await readFields(reader) : [];
    return {
      custom_profile_fields: fields.map(wireProfileField),
      custom_profile_field_types: wireFieldTypes,
    };
  },
};

const sampleContent: SnapshotSection = {
  gates: ['sample_content'],
  async fromDatabase(_request, reader) {
    return { has_sample_content: await hasSampleContent(reader) };
  },
};

export const organizationSections: readonly SnapshotSection[] = [
  realm,
  linkifiers,
  filters,
  playgrounds,
  domains,
  emoji,
  profileFields,
  sampleContent,
];
