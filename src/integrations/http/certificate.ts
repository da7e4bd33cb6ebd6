// The certificate with which a server answers at an encrypted address.

import { isIP } from 'node:net';
import { connect, type PeerCertificate } from 'node:tls';

const WAIT_MILLISECONDS = 10_000;

/**
 * The certificate at an address; nothing is sent but the handshake.
 * @param acceptsInvalid whether one that browsers reject is returned too
 * @throws the error of the connection or, unless that is accepted, of the certificate
 */
export function certificateAt({ hostname, port }: URL, acceptsInvalid = false): Promise<PeerCertificate> {
  const host = hostname.replace(/^\[|\]$/g, '');
  return new Promise((resolve, reject) => {
    const name = isIP(host) === 0 ? { servername: host } : {};
    const socket = connect({
      host,
      port: Number(port) || 443,
      ...name,
      timeout: WAIT_MILLISECONDS,
      rejectUnauthorized: !acceptsInvalid,
    });
    socket.once('secureConnect', () => {
      resolve(socket.getPeerCertificate());
      socket.destroy();
    });
    socket.once('timeout', () => socket.destroy(new Error('the server did not answer in time')));
    socket.once('error', reject);
  });
}
