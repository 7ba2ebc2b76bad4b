/** The certificates and CRLs of NIST's Public Key Interoperability Test Suite, by the names of their files. */
import { readFileSync } from 'node:fs';
import { parsePem } from '../src/pem.ts';

export interface NamedDer {
  readonly name: string;
  readonly der: Uint8Array;
}

export const PKITS_CERTIFICATES: URL = new URL('fixtures/pkits/certificates.pem', import.meta.url);
export const PKITS_CRLS: URL = new URL('fixtures/pkits/crls.pem', import.meta.url);

/** Reads one of the two files: a line with a name stands before each block. */
export function readPkits(file: URL): readonly NamedDer[] {
  const text = readFileSync(file, 'utf8');
  const names = Array.from(text.matchAll(/^(\w+)\n-----BEGIN /gm), ([, name]) => name!);
  const blocks = parsePem(text);
  if (names.length === 0 || names.length !== blocks.length)
    throw new RangeError(`${file.pathname} has ${names.length} names and ${blocks.length} blocks`);
  return blocks.map(({ der }, at) => ({ name: names[at]!, der }));
}
