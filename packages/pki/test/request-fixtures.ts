/** Requests in CRMF and SPKAC of other producers, by the names of their files. */
import { readdirSync, readFileSync } from 'node:fs';
import { readDer, Tag } from '../src/der/index.ts';

const DIRECTORY = new URL('../src/request/fixtures/', import.meta.url);

/** The names, without the ends `.crmf` and `.cmp`, and the requests; of messages of CMP their bodies. */
export function crmfFixtures(): ReadonlyMap<string, Uint8Array> {
  return new Map(
    namesIn('crmf/').map((file) => {
      const bytes = readFixture(`crmf/${file}`);
      return [file.replace(/\.\w+$/, ''), file.endsWith('.cmp') ? certReqMessagesOf(bytes) : bytes];
    }),
  );
}

/** The names, without the end `.spkac`, and the texts. */
export function spkacFixtures(): ReadonlyMap<string, string> {
  return new Map(
    namesIn('spkac/').map((file) => [
      file.replace(/\.spkac$/, ''),
      Buffer.from(readFixture(`spkac/${file}`)).toString(),
    ]),
  );
}

/** The octets of one file. */
export function readFixture(file: string): Uint8Array {
  return new Uint8Array(readFileSync(new URL(file, DIRECTORY)));
}

/** The body of a message of CMP (RFC 9810 §5.1), which is CertReqMessages of an ir, cr or kur. */
export function certReqMessagesOf(message: Uint8Array): Uint8Array {
  return readDer(message, (reader) => {
    const fields = reader.readSequence();
    fields.readElement(Tag.sequence);
    const body = fields.readAny();
    while (!fields.atEnd) fields.readAny();
    return body.content;
  });
}

function namesIn(folder: string): readonly string[] {
  const files = readdirSync(new URL(folder, DIRECTORY)).toSorted();
  if (files.length === 0) throw new RangeError(`${folder} has no fixture`);
  return files;
}
