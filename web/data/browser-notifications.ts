// Browser notifications: whether they are allowed, and showing one.

export type NotificationState = NotificationPermission;

/** Whether this browser shows notifications; `denied` if it does not support them. */
export function notificationPermission(): NotificationState {
  return 'Notification' in globalThis ? Notification.permission : 'denied';
}

/** Asks for permission. */
export async function requestNotifications(): Promise<NotificationState> {
  return 'Notification' in globalThis ? Notification.requestPermission() : 'denied';
}

export interface NotificationOptions {
  readonly title: string;
  readonly body: string;
  /** A later notification with the same tag (the same conversation) replaces the earlier one. */
  readonly tag: string;
  readonly icon?: string;
  readonly onClick: () => void;
}

/** Shows a notification, if allowed. Returns a function that closes it. */
export function showNotification({
  title,
  body,
  tag,
  icon,
  onClick,
}: NotificationOptions): (() => void) | undefined {
  if (notificationPermission() !== 'granted') return undefined;
  try {
    const notification = new Notification(title, { body, tag, silent: true, ...(icon && { icon }) });
    notification.addEventListener('click', () => {
      window.focus();
      notification.close();
      onClick();
    });
    return () => notification.close();
  } catch {
    // Phones need a service worker for it.
    return undefined;
  }
}

export function showTestNotification(text: string): void {
  showNotification({ title: 'Parley', body: text, tag: 'trial', onClick: () => undefined });
}
