/** Builds and signs SSH certificates. Knows nothing of who asked for them: that is the matter of registration. */
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
import { type Clock, nowSeconds } from '../../../kernel/clock.ts';
import type { Ids } from '../../../kernel/ids.ts';
import type { Random } from '../../../kernel/random.ts';
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
import { type SshSigningAuthority, sshAlgorithmFor } from '../authorities/index.ts';

/** An SSH certificate to be issued; every check of the request but those of {@link SshIssuance.issue} has passed. */
export interface SshCertificateOrder {
  readonly authority: SshSigningAuthority;
  /** A profile of the format SSH. */
  readonly profile: CertificateProfile;
  /** Document ids. */
  readonly certificateProfileId: number;
  readonly endEntityProfileId: number;
  readonly endEntityId: number;
  readonly username: string;
  /** The name that the certificate is recorded under: it has none itself. */
  readonly subject: DistinguishedName;
  readonly key: SshPublicKey;
  readonly keyId: string;
  readonly principals: readonly string[];
  readonly criticalOptions: readonly SshOption[];
  /** Beside those of the profile. */
  readonly extensions: readonly SshOption[];
  /** Seconds since 1970; counts only where the profile allows it. */
  readonly requestedNotBefore: number | undefined;
  readonly requestedNotAfter: number | undefined;
}

/** A signed certificate and the write that stores it. It is handed out only when the write is durable. */
export interface IssuedSshCertificate {
  readonly certificate: SshCertificate;
  readonly serialNumber: SerialNumber;
  /** For the audit record. */
  readonly lintWarnings: LintWarnings;
  readonly write: InsertCertificate;
}

/** A certificate as it would be signed. */
export interface RehearsedSshCertificate extends SignatureRehearsal {
  readonly tbs: SshBlob<'TbsCertificate'>;
  readonly contents: TbsSshCertificate;
}

export interface SshIssuanceDeps extends SignCertificateDeps {
  readonly clock: Clock;
  readonly random: Random;
  readonly ids: Ids;
}

export class SshIssuance {
  readonly #deps: SshIssuanceDeps;

  constructor(deps: SshIssuanceDeps) {
    this.#deps = deps;
  }

  /**
   * Signs one certificate, under the CA's present key.
   *
   * @throws {ProfileFormatError} for a profile that is not for SSH
   * @throws {SshExtensionError} for extensions that the profile does not let in, or when it asks for some and there are none
   * @throws {ValidityImpossibleError}
   * @throws {@link SshSignatureError} when the profile asks for a signature that the CA's key does not make
   * @throws {CryptoTokenOfflineError}, {@link LintRefusedError}
   * @throws {SshError} when the order holds what no certificate can: a principal with a comma, ...
   */
  async issue(order: SshCertificateOrder): Promise<IssuedSshCertificate> {
    const [signatureKey] = order.authority.publicKeys;
    const { unsigned, serialNumber } = this.#unsigned(order);
    const { signature: raw, lintWarnings } = await signCertificate(unsigned, this.#deps);
    const signature = encodeSshSignature(signatureKey, unsigned.algorithm, raw);
    const certificate = SshCertificate.parse(assembleSshCertificate(unsigned.toBeSigned.bytes, signature));
    const stored = this.#record(order, { certificate, serialNumber, signatureKey });
    return { certificate, serialNumber, lintWarnings, write: { op: 'certificate.insert', certificate: stored } };
  }

  /**
   * Makes what {@link issue} would sign, and tells who decides its fields. No key is used, and nonce and serial number are others than those of a
   * certificate to come. Nothing is stored.
   *
   * @throws what {@link issue} throws before it has what is to be signed
   */
  async rehearse(order: SshCertificateOrder, decisions: FieldDecisions): Promise<RehearsedSshCertificate> {
    const { unsigned, contents } = this.#unsigned(order, decisions);
    return { tbs: unsigned.toBeSigned.bytes, contents, ...(await rehearseSignature(unsigned, this.#deps)) };
  }

  /** Makes what is to be signed. */
  #unsigned(order: SshCertificateOrder, decisions?: FieldDecisions): UnsignedSsh {
    const { clock, random } = this.#deps;
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
      ...recordMembers({ der: certificate.blob, subject, publicKey }, this.#deps),
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
      // The column is inclusive, as it is for X.509.
      notAfter: Number(certificate.validBefore) - 1,
      crlPartition: 0,
      accountBindingId: undefined,
    };
  }
}

/** A certificate that is ready to be signed. */
interface UnsignedSsh {
  readonly unsigned: UnsignedCertificate & { readonly toBeSigned: { readonly bytes: SshBlob<'TbsCertificate'> } };
  readonly contents: TbsSshCertificate;
  readonly serialNumber: SerialNumber;
}

/** Tells who decides the fields, under the names that `sshCertificateFields` has for them. */
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

/** 63 random bits: the field has 64, and positive numbers are written alike everywhere. */
const SERIAL_NUMBER_OCTETS = 8;
const NONCE_OCTETS = 32;
