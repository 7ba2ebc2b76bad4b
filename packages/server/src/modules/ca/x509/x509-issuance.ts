/** Builds and signs certificates. Knows nothing of who asked for them: that is the matter of registration. */
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
  serialNumberFromBytes,
  type TbsCertificate,
} from '@sealwright/pki';
import { hash } from 'node:crypto';
import { type Clock, nowSeconds } from '../../../kernel/clock.ts';
import type { Ids } from '../../../kernel/ids.ts';
import type { Random } from '../../../kernel/random.ts';
import { type CertificateProfile, certificateValidity } from '../../profiles/index.ts';
import { type CaSigner, type IssuanceJournal, alternativeKeyOf } from '../issuance/index.ts';
import { certificateExtensions } from './certificate-extensions.ts';
import type { Issuer, SigningAuthority, WithKeys, X509CaSettings } from '../authorities/index.ts';
import { choosePartition } from '../settings/index.ts';
import { requirePermittedCertificate } from './name-constraints.ts';
import { CERTIFICATE_TYPE, type InsertCertificate, type NewCertificate } from '../records/index.ts';

/** A certificate to be issued; every check of the request has passed. */
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
  /** Those of the request, which count as far as the profile lets them. */
  readonly requestedExtensions?: readonly Extension[];
  /** Those without which there is to be no certificate; the profile has to let them in. */
  readonly demandedExtensions?: readonly Extension[];
  /** What the settings of a CA say of its own certificate. */
  readonly ownExtensions?: readonly Extension[];
  /** Seconds since 1970; counts only where the profile allows it. */
  readonly requestedNotBefore?: number | undefined;
  readonly requestedNotAfter?: number | undefined;
  readonly accountBindingId?: string | undefined;
  /** A random one unless given. */
  readonly serialNumber?: SerialNumber | undefined;
}

/** The certificate of a self-signed CA to be issued. */
export interface SelfSignedOrder extends Pick<
  CertificateOrder,
  'profile' | 'certificateProfileId' | 'subject' | 'publicKey' | 'ownExtensions'
> {
  readonly authority: Signatory & Pick<Issuer, 'alternativePublicKey'>;
}

/** A CA that has a key, and perhaps no certificate yet. */
export interface Signatory {
  readonly id: number;
  readonly keyAlias: string;
  readonly alternativeKeyAlias: string;
  readonly settings: X509CaSettings & WithKeys;
}

/** A signed certificate and the write that stores it. It is handed out only when the write is durable. */
export interface IssuedCertificate {
  readonly der: Der<'Certificate'>;
  readonly serialNumber: SerialNumber;
  readonly write: InsertCertificate;
}

export interface X509IssuanceDeps {
  readonly signer: CaSigner;
  readonly journal: IssuanceJournal;
  readonly clock: Clock;
  readonly random: Random;
  readonly ids: Ids;
}

export class X509Issuance {
  readonly #deps: X509IssuanceDeps;

  constructor(deps: X509IssuanceDeps) {
    this.#deps = deps;
  }

  /**
   * Signs one certificate.
   *
   * @throws {CryptoTokenOfflineError}
   * @throws {@link RequestedExtensionError}
   * @throws {@link NameNotPermittedError} for a name outside of the name constraints of the CA or of one above it
   */
  async issue(order: CertificateOrder): Promise<IssuedCertificate> {
    const { authority } = order;
    return this.#sign(order, authority, authority.issuer, authority);
  }

  /**
   * Signs the certificate of a CA with its own key. Issuer and subject are the same name, and nothing cuts its validity.
   *
   * @throws {CryptoTokenOfflineError}
   */
  async issueSelfSigned(order: SelfSignedOrder): Promise<IssuedCertificate> {
    const { publicKey, subject, authority } = order;
    const { keyIdentifier } = publicKey;
    const { alternativePublicKey } = authority;
    const whole = { ...order, ...NO_END_ENTITY };
    return this.#sign(whole, authority, { subject, publicKey, keyIdentifier, alternativePublicKey });
  }

  /** @param above - the CA whose name constraints bind the certificate; none for one that is signed with its own key */
  async #sign(
    order: Unsigned,
    authority: Signatory,
    under: Issuer | SelfIssuer,
    above?: SigningAuthority,
  ): Promise<IssuedCertificate> {
    const { signer, journal, clock, random } = this.#deps;
    const { profile, subject, publicKey, alternativeNames } = order;
    const serialNumber = order.serialNumber ?? newSerialNumber(random, authority.settings.serialNumberOctets);
    const issuer = 'certificate' in under ? under.certificate : undefined;
    const { notBefore, notAfter } = certificateValidity({
      profile,
      issuerNotBefore: issuer?.notBefore,
      issuerNotAfter: issuer?.notAfter,
      requestedNotBefore: order.requestedNotBefore,
      requestedNotAfter: order.requestedNotAfter,
      now: nowSeconds(clock),
    });
    const { settings } = authority;
    // Whoever is not told of a partition looks at the main CRL.
    const namesPartition = profile.crlDistributionPoints?.source.from === 'ca';
    const crlPartition = namesPartition ? choosePartition(settings.crl.partitions, random) : 0;
    const signatureAlgorithm = profile.signatureAlgorithm ?? settings.signatureAlgorithm;
    const extensions = certificateExtensions({
      profile,
      settings,
      crlPartition,
      publicKey,
      issuerKeyIdentifier: under.keyIdentifier,
      alternativeNames,
      ownExtensions: order.ownExtensions ?? [],
      requestedExtensions: order.requestedExtensions ?? [],
      demandedExtensions: order.demandedExtensions ?? [],
      subjectIsEmpty: subject.isEmpty,
      notBefore,
      notAfter,
    });
    if (above !== undefined) requirePermittedCertificate(above, { subject, extensions });
    const tbs = await this.#tbs(authority, under.alternativePublicKey, {
      serialNumber,
      signatureAlgorithm,
      issuer: 'certificate' in under ? under.certificate.subject.der : under.subject.der,
      notBefore,
      notAfter,
      subject: subject.der,
      publicKey: publicKey.der,
      extensions,
    });
    const entry = { caId: authority.id, serialNumber, tbs, subjectDn: subject.toString(), notAfter, crlPartition };
    const key = {
      keyAlias: authority.keyAlias,
      settings,
      publicKey: 'certificate' in under ? under.certificate.publicKey : under.publicKey,
    };
    const signature = await journal.recorded(settings, entry, () => signer.sign(key, signatureAlgorithm, tbs));
    const der = assembleCertificate(tbs, signatureAlgorithm, signature);
    const sha1 = digest('sha1', der);
    const certificate = this.#record(order, { authority, der, serialNumber, sha1, notBefore, notAfter, crlPartition });
    const caSha1 = 'certificate' in under ? under.sha1 : sha1;
    return { der, serialNumber, write: { op: 'certificate.insert', certificate: { ...certificate, caSha1 } } };
  }

  /** What is to be signed, with the alternative signature of a CA that has a key for it (X.509 §9.8). */
  async #tbs(
    signatory: Signatory,
    publicKey: PublicKey | undefined,
    certificate: TbsCertificate,
  ): Promise<Der<'TbsCertificate'>> {
    const key = alternativeKeyOf(signatory, publicKey);
    if (key === undefined) return encodeTbsCertificate(certificate);
    const extensions = [...certificate.extensions, makeExtension(altSignatureAlgorithm, key.algorithm.der, false)];
    const preTbs = encodePreTbsCertificate({ ...certificate, extensions });
    const signature = await this.#deps.signer.sign(key, key.algorithm, preTbs);
    const signed = [...extensions, makeExtension(altSignatureValue, signature, false)];
    return encodeTbsCertificate({ ...certificate, extensions: signed });
  }

  #record(order: Unsigned, signed: Signed): Omit<NewCertificate, 'caSha1'> {
    const { profile, subject, publicKey, alternativeNames } = order;
    return {
      id: this.#deps.ids.next(),
      caId: signed.authority.id,
      serialNumber: signed.serialNumber,
      der: signed.der,
      sha1: signed.sha1,
      sha256: digest('sha256', signed.der),
      subjectDn: subject.toString(),
      subjectKey: Uint8Array.fromHex(subject.key),
      subjectAltName: searchableNames(profile, alternativeNames),
      subjectKeyId: profile.subjectKeyIdentifier ? publicKey.keyIdentifier : undefined,
      publicKeySha256: Uint8Array.fromHex(publicKey.sha256Fingerprint),
      endEntityId: order.endEntityId,
      username: order.username,
      certificateProfileId: order.certificateProfileId,
      endEntityProfileId: order.endEntityProfileId,
      type: TYPES[profile.type],
      notBefore: signed.notBefore,
      notAfter: signed.notAfter,
      crlPartition: signed.crlPartition,
      accountBindingId: order.accountBindingId,
      createdMs: this.#deps.clock.nowMs(),
    };
  }
}

type Unsigned = Omit<CertificateOrder, 'authority'>;

/** The name and key that a certificate is signed under when there is no certificate of them yet. */
interface SelfIssuer {
  readonly subject: DistinguishedName;
  readonly publicKey: PublicKey;
  readonly keyIdentifier: Uint8Array;
  readonly alternativePublicKey: PublicKey | undefined;
}

interface Signed {
  readonly authority: Signatory;
  readonly der: Der<'Certificate'>;
  readonly serialNumber: SerialNumber;
  readonly sha1: Uint8Array;
  readonly notBefore: number;
  readonly notAfter: number;
  readonly crlPartition: number;
}

/**
 * A random serial number of `octets` octets (RFC 5280 §4.1.2.2).
 *
 * The highest bit is zero, so that the INTEGER is positive and no octet is added: 159 random bits in 20 octets.
 */
export function newSerialNumber(random: Random, octets: number): SerialNumber {
  const bytes = random.bytes(octets);
  bytes[0]! &= 0x7f;
  return serialNumberFromBytes(bytes);
}

/** What searches find the certificate by: the names that it has, unless its profile keeps them out. */
function searchableNames(
  { storage, subjectAltName }: CertificateProfile,
  names: readonly GeneralName[],
): string | undefined {
  if (!storage.subjectAlternativeNames || subjectAltName === undefined || names.length === 0) return undefined;
  return formatGeneralNames(names);
}

function digest(algorithm: 'sha1' | 'sha256', der: Uint8Array): Uint8Array {
  return hash(algorithm, der, 'buffer');
}

/** What a CA's own certificate does not have. */
const NO_END_ENTITY = {
  endEntityProfileId: 0,
  endEntityId: undefined,
  username: undefined,
  alternativeNames: [],
} as const;

const TYPES = {
  END_ENTITY: CERTIFICATE_TYPE.endEntity,
  SUB_CA: CERTIFICATE_TYPE.subCa,
  ROOT_CA: CERTIFICATE_TYPE.rootCa,
} as const;
