// Notifications of the browser: whether it shows them, and showing one.

export type NotificationRight = NotificationPermission;

/** Whether this browser shows notifications; denied where it has none. */
export function mayNotify(): NotificationRight {
  return 'Notification' in globalThis ? Notification.permission : 'denied';
}

/** Asks the person to allow them. */
export async function wantNotifications(): Promise<NotificationRight> {
  return 'Notification' in globalThis ? Notification.requestPermission() : 'denied';
}

export interface Shown {
  readonly title: string;
  readonly body: string;
  /** Of the same conversation: the later one takes the place of the earlier. */
  readonly tag: string;
  readonly icon?: string;
  readonly onClick: () => void;
}

/** Shows one, where the browser may. */
export function notify({ title, body, tag, icon, onClick }: Shown): void {
  if (mayNotify() !== 'granted') return;
  try {
    const notification = new Notification(title, { body, tag, silent: true, ...(icon && { icon }) });
    notification.addEventListener('click', () => {
      window.focus();
      notification.close();
      onClick();
    });
  } catch {
    // Phones show none without a service worker.
  }
}

export function showTrial(text: string): void {
  notify({ title: 'Parley', body: text, tag: 'trial', onClick: () => undefined });
}
