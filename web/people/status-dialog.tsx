// Sets the viewer's status: an emoji and a short text, with common suggestions.

import { useState } from 'preact/hooks';
import { Button } from '../components/button.tsx';
import { Dialog } from '../components/dialog.tsx';
import { EmojiGlyph } from '../components/emoji-glyph.tsx';
import { Icon } from '../components/icon.tsx';
import { showDialog } from '../components/overlays.tsx';
import { emojiOfCode } from '../components/rendered-rules.ts';
import { chooseEmoji } from '../data/choose-emoji.tsx';
import type { Organization } from '../data/organization.ts';
import { SubmitButton, SubmitForm, useSubmission } from '../forms/send-form.tsx';
import { t } from '../i18n/texts.ts';
import type { Emoji } from '../lib/emoji.ts';

type Chosen = Pick<Emoji, 'name' | 'code' | 'type' | 'url'>;

const suggested = [
  { text: 'status.inMeeting', name: 'calendar', code: '1f4c5' },
  { text: 'status.commuting', name: 'bus', code: '1f68c' },
  { text: 'status.outSick', name: 'hurt', code: '1f915' },
  { text: 'status.vacationing', name: 'palm_tree', code: '1f334' },
  { text: 'status.workingRemotely', name: 'house', code: '1f3e0' },
  { text: 'status.atTheOffice', name: 'office', code: '1f3e2' },
] as const;

export function showStatusDialog(organization: Organization): void {
  showDialog((close) => <StatusDialog organization={organization} onClose={close} />);
}

interface StatusDialogProps {
  readonly organization: Organization;
  readonly onClose: () => void;
}

function Glyph({ name, code, type, url }: Chosen) {
  return <EmojiGlyph name={name} {...(type === 'unicode_emoji' ? { text: emojiOfCode(code) } : { url })} />;
}

function StatusDialog({ organization, onClose }: StatusDialogProps) {
  const { state, ownId } = organization;
  const current = state.user_status?.[ownId];
  const [text, setText] = useState(current?.status_text ?? '');
  const [emoji, setEmoji] = useState<Chosen | undefined>(
    current?.emoji_code === undefined
      ? undefined
      : {
          name: current.emoji_name ?? '',
          code: current.emoji_code,
          type: (current.reaction_type ?? 'unicode_emoji') as Emoji['type'],
          ...(state.realm_emoji?.[current.emoji_code] && {
            url: state.realm_emoji[current.emoji_code]?.source_url ?? '',
          }),
        },
  );
  const sending = useSubmission();
  async function save(status: { text: string; emoji: Chosen | undefined }) {
    await organization.client.call('update-own-status', {
      status_text: status.text,
      emoji_name: status.emoji?.name ?? '',
      emoji_code: status.emoji?.code ?? '',
      ...(status.emoji && { reaction_type: status.emoji.type }),
    });
    onClose();
  }
  return (
    <Dialog
      title={t('people.setStatus')}
      onClose={onClose}
      size="small"
      actions={
        <>
          <Button
            disabled={!current}
            onClick={() => void sending.send(() => save({ text: '', emoji: undefined }))}
          >
            {t('people.clearStatus')}
          </Button>
          <SubmitButton sending={sending} form="status">
            {t('common.save')}
          </SubmitButton>
        </>
      }
    >
      <SubmitForm id="status" class="fields" sending={sending} onSend={() => save({ text, emoji })}>
        <div class="status-fields">
          <button
            type="button"
            class="icon-button"
            aria-label={t('people.statusEmoji')}
            onClick={(event) => void chooseEmoji(organization, event.currentTarget, setEmoji)}
          >
            {emoji ? <Glyph {...emoji} /> : <Icon name="emoji" />}
          </button>
          <input
            class="input"
            aria-label={t('people.status')}
            placeholder={t('people.statusText')}
            maxLength={60}
            value={text}
            onInput={(event) => setText(event.currentTarget.value)}
          />
        </div>
      </SubmitForm>
      <div class="status-suggestions">
        {suggested.map(({ text: key, name, code }) => (
          <button
            key={code}
            type="button"
            class="menu-item"
            onClick={() => {
              setText(t(key));
              setEmoji({ name, code, type: 'unicode_emoji' });
            }}
          >
            <Glyph name={name} code={code} type="unicode_emoji" />
            <span>{t(key)}</span>
          </button>
        ))}
      </div>
    </Dialog>
  );
}
