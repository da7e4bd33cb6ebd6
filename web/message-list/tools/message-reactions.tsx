// The reactions below a message: buttons that add or remove the viewer's own.

import { IconButton } from '../../components/button.tsx';
import { EmojiGlyph } from '../../components/emoji-glyph.tsx';
import { useIsServerReachable } from '../../components/needs-server.tsx';
import { emojiOfCode } from '../../components/rendered-rules.ts';
import { usePress } from '../../components/use-press.ts';
import { chooseEmoji } from '../../data/choose-emoji.tsx';
import { useOrganization, useOrganizationState } from '../../hooks/use-organization.ts';
import { joinNames } from '../../i18n/dates.ts';
import { t } from '../../i18n/texts.ts';
import type { Message } from '../../store/message.ts';
import { personName } from '../../store/names.ts';
import { toggleReaction } from './message-actions.ts';
import { groupFor, type ReactionGroup, reactionGroups } from './reactions.ts';

const MAX_NAMES = 12;

export function MessageReactions({ message }: { readonly message: Message }) {
  const organization = useOrganization();
  const { ownId, isAnonymous } = organization;
  const groups = reactionGroups(message, ownId);
  if (groups.length === 0) return null;
  return (
    <fieldset class="reactions" aria-label={t('messages.reactions')}>
      {groups.map((group) => (
        <ReactionButton key={`${group.type} ${group.code}`} message={message} group={group} />
      ))}
      {!isAnonymous && (
        <IconButton
          needsServer
          class="add-reaction"
          name={t('messages.addReaction')}
          icon="react"
          onClick={(event) => {
            void chooseEmoji(organization, event.currentTarget, (emoji) => {
              void toggleReaction(organization, message, groupFor(groups, emoji));
            });
          }}
        />
      )}
    </fieldset>
  );
}

function ReactionButton({ message, group }: { readonly message: Message; readonly group: ReactionGroup }) {
  const organization = useOrganization();
  const { ownId, state } = organization;
  const own = useOrganizationState(({ realm_emoji }) => realm_emoji?.[group.code]?.source_url);
  const names = group.personIds.map((id) => (id === ownId ? t('messageList.you') : personName(state, id)));
  const joinedNames = joinNames(
    names.length > MAX_NAMES ? [...names.slice(0, MAX_NAMES), `+${names.length - MAX_NAMES}`] : names,
  );
  const url =
    group.type === 'unicode_emoji'
      ? undefined
      : (own ?? '/static/generated/emoji/images/emoji/unicode/zulip.png');
  const isLocked = !useIsServerReachable() || organization.isAnonymous;
  const { isBusy, onPress } = usePress(() => isLocked || toggleReaction(organization, message, group));
  const name = t('messages.reactedWith', { who: joinedNames, emoji: `:${group.name}:` });
  return (
    <button
      type="button"
      class="reaction"
      aria-disabled={isLocked}
      aria-pressed={group.isOwn}
      aria-label={t('messages.reactors', {
        count: names.length,
        emoji: group.name.replaceAll('_', ' '),
        who: joinedNames,
      })}
      data-tip={group.isOwn ? `${name} (${t('messages.removeOwn')})` : name}
      aria-busy={isBusy}
      onClick={onPress}
    >
      <EmojiGlyph name={group.name} url={url} {...(url === undefined && { text: emojiOfCode(group.code) })} />
      <span aria-hidden="true">{group.personIds.length}</span>
    </button>
  );
}
