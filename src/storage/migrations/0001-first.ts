// The first schema. `{id}`, `{text}` and `{withoutRowid}` stand for what the engines spell differently; text
// compares as bytes on both.

import type { Migration } from './migration.ts';

const statements = [
  `create table organization (
    id {id},
    uuid {text} not null,
    string_id {text} not null,
    name {text} not null,
    host {text} not null,
    created_at bigint not null,
    is_deactivated smallint not null,
    is_demo smallint not null,
    settings {text} not null,
    default_settings {text} not null
  )`,
  `create table organization_sequence (
    organization_id bigint not null,
    sequence bigint not null,
    primary key (organization_id)
  ) {withoutRowid}`,
  `create table account (
    id {id},
    organization_id bigint not null,
    email {text} not null,
    email_key {text} not null,
    full_name {text} not null,
    role bigint not null,
    is_active smallint not null,
    is_deleted smallint not null,
    is_imported_stub smallint not null,
    bot_type bigint,
    bot_owner_id bigint,
    is_system_bot smallint not null,
    date_joined bigint not null,
    last_login_at bigint,
    timezone {text} not null,
    avatar_source {text} not null,
    avatar_version bigint not null,
    avatar_key {text},
    password_hash {text},
    api_key_hash {text},
    api_key_sealed {text},
    settings {text} not null,
    edited_settings {text} not null default '[]',
    can_create_users smallint not null,
    can_change_user_emails smallint not null,
    can_forge_sender smallint not null,
    default_sending_channel_id bigint,
    default_events_channel_id bigint,
    default_all_public_channels smallint not null,
    read_base bigint not null
  )`,
  `create table email_change (
    key_hash {text} not null,
    organization_id bigint not null,
    account_id bigint not null,
    new_email {text} not null,
    expires_at bigint not null,
    primary key (key_hash)
  ) {withoutRowid}`,
  `create table account_period (
    organization_id bigint not null,
    account_id bigint not null,
    from_sequence bigint not null,
    to_sequence bigint,
    primary key (account_id, from_sequence)
  ) {withoutRowid}`,
  `create table role_period (
    organization_id bigint not null,
    account_id bigint not null,
    from_sequence bigint not null,
    to_sequence bigint,
    role bigint not null,
    primary key (account_id, from_sequence)
  ) {withoutRowid}`,
  `create table bot_service (
    account_id bigint not null,
    organization_id bigint not null,
    name {text} not null,
    base_url {text} not null,
    interface bigint not null,
    token {text} not null,
    config {text} not null,
    primary key (account_id)
  ) {withoutRowid}`,
  `create table presence (
    account_id bigint not null,
    organization_id bigint not null,
    active_at bigint,
    idle_at bigint,
    update_id bigint not null,
    primary key (account_id)
  ) {withoutRowid}`,
  `create table user_status (
    account_id bigint not null,
    organization_id bigint not null,
    status_text {text} not null,
    emoji_name {text} not null,
    emoji_code {text} not null,
    reaction_type {text} not null,
    primary key (account_id)
  ) {withoutRowid}`,
  `create table alert_word (
    organization_id bigint not null,
    account_id bigint not null,
    word {text} not null,
    word_key {text} not null,
    primary key (account_id, word_key)
  ) {withoutRowid}`,
  `create table muted_user (
    organization_id bigint not null,
    account_id bigint not null,
    muted_account_id bigint not null,
    muted_at bigint not null,
    primary key (account_id, muted_account_id)
  ) {withoutRowid}`,
  `create table user_topic (
    organization_id bigint not null,
    account_id bigint not null,
    channel_id bigint not null,
    topic_key {text} not null,
    topic_name {text} not null,
    visibility_policy bigint not null,
    updated_at bigint not null,
    primary key (account_id, channel_id, topic_key)
  ) {withoutRowid}`,
  `create table channel (
    id {id},
    organization_id bigint not null,
    name {text} not null,
    name_key {text} not null,
    description {text} not null,
    rendered_description {text} not null,
    created_at bigint not null,
    creator_id bigint,
    is_private smallint not null,
    is_web_public smallint not null,
    is_history_public smallint not null,
    is_archived smallint not null,
    is_default smallint not null,
    message_retention_days bigint,
    topics_policy {text} not null,
    folder_id bigint,
    group_settings {text} not null,
    default_push_notifications smallint not null,
    subscriber_count bigint not null,
    first_message_id bigint,
    is_recently_active smallint not null
  )`,
  `create table channel_folder (
    id {id},
    organization_id bigint not null,
    name {text} not null,
    name_key {text} not null,
    description {text} not null,
    rendered_description {text} not null,
    created_at bigint not null,
    creator_id bigint,
    position bigint not null,
    is_archived smallint not null
  )`,
  `create table subscription (
    organization_id bigint not null,
    account_id bigint not null,
    channel_id bigint not null,
    is_active smallint not null,
    color {text} not null,
    is_muted smallint not null,
    pin_to_top smallint not null,
    desktop_notifications bigint,
    audible_notifications bigint,
    push_notifications bigint,
    email_notifications bigint,
    wildcard_mentions_notify bigint,
    primary key (account_id, channel_id)
  ) {withoutRowid}`,
  `create table subscription_period (
    organization_id bigint not null,
    account_id bigint not null,
    channel_id bigint not null,
    from_sequence bigint not null,
    to_sequence bigint,
    after_message_id bigint not null default 0,
    primary key (account_id, channel_id, from_sequence)
  ) {withoutRowid}`,
  `create table conversation (
    id {id},
    organization_id bigint not null,
    channel_id bigint,
    topic_key {text} not null,
    topic_name {text} not null,
    direct_key {text},
    first_message_id bigint,
    last_message_id bigint
  )`,
  `create table conversation_participant (
    conversation_id bigint not null,
    account_id bigint not null,
    organization_id bigint not null,
    primary key (account_id, conversation_id)
  ) {withoutRowid}`,
  `create table message (
    id {id},
    organization_id bigint not null,
    conversation_id bigint not null,
    channel_id bigint,
    sender_id bigint not null,
    client {text} not null,
    sent_at bigint not null,
    sequence bigint not null,
    is_moved smallint not null,
    last_edited_at bigint,
    last_moved_at bigint,
    has_edits smallint not null,
    has_link smallint not null,
    has_image smallint not null,
    has_attachment smallint not null,
    has_reaction smallint not null,
    has_submessage smallint not null,
    is_me_message smallint not null,
    mentions_channel smallint not null,
    mentions_topic smallint not null,
    has_mention_row smallint not null,
    is_read_by_sender smallint not null,
    content {text} not null,
    rendered_content {text} not null
  )`,
  `create table message_arrival (
    organization_id bigint not null,
    message_id bigint not null,
    channel_id bigint not null,
    sequence bigint not null,
    primary key (message_id, sequence)
  ) {withoutRowid}`,
  `create table message_edit (
    id {id},
    organization_id bigint not null,
    message_id bigint not null,
    editor_id bigint not null,
    edited_at bigint not null,
    prev_content {text},
    prev_rendered_content {text},
    prev_topic {text},
    topic {text},
    prev_channel_id bigint,
    channel_id bigint,
    sequence bigint not null
  )`,
  `create table message_mention (
    message_id bigint not null,
    organization_id bigint not null,
    group_ids {text} not null,
    topic_participant_ids {text} not null,
    sequence bigint not null,
    primary key (message_id)
  ) {withoutRowid}`,
  `create table reaction (
    id {id},
    organization_id bigint not null,
    message_id bigint not null,
    account_id bigint not null,
    emoji_name {text} not null,
    emoji_code {text} not null,
    reaction_type {text} not null
  )`,
  `create table submessage (
    id {id},
    organization_id bigint not null,
    message_id bigint not null,
    sender_id bigint not null,
    msg_type {text} not null,
    content {text} not null,
    sequence bigint not null
  )`,
  `create table personal_message (
    organization_id bigint not null,
    account_id bigint not null,
    message_id bigint not null,
    flags bigint not null,
    primary key (account_id, message_id)
  ) {withoutRowid}`,
  `create table read_state (
    organization_id bigint not null,
    account_id bigint not null,
    conversation_id bigint not null,
    read_through bigint not null,
    primary key (account_id, conversation_id)
  ) {withoutRowid}`,
  `create table read_exception (
    organization_id bigint not null,
    account_id bigint not null,
    message_id bigint not null,
    conversation_id bigint not null,
    is_read smallint not null,
    primary key (account_id, message_id)
  ) {withoutRowid}`,
  `create table user_group (
    id {id},
    organization_id bigint not null,
    name {text} not null,
    name_key {text} not null,
    description {text} not null,
    is_system smallint not null,
    creator_id bigint,
    created_at bigint,
    is_deactivated smallint not null,
    group_settings {text} not null
  )`,
  `create table user_group_member (
    organization_id bigint not null,
    group_id bigint not null,
    account_id bigint not null,
    from_sequence bigint not null,
    to_sequence bigint,
    primary key (group_id, account_id, from_sequence)
  ) {withoutRowid}`,
  `create table user_group_subgroup (
    organization_id bigint not null,
    group_id bigint not null,
    subgroup_id bigint not null,
    from_sequence bigint not null,
    to_sequence bigint,
    primary key (group_id, subgroup_id, from_sequence)
  ) {withoutRowid}`,
  `create table linkifier (
    id {id},
    organization_id bigint not null,
    position bigint not null,
    pattern {text} not null,
    url_template {text} not null,
    example_input {text},
    reverse_template {text},
    alternative_url_templates {text} not null
  )`,
  `create table allowed_domain (
    id {id},
    organization_id bigint not null,
    domain {text} not null,
    allow_subdomains smallint not null
  )`,
  `create table playground (
    id {id},
    organization_id bigint not null,
    name {text} not null,
    language {text} not null,
    url_template {text} not null
  )`,
  `create table profile_field (
    id {id},
    organization_id bigint not null,
    name {text} not null,
    hint {text} not null,
    field_type bigint not null,
    field_data {text} not null,
    position bigint not null,
    display_in_profile_summary smallint not null,
    required smallint not null,
    editable_by_user smallint not null,
    use_for_user_matching smallint not null
  )`,
  `create table profile_value (
    organization_id bigint not null,
    account_id bigint not null,
    field_id bigint not null,
    value {text} not null,
    rendered_value {text},
    primary key (account_id, field_id)
  ) {withoutRowid}`,
  `create table custom_emoji (
    id {id},
    organization_id bigint not null,
    name {text} not null,
    author_id bigint,
    file_name {text} not null,
    is_animated smallint not null,
    is_deactivated smallint not null
  )`,
  `create table onboarding_step (
    organization_id bigint not null,
    account_id bigint not null,
    step {text} not null,
    primary key (account_id, step)
  ) {withoutRowid}`,
  `create table scheduled_message (
    id {id},
    organization_id bigint not null,
    sender_id bigint not null,
    channel_id bigint,
    topic {text} not null,
    recipient_ids {text} not null,
    content {text} not null,
    rendered_content {text} not null,
    due_at bigint not null,
    client {text} not null,
    is_read_by_sender smallint not null,
    organization_url {text} not null,
    is_failed smallint not null
  )`,
  `create table reminder (
    id {id},
    organization_id bigint not null,
    account_id bigint not null,
    message_id bigint not null,
    note {text} not null,
    content {text} not null,
    rendered_content {text} not null,
    due_at bigint not null,
    organization_url {text} not null,
    is_failed smallint not null
  )`,
  `create table draft (
    id {id},
    organization_id bigint not null,
    account_id bigint not null,
    type {text} not null,
    recipient_ids {text} not null,
    topic {text} not null,
    content {text} not null,
    edited_at bigint not null
  )`,
  `create table saved_snippet (
    id {id},
    organization_id bigint not null,
    account_id bigint not null,
    title {text} not null,
    content {text} not null,
    created_at bigint not null
  )`,
  `create table call_token (
    organization_id bigint not null,
    account_id bigint not null,
    provider {text} not null,
    sealed {text} not null,
    primary key (account_id, provider)
  ) {withoutRowid}`,
  `create table navigation_view (
    id {id},
    organization_id bigint not null,
    account_id bigint not null,
    fragment {text} not null,
    is_pinned smallint not null,
    name {text}
  )`,
  `create table attachment (
    id {id},
    organization_id bigint not null,
    account_id bigint not null,
    path_id {text} not null,
    name {text} not null,
    size bigint not null,
    content_type {text} not null,
    created_at bigint not null,
    image_width bigint,
    image_height bigint,
    is_animated smallint not null,
    is_transcoded smallint not null
  )`,
  `create table message_attachment (
    message_id bigint not null,
    attachment_id bigint not null,
    primary key (message_id, attachment_id)
  ) {withoutRowid}`,
  `create table upload_usage (
    organization_id bigint not null,
    bytes bigint not null,
    primary key (organization_id)
  )`,
  `create table doomed_file (
    id {id},
    organization_id bigint not null,
    path {text} not null
  )`,
  `create table job_mark (
    organization_id bigint not null,
    job {text} not null,
    done_until bigint not null,
    primary key (organization_id, job)
  ) {withoutRowid}`,
  `create table event (
    organization_id bigint not null,
    sequence bigint not null,
    entry {text} not null,
    created_at bigint not null,
    primary key (organization_id, sequence)
  )`,
  `create table event_queue (
    id {text} not null,
    organization_id bigint not null,
    account_id bigint not null,
    start_sequence bigint not null,
    acknowledged bigint not null,
    last_seen_at bigint not null,
    idle_seconds bigint not null,
    options {text} not null,
    primary key (id)
  )`,
  `create table outbox (
    id {id},
    organization_id bigint not null,
    kind {text} not null,
    payload {text} not null,
    due_at bigint not null,
    attempts bigint not null
  )`,
  `create table password_reset (
    key_hash {text} not null,
    organization_id bigint not null,
    account_id bigint not null,
    expires_at bigint not null,
    primary key (key_hash)
  )`,
  'create index password_reset_account on password_reset (account_id)',
  `create table channel_email (
    id {id},
    organization_id bigint not null,
    channel_id bigint not null,
    creator_id bigint not null,
    sender_id bigint not null,
    token_hash {text} not null,
    token_sealed {text} not null
  )`,
  `create table received_mail (
    organization_id bigint not null,
    address_id bigint not null,
    mail_key {text} not null,
    received_at bigint not null,
    primary key (address_id, mail_key)
  )`,
  'create unique index channel_email_token on channel_email (token_hash)',
  'create unique index channel_email_key on channel_email (channel_id, creator_id, sender_id)',
  'create index received_mail_received on received_mail (organization_id, received_at)',
  'create unique index organization_string_id on organization (string_id)',
  'create unique index account_email on account (organization_id, email_key)',
  'create unique index account_api_key on account (api_key_hash)',
  'create index email_change_account on email_change (account_id)',
  'create index account_bot_owner on account (bot_owner_id) where bot_owner_id is not null',
  'create index presence_update on presence (organization_id, update_id)',
  'create index user_status_organization on user_status (organization_id)',
  'create index alert_word_organization on alert_word (organization_id)',
  'create index muted_user_muted on muted_user (muted_account_id)',
  'create index user_topic_channel on user_topic (channel_id, topic_key)',
  'create unique index channel_name on channel (organization_id, name_key)',
  'create index channel_folder_organization on channel_folder (organization_id, position)',
  'create index subscription_channel on subscription (channel_id, is_active)',
  'create index subscription_period_channel on subscription_period (channel_id, from_sequence)',
  'create unique index conversation_topic on conversation (channel_id, topic_key) where channel_id is not null',
  'create index conversation_recent on conversation (channel_id, last_message_id)',
  'create unique index conversation_direct on conversation (organization_id, direct_key) where direct_key is not null',
  'create index conversation_participant_conversation on conversation_participant (conversation_id)',
  'create index message_conversation on message (conversation_id, id)',
  'create index message_channel on message (channel_id, id) where channel_id is not null',
  'create index message_sender on message (sender_id, id)',
  // Ids rise with the log, so this finds the id at which a period begins, and the first message of a day. Indexes an
  // expression so that only queries that contain it use the index: a planner without statistics would prefer an index
  // by organization to the list of ids that most queries have.
  'create index message_sequence on message ((organization_id + 0), sequence)',
  'create index message_has_link on message (organization_id, id) where has_link = 1',
  'create index message_has_image on message (organization_id, id) where has_image = 1',
  'create index message_has_attachment on message (organization_id, id) where has_attachment = 1',
  'create index message_has_reaction on message (organization_id, id) where has_reaction = 1',
  'create index message_mentions_many on message (organization_id, id) where mentions_channel = 1 or has_mention_row = 1',
  'create index message_moved on message (channel_id, id) where is_moved = 1',
  'create index message_edit_message on message_edit (message_id)',
  'create index message_edit_move on message_edit (organization_id, sequence) where prev_topic is not null or prev_channel_id is not null',
  'create index message_arrival_channel on message_arrival (channel_id, message_id)',
  'create unique index reaction_unique on reaction (message_id, account_id, reaction_type, emoji_code)',
  'create index submessage_message on submessage (message_id)',
  'create index personal_message_message on personal_message (message_id)',
  'create index personal_message_starred on personal_message (account_id, message_id) where (flags & 1) <> 0',
  'create index personal_message_mentioned on personal_message (account_id, message_id) where (flags & 4) <> 0',
  'create index read_state_conversation on read_state (conversation_id)',
  'create index read_exception_message on read_exception (message_id)',
  'create index read_exception_unread on read_exception (account_id, message_id) where is_read = 0',
  'create index read_exception_conversation on read_exception (account_id, conversation_id)',
  'create unique index user_group_name on user_group (organization_id, name_key)',
  'create index user_group_member_account on user_group_member (account_id)',
  'create index user_group_subgroup_subgroup on user_group_subgroup (subgroup_id)',
  'create index linkifier_organization on linkifier (organization_id, position)',
  'create unique index allowed_domain_domain on allowed_domain (organization_id, domain)',
  'create index playground_organization on playground (organization_id)',
  'create index profile_field_organization on profile_field (organization_id, position)',
  'create index profile_value_field on profile_value (field_id)',
  'create index custom_emoji_organization on custom_emoji (organization_id, name)',
  'create index scheduled_message_sender on scheduled_message (sender_id)',
  'create index scheduled_message_due on scheduled_message (due_at) where is_failed = 0',
  'create index reminder_account on reminder (account_id)',
  'create index reminder_due on reminder (due_at) where is_failed = 0',
  'create index draft_account on draft (account_id)',
  'create index saved_snippet_account on saved_snippet (account_id)',
  'create unique index navigation_view_fragment on navigation_view (account_id, fragment)',
  'create unique index attachment_path on attachment (organization_id, path_id)',
  'create index attachment_account on attachment (account_id)',
  'create index attachment_age on attachment (organization_id, created_at)',
  'create index message_attachment_attachment on message_attachment (attachment_id, message_id)',
  'create index event_queue_account on event_queue (account_id)',
  'create index outbox_due on outbox (due_at)',
];

export const first: Migration = {
  version: 1,
  statements: (engine) =>
    engine === 'sqlite'
      ? [
          ...statements,
          "create virtual table message_words using fts5(words, content='', contentless_delete=1, tokenize='unicode61 remove_diacritics 0')",
        ]
      : [
          ...statements,
          'create table message_words (message_id bigint primary key, words tsvector not null)',
          'create index message_words_words on message_words using gin (words)',
        ],
};
