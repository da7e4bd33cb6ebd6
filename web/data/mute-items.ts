// The menu items that mute a channel, a person or a conversation, for a while or without an end, or unmute it.

import type { MenuItem } from '../components/menu-item.ts';
import { t } from '../i18n/texts.ts';
import { type MuteTarget, muteOf } from '../store/mutes.ts';
import type { Organization } from './organization.ts';

export interface MuteItemOptions {
  readonly organization: Organization;
  readonly target: MuteTarget;
  readonly keyHint?: string;
  /** Mutes or unmutes. */
  readonly onToggle: () => void;
  /** Asks until when to mute. */
  readonly onAsk: () => void;
}

const labels = {
  channel: ['channels.mute', 'channels.unmute'],
  topic: ['channels.muteTopic', 'channels.unmuteTopic'],
  person: ['people.mute', 'people.unmute'],
  direct: ['mutes.muteDirect', 'mutes.unmuteDirect'],
} as const;

export function muteItems({ organization, target, keyHint, onToggle, onAsk }: MuteItemOptions): MenuItem[] {
  const isMuted = muteOf(organization.state, target) !== undefined;
  const [muteLabel, unmuteLabel] = labels[target.kind];
  const item: MenuItem = {
    label: t(isMuted ? unmuteLabel : muteLabel),
    needsServer: true,
    icon: isMuted ? 'bell' : 'mute',
    ...(keyHint && { keyHint }),
    onChoose: onToggle,
  };
  if (isMuted) return [item];
  return [item, { label: t('channels.muteFor'), needsServer: true, icon: 'clock', onChoose: onAsk }];
}
