// One connection to a directory: encrypted before anything is said, bounded in time and size, and never made a second time
// behind our back. The library would connect again by itself, without encryption where that had begun later; and it would
// take what stood in the clear behind the answer to StartTLS. So the connection is made here and handed to it once.

import { once } from 'node:events';
import net from 'node:net';
import tls from 'node:tls';
import { BerReader, Client } from 'ldapts';
import type { Directory } from '../../model/sign-in/configuration.ts';

type Address = Pick<Directory, 'url' | 'startTls' | 'authorities'>;

/** How long a connection may take, and how much it may bring. */
export interface ConnectionBounds {
  readonly directorySeconds: number;
  readonly directoryAnswerBytes: number;
}

/** An extended request without a value, the first message of a connection: 1.3.6.1.4.1.1466.20037. */
const START_TLS = Buffer.concat([
  Buffer.from([0x30, 0x1d, 0x02, 0x01, 0x01, 0x77, 0x18, 0x80, 0x16]),
  Buffer.from('1.3.6.1.4.1.1466.20037', 'ascii'),
]);
const EXTENDED_RESPONSE = 0x78;
/** The answer to StartTLS is some tens of bytes. */
const START_TLS_ANSWER_BYTES = 4096;

/** What went wrong in words that say nothing secret. */
export class DirectoryFailure extends Error {}

/** Whether an answer agrees to StartTLS; undefined as long as it is not whole. */
function agreesToTls(answer: Buffer): boolean | undefined {
  const reader = new BerReader(answer);
  if (reader.readSequence() === null || reader.remain < reader.length) return undefined;
  // What follows in the clear may be anybody's.
  if (reader.remain > reader.length)
    throw new DirectoryFailure('said more than it was asked before encryption');
  return (
    reader.readInt() === 1 && reader.readSequence() === EXTENDED_RESPONSE && reader.readEnumeration() === 0
  );
}

async function askForTls(socket: net.Socket): Promise<void> {
  socket.write(START_TLS);
  let answer = Buffer.alloc(0);
  for (;;) {
    const [chunk] = await once(socket, 'data');
    answer = Buffer.concat([answer, chunk]);
    const agrees = agreesToTls(answer);
    if (agrees) break;
    if (agrees === false || answer.length > START_TLS_ANSWER_BYTES)
      throw new DirectoryFailure('does not begin encryption (StartTLS)');
  }
  socket.pause();
}

function encrypted(
  socket: net.Socket,
  host: string,
  authorities: string | undefined,
): Promise<tls.TLSSocket> {
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

/** A socket on which passwords may be said. */
async function safeSocket({ url, startTls, authorities }: Address, made: (one: net.Socket) => void) {
  const { protocol, hostname, port } = new URL(url);
  const host = hostname.replace(/^\[|\]$/g, '');
  const isEncrypted = protocol === 'ldaps:';
  const socket = net.connect({ host, port: Number(port) || (isEncrypted ? 636 : 389) });
  made(socket);
  await once(socket, 'connect');
  if (startTls) await askForTls(socket);
  return isEncrypted || startTls ? encrypted(socket, host, authorities) : socket;
}

/** What is thrown where a server sends more than anybody asked for. */
function countBytes(socket: net.Socket, most: number, tooMuch: () => void): void {
  let bytes = 0;
  socket.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes <= most) return;
    tooMuch();
    socket.destroy();
  });
}

/** Work on a connection that may be stopped from outside, whatever it waits for. */
class Watch {
  readonly stopped: Promise<never>;
  #reject: (reason: DirectoryFailure) => void = () => {};

  constructor() {
    this.stopped = new Promise((_resolve, reject) => {
      this.#reject = reject;
    });
    // It may be stopped when nobody waits any longer.
    this.stopped.catch(() => {});
  }

  stop(reason: string): void {
    this.#reject(new DirectoryFailure(reason));
  }
}

/** A client of the library whose only connection is this one. */
function clientOn(socket: net.Socket): Client {
  let isGiven = false;
  return new Client({
    url: 'ldap://handed-over',
    createConnection: () => {
      if (isGiven) throw new DirectoryFailure('ended the connection');
      isGiven = true;
      return socket;
    },
  });
}

/**
 * Does work with a connection, and ends it.
 * @throws DirectoryFailure after too long and too much; what the work throws; errors of the network
 */
export async function withConnection<T>(
  address: Address,
  bounds: ConnectionBounds,
  work: (client: Client) => Promise<T>,
): Promise<T> {
  const watch = new Watch();
  let socket: net.Socket | undefined;
  const timer = setTimeout(() => watch.stop('takes too long'), bounds.directorySeconds * 1000);
  const all = async (): Promise<T> => {
    const safe = await safeSocket(address, (one) => {
      socket = one;
      // What waits hears of errors by itself; an end without one is told here.
      one.on('error', () => {}).on('end', () => watch.stop('ended the connection'));
    });
    safe.on('error', () => {}).on('close', () => watch.stop('ended the connection'));
    countBytes(safe, bounds.directoryAnswerBytes, () => watch.stop('sends too much'));
    return work(clientOn(safe));
  };
  try {
    return await Promise.race([all(), watch.stopped]);
  } finally {
    clearTimeout(timer);
    // Ended without a good-bye: a directory that does not answer must not hold it.
    socket?.destroy();
  }
}
