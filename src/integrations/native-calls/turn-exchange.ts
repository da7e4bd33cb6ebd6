// The ways to a TURN server: UDP, TCP and TLS, each sends a message and waits for its answer.

import { createSocket } from 'node:dgram';
import { connect as connectTcp, isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { isAnswerTo, isWhole } from './turn-message.ts';

const WAIT_MILLISECONDS = 5000;
/** UDP loses messages: each is sent again after this time, then after twice as long, and so on (RFC 8489, 6.2.1). */
const RESEND_MILLISECONDS = 500;

/** Sends a message and returns the answer. */
export interface Exchange {
  send(message: Buffer): Promise<Buffer>;
  close(): void;
}

interface Address {
  readonly host: string;
  readonly port: number;
}

function within<T>(work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('it does not answer in time')), WAIT_MILLISECONDS);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** Messages in datagrams. */
export function overUdp({ host, port }: Address): Exchange {
  const socket = createSocket(host.includes(':') ? 'udp6' : 'udp4');
  let resend: NodeJS.Timeout | undefined;
  return {
    async send(message) {
      const answer = new Promise<Buffer>((resolve, reject) => {
        socket.removeAllListeners();
        socket.on('error', reject);
        socket.on('message', (bytes) => {
          if (!isWhole(bytes)) reject(new Error('it does not answer like a TURN server'));
          // Another ID is that of an earlier message, which was answered twice.
          else if (isAnswerTo(bytes, message)) resolve(bytes);
        });
        const send = (wait: number) => {
          socket.send(message, port, host, (error) => error && reject(error));
          resend = setTimeout(send, wait, wait * 2);
        };
        send(RESEND_MILLISECONDS);
      });
      try {
        return await within(answer);
      } finally {
        clearTimeout(resend);
      }
    },
    close: () => socket.close(),
  };
}

/** Messages in a stream. */
export function overStream({ host, port }: Address, isTls: boolean): Exchange {
  // TLS allows no address as the name of a server.
  const tls = isIP(host) ? { host, port } : { host, port, servername: host };
  const socket: Socket = isTls ? connectTls(tls) : connectTcp({ host, port });
  let received = Buffer.alloc(0);
  return {
    send: (message) =>
      within(
        new Promise((resolve, reject) => {
          socket.removeAllListeners('data');
          socket.on('error', reject);
          socket.on('close', () => reject(new Error('it closes the connection')));
          socket.on('data', (bytes: Buffer) => {
            received = Buffer.concat([received, bytes]);
            if (!isWhole(received)) return;
            resolve(received);
            received = Buffer.alloc(0);
          });
          socket.write(message);
        }),
      ),
    close: () => socket.destroy(),
  };
}
