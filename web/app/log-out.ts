// Logging out: by the form that the server's own pages use, whose answer has the browser drop what it kept.

let isUnderWay = false;

/** Whether somebody has pressed it here: the page goes where the answer leads, and nowhere else before it has come. */
export function isLoggingOut(): boolean {
  return isUnderWay;
}

/** Ends the session. */
export function logOut(): void {
  isUnderWay = true;
  const form = Object.assign(document.createElement('form'), { method: 'post', action: '/accounts/logout/' });
  document.body.append(form);
  form.submit();
}
