// The buttons of a call: microphone, camera, screen, devices, hand, leaving.

import type { ComponentChildren } from 'preact';
import { Icon } from '../components/icon.tsx';
import type { IconName } from '../components/icon-names.ts';
import { usePress } from '../components/use-press.ts';
import { useOrganizationState } from '../hooks/use-organization.ts';
import { t } from '../i18n/texts.ts';
import type { CallSession } from './call-session.ts';
import { canShareScreen } from './camera-and-screen.ts';
import { showDeviceProblem } from './device-texts.ts';
import { showDevices } from './devices-dialog.tsx';
import { mayShareScreen } from './may-call.ts';
import { showRingDialog } from './ring-dialog.tsx';

interface ControlProps {
  readonly name: string;
  readonly icon: IconName;
  /** What is shown below the button in the large window. */
  readonly label?: string;
  readonly class?: string;
  readonly isPressed?: boolean;
  readonly keyHint?: string;
  readonly onPress: () => unknown;
}

function Control({
  name,
  icon,
  label,
  class: more = '',
  isPressed,
  keyHint,
  onPress,
}: ControlProps): ComponentChildren {
  const { isBusy, onPress: press } = usePress(onPress);
  return (
    <span class="call-control">
      <button
        type="button"
        class={`call-button-round ${more}`}
        aria-label={name}
        data-tip={keyHint ? `${name}  ${keyHint}` : name}
        {...(isPressed !== undefined && { 'aria-pressed': isPressed })}
        {...(isBusy && { 'aria-disabled': true, 'aria-busy': true })}
        onClick={press}
      >
        <Icon name={icon} />
      </button>
      {label && <span aria-hidden="true">{label}</span>}
    </span>
  );
}

export interface ControlsProps {
  readonly session: CallSession;
  /** Whether each button has a label and all are shown. */
  readonly isLarge: boolean;
}

export function CallControls({ session, isLarge }: ControlsProps) {
  const mayShare = useOrganizationState(mayShareScreen);
  const { muted, camera, screen, hand } = session.own;
  const switchMedium = (medium: 'camera' | 'screen', isOn: boolean) =>
    session.setOn(medium, isOn).catch(showDeviceProblem);
  return (
    <div class="call-controls">
      <Control
        name={t(muted ? 'call.unmute' : 'call.mute')}
        icon={muted ? 'microphone-off' : 'microphone'}
        class={muted ? 'off' : ''}
        keyHint="M"
        {...(isLarge && { label: t(muted ? 'call.unmuteShort' : 'call.muteShort') })}
        onPress={() => session.setMuted(!muted).catch(showDeviceProblem)}
      />
      <Control
        name={t(camera ? 'call.cameraOff' : 'call.cameraOn')}
        icon={camera ? 'camera' : 'camera-off'}
        isPressed={camera}
        {...(isLarge && { label: t('call.camera') })}
        onPress={() => switchMedium('camera', !camera)}
      />
      {mayShare && canShareScreen() && (
        <Control
          name={t(screen ? 'call.stopSharing' : 'call.shareScreen')}
          icon={screen ? 'screen-off' : 'screen'}
          isPressed={screen}
          {...(isLarge && { label: t('call.screen') })}
          onPress={() => switchMedium('screen', !screen)}
        />
      )}
      {isLarge && (
        <Control
          name={t(hand ? 'call.lowerHand' : 'call.raiseHand')}
          icon="hand"
          isPressed={hand}
          label={t('call.hand')}
          onPress={() => session.setHand(!hand).catch(showDeviceProblem)}
        />
      )}
      {isLarge && (
        <Control
          name={t('call.ringPeople')}
          icon="add-person"
          label={t('call.ringPeople')}
          onPress={() => showRingDialog(session)}
        />
      )}
      <Control
        name={t('call.devices')}
        icon="settings"
        {...(isLarge && { label: t('call.devices') })}
        onPress={() => showDevices(session)}
      />
      <Control
        name={t('call.leave')}
        icon="leave-call"
        class="leave"
        {...(isLarge && { label: t('call.leaveShort') })}
        onPress={() => session.leave()}
      />
    </div>
  );
}

/** `M` in a window of a call switches the microphone. */
export function onCallKey(session: CallSession, event: KeyboardEvent): void {
  if (event.key.toLowerCase() !== 'm' || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  event.stopPropagation();
  void session.setMuted(!session.own.muted).catch(showDeviceProblem);
}
