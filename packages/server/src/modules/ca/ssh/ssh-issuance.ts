/** Issuance of SSH certificates. Independent of the requester, which registration deals with. */
import {
  assembleSshCertificate,
  encodeSshSignature,
  encodeTbsSshCertificate,
  type DistinguishedName,
  SshCertificate,
  type SshOption,
  type SshPublicKey,
  type SerialNumber,
  serialNumberToBigInt,
  type SshBlob,
  type TbsSshCertificate,
} from '@sealwright/pki';
import { nowSeconds } from '../../../kernel/clock.ts';
import { WithDeps } from '../../../kernel/with-deps.ts';
import type { UseCaseDeps } from '../../access/index.ts';
import {
  type CertificateProfile,
  type FieldDecisions,
  type SshCertificateRules,
  sshExtensions,
  sshValidity,
} from '../../profiles/index.ts';
import {
  type LintWarnings,
  newSerialNumber,
  recordMembers,
  rehearseSignature,
  sha1Of,
  signCertificate,
  type SignCertificateDeps,
  type SignatureRehearsal,
  type UnsignedCertificate,
} from '../issuance/index.ts';
import { CERTIFICATE_TYPE, type InsertCertificate, type NewCertificate } from '../records/index.ts';
import { type SshSigningAuthority, sshAlgorithmFor } from '../kinds/index.ts';

/** An order for an SSH certificate. Every check of the request has passed, except those of {@link SshIssuance.issue}. */
export interface SshCertificateOrder {
  readonly authority: SshSigningAuthority;
  /** A profile of the SSH format. */
  readonly profile: CertificateProfile;
  /** Document ids. */
  readonly certificateProfileId: number;
  readonly endEntityProfileId: number;
  readonly endEntityId: number;
  readonly username: string;
  /** Name under which the certificate is recorded; SSH certificates have no subject. */
  readonly subject: DistinguishedName;
  readonly key: SshPublicKey;
  readonly keyId: string;
  readonly principals: readonly string[];
  readonly criticalOptions: readonly SshOption[];
  /** Extensions in addition to those of the profile. */
  readonly extensions: readonly SshOption[];
  /** Seconds since 1970; ignored unless the profile allows it. */
  readonly requestedNotBefore: number | undefined;
  readonly requestedNotAfter: number | undefined;
}

/** A signed certificate and the write that stores it. It must not be handed out before the write is durable. */
export interface IssuedSshCertificate {
  readonly certificate: SshCertificate;
  readonly serialNumber: SerialNumber;
  /** Lint warnings for the audit record. */
  readonly lintWarnings: LintWarnings;
  readonly write: InsertCertificate;
}

/** A certificate as it would be signed. */
export interface RehearsedSshCertificate extends SignatureRehearsal {
  readonly tbs: SshBlob<'TbsCertificate'>;
  readonly contents: TbsSshCertificate;
}

export interface SshIssuanceDeps extends SignCertificateDeps, Pick<UseCaseDeps, 'clock' | 'ids' | 'random'> {}

export class SshIssuance extends WithDeps<SshIssuanceDeps> {
  /**
   * Signs one certificate with the CA's present key.
   *
   * @throws {ProfileFormatError} for a profile that is not for SSH
   * @throws {SshExtensionError} for extensions that the profile does not allow, or if it requires some and there are none
   * @throws {ValidityImpossibleError}
   * @throws {@link SshSignatureError} if the profile requires a signature algorithm that the CA's key does not support
   * @throws {CryptoTokenOfflineError}, {@link LintRefusedError}
   * @throws {SshError} if the order contains something impossible in a certificate, such as a principal with a comma
   */
  async issue(order: SshCertificateOrder): Promise<IssuedSshCertificate> {
    const [signatureKey] = order.authority.publicKeys;
    const { unsigned, serialNumber } = this.#unsigned(order);
    const { signature: raw, lintWarnings } = await signCertificate(unsigned, this.deps);
    const signature = encodeSshSignature(signatureKey, unsigned.algorithm, raw);
    const certificate = SshCertificate.parse(assembleSshCertificate(unsigned.toBeSigned.bytes, signature));
    const stored = this.#record(order, { certificate, serialNumber, signatureKey });
    return { certificate, serialNumber, lintWarnings, write: { op: 'certificate.insert', certificate: stored } };
  }

  /**
   * Makes the to-be-signed bytes of {@link issue}, and notes who decides their fields. No key is used, and nonce and serial number differ from those
   * of a later certificate. Nothing is stored.
   *
   * @throws the errors of {@link issue} before signing
   */
  async rehearse(order: SshCertificateOrder, decisions: FieldDecisions): Promise<RehearsedSshCertificate> {
    const { unsigned, contents } = this.#unsigned(order, decisions);
    return { tbs: unsigned.toBeSigned.bytes, contents, ...(await rehearseSignature(unsigned, this.deps)) };
  }

  /** Builds the to-be-signed certificate. */
  #unsigned(order: SshCertificateOrder, decisions?: FieldDecisions): UnsignedSsh {
    const { clock, random } = this.deps;
    const { authority, profile } = order;
    const { validAfter, validBefore } = sshValidity({
      ...order,
      issuerNotAfter: authority.notAfter,
      now: nowSeconds(clock),
      decisions,
    });
    const [signatureKey] = authority.publicKeys;
    const wanted = profile.signatureAlgorithm ?? authority.settings.signatureAlgorithm;
    const algorithm = sshAlgorithmFor(authority.name, signatureKey, wanted);
    const serialNumber = newSerialNumber(random, SERIAL_NUMBER_OCTETS);
    const { rules, extensions } = sshExtensions(profile, order.extensions);
    const contents: TbsSshCertificate = {
      nonce: random.bytes(NONCE_OCTETS),
      key: order.key,
      serialNumber: serialNumberToBigInt(serialNumber),
      type: rules.type,
      keyId: order.keyId,
      principals: order.principals,
      validAfter: BigInt(validAfter),
      validBefore: BigInt(validBefore),
      criticalOptions: order.criticalOptions,
      extensions,
      signatureKey,
    };
    if (decisions !== undefined) decideFields(decisions, order, contents, rules);
    return {
      contents,
      serialNumber,
      unsigned: {
        toBeSigned: { kind: 'SSH certificate', bytes: encodeTbsSshCertificate(contents) },
        key: { keyAlias: authority.keyAlias, settings: authority.settings, publicKey: signatureKey.publicKey },
        algorithm,
        entry: {
          caId: authority.id,
          serialNumber,
          subjectDn: order.subject.toString(),
          notAfter: validBefore - 1,
          crlPartition: 0,
        },
      },
    };
  }

  #record(
    order: SshCertificateOrder,
    {
      certificate,
      serialNumber,
      signatureKey,
    }: Pick<IssuedSshCertificate, 'certificate' | 'serialNumber'> & { readonly signatureKey: SshPublicKey },
  ): NewCertificate {
    const { subject, principals, profile } = order;
    const { publicKey } = order.key;
    const isSearchable = profile.storage.subjectAlternativeNames && principals.length > 0;
    return {
      ...recordMembers({ der: certificate.blob, subject, publicKey }, this.deps),
      caId: order.authority.id,
      serialNumber,
      subjectAltName: isSearchable ? principals.map((name) => `PRINCIPAL=${name}`).join(', ') : undefined,
      subjectKeyId: publicKey.keyIdentifier,
      caSha1: sha1Of(signatureKey.blob),
      endEntityId: order.endEntityId,
      username: order.username,
      certificateProfileId: order.certificateProfileId,
      endEntityProfileId: order.endEntityProfileId,
      type: CERTIFICATE_TYPE.ssh,
      notBefore: Number(certificate.validAfter),
      // The stored end is inclusive, as it is for X.509.
      notAfter: Number(certificate.validBefore) - 1,
      crlPartition: 0,
      accountBindingId: undefined,
    };
  }
}

/** A certificate ready to be signed. */
interface UnsignedSsh {
  readonly unsigned: UnsignedCertificate & { readonly toBeSigned: { readonly bytes: SshBlob<'TbsCertificate'> } };
  readonly contents: TbsSshCertificate;
  readonly serialNumber: SerialNumber;
}

/** Notes who decides the fields, under the names of `sshCertificateFields`. */
function decideFields(
  decisions: FieldDecisions,
  { profile }: SshCertificateOrder,
  { criticalOptions, extensions }: TbsSshCertificate,
  rules: SshCertificateRules,
): void {
  decisions.decide('public key', 'caller', 'public_key');
  decisions.decide('serial', 'program', undefined, '63 random bits; the enrollment chooses others');
  decisions.decide('type', PROFILE, 'sshCertificateType');
  decisions.decide('key id', 'caller', 'key_id');
  decisions.decide('valid principals', 'caller', 'principals');
  decisions.rename('validity.notBefore', 'valid after');
  decisions.rename('validity.notAfter', 'valid before');
  for (const { name } of criticalOptions) decisions.decide(`critical options.${name}`, 'caller', 'critical_options');
  const own = new Set(rules.extensions.map(({ name }) => name));
  for (const { name } of extensions) {
    const field = `extensions.${name}`;
    if (own.has(name)) decisions.decide(field, PROFILE, 'sshExtensions');
    else {
      decisions.ask(field, 'caller', 'additional_extensions');
      decisions.grant(field, 'sshExternalExtensions');
    }
  }
  const because =
    profile.signatureAlgorithm === undefined ? undefined : 'signatureAlgorithm of the profile chooses how it signs';
  decisions.decide('signature key', 'CA', undefined, because);
}

const PROFILE = 'certificate profile';

/** 63 random bits: the field has 64, and positive numbers look the same in all programs. */
const SERIAL_NUMBER_OCTETS = 8;
const NONCE_OCTETS = 32;
