// Recognizes addresses of the computer that the browser runs on: a link to one of them is useless on any other computer.

const OWN_HOSTS = /^(?:(?:.*\.)?localhost|127(?:\.\d+){3}|\[::1\])$/;

/** Whether the host of an address is the computer itself. */
export function isOnOwnHost(address: string): boolean {
  return OWN_HOSTS.test(new URL(address).hostname);
}
