// The permissions of the organization: what each is called, and a sentence that explains it.

import type { TranslationOf } from '../catalogue.ts';
import type { organizationPermissions as english } from '../en/organization-permissions.ts';

export const organizationPermissions: TranslationOf<typeof english> = {
  'permissionGroup.joining': 'Einladen',
  'permissionGroup.channels': 'Kanäle',
  'permissionGroup.messages': 'Nachrichten',
  'permissionGroup.direct': 'Direktnachrichten',
  'permissionGroup.people': 'Leute und Gruppen',
  'permissionGroup.bots': 'Bots und Emoji',
  'permissionGroup.billing': 'Für andere Programme',
  'setting.can_invite_users_group': 'Wer per E-Mail einladen darf',
  'settingHelp.can_invite_users_group': 'Einladungen gehen an Adressen, eine für jede Person.',
  'setting.create_multiuse_invite_group': 'Wer Einladungslinks machen darf',
  'settingHelp.create_multiuse_invite_group': 'Wer so einen Link hat, darf damit beitreten.',
  'setting.can_create_public_channel_group': 'Wer öffentliche Kanäle anlegen darf',
  'settingHelp.can_create_public_channel_group': 'Alle außer Gästen finden und lesen sie.',
  'setting.can_create_private_channel_group': 'Wer private Kanäle anlegen darf',
  'settingHelp.can_create_private_channel_group': 'Nur wer sie abonniert hat, liest sie.',
  'setting.can_create_web_public_channel_group': 'Wer im Web öffentliche Kanäle anlegen darf',
  'settingHelp.can_create_web_public_channel_group':
    'Sie sind ohne Konto lesbar, wo die Organisation das zulässt.',
  'setting.can_add_subscribers_group': 'Wer andere Kanäle abonnieren lassen darf',
  'settingHelp.can_add_subscribers_group': 'Ein Kanal kann es mehr Leuten erlauben.',
  'setting.can_set_topics_policy_group': 'Wer in einem Kanal wählt, ob Themen nötig sind',
  'settingHelp.can_set_topics_policy_group': 'Von denen, die den Kanal verwalten.',
  'setting.can_set_delete_message_policy_group': 'Wer in einem Kanal wählt, wer Nachrichten löscht',
  'settingHelp.can_set_delete_message_policy_group': 'Von denen, die den Kanal verwalten.',
  'setting.can_mention_many_users_group': 'Wer in großen Kanälen alle erwähnen darf',
  'settingHelp.can_mention_many_users_group': 'Mit @all oder @topic, was viele auf einmal benachrichtigt.',
  'setting.can_move_messages_between_topics_group': 'Wer Nachrichten in ein anderes Thema verschieben darf',
  'settingHelp.can_move_messages_between_topics_group': 'In einem Kanal, so lange „Nachrichten“ es sagt.',
  'setting.can_move_messages_between_channels_group':
    'Wer Nachrichten in einen anderen Kanal verschieben darf',
  'settingHelp.can_move_messages_between_channels_group': 'So lange „Nachrichten“ es sagt.',
  'setting.can_resolve_topics_group': 'Wer Themen abschließen darf',
  'settingHelp.can_resolve_topics_group': 'Ein Kanal kann es mehr Leuten erlauben.',
  'setting.can_delete_any_message_group': 'Wer jede Nachricht löschen darf',
  'settingHelp.can_delete_any_message_group': 'Von denen, die man lesen kann, wer immer sie schrieb.',
  'setting.can_delete_own_message_group': 'Wer eigene Nachrichten löschen darf',
  'settingHelp.can_delete_own_message_group': 'So lange „Nachrichten“ es sagt.',
  'setting.can_summarize_topics_group': 'Wer Themen zusammenfassen lassen darf',
  'settingHelp.can_summarize_topics_group':
    'Dieser Server fasst nichts zusammen; die Wahl bleibt für andere Programme stehen.',
  'setting.direct_message_initiator_group': 'Wer direkte Unterhaltungen beginnen darf',
  'settingHelp.direct_message_initiator_group': 'Andere können nur antworten.',
  'setting.direct_message_permission_group': 'Wer allen Direktnachrichten schreiben darf',
  'settingHelp.direct_message_permission_group':
    'Andere dürfen nur Leuten aus dieser Gruppe, Bots und sich selbst schreiben.',
  'setting.can_access_all_users_group': 'Wer alle sieht',
  'settingHelp.can_access_all_users_group':
    'Wo Gäste es nicht dürfen, sehen sie nur Leute, mit denen sie einen Kanal oder eine Unterhaltung teilen.',
  'setting.can_create_groups': 'Wer Gruppen anlegen darf',
  'settingHelp.can_create_groups': 'Gruppen lassen sich erwähnen und können Rechte haben.',
  'setting.can_manage_all_groups': 'Wer jede Gruppe verwaltet',
  'settingHelp.can_manage_all_groups': 'Neben denen, die jede Gruppe selbst nennt.',
  'setting.can_create_bots_group': 'Wer jeden Bot anlegen darf',
  'settingHelp.can_create_bots_group': 'Bots lesen und schreiben mit einem eigenen Schlüssel.',
  'setting.can_create_write_only_bots_group': 'Wer Bots anlegen darf, die nur schreiben',
  'settingHelp.can_create_write_only_bots_group': 'Neben denen, die jeden Bot anlegen dürfen.',
  'setting.can_add_custom_emoji_group': 'Wer Emoji hinzufügen darf',
  'settingHelp.can_add_custom_emoji_group': 'Alle können sie verwenden.',
  'setting.can_manage_billing_group': 'Wer Verträge verwalten darf',
  'settingHelp.can_manage_billing_group':
    'Hier ist nichts zu bezahlen; die Wahl bleibt für andere Programme stehen.',
  'setting.workplace_users_group': 'Wer als Belegschaft zählt',
  'settingHelp.workplace_users_group':
    'Hier ist nichts zu bezahlen; die Wahl bleibt für andere Programme stehen.',
};
