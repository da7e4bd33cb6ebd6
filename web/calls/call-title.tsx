// The conversation of a call, which it leads to, and how long the call has been going on.

import { useOrganization, useOrganizationState } from '../hooks/use-organization.ts';
import { t } from '../i18n/texts.ts';
import { clockText } from '../lib/clock-text.ts';
import { conversationOfCall } from '../store/calls.ts';
import { targetName } from '../store/names.ts';
import { addressOf } from '../store/narrow-targets.ts';
import type { CallSession } from './call-session.ts';
import { useOften } from './use-calls.ts';

/** The name of the call's conversation and its address; empty until it has started. */
export function useCallName(session: CallSession): { readonly name: string; readonly address: string } {
  const { ownId } = useOrganization();
  const { call } = session;
  const conversation = call && conversationOfCall(call, ownId);
  const name = useOrganizationState((state) =>
    conversation ? targetName(conversation, state, '') : t('call.title'),
  );
  const address = useOrganizationState((state) => (conversation ? addressOf(conversation, state) : ''));
  return { name, address };
}

export function CallTime({ session }: { readonly session: CallSession }) {
  const time = useOften(() => (session.call ? clockText(Date.now() / 1000 - session.call.started_at) : ''));
  return <span class="call-time">{time}</span>;
}
