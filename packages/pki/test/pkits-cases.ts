/** The cases of NIST's Public Key Interoperability Test Suite: paths, what they are held against, and what NIST says comes of it. */
import { readFileSync } from 'node:fs';
import { isOid, oid, type Oid } from '../src/der/index.ts';

export interface PkitsCase {
  /** Of the document: `4.8.1`. Cases with several inputs stand there once for each. */
  readonly number: string;
  readonly name: string;
  /** The certificates below the trust anchor, the last one being that of the end entity. */
  readonly path: readonly string[];
  readonly crls: readonly string[];
  readonly valid: boolean;
  /** The user's policies that are left when the path is valid. */
  readonly policies?: readonly Oid[];
  readonly initialPolicies?: readonly Oid[];
  readonly explicitPolicy?: boolean;
  readonly inhibitPolicyMapping?: boolean;
  readonly inhibitAnyPolicy?: boolean;
}

export const PKITS_TRUST_ANCHOR = 'TrustAnchorRootCertificate';

/** When all of them are valid that are meant to be, and current all lists that are. */
export const PKITS_NOW: number = Date.UTC(2012, 0, 1) / 1000;

/** Reads the cases of the sections `4.1` and so on. */
export function readPkitsCases(sections: readonly string[]): readonly PkitsCase[] {
  const cases = JSON.parse(readFileSync(CASES, 'utf8'), (_, value: unknown) =>
    typeof value === 'string' && isOid(value) && value.startsWith('2.') ? oid(value) : value,
  ) as readonly PkitsCase[];
  const found = cases.filter(({ number }) => sections.includes(number.replace(/\.\d+$/, '')));
  if (sections.some((section) => !found.some(({ number }) => number.startsWith(`${section}.`))))
    throw new RangeError(`a section of ${sections.join(', ')} has no case`);
  return found;
}

const CASES = new URL('fixtures/pkits/cases.json', import.meta.url);
