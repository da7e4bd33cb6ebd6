// Settings that describe an organization: description, language, pictures, and settings that only the server's operator
// changes.

import { boolean, integer, nullable, oneOf, text } from '../../../api-contract/codec.ts';
import { limits } from '../../../api-contract/limits.ts';
import { valueSetting } from '../organization-setting.ts';
import { languageCode } from '../organization-setting-codecs.ts';

const command = { changedBy: 'command' } as const;
const computed = { changedBy: 'command', snapshot: 'computed' } as const;
const count = integer({ minimum: 0 });
const organizationTypes = [0, 10, 20, 30, 35, 40, 50, 60, 70, 80, 90, 100, 1000] as const;

export const identitySettings = {
  description: valueSetting(
    text({ maximum: limits.organizationDescriptionCodePoints }),
    '',
    'Shown on the login and sign-up pages; Markdown.',
  ),
  default_language: valueSetting(languageCode, 'en', 'Language of automated messages and invitations.'),
  default_code_block_language: valueSetting(
    text({ maximum: limits.codeLanguageCodePoints }),
    '',
    'Default language of code blocks; empty: none.',
  ),
  default_avatar_source: valueSetting(
    oneOf('G', 'J'),
    'J',
    'Default picture of accounts: `G` Gravatar, `J` Jdenticon.',
  ),
  org_type: valueSetting(oneOf(...organizationTypes), 0, 'Type of the organization.'),
  welcome_message_custom_text: valueSetting(
    text({ maximum: limits.welcomeMessageCodePoints }),
    '',
    'Message to new accounts; Markdown.',
  ),
  want_advertise_in_communities_directory: valueSetting(
    boolean,
    false,
    'Allow listing the organization publicly.',
  ),
  media_preview_size: valueSetting(oneOf(100, 150, 200), 100, 'Height of media previews in percent.'),
  plan_type: valueSetting(integer(), 1, 'The plan; 1: self-hosted.', command),
  upload_quota_mib: valueSetting(
    nullable(count),
    null,
    'Storage for uploads in MiB; null: unlimited.',
    command,
  ),
  owner_full_content_access: valueSetting(boolean, false, 'Owners can access all private content.', command),
  icon_source: valueSetting(
    oneOf('G', 'U'),
    'G',
    'Source of the icon: `G` generated, `U` uploaded.',
    command,
  ),
  icon_version: valueSetting(count, 1, 'Version of the icon. Rises with each new icon.', computed),
  logo_source: valueSetting(
    oneOf('D', 'U'),
    'D',
    'Source of the wide logo: `D` default, `U` uploaded.',
    command,
  ),
  logo_version: valueSetting(count, 1, 'Version of the wide logo. Rises with each new logo.', computed),
  night_logo_source: valueSetting(oneOf('D', 'U'), 'D', 'Source of the wide logo for dark themes.', command),
  night_logo_version: valueSetting(
    count,
    1,
    'Version of the wide logo for dark themes. Rises with each new logo.',
    computed,
  ),
} as const;
