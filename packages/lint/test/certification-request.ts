/** Certification requests for tests of rules: one that no rule finds anything in, with the parts that a case replaces. */
import { bitString, explicit, integer, oid, sequence, set, utf8 } from './der.ts';
import { algorithm, ecKey, name, Oid } from './tbs-certificate.ts';

/** Parts of a request, each as octets. */
export interface RequestParts {
  readonly version?: Uint8Array;
  readonly subject?: Uint8Array;
  readonly publicKey?: Uint8Array;
  /** The elements of attributes; null leaves the field out. */
  readonly attributes?: readonly Uint8Array[] | null;
  readonly by?: Uint8Array;
}

export function request(parts: RequestParts = {}): Uint8Array {
  const { attributes = [] } = parts;
  const info = sequence(
    parts.version ?? integer(0),
    parts.subject ?? name([Oid.commonName, utf8('www.example.org')]),
    parts.publicKey ?? ecKey(),
    attributes === null ? new Uint8Array() : explicit(0, ...attributes),
  );
  return sequence(info, parts.by ?? algorithm('1.2.840.10045.4.3.2'), bitString(Buffer.alloc(71, 1)));
}

export function attribute(type: string, ...values: readonly Uint8Array[]): Uint8Array {
  return sequence(oid(type), set(...values));
}

/** The attribute that asks for extensions. */
export function extensionRequest(...extensions: readonly Uint8Array[]): Uint8Array {
  return attribute('1.2.840.113549.1.9.14', sequence(...extensions));
}
