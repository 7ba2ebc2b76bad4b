/** The status of one certificate (RFC 6960 §4.2.1). */
import { contextConstructed, contextPrimitive, DerError, type DerReader, type DerWriter } from '../der/index.ts';
import { type Extension, REVOCATION_REASONS, revocationReason, type RevocationReason } from '../extension/index.ts';
import { type OcspCertificateId, readOcspCertificateId } from './certificate-id.ts';
import { OcspError } from './errors.ts';
import { readOptionalExtensions, writeOptionalExtensions } from './extensions.ts';

export type OcspCertificateStatus =
  | { readonly status: 'good' }
  | {
      readonly status: 'revoked';
      /** Seconds since 1970-01-01T00:00:00Z. */
      readonly revokedAt: number;
      /** Undefined when the responder gives none. */
      readonly reason: RevocationReason | undefined;
    }
  | { readonly status: 'unknown' };

export interface SingleResponse {
  readonly certificateId: OcspCertificateId;
  readonly certificateStatus: OcspCertificateStatus;
  /** When the status was known to be right, in seconds since 1970-01-01T00:00:00Z. */
  readonly thisUpdate: number;
  /** When newer information will be there at the latest, in seconds; undefined when it is there all the time. */
  readonly nextUpdate?: number | undefined;
  readonly extensions?: readonly Extension[] | undefined;
}

/** Response that was read. */
export interface ReadSingleResponse extends SingleResponse {
  readonly nextUpdate: number | undefined;
  readonly extensions: readonly Extension[];
}

/** Writes one. @throws {RangeError} for a time that is not a whole second of the years 0 to 9999 */
export function writeSingleResponse(writer: DerWriter, response: SingleResponse): void {
  const { certificateId, certificateStatus, thisUpdate, nextUpdate, extensions = [] } = response;
  writer.sequence(() => {
    writer.raw(certificateId.der);
    writeStatus(writer, certificateStatus);
    writer.generalizedTime(thisUpdate);
    if (nextUpdate !== undefined) writer.explicit(0, () => writer.generalizedTime(nextUpdate));
    writeOptionalExtensions(writer, extensions, 1);
  });
}

/** Reads one. @throws {DerError} @throws {OcspError} `ocsp.bad_value` @throws {X509Error} `x509.duplicate_extension` */
export function readSingleResponse(reader: DerReader): ReadSingleResponse {
  const sequence = reader.readSequence();
  const certificateId = readOcspCertificateId(sequence);
  const certificateStatus = readStatus(sequence);
  const thisUpdate = sequence.readGeneralizedTime();
  const explicit = sequence.readOptionalExplicit(0);
  const nextUpdate = explicit?.readGeneralizedTime();
  explicit?.finish();
  const extensions = readOptionalExtensions(sequence, 1);
  sequence.finish();
  return { certificateId, certificateStatus, thisUpdate, nextUpdate, extensions };
}

/** `CHOICE { good [0] IMPLICIT NULL, revoked [1] IMPLICIT RevokedInfo, unknown [2] IMPLICIT UnknownInfo }`. */
function writeStatus(writer: DerWriter, status: OcspCertificateStatus): void {
  if (status.status !== 'revoked') {
    writer.primitive(contextPrimitive(status.status === 'good' ? GOOD : UNKNOWN), NOTHING);
    return;
  }
  const { revokedAt, reason } = status;
  writer.constructed(contextConstructed(REVOKED), () => {
    writer.generalizedTime(revokedAt);
    if (reason !== undefined) writer.explicit(0, () => writer.enumerated(REVOCATION_REASONS[reason]));
  });
}

function readStatus(reader: DerReader): OcspCertificateStatus {
  const start = reader.offset;
  for (const [number, status] of [
    [GOOD, 'good'],
    [UNKNOWN, 'unknown'],
  ] as const) {
    const content = reader.readOptionalImplicit(number);
    if (content === undefined) continue;
    if (content.length > 0) throw new DerError('der.bad_value', 'a NULL is not empty', start);
    return { status };
  }
  const revoked = reader.readConstructed(contextConstructed(REVOKED));
  const revokedAt = revoked.readGeneralizedTime();
  const explicit = revoked.readOptionalExplicit(0);
  const reason = explicit && readReason(explicit);
  explicit?.finish();
  revoked.finish();
  return { status: 'revoked', revokedAt, reason };
}

function readReason(reader: DerReader): RevocationReason {
  const code = reader.readEnumerated(0xff);
  const reason = revocationReason(code);
  if (reason === undefined) throw new OcspError('ocsp.bad_value', `${code} is not a revocation reason`);
  return reason;
}

const GOOD = 0;
const REVOKED = 1;
const UNKNOWN = 2;
const NOTHING = new Uint8Array(0);
