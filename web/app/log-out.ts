// Logs out with the form of the server's own pages, whose answer makes the browser delete its stored data.

let isRunning = false;

/** Whether logging out is in progress. Until the answer arrives, the page must not navigate elsewhere. */
export function isLoggingOut(): boolean {
  return isRunning;
}

/** Ends the session. */
export function logOut(): void {
  isRunning = true;
  const form = Object.assign(document.createElement('form'), { method: 'post', action: '/accounts/logout/' });
  document.body.append(form);
  // Of an installed client; it is refused without a permission.
  navigator.clearAppBadge?.().catch(() => undefined);
  form.submit();
}
