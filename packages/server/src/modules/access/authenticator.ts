/**
 * From credentials to an administrator.
 *
 * TLS only proved that the caller holds the key of the certificate; whether the certificate is worth anything is decided here, on
 * every request anew, because a connection outlives revocations, removed CAs and the certificate itself.
 */
import {
  Certificate,
  extendedKeyUsage,
  KEY_PURPOSES,
  PkiError,
  type SerialNumber,
  subjectAltName,
} from '@sealwright/pki';
import type { Clock } from '../../kernel/clock.ts';
import { nowSeconds } from '../../kernel/clock.ts';
import type { CertificateAdministrator } from './administrator.ts';
import { type CredentialRefusal, CredentialsRefusedError, NoCredentialsError } from './errors.ts';

/** What a request came with. */
export type Credentials =
  | {
      readonly kind: 'certificate';
      readonly der: Uint8Array;
      readonly sha256Fingerprint: string;
      readonly remoteAddress: string;
    }
  | { readonly kind: 'bearer'; readonly token: string; readonly remoteAddress: string }
  | { readonly kind: 'none'; readonly remoteAddress: string };

/** A CA whose certificates role members name. */
export interface AdministratorIssuer {
  /** Document id. */
  readonly caId: number;
  /** Its certificates, the one in use first; earlier ones of a renewed CA after it. */
  readonly certificates: readonly Certificate[];
  readonly revoked: boolean;
  /** Whether this installation issues its certificates, and so knows which are revoked. */
  readonly local: boolean;
}

/** What authentication needs of roles and CAs; both come from caches that follow the epoch. */
export interface AuthenticatorSource {
  readonly epoch: number;
  /** The CAs that members of any role name. */
  issuers(): Promise<readonly AdministratorIssuer[]>;
  /** How a certificate of a local CA stands, as the database has it now. */
  certificateStatus(caId: number, serialNumber: SerialNumber): Promise<'good' | 'revoked' | 'unknown'>;
}

export class Authenticator {
  readonly #source: AuthenticatorSource;
  readonly #clock: Clock;
  #epoch = -1;
  /** Certificates whose issuer was found and whose signature fits, by SHA-256 fingerprint, under the present epoch. */
  #verified = new Map<string, Verified>();

  constructor({ source, clock }: { readonly source: AuthenticatorSource; readonly clock: Clock }) {
    this.#source = source;
    this.#clock = clock;
  }

  /**
   * @throws {@link NoCredentialsError} when the request came with none
   * @throws {@link CredentialsRefusedError} when a check fails
   */
  async authenticate(credentials: Credentials): Promise<CertificateAdministrator> {
    if (credentials.kind === 'none') throw new NoCredentialsError();
    if (credentials.kind === 'bearer') throw new CredentialsRefusedError('bearer-not-supported');
    const verified = await this.#verify(credentials);
    const refusal = await this.#refusal(verified);
    if (refusal !== undefined) throw new CredentialsRefusedError(refusal);
    const { certificate, issuer } = verified;
    return { kind: 'certificate', certificate, issuerCaId: issuer.caId, remoteAddress: credentials.remoteAddress };
  }

  /**
   * Why an administrator who was let in would not be let in any more; undefined while they would.
   *
   * A request can wait between its headers and its body, and a plan can be made again, for longer than a revocation takes.
   */
  async refusalOf({ certificate, remoteAddress }: CertificateAdministrator): Promise<CredentialRefusal | undefined> {
    const { der, sha256Fingerprint } = certificate;
    try {
      return await this.#refusal(await this.#verify({ kind: 'certificate', der, sha256Fingerprint, remoteAddress }));
    } catch (error) {
      if (error instanceof CredentialsRefusedError) return error.reason;
      throw error;
    }
  }

  async #refusal({ certificate, issuer }: Verified): Promise<CredentialRefusal | undefined> {
    const refusal = validityRefusal(certificate, issuer, nowSeconds(this.#clock));
    if (refusal !== undefined || !issuer.local) return refusal;
    const status = await this.#source.certificateStatus(issuer.caId, certificate.serialNumber);
    if (status === 'good') return undefined;
    return status === 'revoked' ? 'revoked' : 'unknown-to-issuer';
  }

  async #verify(credentials: Credentials & { kind: 'certificate' }): Promise<Verified> {
    if (this.#source.epoch !== this.#epoch || this.#verified.size > MAX_CACHED) {
      this.#epoch = this.#source.epoch;
      this.#verified = new Map();
    }
    const cache = this.#verified;
    const known = cache.get(credentials.sha256Fingerprint);
    if (known !== undefined) return known;
    const certificate = parse(credentials.der);
    const issuer = (await this.#source.issuers()).find((candidate) => hasIssued(candidate, certificate));
    if (issuer === undefined) throw new CredentialsRefusedError('unknown-issuer');
    const verified = { certificate, issuer };
    cache.set(credentials.sha256Fingerprint, verified);
    return verified;
  }
}

interface Verified {
  readonly certificate: Certificate;
  readonly issuer: AdministratorIssuer;
}

/** What roles and the checks below look at is read here, so that a certificate that does not let itself be read is refused as such. */
function parse(der: Uint8Array): Certificate {
  try {
    const certificate = Certificate.parse(der);
    certificate.extension(extendedKeyUsage);
    certificate.extension(subjectAltName);
    return certificate;
  } catch (error) {
    if (error instanceof PkiError) throw new CredentialsRefusedError('malformed-certificate');
    throw error;
  }
}

/** Name and key must fit: a name alone can be copied by anybody, and a signature over SHA-1 can be too. */
function hasIssued({ certificates }: AdministratorIssuer, certificate: Certificate): boolean {
  return certificates.some((ca) => {
    if (!ca.subject.equals(certificate.issuer)) return false;
    try {
      return !certificate.signatureAlgorithm.weak && certificate.verify(ca.publicKey);
    } catch (error) {
      if (error instanceof PkiError) return false;
      throw error;
    }
  });
}

function validityRefusal(
  certificate: Certificate,
  issuer: AdministratorIssuer,
  now: number,
): CredentialRefusal | undefined {
  if (now < certificate.notBefore) return 'not-yet-valid';
  if (now > certificate.notAfter) return 'expired';
  const purposes = certificate.extension(extendedKeyUsage);
  const forClients = purposes === undefined || purposes.includes(KEY_PURPOSES.clientAuth);
  if (!forClients) return 'not-for-clients';
  const [ca] = issuer.certificates;
  if (issuer.revoked || ca === undefined || now > ca.notAfter) return 'issuer-not-valid';
  return undefined;
}

const MAX_CACHED = 10_000;
