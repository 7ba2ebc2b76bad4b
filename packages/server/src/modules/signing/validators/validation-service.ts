import { Certificate, findPath, parsePem, PkiError, type RevocationStatus, type ValidPath } from '@sealwright/pki';
import { type Clock, nowSeconds } from '../../../kernel/clock.ts';
import { allOf, type Content, contentOf } from '../../../kernel/content.ts';
import {
  IllegalRequestError,
  isSignedBy,
  type ProcessContext,
  type Processed,
  type Processor,
  type ProcessorKind,
  type SigningRequest,
} from '../worker-contract/index.ts';
import { type CertificatePurpose, purposesOf } from './certificate-purposes.ts';
import type { PathRevocation } from '../revocation/index.ts';
import { formatValidation, type Validation } from './validation.ts';
import { readValidatedIssuers, type ValidatedIssuer } from './validation-settings.ts';
import { type Caching, readCaching, ValidationCache } from './validation-cache.ts';

/**
 * Says whether a certificate of one of its issuers is valid, and answers with a line of text. It needs no key.
 *
 * The status of revocation is that of the records, where the issuer is a CA of this installation, else what responders say over OCSP and the CRLs in the
 * properties and those that may be fetched, as the class of the validator has it. Where none says, the answer is DONTVERIFY.
 */
export const validationServiceKind: ProcessorKind<ValidationServiceSettings> = {
  type: 'PROCESSABLE',
  className: 'org.signserver.validationservice.server.ValidationServiceWorker',
  read(properties) {
    const checker = properties.text('CERTTYPECHECKER');
    if (checker !== undefined && !CHECKER.test(checker))
      properties.report('CERTTYPECHECKER', `is '${checker}' and has to be DefaultX509CertTypeChecker`);
    return { issuers: readValidatedIssuers(properties), caching: readCaching(properties) };
  },
};

interface ValidationServiceSettings {
  readonly issuers: readonly ValidatedIssuer[];
  readonly caching: Caching;
}

export interface ValidatorDeps {
  readonly clock: Clock;
  readonly revocation: Pick<PathRevocation, 'statusesOf'>;
}

export class ValidationService implements Processor {
  readonly #issuers: readonly ValidatedIssuer[];
  readonly #cache: ValidationCache;
  readonly #deps: ValidatorDeps;

  constructor({ issuers, caching }: ValidationServiceSettings, deps: ValidatorDeps) {
    this.#issuers = issuers;
    this.#cache = new ValidationCache(caching);
    this.#deps = deps;
  }

  async process(request: SigningRequest, context: ProcessContext): Promise<Processed> {
    const { worker, log } = context;
    if (request.processType !== 'validateCertificate')
      throw new IllegalRequestError(
        `The process request sent to validation service with ID ${worker.id} isn't supported`,
      );
    const certificate = await readCertificate(request.content);
    const now = nowSeconds(this.#deps.clock);
    const found = await this.#cache.get(certificate, now, () => this.#validate(certificate, now));
    const purposes = purposesAskedFor(certificate, request.certificatePurposes);
    const isUnfit = found.status === 'VALID' && purposes?.length === 0;
    const validation = isUnfit ? BAD_PURPOSE : found;
    log.set('VALIDATION_STATUS', validation.status);
    return {
      content: contentOf(Buffer.from(formatValidation(validation, purposes ?? []), 'utf8')),
      mediaType: 'text/plain',
      fileName: request.fileName,
      signerCertificate: undefined,
    };
  }

  /** Several may have one name: a CA before and after it got another key. */
  #issuerOf(certificate: Certificate): ValidatedIssuer | undefined {
    const named = this.#issuers.filter(({ chain }) => chain.some(({ subject }) => subject.equals(certificate.issuer)));
    return (
      named.find(({ chain }) =>
        chain.some((ca) => ca.subject.equals(certificate.issuer) && isSignedBy(certificate, ca)),
      ) ?? named[0]
    );
  }

  /** Dates come first: what has ended is not looked at further. */
  async #validate(certificate: Certificate, now: number): Promise<Validation> {
    const issuer = this.#issuerOf(certificate);
    if (issuer === undefined) return ISSUER_NOT_SUPPORTED;
    if (now > certificate.notAfter) return { status: 'EXPIRED', message: 'Certificate has expired' };
    if (now < certificate.notBefore) return { status: 'NOTYETVALID', message: 'Certificate is not yet valid' };
    for (const { notBefore, notAfter, subject } of issuer.chain) {
      if (now > notAfter) return { status: 'CAEXPIRED', message: `CA certificate ${subject.toString()} has expired` };
      if (now < notBefore)
        return { status: 'CANOTYETVALID', message: `CA certificate ${subject.toString()} is not yet valid` };
    }
    try {
      const path = findPath(certificate, { anchors: issuer.anchors, intermediates: issuer.chain }, { now });
      if (issuer.methods.length === 0) return VALID;
      const statuses = await this.#deps.revocation.statusesOf(path, { ...issuer, certificates: issuer.chain, now });
      return revocationVerdict(path, statuses);
    } catch (error) {
      if (!(error instanceof PkiError)) throw error;
      return { status: 'DONTVERIFY', message: `Certificate does not verify: ${error.message}` };
    }
  }
}

/** The CAs from the root down, then the certificate: below one that is revoked nobody's word counts. */
function revocationVerdict(path: ValidPath, statuses: readonly RevocationStatus[]): Validation {
  const last = statuses.length - 1;
  for (const [at, revocation] of statuses.entries()) {
    if (revocation.status === 'good') continue;
    const name = path.certificates[at]!.subject.toString();
    if (revocation.status === 'unknown')
      return { status: 'DONTVERIFY', message: `Whether ${name} is revoked is not known` };
    const { reason, revokedAt } = revocation;
    const status = at === last ? 'REVOKED' : 'CAREVOKED';
    return { status, message: `${name} is revoked`, revoked: { reason, revokedAt } };
  }
  return VALID;
}

/** Undefined when none are asked for. */
function purposesAskedFor(
  certificate: Certificate,
  wanted: readonly string[] = [],
): readonly CertificatePurpose[] | undefined {
  if (wanted.length === 0) return undefined;
  try {
    return purposesOf(certificate).filter((purpose) => wanted.includes(purpose));
  } catch (error) {
    if (error instanceof PkiError) return [];
    throw error;
  }
}

/** DER, PEM, or base64 of DER. */
async function readCertificate(content: Content): Promise<Certificate> {
  if (content.octets > MAX_OCTETS) throw new IllegalRequestError('Invalid certificate: it is too large');
  try {
    return Certificate.parse(derOf(await allOf(content)));
  } catch (error) {
    if (!(error instanceof PkiError || error instanceof SyntaxError)) throw error;
    throw new IllegalRequestError(`Invalid certificate: ${error.message}`, { cause: error });
  }
}

function derOf(octets: Uint8Array): Uint8Array {
  if (octets[0] === 0x30) return octets;
  const text = new TextDecoder('latin1').decode(octets);
  if (!text.includes('-----BEGIN')) return Uint8Array.fromBase64(text);
  return parsePem(text).find(({ label }) => label === 'CERTIFICATE')?.der ?? new Uint8Array(0);
}

const CHECKER = /^(?:org\.signserver\.validationservice\.server\.)?DefaultX509CertTypeChecker$/;
const MAX_OCTETS = 128 * 1024;
const VALID: Validation = { status: 'VALID', message: 'This certificate is valid' };
const ISSUER_NOT_SUPPORTED: Validation = {
  status: 'ISSUERNOTSUPPORTED',
  message: "Issuer of given certificate isn't supported",
};
const BAD_PURPOSE: Validation = {
  status: 'BADCERTPURPOSE',
  message: "Error certificate doesn't fulfill any of the specified certificate purposes in the request.",
};
