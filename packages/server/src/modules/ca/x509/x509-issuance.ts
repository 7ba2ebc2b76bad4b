/** Issuance of X.509 certificates. Independent of the requester, which registration deals with. */
import {
  altSignatureAlgorithm,
  altSignatureValue,
  assembleCertificate,
  type Der,
  type DistinguishedName,
  encodePreTbsCertificate,
  encodeTbsCertificate,
  type Extension,
  formatGeneralNames,
  type GeneralName,
  makeExtension,
  type PublicKey,
  type SerialNumber,
  subjectAltName,
  type TbsCertificate,
} from '@sealwright/pki';
import { nowSeconds } from '../../../kernel/clock.ts';
import { ConflictError } from '../../../kernel/unit-of-work.ts';
import { WithDeps } from '../../../kernel/with-deps.ts';
import type { UseCaseDeps } from '../../access/index.ts';
import { type CertificateProfile, certificateValidity, type FieldDecisions } from '../../profiles/index.ts';
import {
  alternativeKeyOf,
  type LintWarnings,
  newSerialNumber,
  recordMembers,
  rehearseSignature,
  SerialNumberInUseError,
  type SignatureRehearsal,
  signCertificate,
  type SignCertificateDeps,
  type UnsignedCertificate,
} from '../issuance/index.ts';
import { certificateExtensions } from './certificate-extensions.ts';
import type { Issuer, SigningAuthority, WithKeys, X509CaSettings } from '../kinds/index.ts';
import { choosePartition } from '../settings/index.ts';
import { requirePermittedCertificate } from './name-constraints.ts';
import { CERTIFICATE_TYPE, type InsertCertificate, type NewCertificate } from '../records/index.ts';
import { NO_END_ENTITY } from './no-end-entity.ts';

/** An order for a certificate whose request has passed all checks. */
export interface CertificateOrder {
  readonly authority: SigningAuthority;
  readonly profile: CertificateProfile;
  /** Document ids. */
  readonly certificateProfileId: number;
  readonly endEntityProfileId: number;
  readonly endEntityId: number | undefined;
  readonly username: string | undefined;
  readonly subject: DistinguishedName;
  readonly publicKey: PublicKey;
  readonly alternativeNames: readonly GeneralName[];
  /** Extensions of the request; used as far as the profile allows. */
  readonly requestedExtensions?: readonly Extension[];
  /** Extensions without which no certificate may be issued; the profile has to allow them. */
  readonly demandedExtensions?: readonly Extension[];
  /** Extensions of a CA's own certificate, from its settings or its end entity. */
  readonly ownExtensions?: readonly Extension[];
  /** Seconds since 1970; ignored unless the profile allows it. */
  readonly requestedNotBefore?: number | undefined;
  readonly requestedNotAfter?: number | undefined;
  readonly accountBindingId?: string | undefined;
  /** By default a random one. */
  readonly serialNumber?: SerialNumber | undefined;
}

/** An order for the certificate of a self-signed CA. */
export interface SelfSignedOrder extends Pick<
  CertificateOrder,
  'profile' | 'certificateProfileId' | 'subject' | 'publicKey' | 'ownExtensions'
> {
  readonly authority: Signatory & Pick<Issuer, 'alternativePublicKey'>;
}

/** A CA with a key, possibly without a certificate yet. */
export interface Signatory {
  readonly id: number;
  readonly keyAlias: string;
  readonly alternativeKeyAlias: string;
  readonly settings: X509CaSettings & WithKeys;
}

/** A signed certificate and the write that stores it. It must not be handed out before the write is durable. */
export interface IssuedCertificate {
  readonly der: Der<'Certificate'>;
  readonly serialNumber: SerialNumber;
  /** Lint warnings for the audit record. */
  readonly lintWarnings: LintWarnings;
  readonly write: InsertCertificate;
}

/** A certificate as it would be signed. */
export interface RehearsedCertificate extends SignatureRehearsal {
  readonly tbs: Der<'TbsCertificate'>;
}

export interface X509IssuanceDeps extends SignCertificateDeps, Pick<UseCaseDeps, 'clock' | 'ids' | 'random'> {}

export class X509Issuance extends WithDeps<X509IssuanceDeps> {
  /**
   * Signs one certificate.
   *
   * @throws {CryptoTokenOfflineError}
   * @throws {@link RequestedExtensionError}
   * @throws {@link NameNotPermittedError} for a name outside the name constraints of the CA or of a CA above it
   * @throws {@link LintRefusedError}, {@link SerialNumberInUseError}
   */
  async issue(order: CertificateOrder): Promise<IssuedCertificate> {
    const { authority } = order;
    try {
      return await this.#sign(order, authority, issuerName(authority), authority);
    } catch (error) {
      // The journal says that a certificate with this number may have been signed before. A random number does not repeat.
      const isRecorded = error instanceof ConflictError && error.reason === 'exists';
      if (order.serialNumber === undefined || !isRecorded) throw error;
      throw new SerialNumberInUseError(authority.name, order.serialNumber, { cause: error });
    }
  }

  /**
   * Makes the to-be-signed bytes of {@link issue}, and notes who decides their fields. No key is used: a placeholder stands for an alternative
   * signature, and the serial number differs from that of a later certificate unless the order sets it. Nothing is stored.
   *
   * @throws the errors of {@link issue} before signing
   */
  async rehearse(order: CertificateOrder, decisions: FieldDecisions): Promise<RehearsedCertificate> {
    const { authority } = order;
    const { unsigned } = await this.#unsigned(order, authority, issuerName(authority), {
      constrainedBy: authority,
      decisions,
    });
    return { tbs: unsigned.toBeSigned.bytes, ...(await rehearseSignature(unsigned, this.deps)) };
  }

  /**
   * Signs the certificate of a CA with its own key. Issuer and subject are the same name, and its validity is not limited by an issuer.
   *
   * @throws {CryptoTokenOfflineError}, {@link LintRefusedError}
   */
  async issueSelfSigned(order: SelfSignedOrder): Promise<IssuedCertificate> {
    const { publicKey, subject, authority } = order;
    const { keyIdentifier } = publicKey;
    const { alternativePublicKey } = authority;
    const whole = { ...order, ...NO_END_ENTITY };
    return this.#sign(whole, authority, { subject, publicKey, keyIdentifier, alternativePublicKey });
  }

  /** @param constrainedBy - the CA whose name constraints apply; undefined for a self-signed certificate */
  async #sign(
    order: Unsigned,
    authority: Signatory,
    issuer: SigningName,
    constrainedBy?: SigningAuthority,
  ): Promise<IssuedCertificate> {
    const { unsigned, members } = await this.#unsigned(order, authority, issuer, { constrainedBy });
    const { toBeSigned, algorithm } = unsigned;
    const { signature, lintWarnings } = await signCertificate(unsigned, this.deps);
    const der = assembleCertificate(toBeSigned.bytes, algorithm, signature);
    const certificate = this.#record(order, der, members, issuer.sha1);
    return { der, serialNumber: members.serialNumber, lintWarnings, write: { op: 'certificate.insert', certificate } };
  }

  /** Builds the to-be-signed certificate. */
  async #unsigned(
    order: Unsigned,
    authority: Signatory,
    issuer: SigningName,
    {
      constrainedBy,
      decisions,
    }: { readonly constrainedBy?: SigningAuthority | undefined; readonly decisions?: FieldDecisions },
  ): Promise<UnsignedX509> {
    const { clock, random } = this.deps;
    const { profile, subject, publicKey } = order;
    const { settings } = authority;
    const now = nowSeconds(clock);
    const serialNumber = order.serialNumber ?? newSerialNumber(random, settings.serialNumberOctets);
    const { notBefore, notAfter } = certificateValidity({
      profile,
      issuerNotBefore: issuer.certificate?.notBefore,
      issuerNotAfter: issuer.certificate?.notAfter,
      requestedNotBefore: order.requestedNotBefore,
      requestedNotAfter: order.requestedNotAfter,
      now,
      decisions,
    });
    // Relying parties use the main CRL for certificates without the CA's distribution points.
    const namesPartition = profile.crlDistributionPoints?.source.from === 'ca';
    const crlPartition = namesPartition ? choosePartition(settings.crl.partitions, random) : 0;
    const extensions = certificateExtensions({
      profile,
      settings,
      crlPartition,
      publicKey,
      issuerKeyIdentifier: issuer.keyIdentifier,
      alternativeNames: order.alternativeNames,
      issuerAlternativeNames: profile.issuerAltName ? (issuer.certificate?.extension(subjectAltName) ?? []) : [],
      ownExtensions: order.ownExtensions ?? [],
      requestedExtensions: order.requestedExtensions ?? [],
      demandedExtensions: order.demandedExtensions ?? [],
      subjectIsEmpty: subject.isEmpty,
      notBefore,
      notAfter,
      decisions,
    });
    if (constrainedBy !== undefined) requirePermittedCertificate(constrainedBy, { subject, extensions });
    const algorithm = profile.signatureAlgorithm ?? settings.signatureAlgorithm;
    if (decisions !== undefined) decideRest(decisions, order, settings);
    const tbs = await this.#tbs(
      authority,
      { publicKey: issuer.alternativePublicKey, decisions },
      {
        serialNumber,
        signatureAlgorithm: algorithm,
        issuer: issuer.subject.der,
        notBefore,
        notAfter,
        subject: subject.der,
        publicKey: publicKey.der,
        extensions,
      },
    );
    const unsigned = {
      toBeSigned: {
        kind: 'certificate',
        bytes: tbs,
        expected: {
          profile,
          settings,
          issuer,
          serialNumber,
          subject,
          publicKey,
          alternativeNames: order.alternativeNames,
          ownExtensions: order.ownExtensions ?? [],
          crlPartition,
          hasAlternativeSignature: alternativeKeyOf(authority, issuer.alternativePublicKey) !== undefined,
          now,
        },
      },
      key: { keyAlias: authority.keyAlias, settings, publicKey: issuer.publicKey },
      algorithm,
      entry: { caId: authority.id, serialNumber, subjectDn: subject.toString(), notAfter, crlPartition },
    } as const;
    return { unsigned, members: { caId: authority.id, serialNumber, notBefore, notAfter, crlPartition } };
  }

  /** Encodes the to-be-signed bytes, with the alternative signature of a CA that has a key for it (X.509 §9.8). */
  async #tbs(
    signatory: Signatory,
    {
      publicKey,
      decisions,
    }: { readonly publicKey: PublicKey | undefined; readonly decisions: FieldDecisions | undefined },
    certificate: TbsCertificate,
  ): Promise<Der<'TbsCertificate'>> {
    const key = alternativeKeyOf(signatory, publicKey);
    if (key === undefined) return encodeTbsCertificate(certificate);
    const extensions = [...certificate.extensions, makeExtension(altSignatureAlgorithm, key.algorithm.der, false)];
    if (decisions !== undefined) {
      decisions.decideExtension(altSignatureAlgorithm.oid, 'CA', 'alternativeSignatureAlgorithm');
      const because = 'an octet of zero stands for it, since no key signs in a dry run';
      decisions.decideExtension(altSignatureValue.oid, 'program', undefined, because);
      const placeholder = makeExtension(altSignatureValue, Uint8Array.of(0), false);
      return encodeTbsCertificate({ ...certificate, extensions: [...extensions, placeholder] });
    }
    const preTbs = encodePreTbsCertificate({ ...certificate, extensions });
    const signature = await this.deps.signer.sign(key, key.algorithm, preTbs);
    const signed = [...extensions, makeExtension(altSignatureValue, signature, false)];
    return encodeTbsCertificate({ ...certificate, extensions: signed });
  }

  /** @param caSha1 - SHA-1 of the CA's certificate; undefined if this is the CA's certificate */
  #record(
    order: Unsigned,
    der: Der<'Certificate'>,
    members: Pick<NewCertificate, 'caId' | 'serialNumber' | 'notBefore' | 'notAfter' | 'crlPartition'>,
    caSha1: Uint8Array | undefined,
  ): NewCertificate {
    const { profile, subject, publicKey, alternativeNames } = order;
    const common = recordMembers({ der, subject, publicKey }, this.deps);
    return {
      ...common,
      ...members,
      caSha1: caSha1 ?? common.sha1,
      subjectAltName: searchableNames(profile, alternativeNames),
      subjectKeyId: profile.subjectKeyIdentifier ? publicKey.keyIdentifier : undefined,
      endEntityId: order.endEntityId,
      username: order.username,
      certificateProfileId: order.certificateProfileId,
      endEntityProfileId: order.endEntityProfileId,
      type: TYPES[profile.type],
      accountBindingId: order.accountBindingId,
    };
  }
}

type Unsigned = Omit<CertificateOrder, 'authority'>;

/** A certificate ready to be signed, with the members of its record known so far. */
interface UnsignedX509 {
  readonly unsigned: UnsignedCertificate & { readonly toBeSigned: { readonly bytes: Der<'TbsCertificate'> } };
  readonly members: Pick<NewCertificate, 'caId' | 'serialNumber' | 'notBefore' | 'notAfter' | 'crlPartition'>;
}

/** Name and key of the issuer, with its certificate if it already has one. */
interface SigningName extends Partial<Pick<Issuer, 'certificate' | 'sha1'>> {
  readonly subject: DistinguishedName;
  readonly publicKey: PublicKey;
  readonly keyIdentifier: Uint8Array;
  readonly alternativePublicKey: PublicKey | undefined;
}

function issuerName({ issuer }: SigningAuthority): SigningName {
  const { publicKey, subject } = issuer.certificate;
  return { ...issuer, publicKey, subject };
}

/** Notes who decides the fields that every certificate has. */
function decideRest(decisions: FieldDecisions, { profile, serialNumber }: Unsigned, settings: X509CaSettings): void {
  decisions.decide('version', 'program', undefined, 'certificates have version 3');
  decisions.decide('issuer', 'CA', undefined, 'the subject of the CA');
  if (profile.signatureAlgorithm !== undefined)
    decisions.decide('signature', 'certificate profile', 'signatureAlgorithm');
  else decisions.decide('signature', 'CA', 'signatureAlgorithm');
  if (serialNumber !== undefined) decisions.grant('serialNumber', 'allowCertificateSerialNumberOverride');
  else {
    const because = `${settings.serialNumberOctets} random octets; the enrollment chooses others`;
    decisions.decide('serialNumber', 'CA', 'serialNumberOctets', because);
  }
}

/** Returns the names by which searches find the certificate, unless its profile excludes them from searches. */
function searchableNames(
  { storage, subjectAltName }: CertificateProfile,
  names: readonly GeneralName[],
): string | undefined {
  if (!storage.subjectAlternativeNames || subjectAltName === undefined || names.length === 0) return undefined;
  return formatGeneralNames(names);
}

const TYPES = {
  END_ENTITY: CERTIFICATE_TYPE.endEntity,
  SUB_CA: CERTIFICATE_TYPE.subCa,
  ROOT_CA: CERTIFICATE_TYPE.rootCa,
} as const;
