/** Builds and signs certificates. Knows nothing of who asked for them: that is the matter of registration. */
import {
  assembleCertificate,
  type Der,
  type DistinguishedName,
  encodeTbsCertificate,
  formatGeneralNames,
  type GeneralName,
  type PublicKey,
  type SerialNumber,
  serialNumberFromBytes,
  type SignatureAlgorithm,
} from '@sealwright/pki';
import { hash } from 'node:crypto';
import { type Clock, nowSeconds } from '../../kernel/clock.ts';
import type { Ids } from '../../kernel/ids.ts';
import type { Random } from '../../kernel/random.ts';
import { type CertificateProfile, certificateValidity } from '../profiles/index.ts';
import type { CaSigner } from './ca-signer.ts';
import { certificateExtensions } from './certificate-extensions.ts';
import type { SigningAuthority } from './certificate-authority.ts';
import { CERTIFICATE_TYPE, type InsertCertificate } from './certificate-record.ts';

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
  /** Seconds since 1970; counts only where the profile allows it. */
  readonly requestedNotBefore?: number | undefined;
  readonly requestedNotAfter?: number | undefined;
  readonly accountBindingId?: string | undefined;
}

/** A signed certificate and the write that stores it. It is handed out only when the write is durable. */
export interface IssuedCertificate {
  readonly der: Der<'Certificate'>;
  readonly serialNumber: SerialNumber;
  readonly write: InsertCertificate;
}

export interface IssuanceDeps {
  readonly signer: CaSigner;
  readonly clock: Clock;
  readonly random: Random;
  readonly ids: Ids;
}

export class Issuance {
  readonly #deps: IssuanceDeps;

  constructor(deps: IssuanceDeps) {
    this.#deps = deps;
  }

  /**
   * Signs one certificate.
   *
   * @throws {CryptoTokenOfflineError}
   */
  async issue(order: CertificateOrder): Promise<IssuedCertificate> {
    const { signer, clock, random, ids } = this.#deps;
    const { authority, profile, subject, publicKey, alternativeNames } = order;
    const serialNumber = newSerialNumber(random, authority.settings.serialNumberOctets);
    const issuer = authority.issuer.certificate;
    const { notBefore, notAfter } = certificateValidity({
      profile,
      issuerNotBefore: issuer.notBefore,
      issuerNotAfter: issuer.notAfter,
      requestedNotBefore: order.requestedNotBefore,
      requestedNotAfter: order.requestedNotAfter,
      now: nowSeconds(clock),
    });
    const algorithm = authority.settings.signatureAlgorithm;
    const extensions = certificateExtensions({
      profile,
      settings: authority.settings,
      publicKey,
      issuerKeyIdentifier: authority.issuer.keyIdentifier,
      alternativeNames,
      subjectIsEmpty: subject.isEmpty,
      notBefore,
      notAfter,
    });
    const tbs = encodeTbsCertificate({
      serialNumber,
      signatureAlgorithm: algorithm,
      issuer: issuer.subject.der,
      notBefore,
      notAfter,
      subject: subject.der,
      publicKey: publicKey.der,
      extensions,
    });
    const der = assembleCertificate(tbs, algorithm, await signer.sign(authority, tbs));
    return {
      der,
      serialNumber,
      write: {
        op: 'certificate.insert',
        certificate: {
          id: ids.next(),
          caId: authority.id,
          serialNumber,
          der,
          sha1: digest('sha1', der),
          sha256: digest('sha256', der),
          subjectDn: subject.toString(),
          subjectKey: Uint8Array.fromHex(subject.key),
          subjectAltName: alternativeNames.length === 0 ? undefined : formatGeneralNames(alternativeNames),
          subjectKeyId: profile.subjectKeyIdentifier ? publicKey.keyIdentifier : undefined,
          publicKeySha256: Uint8Array.fromHex(publicKey.sha256Fingerprint),
          caSha1: authority.issuer.sha1,
          endEntityId: order.endEntityId,
          username: order.username,
          certificateProfileId: order.certificateProfileId,
          endEntityProfileId: order.endEntityProfileId,
          type: TYPES[profile.type],
          notBefore,
          notAfter,
          crlPartition: 0,
          accountBindingId: order.accountBindingId,
          createdMs: clock.nowMs(),
        },
      },
    };
  }
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

function digest(algorithm: 'sha1' | 'sha256', der: Uint8Array): Uint8Array {
  return hash(algorithm, der, 'buffer');
}

const TYPES = {
  END_ENTITY: CERTIFICATE_TYPE.endEntity,
  SUB_CA: CERTIFICATE_TYPE.subCa,
  ROOT_CA: CERTIFICATE_TYPE.rootCa,
} as const;
