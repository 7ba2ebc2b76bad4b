/** The judgment of an OCSP response: what it says of a certificate, and whether that can be relied on. */
import {
  type Certificate,
  checkOcspResponse,
  type OcspResponder,
  type OcspResponse,
  ocspNonce,
  parseOcspResponse,
  PkiError,
  readable,
  trustAnchorOf,
  type ValidPath,
} from '@sealwright/pki';
import { formatMoment } from '../arguments/moment.ts';
import { UnexpectedAnswerError } from '../errors.ts';

/** A response with what was found out about it. Moments are ISO 8601 in UTC. */
export interface CheckedOcsp {
  /** `none`: nobody has answered in a way that can be relied on. */
  readonly status: 'good' | 'revoked' | 'unknown' | 'none';
  /** Of a revoked certificate. */
  readonly revokedAt?: string;
  readonly reason?: string | undefined;
  /** Members of an answer that can be relied on. */
  readonly answer?: {
    readonly producedAt: string;
    readonly thisUpdate: string;
    readonly ageSeconds: number;
    readonly nextUpdate: string | undefined;
    readonly secondsLeft: number | undefined;
    readonly signer: 'issuer' | 'delegated';
    readonly signerDn: string;
    /** True when the responder need not be asked about, false when somebody would have to; undefined for the CA itself. */
    readonly noCheck: boolean | undefined;
    readonly hasNonce: boolean;
  };
  /** Reasons for which relying parties refuse the certificate or the response; empty when all is good. */
  readonly problems: readonly string[];
}

/** Certificate that is asked about, and the one that it is verified with. */
export interface Asked {
  readonly certificate: Certificate;
  readonly issuer: Certificate;
}

/**
 * Checks a response.
 *
 * @param nonce - of the request; undefined for a response that nobody asked for
 * @param now - milliseconds since 1970
 * @throws {@link UnexpectedAnswerError} for octets that are not a response
 */
export function checkOcsp(
  octets: Uint8Array,
  asked: Asked,
  { nonce, now, where }: { readonly nonce?: Uint8Array; readonly now: number; readonly where: string },
): CheckedOcsp {
  const response = readResponse(octets, where);
  if (response.status !== 'successful') return refused(`${where} refuses the request: ${response.status}`);
  const seconds = Math.floor(now / 1000);
  const { basic } = response;
  const verdict = checkOcspResponse(basic, { path: pathOf(asked), at: 0, now: seconds, nonce });
  if (verdict.status === 'unacceptable') return refused(verdict.detail);
  const { thisUpdate, nextUpdate, certificateStatus } = verdict.response;
  const { notAfter } = asked.certificate;
  return {
    ...statusOf(certificateStatus),
    answer: {
      producedAt: formatMoment(basic.producedAt),
      thisUpdate: formatMoment(thisUpdate),
      ageSeconds: seconds - thisUpdate,
      nextUpdate: nextUpdate === undefined ? undefined : formatMoment(nextUpdate),
      secondsLeft: nextUpdate === undefined ? undefined : nextUpdate - seconds,
      ...signerOf(verdict.responder, asked.issuer),
      hasNonce: readable(() => basic.extension(ocspNonce)) !== undefined,
    },
    problems: [
      ...(certificateStatus.status === 'revoked' ? ['the certificate is revoked'] : []),
      ...(certificateStatus.status === 'unknown' ? ['the responder does not know the certificate'] : []),
      ...(notAfter < seconds ? [`the certificate has ended, at ${formatMoment(notAfter)}`] : []),
    ],
  };
}

type CertificateStatus = Extract<
  ReturnType<typeof checkOcspResponse>,
  { readonly status: 'answered' }
>['response']['certificateStatus'];

function statusOf(found: CertificateStatus): Pick<CheckedOcsp, 'status' | 'revokedAt' | 'reason'> {
  const { status } = found;
  return status === 'revoked' ? { status, revokedAt: formatMoment(found.revokedAt), reason: found.reason } : { status };
}

/** The caller has named the issuer, or found it: whom it is trusted by does not matter here. */
function pathOf({ certificate, issuer }: Asked): ValidPath {
  return {
    anchor: trustAnchorOf(issuer),
    certificates: [certificate],
    publicKeys: [certificate.publicKey],
    policies: new Set(),
  };
}

/** Nobody is trusted except the issuer and those that it has certified. */
function signerOf(responder: OcspResponder, issuer: Certificate) {
  if (responder.kind !== 'delegated')
    return { signer: 'issuer', signerDn: issuer.subject.toString(), noCheck: undefined } as const;
  const signerDn = responder.path.certificates.at(-1)!.subject.toString();
  return { signer: 'delegated', signerDn, noCheck: responder.noCheck } as const;
}

function refused(problem: string): CheckedOcsp {
  return { status: 'none', problems: [problem] };
}

function readResponse(octets: Uint8Array, where: string): OcspResponse {
  try {
    return parseOcspResponse(octets);
  } catch (error) {
    if (!(error instanceof PkiError)) throw error;
    throw new UnexpectedAnswerError(`${where} gives no OCSP response that can be read: ${error.message}`, {
      cause: error,
    });
  }
}
