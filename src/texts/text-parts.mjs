// Declares when the client loads which texts, and which texts the server uses. The first word of a key is its
// area, and an area belongs to one part.

const areas = {
  // Built into the first page.
  first: `channels common composer dates error frame groups inbox messageList messages people reminders scheduled time`,
  // Loaded with the first screen that few people open.
  secondary: `alertWords apiKey beside botSettings call channelSettings command completion deliveries direct emoji
    eventSubscriptions factor files firstRun folders gifs groupScreens help history keys later lists login moreSettings mutes
    organizations palette permissions pins posting profile proof pushSubscriptions quiet recent searching sessions settings share sidebar
    skinTone snippets status views voice webhooks widgets`,
  // Loaded with the first screen for administrators.
  administration: `accounts audit auditDetail auditLoginMethod auditSetting bots calls channel channelEmail channelGroups channelList
    customEmoji days deactivation domains draft editHistory fieldType fields gif groupList invitations limit linkifierHelp
    linkifiers lock method newcomers organization permissionGroup picture pictureHelp playgroundHelp playgrounds quota
    quotaScope quotas required retention sectionGroup sections setting settingGroup settingHelp topics type unit weekday
    welcome`,
  // Emails, pages outside the client, push notifications, sample content, notices to one person, and the name of the language,
  // which the build of the client inserts.
  server: 'language mail notice page push sample',
};

const partsByArea = new Map(
  Object.entries(areas).flatMap(([part, names]) => names.split(/\s+/).map((area) => [area, part])),
);

/** @see text-parts.d.mts */
export const clientParts = ['first', 'secondary', 'administration'];

/** @see text-parts.d.mts */
export function partOf(key) {
  return partsByArea.get(key.split('.', 1)[0]);
}
