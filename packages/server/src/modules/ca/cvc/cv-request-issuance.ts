/** Checks of requests for card verifiable certificates, and issuance for them. Independent of the requester. */
import { CvCertificate, type CvRequest, oid } from '@sealwright/pki';
import { type Clock, nowSeconds } from '../../../kernel/clock.ts';
import { WithDeps } from '../../../kernel/with-deps.ts';
import type { Document } from '../../configuration/index.ts';
import {
  type CertificateProfile,
  requireValidityAllowed,
  validatePublicKeyAgainstProfile,
} from '../../profiles/index.ts';
import { type CvcSigningAuthority, cvSerialNumber, cvValidity, referencesOfHolder } from '../kinds/index.ts';
import type { CertificateStore } from '../records/index.ts';
import { type CvcIssuance, type HolderRecord, type IssuedCvCertificate, requireFitting } from './cvc-issuance.ts';
import { BadCvRequestError, CvCertificateRefusedError, HolderReferenceTakenError } from './errors.ts';
import { verifierRole } from './issue-cvc-ca-certificate.ts';
import { refusingBadCvRequest } from './read-cv-request.ts';

declare const checked: unique symbol;

/** A request, with a CA and a profile that its requester may use. */
export interface CvRequestOrder {
  readonly authority: CvcSigningAuthority;
  readonly profile: Document<unknown, CertificateProfile>;
  /** Request with a verified proof of possession. */
  readonly request: CvRequest;
  /** Requested end of validity, seconds since 1970, in whole days; refused if the profile does not allow it. */
  readonly notAfter: number | undefined;
}

/** A request that may be granted. Only {@link CvRequestIssuance.check} makes these. */
export interface CheckedCvRequest extends CvRequestOrder {
  readonly role: 'DV_D' | 'DV_F' | 'TERMINAL';
  readonly [checked]: true;
}

export interface CvRequestIssuanceDeps {
  readonly issuance: CvcIssuance;
  readonly certificates: Pick<CertificateStore, 'findCertificate' | 'hasActiveBetween'>;
  readonly clock: Clock;
}

export class CvRequestIssuance extends WithDeps<CvRequestIssuanceDeps> {
  /**
   * Checks, in this order, that CA and profile allow the request, that the key fits the CA's, that the holder reference is free, and that a holder
   * with a certificate of this CA has signed the request with its key.
   *
   * @throws {@link BadCvRequestError}, {@link HolderReferenceTakenError}, {@link CvCertificateRefusedError}, `profile.key_not_allowed`,
   *   `profile.validity_not_allowed`
   */
  async check(order: CvRequestOrder): Promise<CheckedCvRequest> {
    const { authority, profile, request, notAfter } = order;
    const { holder, publicKey } = request;
    const role = roleUnder(authority, profile, request);
    requireOther(authority, request);
    requireHarmless(authority, request);
    requireValidityAllowed(profile, { notAfter });
    validatePublicKeyAgainstProfile(profile.value, publicKey.key);
    requireFitting(authority.name, authority.issuer, { profile: profile.value, publicKey, holder });
    await this.#requireFree(authority, request);
    await this.#requireAuthenticated(authority, request);
    return { ...order, role } as CheckedCvRequest;
  }

  /** Signs the certificate. @throws the errors of `CvcIssuance.issue` */
  issue(
    { authority, profile, request, notAfter, role }: CheckedCvRequest,
    record: HolderRecord,
  ): Promise<IssuedCvCertificate> {
    const { holder, publicKey, extensions } = request;
    return this.deps.issuance.issue({
      authority,
      profile: profile.value,
      certificateProfileId: profile.id,
      holder,
      publicKey,
      extensions,
      role,
      requestedNotAfter: notAfter,
      ...record,
    });
  }

  async #requireFree(authority: CvcSigningAuthority, { holder }: CvRequest): Promise<void> {
    const taken = await this.deps.certificates.findCertificate(authority.id, cvSerialNumber(holder));
    if (taken !== undefined) throw new HolderReferenceTakenError(authority.name, holder.text);
  }

  /** Requires that a holder with a certificate in force authenticates by an outer signature with its key (BSI TR-03110 part 3 C.2.6). */
  async #requireAuthenticated(authority: CvcSigningAuthority, request: CvRequest): Promise<void> {
    const { certificates, clock } = this.deps;
    const { holder, outer } = request;
    const now = nowSeconds(clock);
    if (outer === undefined) {
      const { first, last } = referencesOfHolder(holder);
      if (!(await certificates.hasActiveBetween(authority.id, cvSerialNumber(first), cvSerialNumber(last), now)))
        return;
      throw new BadCvRequestError(
        `${holder.text} has a certificate of '${authority.name}' in force, so the request needs an outer signature with its key.`,
      );
    }
    const record = await certificates.findCertificate(authority.id, cvSerialNumber(outer.authority));
    const certificate = record && CvCertificate.parse(record.der);
    const inForce =
      certificate !== undefined && record?.revokedAt === undefined && cvValidity(certificate).notAfter >= now;
    if (!inForce || !outer.authority.sameHolder(holder)) {
      throw new BadCvRequestError(
        `the outer signature is of ${outer.authority.text}, and the holder has no such certificate of '${authority.name}' in force.`,
      );
    }
    refusingBadCvRequest(() => request.verifyOuter(certificate.publicKey.inheriting(authority.issuer.publicKey)));
  }
}

/**
 * Returns the role of the holder. A country verifying CA certifies document verifiers, and a document verifier certifies terminals; the profile has
 * to be for that kind of holder.
 */
function roleUnder(
  authority: CvcSigningAuthority,
  { name, value: profile }: Document<unknown, CertificateProfile>,
  { holder }: CvRequest,
): CheckedCvRequest['role'] {
  const isCountryVerifier = authority.issuer.certificate.authorization.role === 'CVCA';
  const right = isCountryVerifier ? 'SUB_CA' : 'END_ENTITY';
  const refuse = (problem: string) => new CvCertificateRefusedError(authority.name, holder.text, problem);
  if (profile.type !== right || profile.format !== 'X.509') {
    const holders = isCountryVerifier ? 'document verifiers, as SUBCA is' : 'end entities, as ENDUSER is';
    throw refuse(`the certificate profile '${name}' is not for ${holders}.`);
  }
  if (profile.availableCas !== 'any' && !profile.availableCas.has(authority.id))
    throw refuse(`the certificate profile '${name}' is not available to the CA.`);
  if (!profile.storage.certificates)
    throw refuse(`the certificate profile '${name}' keeps certificates out of storage, and nothing is issued so.`);
  return isCountryVerifier ? verifierRole(profile, holder.country, authority) : 'TERMINAL';
}

/** Requires a reference that no CA in the chain has, since issuer and holder are distinguished by their references only. */
function requireOther({ name, chain }: CvcSigningAuthority, { holder }: CvRequest): void {
  if (chain.some((certificate) => certificate.holder.sameHolder(holder)))
    throw new CvCertificateRefusedError(name, holder.text, 'it is the reference of a CA above the holder.');
}

/**
 * Refuses extensions that grant rights. The certificate would repeat them in the CA's name, and neither the profile nor the CA limits them. Only
 * extensions that grant nothing are accepted; an authorization extension would grant rights (BSI TR-03110 part 3 C.3).
 */
function requireHarmless({ name }: CvcSigningAuthority, { holder, extensions }: CvRequest): void {
  const other = extensions.find((extension) => !HARMLESS_EXTENSIONS.has(extension.oid));
  if (other !== undefined)
    throw new CvCertificateRefusedError(name, holder.text, `the request asks for the extension ${other.oid}.`);
}

/** Extensions of Authentication Terminals: the certificate description and the terminal sectors. */
const HARMLESS_EXTENSIONS: ReadonlySet<string> = new Set([oid('0.4.0.127.0.7.3.1.3.1'), oid('0.4.0.127.0.7.3.1.3.2')]);
