// The next steps in a channel without messages: to begin a topic, to add people, and to share its address.

import { Button } from '../components/button.tsx';
import { copyText } from '../components/copy-text.ts';
import { Dialog } from '../components/dialog.tsx';
import { linkTo } from '../components/link-to.ts';
import { showDialog } from '../components/overlays.tsx';
import { useActions } from '../data/actions.ts';
import { useOrganization } from '../hooks/use-organization.ts';
import { useTrackedState } from '../hooks/use-tracked-state.ts';
import { t } from '../i18n/texts.ts';
import { channelIn } from '../store/directory.ts';
import { addressOf } from '../store/narrow-targets.ts';
import { mayPost } from '../store/permissions.ts';
import { mayAddSubscribers } from './channel-permissions.ts';
import { Subscribers } from './subscribers.tsx';

interface EmptyChannelProps {
  readonly channelId: number;
}

function SubscribersDialog({ channelId, onClose }: EmptyChannelProps & { readonly onClose: () => void }) {
  const channel = channelIn(useTrackedState(), channelId);
  if (!channel) return null;
  return (
    <Dialog title={t('channelSettings.subscribersTitle')} onClose={onClose}>
      <Subscribers channel={channel} isTitled={false} />
    </Dialog>
  );
}

export function EmptyChannel({ channelId }: EmptyChannelProps) {
  const { ownId, isAnonymous } = useOrganization();
  const { compose } = useActions();
  const state = useTrackedState();
  const channel = channelIn(state, channelId);
  if (!channel || isAnonymous || !mayPost(state, channelId, ownId)) return null;
  const address = addressOf({ kind: 'channel', channelId }, state);
  return (
    <>
      <p>{t('channelSettings.emptyText')}</p>
      <div class="buttons">
        <Button
          kind="primary"
          icon="new-message"
          onClick={() => compose({ kind: 'channel', channelId, topic: '' })}
        >
          {t('channels.newTopic')}
        </Button>
        {mayAddSubscribers(state, channel, ownId) && (
          <Button
            icon="add"
            onClick={() => showDialog((close) => <SubscribersDialog channelId={channelId} onClose={close} />)}
          >
            {t('groupScreens.addPerson')}
          </Button>
        )}
        <Button icon="copy-link" onClick={() => void copyText(linkTo(address), t('messages.linkCopied'))}>
          {t('channels.copyLink')}
        </Button>
      </div>
    </>
  );
}
