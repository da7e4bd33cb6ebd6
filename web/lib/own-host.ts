// Addresses that lead to the computer they are used on, so that a link to them leads nowhere on another one.

const OWN_HOSTS = /^(?:(?:.*\.)?localhost|127(?:\.\d+){3}|\[::1\])$/;

/** Whether the host of an address is the computer itself. */
export function isOnOwnHost(address: string): boolean {
  return OWN_HOSTS.test(new URL(address).hostname);
}
