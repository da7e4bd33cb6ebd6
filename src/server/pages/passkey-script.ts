// The script of the pages that ask for a passkey, which only scripts can do. It puts the authenticator's answer into the form
// of its button, as browsers serialize it to JSON, and submits the form. The button stays hidden without scripts or without
// passkey support.

export const PASSKEY_SCRIPT = `(() => {
  const button = document.querySelector('[data-passkey]');
  const kind = window.PublicKeyCredential;
  if (!kind?.parseCreationOptionsFromJSON || !button) return;
  const form = button.form;
  const options = JSON.parse(button.dataset.passkey);
  const requestCredential = async () => {
    const credential = await (options.user
      ? navigator.credentials.create({ publicKey: kind.parseCreationOptionsFromJSON(options) })
      : navigator.credentials.get({ publicKey: kind.parseRequestOptionsFromJSON(options) }));
    form.elements.passkey.value = JSON.stringify(credential);
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
