/**
 * Asks the browser for a passkey as soon as the page has loaded, and again when its button is pressed. Submits the
 * result as a form, which also contains the options.
 */
export const passkeyScript = `(() => {
  const form = document.querySelector('form[data-options]');
  const bytes = (text) => Uint8Array.from(atob(text.replace(/-/g, '+').replace(/_/g, '/')), (one) => one.charCodeAt(0));
  const text = (buffer) =>
    btoa(String.fromCharCode(...new Uint8Array(buffer))).replace(/\\+/g, '-').replace(/\\//g, '_').replace(/=+$/, '');
  const options = JSON.parse(form.dataset.options);
  const status = document.querySelector('[role="status"]');
  const ask = async () => {
    status.textContent = 'Waiting for your passkey…';
    try {
      const found = await navigator.credentials.get({ publicKey: { ...options, challenge: bytes(options.challenge) } });
      const { clientDataJSON, authenticatorData, signature, userHandle } = found.response;
      form.elements.credential.value = JSON.stringify({
        id: found.id,
        rawId: found.id,
        type: found.type,
        clientExtensionResults: {},
        response: {
          clientDataJSON: text(clientDataJSON),
          authenticatorData: text(authenticatorData),
          signature: text(signature),
          ...(userHandle ? { userHandle: text(userHandle) } : {}),
        },
      });
      form.submit();
    } catch {
      status.textContent = 'No passkey was used. Try again, or go back and use your password.';
    }
  };
  form.querySelector('button').addEventListener('click', (event) => {
    event.preventDefault();
    void ask();
  });
  void ask();
})();`;
