/** The OCSP requests and responses of other producers, and the certificates that they are of. */
import { readdirSync, readFileSync } from 'node:fs';

import { Certificate } from '../src/certificate/index.ts';
import { trustAnchorOf, validatePath, type ValidPath } from '../src/path/index.ts';
import { parsePem } from '../src/pem.ts';

export interface OcspFixture {
  /** `openssl-good`. */
  readonly name: string;
  readonly request: Uint8Array;
  readonly response: Uint8Array;
}

/** Every request with its response. */
export function ocspFixtures(): readonly OcspFixture[] {
  const files = readdirSync(directory).filter((file) => file.endsWith('.orq'));
  if (files.length === 0) throw new RangeError(`${directory.pathname} has no fixture`);
  return files.toSorted().map((file) => {
    const name = file.slice(0, -'.orq'.length);
    return { name, request: read(file), response: read(`${name}.ors`) };
  });
}

/** The path to a certificate of the CA of a producer: `openssl-good`. */
export function ocspPathTo(name: string): ValidPath {
  let path = paths.get(name);
  const ca = certificate(`${name.split('-')[0]!}-ca`);
  path ??= validatePath(trustAnchorOf(ca), [certificate(name)], { now: OCSP_NOW });
  paths.set(name, path);
  return path;
}

/** A day after the fixtures were made, in seconds since 1970-01-01T00:00:00Z. */
export const OCSP_NOW: number = Date.UTC(2026, 10, 23, 12) / 1000;

function certificate(name: string): Certificate {
  return Certificate.parse(parsePem(new TextDecoder().decode(read(`${name}.pem`)))[0]!.der);
}

function read(name: string): Uint8Array {
  return new Uint8Array(readFileSync(new URL(name, directory)));
}

const directory = new URL('../src/ocsp/fixtures/', import.meta.url);
/** A pure memo. */
const paths = new Map<string, ValidPath>();
