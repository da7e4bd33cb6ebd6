// Makes screen readers announce a text that is not displayed.

let speaker: HTMLElement | undefined;

export function announce(text: string): void {
  if (!speaker?.isConnected) {
    speaker = document.createElement('div');
    speaker.setAttribute('role', 'status');
    speaker.className = 'only-spoken';
    document.body.append(speaker);
  }
  speaker.textContent = text;
}
