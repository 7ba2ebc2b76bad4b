/** OCSP responses for tests of rules: one that no rule finds anything in, with the parts that a case replaces. */
import { bitString, element, explicit, generalizedTime, implicit, integer, octetString, oid, sequence } from './der.ts';
import { algorithm } from './tbs-certificate.ts';

/** Parts of a ResponseData, each as octets. */
export interface OcspParts {
  /** The whole `[0]`. */
  readonly version?: Uint8Array;
  readonly responder?: Uint8Array;
  readonly producedAt?: Uint8Array;
  readonly responses?: readonly Uint8Array[];
  /** The elements of responseExtensions. */
  readonly extensions?: readonly Uint8Array[];
}

/** The data that is signed on 2026-11-01: one certificate is good. */
export function responseData(parts: OcspParts = {}): Uint8Array {
  return sequence(
    parts.version ?? new Uint8Array(),
    parts.responder ?? explicit(2, octetString(Buffer.alloc(20, 7))),
    parts.producedAt ?? generalizedTime('20261101000000Z'),
    sequence(...(parts.responses ?? [singleResponse()])),
    parts.extensions === undefined ? new Uint8Array() : explicit(1, sequence(...parts.extensions)),
  );
}

/** Parts of a SingleResponse. */
export interface StatusParts {
  readonly hash?: string;
  readonly issuerHash?: Uint8Array;
  readonly serial?: Uint8Array;
  readonly status?: Uint8Array;
  readonly thisUpdate?: Uint8Array;
  readonly nextUpdate?: Uint8Array | null;
  readonly extensions?: readonly Uint8Array[];
}

export function singleResponse(parts: StatusParts = {}): Uint8Array {
  const hash = parts.issuerHash ?? Buffer.alloc(20, 5);
  return sequence(
    sequence(
      algorithm(parts.hash ?? '1.3.14.3.2.26'),
      octetString(hash),
      octetString(hash),
      parts.serial ?? integer(7),
    ),
    parts.status ?? implicit(0, new Uint8Array()),
    parts.thisUpdate ?? generalizedTime('20261101000000Z'),
    parts.nextUpdate === null ? new Uint8Array() : explicit(0, parts.nextUpdate ?? generalizedTime('20261104000000Z')),
    parts.extensions === undefined ? new Uint8Array() : explicit(1, sequence(...parts.extensions)),
  );
}

/** The status of a revoked certificate. */
export function revoked(time = '20261031000000Z', reason?: number): Uint8Array {
  const reasons = reason === undefined ? [] : [explicit(0, element(0x0a, Uint8Array.of(reason)))];
  return explicit(1, generalizedTime(time), ...reasons);
}

/** A whole response around what is signed. */
export function signedResponse(
  data: Uint8Array,
  {
    by = algorithm('1.2.840.10045.4.3.2'),
    signature = Buffer.alloc(71, 1),
    certificates = undefined as readonly Uint8Array[] | undefined,
  } = {},
): Uint8Array {
  const certs = certificates === undefined ? new Uint8Array() : explicit(0, sequence(...certificates));
  const basic = sequence(data, by, bitString(signature), certs);
  return response(0, sequence(oid('1.3.6.1.5.5.7.48.1.1'), octetString(basic)));
}

/** An OCSPResponse of a status. */
export function response(status: number, bytes?: Uint8Array): Uint8Array {
  return sequence(element(0x0a, Uint8Array.of(status)), ...(bytes === undefined ? [] : [explicit(0, bytes)]));
}
