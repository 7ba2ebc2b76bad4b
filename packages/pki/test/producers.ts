/** The fixtures of other producers, by the names of their files. */
import { readdirSync, readFileSync } from 'node:fs';
import { Certificate } from '../src/certificate/index.ts';
import { Crl } from '../src/crl/index.ts';
import { parsePem } from '../src/pem.ts';
import { CertificationRequest } from '../src/request/index.ts';

export interface Fixture<T> {
  /** `openssl-rsa`. */
  readonly name: string;
  readonly read: T;
}

export function certificateFixtures(): readonly Fixture<Certificate>[] {
  return fixtures('certificate', 'CERTIFICATE', (der) => Certificate.parse(der));
}

export function crlFixtures(): readonly Fixture<Crl>[] {
  return fixtures('crl', 'X509 CRL', (der) => Crl.parse(der));
}

export function requestFixtures(): readonly Fixture<CertificationRequest>[] {
  return fixtures('request', 'CERTIFICATE REQUEST', (der) => CertificationRequest.parse(der));
}

function fixtures<T>(area: string, label: string, parse: (der: Uint8Array) => T): readonly Fixture<T>[] {
  const directory = new URL(`../src/${area}/fixtures/`, import.meta.url);
  const files = readdirSync(directory).filter((file) => file.endsWith('.pem'));
  if (files.length === 0) throw new RangeError(`${directory.pathname} has no fixture`);
  return files.toSorted().map((file) => {
    const [block] = parsePem(readFileSync(new URL(file, directory), 'utf8'));
    if (block?.label !== label) throw new RangeError(`${file} holds a ${block?.label}, not a ${label}`);
    return { name: file.slice(0, -'.pem'.length), read: parse(block.der) };
  });
}
