// The script of the pages that requestCredential for a passkey, which only scripts can do. It puts the authenticator's
// answer into the form of its button, as browsers serialize it to JSON, and submits the form. The button
// stays hidden without scripts or without passkey support.

export const PASSKEY_SCRIPT = `(() => {
  const button = document.querySelector('[data-passkey]');
  if (!window.PublicKeyCredential || !button) return;
  const form = button.form;
  const bytes = (text) => Uint8Array.from(atob(text.replace(/-/g, '+').replace(/_/g, '/')), (char) => char.charCodeAt(0));
  const text = (buffer) => btoa(String.fromCharCode(...new Uint8Array(buffer))).replace(/[+]/g, '-').replace(/[/]/g, '_').replace(/=+$/, '');
  const options = JSON.parse(button.dataset.passkey);
  const decodeIds = (list) => list && list.map((one) => ({ ...one, id: bytes(one.id) }));
  const publicKey = { ...options, challenge: bytes(options.challenge), allowCredentials: decodeIds(options.allowCredentials), excludeCredentials: decodeIds(options.excludeCredentials) };
  if (options.user) publicKey.user = { ...options.user, id: bytes(options.user.id) };
  const requestCredential = async () => {
    const credential = await navigator.credentials[options.user ? 'create' : 'get']({ publicKey });
    const authenticatorResponse = credential.response;
    const response = { clientDataJSON: text(authenticatorResponse.clientDataJSON) };
    if (options.user) {
      response.authenticatorData = text(authenticatorResponse.getAuthenticatorData());
      response.publicKey = text(authenticatorResponse.getPublicKey());
      response.transports = authenticatorResponse.getTransports();
    } else {
      response.authenticatorData = text(authenticatorResponse.authenticatorData);
      response.signature = text(authenticatorResponse.signature);
    }
    form.elements.passkey.value = JSON.stringify({ id: credential.id, response });
    form.submit();
  };
  const errorElement = document.querySelector('[data-passkey-problem]');
  button.onclick = () => {
    errorElement.hidden = true;
    button.disabled = true;
    requestCredential().catch(() => {
      errorElement.hidden = false;
      button.disabled = false;
    });
  };
  button.hidden = false;
})();`;
