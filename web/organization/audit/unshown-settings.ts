// Personal settings that no screen shows. Other programs set them, and the audit log may mention them.

import type { Key } from '../../i18n/texts.ts';
import type { SettingName } from '../../settings/control.ts';

export const unshownSettings: { readonly [name in SettingName]?: Key } = {
  web_channel_default_view: 'auditSetting.web_channel_default_view',
  web_suggest_update_timezone: 'auditSetting.web_suggest_update_timezone',
  fluid_layout_width: 'auditSetting.fluid_layout_width',
  left_side_userlist: 'auditSetting.left_side_userlist',
  emojiset: 'auditSetting.emojiset',
  demote_inactive_streams: 'auditSetting.demote_inactive_streams',
  user_list_style: 'auditSetting.user_list_style',
  web_stream_unreads_count_display_policy: 'auditSetting.web_stream_unreads_count_display_policy',
  hide_ai_features: 'auditSetting.hide_ai_features',
  web_inbox_show_channel_folders: 'auditSetting.web_inbox_show_channel_folders',
  web_left_sidebar_show_channel_folders: 'auditSetting.web_left_sidebar_show_channel_folders',
  web_left_sidebar_unreads_count_summary: 'auditSetting.web_left_sidebar_unreads_count_summary',
  web_navigate_to_sent_message: 'auditSetting.web_navigate_to_sent_message',
  enable_marketing_emails: 'auditSetting.enable_marketing_emails',
};
