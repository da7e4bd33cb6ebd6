// Writes ZIP files for tests.

import { crc32, deflateRawSync } from 'node:zlib';

/** A ZIP file with deflated entries. */
export function zipOf(
  files: Readonly<Record<string, string | Buffer>>,
  mode = 0o100600,
  extraBytes = 0,
): Buffer {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, content] of Object.entries(files)) {
    const packed = deflateRawSync(content);
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(8, 4);
    fields.writeUInt32LE(crc32(content), 10);
    fields.writeUInt32LE(packed.length, 14);
    fields.writeUInt32LE(Buffer.byteLength(content), 18);
    fields.writeUInt16LE(Buffer.byteLength(name), 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), fields, Buffer.from(name), packed]);
    const attributes = Buffer.alloc(14);
    attributes.writeUInt32LE((mode << 16) >>> 0, 6);
    attributes.writeUInt32LE(offset, 10);
    const listing = Buffer.from(fields);
    listing.writeUInt16LE(extraBytes, 24);
    directory.push(
      Buffer.from('PK\x01\x02\x14\x03'),
      listing,
      attributes,
      Buffer.from(name),
      Buffer.alloc(extraBytes),
    );
    locals.push(local);
    offset += local.length;
  }
  const directoryBytes = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(Object.keys(files).length, 6);
  end.writeUInt32LE(directoryBytes.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...locals, directoryBytes, Buffer.from('PK\x05\x06'), end]);
}
