// German texts for the permissions of the organization: a label and an explanation for each.

import type { TranslationOf } from '../catalogue.ts';
import type { organizationPermissions as english } from '../en/organization-permissions.ts';

export const organizationPermissions: TranslationOf<typeof english> = {
  'permissionGroup.joining': 'Einladen',
  'permissionGroup.channels': 'Kanäle',
  'permissionGroup.messages': 'Nachrichten',
  'permissionGroup.direct': 'Direktnachrichten',
  'permissionGroup.people': 'Leute und Gruppen',
  'permissionGroup.bots': 'Bots und Emoji',
  'permissionGroup.billing': 'Für andere Apps',
  'setting.can_invite_users_group': 'Wer per E-Mail einladen darf',
  'settingHelp.can_invite_users_group': 'Jede Person bekommt eine eigene Einladung.',
  'setting.create_multiuse_invite_group': 'Wer Einladungslinks erstellen darf',
  'settingHelp.create_multiuse_invite_group': 'Wer den Link hat, kann beitreten.',
  'setting.can_create_public_channel_group': 'Wer öffentliche Kanäle erstellen darf',
  'settingHelp.can_create_public_channel_group': 'Alle außer Gästen können sie finden und lesen.',
  'setting.can_create_private_channel_group': 'Wer private Kanäle erstellen darf',
  'settingHelp.can_create_private_channel_group': 'Nur Abonnenten können sie lesen.',
  'setting.can_create_web_public_channel_group': 'Wer im Web öffentliche Kanäle erstellen darf',
  'settingHelp.can_create_web_public_channel_group':
    'Sie sind ohne Konto lesbar, wenn die Organisation das erlaubt.',
  'setting.can_add_subscribers_group': 'Wer andere zu Kanälen hinzufügen darf',
  'settingHelp.can_add_subscribers_group': 'Ein Kanal kann es weiteren Personen erlauben.',
  'setting.can_set_topics_policy_group': 'Wer festlegen darf, ob ein Kanal Themen verlangt',
  'settingHelp.can_set_topics_policy_group': 'Gilt für Personen, die den Kanal verwalten.',
  'setting.can_set_delete_message_policy_group': 'Wer Löschrechte eines Kanals festlegen darf',
  'settingHelp.can_set_delete_message_policy_group': 'Gilt für Personen, die den Kanal verwalten.',
  'setting.can_mention_many_users_group': 'Wer @all und @topic in großen Kanälen verwenden darf',
  'settingHelp.can_mention_many_users_group': 'Diese Erwähnungen benachrichtigen viele auf einmal.',
  'setting.can_move_messages_between_topics_group': 'Wer Nachrichten in ein anderes Thema verschieben darf',
  'settingHelp.can_move_messages_between_topics_group':
    'Innerhalb eines Kanals und der Frist unter „Nachrichten“.',
  'setting.can_move_messages_between_channels_group':
    'Wer Nachrichten in einen anderen Kanal verschieben darf',
  'settingHelp.can_move_messages_between_channels_group': 'Innerhalb der Frist unter „Nachrichten“.',
  'setting.can_resolve_topics_group': 'Wer Themen abschließen darf',
  'settingHelp.can_resolve_topics_group': 'Ein Kanal kann es weiteren Personen erlauben.',
  'setting.can_delete_any_message_group': 'Wer jede Nachricht löschen darf',
  'settingHelp.can_delete_any_message_group': 'Gilt für Nachrichten, die sie lesen können.',
  'setting.can_delete_own_message_group': 'Wer eigene Nachrichten löschen darf',
  'settingHelp.can_delete_own_message_group': 'Innerhalb der Frist unter „Nachrichten“.',
  'setting.can_summarize_topics_group': 'Wer Themen zusammenfassen lassen darf',
  'settingHelp.can_summarize_topics_group':
    'Parley erstellt keine Zusammenfassungen. Der Wert wird für andere Apps gespeichert.',
  'setting.direct_message_initiator_group': 'Wer Direktnachrichten beginnen darf',
  'settingHelp.direct_message_initiator_group': 'Andere können nur antworten.',
  'setting.direct_message_permission_group': 'Wer Direktnachrichten verwenden darf',
  'settingHelp.direct_message_permission_group':
    'Andere können nur Mitgliedern dieser Gruppe, Bots und sich selbst schreiben.',
  'setting.can_access_all_users_group': 'Wer alle Personen sehen kann',
  'settingHelp.can_access_all_users_group':
    'Gäste außerhalb dieser Gruppe sehen nur Personen, mit denen sie einen Kanal oder eine Unterhaltung teilen.',
  'setting.can_create_groups': 'Wer Benutzergruppen erstellen darf',
  'settingHelp.can_create_groups': 'Gruppen können erwähnt werden und Rechte bekommen.',
  'setting.can_manage_all_groups': 'Wer alle Benutzergruppen verwalten darf',
  'settingHelp.can_manage_all_groups': 'Zusätzlich zu den Personen, die jede Gruppe nennt.',
  'setting.can_create_bots_group': 'Wer beliebige Bots erstellen darf',
  'settingHelp.can_create_bots_group': 'Bots lesen und schreiben mit einem eigenen API-Schlüssel.',
  'setting.can_create_write_only_bots_group': 'Wer Bots erstellen darf, die nur schreiben',
  'settingHelp.can_create_write_only_bots_group':
    'Zusätzlich zu Personen, die beliebige Bots erstellen dürfen.',
  'setting.can_add_custom_emoji_group': 'Wer eigene Emoji hinzufügen darf',
  'settingHelp.can_add_custom_emoji_group': 'Alle können sie verwenden.',
  'setting.can_manage_billing_group': 'Wer die Abrechnung verwalten darf',
  'settingHelp.can_manage_billing_group':
    'Parley hat keine Abrechnung. Der Wert wird für andere Apps gespeichert.',
  'setting.workplace_users_group': 'Wer als Belegschaft zählt',
  'settingHelp.workplace_users_group':
    'Parley hat keine Abrechnung. Der Wert wird für andere Apps gespeichert.',
};
