/**
 * Authentication of administrators by client certificate.
 *
 * TLS only proves possession of the key. Whether the certificate is acceptable is decided here, for every request, because a connection
 * can outlast a revocation, the removal of a CA and the certificate itself.
 */
import { Certificate, extendedKeyUsage, KEY_PURPOSES, PkiError, subjectAltName } from '@sealwright/pki';
import type { Clock } from '../../kernel/clock.ts';
import { nowSeconds } from '../../kernel/clock.ts';
import { onceATurn } from '../../kernel/tasks/once-a-turn.ts';
import type { CertificateAdministrator } from './administrator.ts';
import { type CredentialRefusal, CredentialsRefusedError, NoCredentialsError } from './errors.ts';

/** Credentials of a request. */
export type Credentials =
  | {
      readonly kind: 'certificate';
      readonly der: Uint8Array;
      readonly sha256Fingerprint: string;
      readonly remoteAddress: string;
    }
  | { readonly kind: 'bearer'; readonly token: string; readonly remoteAddress: string }
  | { readonly kind: 'none'; readonly remoteAddress: string };

/** A CA that role members name as the issuer of their certificates. */
export interface AdministratorIssuer {
  /** Document id. */
  readonly caId: number;
  /** Its certificates, the one in use first; earlier ones of a renewed CA after it. */
  readonly certificates: readonly Certificate[];
  readonly revoked: boolean;
  /** True if this installation issues the CA's certificates and therefore knows their status. */
  readonly local: boolean;
}

/** Data that authentication needs about roles and CAs; both come from caches that follow the epoch. */
export interface AuthenticatorSource {
  readonly epoch: number;
  /** Returns the CAs whose certificates may be accepted. It may return more CAs than necessary. */
  issuers(certificate: Certificate): Promise<readonly AdministratorIssuer[]>;
  /** Reads the status of a local CA's certificate from the database. The certificate must match exactly, not only its serial number. */
  certificateStatus(caId: number, certificate: Certificate): Promise<'good' | 'revoked' | 'unknown'>;
}

export class Authenticator {
  readonly #source: AuthenticatorSource;
  readonly #clock: Clock;
  #epoch = -1;
  /** Certificates with a known issuer and a valid signature under the present epoch, by SHA-256 fingerprint. */
  #verified = new Map<string, Verified>();
  /**
   * Certificates that none of the known issuers has issued, likewise: a client with a foreign one must not cost a look at it with each request.
   * Apart from those that are good, so that no number of them drives one of those out.
   */
  #refused = new Map<string, CredentialRefusal>();

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
    const verified = this.#known(credentials) ?? (await this.#verify(credentials));
    const { certificate, issuer } = verified;
    const refusal = this.#validity(verified) ?? (await verified.status());
    verified.goodUnderEpoch = refusal === undefined;
    if (refusal !== undefined) throw new CredentialsRefusedError(refusal);
    const { remoteAddress } = credentials;
    if (verified.administrator?.remoteAddress !== remoteAddress)
      verified.administrator = { kind: 'certificate', certificate, issuerCaId: issuer.caId, remoteAddress };
    return verified.administrator;
  }

  /**
   * Why an administrator who was let in would not be let in any more; undefined while they would.
   *
   * A request can wait between its headers and its body, and a plan can be made again, for longer than a revocation takes. The
   * database is not asked again under one epoch: the revocation of an administrator's certificate moves it, and a plan that was made
   * under an earlier one is never committed.
   */
  async refusalOf({ certificate, remoteAddress }: CertificateAdministrator): Promise<CredentialRefusal | undefined> {
    const { der, sha256Fingerprint } = certificate;
    try {
      const credentials = { kind: 'certificate', der, sha256Fingerprint, remoteAddress } as const;
      const verified = this.#known(credentials) ?? (await this.#verify(credentials));
      const refusal = this.#validity(verified);
      return refusal !== undefined || verified.goodUnderEpoch ? refusal : await verified.status();
    } catch (error) {
      if (error instanceof CredentialsRefusedError) return error.reason;
      throw error;
    }
  }

  #validity(verified: Verified): CredentialRefusal | undefined {
    return validityRefusal(verified, nowSeconds(this.#clock));
  }

  async #status({
    certificate,
    issuer,
  }: Pick<Verified, 'certificate' | 'issuer'>): Promise<CredentialRefusal | undefined> {
    if (!issuer.local) return undefined;
    const status = await this.#source.certificateStatus(issuer.caId, certificate);
    if (status === 'good') return undefined;
    return status === 'revoked' ? 'revoked' : 'unknown-to-issuer';
  }

  /** Returns the finding on a certificate that was found good before. */
  #known({ sha256Fingerprint }: Extract<Credentials, { kind: 'certificate' }>): Verified | undefined {
    this.#follow();
    return this.#verified.get(sha256Fingerprint);
  }

  async #verify({ der, sha256Fingerprint }: Extract<Credentials, { kind: 'certificate' }>): Promise<Verified> {
    this.#follow();
    const [good, bad] = [this.#verified, this.#refused];
    const found = bad.get(sha256Fingerprint) ?? (await this.#find(der));
    // Findings under an epoch that has passed go to maps that are no longer used.
    if (typeof found !== 'string') {
      good.set(sha256Fingerprint, found);
      return found;
    }
    bad.set(sha256Fingerprint, found);
    throw new CredentialsRefusedError(found);
  }

  #follow(): void {
    const moved = this.#source.epoch !== this.#epoch;
    this.#epoch = this.#source.epoch;
    if (moved || this.#verified.size > MAX_CACHED) this.#verified = new Map();
    if (moved || this.#refused.size > MAX_CACHED) this.#refused = new Map();
  }

  async #find(der: Uint8Array): Promise<Verified | CredentialRefusal> {
    const certificate = parse(der);
    if (certificate === undefined) return 'malformed-certificate';
    const issuer = (await this.#source.issuers(certificate)).find((candidate) => hasIssued(candidate, certificate));
    if (issuer === undefined) return 'unknown-issuer';
    return {
      certificate,
      issuer,
      forClients: isForClients(certificate),
      goodUnderEpoch: false,
      administrator: undefined,
      // Many requests of one caller come at a time.
      status: onceATurn(() => this.#status({ certificate, issuer })),
    };
  }
}

interface Verified {
  readonly certificate: Certificate;
  readonly issuer: AdministratorIssuer;
  readonly forClients: boolean;
  /** True if the database has reported it good under the present epoch. */
  goodUnderEpoch: boolean;
  /** The caller, as the last request had them. */
  administrator: CertificateAdministrator | undefined;
  /** Reads from the database how the certificate stands. */
  readonly status: () => Promise<CredentialRefusal | undefined>;
}

/** Parses a certificate with everything that roles and checks use, so that an unreadable one is refused as such. */
function parse(der: Uint8Array): Certificate | undefined {
  try {
    const certificate = Certificate.parse(der);
    certificate.extension(extendedKeyUsage);
    certificate.extension(subjectAltName);
    return certificate;
  } catch (error) {
    if (error instanceof PkiError) return undefined;
    throw error;
  }
}

/** Returns whether the CA issued the certificate: names must match and the signature must verify. SHA-1 signatures do not count, since they can be forged. */
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

function isForClients(certificate: Certificate): boolean {
  const purposes = certificate.extension(extendedKeyUsage);
  return purposes === undefined || purposes.includes(KEY_PURPOSES.clientAuth);
}

function validityRefusal({ certificate, issuer, forClients }: Verified, now: number): CredentialRefusal | undefined {
  if (now < certificate.notBefore) return 'not-yet-valid';
  if (now > certificate.notAfter) return 'expired';
  if (!forClients) return 'not-for-clients';
  const [ca] = issuer.certificates;
  if (issuer.revoked || ca === undefined || now > ca.notAfter) return 'issuer-not-valid';
  return undefined;
}

const MAX_CACHED = 10_000;
