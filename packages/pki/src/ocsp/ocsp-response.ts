/** OCSPResponse: what comes over the wire (RFC 6960 §4.2.1). */
import { asDer, type Der, oid, readDer, writeDer } from '../der/index.ts';
import { BasicOcspResponse } from './basic-response.ts';
import { OcspError } from './errors.ts';
import { requireAtMost } from './parts.ts';

/** Why a responder gives no answer, by the numbers of RFC 6960 §4.2.1; 4 is not used. */
const REFUSALS = {
  malformedRequest: 1,
  internalError: 2,
  tryLater: 3,
  sigRequired: 5,
  unauthorized: 6,
} as const;

export type OcspRefusal = keyof typeof REFUSALS;

export type OcspResponse =
  | { readonly status: 'successful'; readonly basic: BasicOcspResponse }
  | { readonly status: OcspRefusal };

/** Encodes an answer, or that there is none. */
export function encodeOcspResponse(
  response:
    | { readonly status: 'successful'; readonly basic: Der<'BasicOcspResponse'> }
    | { readonly status: OcspRefusal },
): Der<'OcspResponse'> {
  const der = writeDer((writer) =>
    writer.sequence(() => {
      if (response.status !== 'successful') {
        writer.enumerated(REFUSALS[response.status]);
        return;
      }
      writer.enumerated(SUCCESSFUL);
      writer.explicit(0, () => writer.sequence(() => writer.oid(BASIC).octetString(response.basic)));
    }),
  );
  return asDer<'OcspResponse'>(der);
}

/**
 * Reads one response in DER.
 *
 * @throws {DerError}
 * @throws {OcspError} `ocsp.bad_value` for a status or a type that is not defined, `ocsp.bad_response`, and as `BasicOcspResponse.parse`
 * @throws {X509Error} `x509.duplicate_extension`
 */
export function parseOcspResponse(bytes: Uint8Array): OcspResponse {
  requireAtMost(bytes.length, MAX_OCTETS, 'a response');
  return readDer(bytes, (reader) => {
    const sequence = reader.readSequence();
    const number = sequence.readEnumerated(0xff);
    const explicit = sequence.readOptionalExplicit(0);
    sequence.finish();
    if ((number === SUCCESSFUL) !== (explicit !== undefined)) {
      const has = explicit === undefined ? 'no answer' : 'an answer';
      throw new OcspError('ocsp.bad_response', `the status ${number} comes with ${has}`);
    }
    if (explicit === undefined) return { status: refusalOf(number) };
    const responseBytes = explicit.readSequence();
    const type = responseBytes.readOid();
    const answer = responseBytes.readOctetString();
    responseBytes.finish();
    explicit.finish();
    if (type !== BASIC) throw new OcspError('ocsp.bad_value', `the type of response ${type} is not known`);
    return { status: 'successful', basic: BasicOcspResponse.parse(answer) };
  });
}

function refusalOf(number: number): OcspRefusal {
  const found = Object.entries(REFUSALS).find(([, one]) => one === number);
  if (found === undefined) throw new OcspError('ocsp.bad_value', `the status ${number} is not defined`);
  return found[0] as OcspRefusal;
}

const SUCCESSFUL = 0;
/** id-pkix-ocsp-basic */
const BASIC = oid('1.3.6.1.5.5.7.48.1.1');
const MAX_OCTETS = 513 * 1024;
