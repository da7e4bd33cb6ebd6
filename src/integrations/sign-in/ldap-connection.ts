// One connection to a directory: encrypted before anything is sent, bounded in time and size, and never
// reconnected. The library would reconnect on its own, without StartTLS, and would accept plain text that
// follows the response to StartTLS. So the connection is made here and handed to it once.

import { once } from 'node:events';
import net from 'node:net';
import tls from 'node:tls';
import { BerReader, Client } from 'ldapts';
import { CodedError } from '../../errors/coded-error.ts';
import type { Directory } from '../../model/sign-in/sign-in-configuration.ts';

type Address = Pick<Directory, 'url' | 'startTls' | 'authorities'>;

/** The limits of a connection's duration and response size. */
export interface ConnectionBounds {
  readonly directorySeconds: number;
  readonly directoryAnswerBytes: number;
}

/**
 * The StartTLS request, the first message of a connection: an extended request (1.3.6.1.4.1.1466.20037)
 * without a value.
 */
const START_TLS = Buffer.concat([
  Buffer.from([0x30, 0x1d, 0x02, 0x01, 0x01, 0x77, 0x18, 0x80, 0x16]),
  Buffer.from('1.3.6.1.4.1.1466.20037', 'ascii'),
]);
const EXTENDED_RESPONSE = 0x78;
/** The response to StartTLS takes some tens of bytes. */
const START_TLS_ANSWER_BYTES = 4096;

/** A failure whose message holds no secrets. */
export class DirectoryError extends CodedError {
  constructor(message: string, options?: ErrorOptions) {
    super('DIRECTORY_FAILED', message, options);
  }
}

/** Whether a response accepts StartTLS; undefined while it is incomplete. */
function agreesToTls(answer: Buffer): boolean | undefined {
  const reader = new BerReader(answer);
  if (reader.readSequence() === null || reader.remain < reader.length) return undefined;
  // Plain text after the response may be injected.
  if (reader.remain > reader.length) throw new DirectoryError('the directory sent data before encryption');
  return (
    reader.readInt() === 1 && reader.readSequence() === EXTENDED_RESPONSE && reader.readEnumeration() === 0
  );
}

async function requestTls(socket: net.Socket): Promise<void> {
  socket.write(START_TLS);
  let answer = Buffer.alloc(0);
  for (;;) {
    const [chunk] = await once(socket, 'data');
    answer = Buffer.concat([answer, chunk]);
    const agrees = agreesToTls(answer);
    if (agrees) break;
    if (agrees === false || answer.length > START_TLS_ANSWER_BYTES)
      throw new DirectoryError('the directory does not start encryption (StartTLS)');
  }
  socket.pause();
}

function upgrade(socket: net.Socket, host: string, authorities: string | undefined): Promise<tls.TLSSocket> {
  const name = net.isIP(host) === 0 ? { servername: host } : {};
  const trusted = authorities === undefined ? {} : { ca: authorities };
  const secure = tls.connect({ socket, host, ...name, ...trusted, minVersion: 'TLSv1.2' });
  return new Promise((resolve, reject) => {
    secure.once('error', reject);
    secure.once('secureConnect', () => {
      secure.off('error', reject);
      resolve(secure);
    });
  });
}

/** A socket that is safe for passwords. */
async function safeSocket({ url, startTls, authorities }: Address, onSocket: (socket: net.Socket) => void) {
  const { protocol, hostname, port } = new URL(url);
  const host = hostname.replace(/^\[|\]$/g, '');
  const isEncrypted = protocol === 'ldaps:';
  const socket = net.connect({ host, port: Number(port) || (isEncrypted ? 636 : 389) });
  onSocket(socket);
  await once(socket, 'connect');
  if (startTls) await requestTls(socket);
  return isEncrypted || startTls ? upgrade(socket, host, authorities) : socket;
}

/** Destroys the socket when a server sends more than the limit. */
function countBytes(socket: net.Socket, maximum: number, onExceeded: () => void): void {
  let bytes = 0;
  socket.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes <= maximum) return;
    onExceeded();
    socket.destroy();
  });
}

/** Cancels work on a connection, whatever it waits for. */
class Cancellation {
  readonly stopped: Promise<never>;
  #reject: (reason: DirectoryError) => void = () => {};

  constructor() {
    this.stopped = new Promise((_resolve, reject) => {
      this.#reject = reject;
    });
    // Nothing may be waiting when it is canceled.
    this.stopped.catch(() => {});
  }

  stop(reason: string): void {
    this.#reject(new DirectoryError(reason));
  }
}

/** A client of the library that can use only this connection. */
function clientOn(socket: net.Socket): Client {
  let isUsed = false;
  return new Client({
    url: 'ldap://handed-over',
    createConnection: () => {
      if (isUsed) throw new DirectoryError('the directory closed the connection');
      isUsed = true;
      return socket;
    },
  });
}

/**
 * Runs work with a connection, and then ends it.
 * @throws DirectoryError if it takes too long or receives too much; the errors of the work; network errors
 */
export async function withConnection<T>(
  address: Address,
  bounds: ConnectionBounds,
  work: (client: Client) => Promise<T>,
): Promise<T> {
  const cancellation = new Cancellation();
  let socket: net.Socket | undefined;
  const timer = setTimeout(
    () => cancellation.stop('the directory took too long to respond'),
    bounds.directorySeconds * 1000,
  );
  const all = async (): Promise<T> => {
    const safe = await safeSocket(address, (newSocket) => {
      socket = newSocket;
      // Pending operations receive errors themselves; an end without an error is reported here.
      newSocket
        .on('error', () => {})
        .on('end', () => cancellation.stop('the directory closed the connection'));
    });
    safe.on('error', () => {}).on('close', () => cancellation.stop('the directory closed the connection'));
    countBytes(safe, bounds.directoryAnswerBytes, () =>
      cancellation.stop('the directory sent too much data'),
    );
    return work(clientOn(safe));
  };
  try {
    return await Promise.race([all(), cancellation.stopped]);
  } finally {
    clearTimeout(timer);
    // The connection ends without an unbind: an unresponsive directory must not delay it.
    socket?.destroy();
  }
}
