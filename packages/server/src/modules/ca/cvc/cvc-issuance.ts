/** Issuance of card verifiable certificates. Independent of the requester. */
import {
  assembleCvCertificate,
  CvCertificate,
  type CvExtension,
  CvPublicKey,
  type CvRole,
  encodeCvCertificateBody,
  type HolderReference,
  type SerialNumber,
} from '@sealwright/pki';
import { nowSeconds } from '../../../kernel/clock.ts';
import { WithDeps } from '../../../kernel/with-deps.ts';
import type { UseCaseDeps } from '../../access/index.ts';
import { type CertificateProfile, cvcValidity } from '../../profiles/index.ts';
import {
  type LintWarnings,
  recordMembers,
  sha1Of,
  signCertificate,
  type SignCertificateDeps,
} from '../issuance/index.ts';
import { CERTIFICATE_TYPE, type InsertCertificate, type NewCertificate } from '../records/index.ts';
import {
  type CvIssuer,
  type CvcCaSettings,
  type CvcSigningAuthority,
  type WithKeys,
  cvSerialNumber,
  cvValidity,
  subjectOfHolder,
} from '../kinds/index.ts';
import { CvCertificateRefusedError } from './errors.ts';

/** Members of a certificate's record that identify its holder. */
export interface HolderRecord {
  readonly username?: string | undefined;
  /** Ids of the end entity and of its profile, if the holder is one. */
  readonly endEntityId?: number | undefined;
  readonly endEntityProfileId?: number;
  readonly accountBindingId?: string | undefined;
}

/** An order for a card verifiable certificate whose request has passed all checks. */
export interface CvCertificateOrder extends HolderRecord {
  readonly authority: CvcSigningAuthority;
  readonly profile: CertificateProfile;
  readonly certificateProfileId: number;
  readonly holder: HolderReference;
  /** Public key with known domain parameters. */
  readonly publicKey: CvPublicKey;
  readonly role: Exclude<CvRole, 'CVCA'>;
  readonly extensions?: readonly CvExtension[];
  /** Requested end of validity, seconds since 1970; ignored unless the profile allows it. */
  readonly requestedNotAfter?: number | undefined;
}

/** An order for the certificate of a country verifying CA: self-signed, or a link certificate signed with the previous key. */
export interface CvcaCertificateOrder extends Pick<
  CvCertificateOrder,
  'profile' | 'certificateProfileId' | 'holder' | 'publicKey'
> {
  readonly caId: number;
  /** The signing key. */
  readonly key: SigningKey;
  /** Reference of the signing key, which is that of the holder itself or of the previous key. */
  readonly signer: { readonly reference: HolderReference; readonly publicKey: CvPublicKey };
}

/** Key of a CVC CA that signs. */
interface SigningKey {
  readonly keyAlias: string;
  readonly settings: CvcCaSettings & WithKeys;
}

/** A signed certificate and the write that stores it. It must not be handed out before the write is durable. */
export interface IssuedCvCertificate {
  readonly certificate: CvCertificate;
  readonly serialNumber: SerialNumber;
  /** Lint warnings for the audit record. */
  readonly lintWarnings: LintWarnings;
  readonly write: InsertCertificate;
}

/** A signed certificate without a write that stores it. */
export type SignedCvCertificate = Pick<IssuedCvCertificate, 'certificate' | 'lintWarnings'>;

export interface CvcIssuanceDeps extends Pick<UseCaseDeps, 'clock' | 'ids'>, SignCertificateDeps {}

export class CvcIssuance extends WithDeps<CvcIssuanceDeps> {
  /**
   * Signs the certificate of a document verifier or a terminal.
   *
   * It grants no more than the profile and the CA's own certificate do, and uses the CA's algorithm and domain parameters.
   *
   * @throws {@link CvCertificateRefusedError}, {ValidityImpossibleError}, {CryptoTokenOfflineError}, {@link LintRefusedError}
   */
  async issue(order: CvCertificateOrder): Promise<IssuedCvCertificate> {
    const { authority, profile, holder, publicKey, role, extensions } = order;
    const { issuer } = authority;
    requireFitting(authority.name, issuer, order);
    const { notBefore, notAfter } = cvValidity(issuer.certificate);
    const validity = cvcValidity({
      profile,
      issuerNotBefore: notBefore,
      issuerNotAfter: notAfter,
      requestedNotAfter: order.requestedNotAfter,
      now: nowSeconds(this.deps.clock),
    });
    const signed = await this.#sign(authority.id, authority, issuer, {
      holder,
      publicKey: CvPublicKey.of(publicKey.key, publicKey.algorithm, { spellOutCurve: false }),
      authorization: {
        terminalType: profile.cvc.terminalType,
        role,
        rights: profile.cvc.rights & issuer.certificate.authorization.rights,
      },
      ...validity,
      extensions,
    });
    const type = role === 'TERMINAL' ? CERTIFICATE_TYPE.endEntity : CERTIFICATE_TYPE.subCa;
    return this.#issued(signed, publicKey, {
      caId: authority.id,
      certificateProfileId: order.certificateProfileId,
      username: order.username,
      endEntityId: order.endEntityId,
      endEntityProfileId: order.endEntityProfileId ?? 0,
      accountBindingId: order.accountBindingId,
      type,
      caSha1: sha1Of(issuer.certificate.der),
    });
  }

  /**
   * Signs the certificate of a country verifying CA. It contains the domain parameters in full, and its validity is limited only by the calendar of
   * such certificates, which ends with 2099.
   *
   * @throws {CryptoTokenOfflineError}, {ValidityImpossibleError}, {@link LintRefusedError}
   */
  async issueCvca(order: CvcaCertificateOrder): Promise<IssuedCvCertificate> {
    const { profile, holder, publicKey, key, signer } = order;
    const validity = cvcValidity({
      profile,
      issuerNotBefore: undefined,
      issuerNotAfter: undefined,
      now: nowSeconds(this.deps.clock),
    });
    const { terminalType, rights } = profile.cvc;
    const signed = await this.#sign(order.caId, key, signer, {
      holder,
      publicKey: CvPublicKey.of(publicKey.key, publicKey.algorithm, { spellOutCurve: true }),
      authorization: { terminalType, role: 'CVCA', rights },
      ...validity,
      extensions: [],
    });
    return this.#issued(signed, publicKey, {
      caId: order.caId,
      certificateProfileId: order.certificateProfileId,
      username: undefined,
      endEntityId: undefined,
      endEntityProfileId: 0,
      accountBindingId: undefined,
      type: CERTIFICATE_TYPE.rootCa,
      caSha1: sha1Of(signed.certificate.der),
    });
  }

  async #sign(
    caId: number,
    { keyAlias, settings }: SigningKey,
    { reference, publicKey }: Pick<CvIssuer, 'reference' | 'publicKey'>,
    fields: Omit<Parameters<typeof encodeCvCertificateBody>[0], 'authority'>,
  ): Promise<SignedCvCertificate> {
    const body = encodeCvCertificateBody({ authority: reference, ...fields });
    const { holder } = fields;
    const { signature, lintWarnings } = await signCertificate(
      {
        toBeSigned: { kind: 'card verifiable certificate', bytes: body },
        key: { keyAlias, settings, publicKey: publicKey.key },
        algorithm: publicKey.algorithm,
        entry: {
          caId,
          serialNumber: cvSerialNumber(holder),
          subjectDn: subjectOfHolder(holder).toString(),
          notAfter: cvValidity(fields).notAfter,
          crlPartition: 0,
        },
        mayBeRecorded: true,
      },
      this.deps,
    );
    const der = assembleCvCertificate(body, publicKey.signatureToWrite(signature));
    return { certificate: CvCertificate.parse(der), lintWarnings };
  }

  #issued(
    { certificate, lintWarnings }: SignedCvCertificate,
    publicKey: CvPublicKey,
    known: Pick<
      NewCertificate,
      | 'caId'
      | 'certificateProfileId'
      | 'username'
      | 'endEntityId'
      | 'endEntityProfileId'
      | 'accountBindingId'
      | 'type'
      | 'caSha1'
    >,
  ): IssuedCvCertificate {
    const { der, holder } = certificate;
    const serialNumber = cvSerialNumber(holder);
    const record: NewCertificate = {
      ...recordMembers({ der, subject: subjectOfHolder(holder), publicKey: publicKey.key }, this.deps),
      ...known,
      serialNumber,
      subjectAltName: undefined,
      subjectKeyId: undefined,
      ...cvValidity(certificate),
      crlPartition: 0,
    };
    return { certificate, serialNumber, lintWarnings, write: { op: 'certificate.insert', certificate: record } };
  }
}

/**
 * Requires the terminal type, the algorithm and the domain parameters of the issuer, which are the same throughout a chain (BSI TR-03110 part 3
 * §2.3).
 *
 * @throws {@link CvCertificateRefusedError}
 */
export function requireFitting(
  name: string,
  issuer: CvIssuer,
  { profile, publicKey, holder }: Pick<CvCertificateOrder, 'profile' | 'publicKey' | 'holder'>,
): void {
  const { terminalType } = issuer.certificate.authorization;
  const refuse = (problem: string) => new CvCertificateRefusedError(name, holder.text, problem);
  if (profile.cvc.terminalType !== terminalType)
    throw refuse(
      `the certificate profile is for ${profile.cvc.terminalType} terminals, and the CA for ${terminalType}.`,
    );
  if (publicKey.algorithm.name !== issuer.publicKey.algorithm.name)
    throw refuse(`its key signs with ${publicKey.algorithm.name}; the CA with ${issuer.publicKey.algorithm.name}.`);
  if (publicKey.curve !== issuer.publicKey.curve)
    throw refuse(`its key is on ${publicKey.curve?.name}; keys under the CA are on ${issuer.publicKey.curve?.name}.`);
}
