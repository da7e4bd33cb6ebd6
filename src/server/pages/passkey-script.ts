// The script of the pages that ask for a passkey, which only scripts can do. It puts the authenticator's
// answer into the form of its button, as browsers serialize it to JSON, and submits the form. The button
// stays hidden without scripts or without passkey support.

export const PASSKEY_SCRIPT = `(() => {
  const button = document.querySelector('[data-passkey]');
  if (!window.PublicKeyCredential || !button) return;
  const form = button.form;
  const bytes = (text) => Uint8Array.from(atob(text.replace(/-/g, '+').replace(/_/g, '/')), (sign) => sign.charCodeAt(0));
  const text = (buffer) => btoa(String.fromCharCode(...new Uint8Array(buffer))).replace(/[+]/g, '-').replace(/[/]/g, '_').replace(/=+$/, '');
  const question = JSON.parse(button.dataset.passkey);
  const named = (list) => list && list.map((one) => ({ ...one, id: bytes(one.id) }));
  const publicKey = { ...question, challenge: bytes(question.challenge), allowCredentials: named(question.allowCredentials), excludeCredentials: named(question.excludeCredentials) };
  if (question.user) publicKey.user = { ...question.user, id: bytes(question.user.id) };
  const ask = async () => {
    const made = await navigator.credentials[question.user ? 'create' : 'get']({ publicKey });
    const authenticatorResponse = made.response;
    const response = { clientDataJSON: text(authenticatorResponse.clientDataJSON) };
    if (question.user) {
      response.authenticatorData = text(authenticatorResponse.getAuthenticatorData());
      response.publicKey = text(authenticatorResponse.getPublicKey());
      response.transports = authenticatorResponse.getTransports();
    } else {
      response.authenticatorData = text(authenticatorResponse.authenticatorData);
      response.signature = text(authenticatorResponse.signature);
    }
    form.elements.passkey.value = JSON.stringify({ id: made.id, response });
    form.submit();
  };
  const problem = document.querySelector('[data-passkey-problem]');
  button.onclick = () => {
    problem.hidden = true;
    button.disabled = true;
    ask().catch(() => {
      problem.hidden = false;
      button.disabled = false;
    });
  };
  button.hidden = false;
})();`;
