/** The signers of answers for a CA key: its delegated responder, or the CA itself. */
import { hash } from 'node:crypto';
import {
  Certificate,
  compareBytes,
  defaultSignatureAlgorithm,
  type ResponderId,
  responderIdOf,
  type SignatureAlgorithm,
  signsWith,
} from '@sealwright/pki';
import { WithDeps } from '../../kernel/with-deps.ts';
import {
  type Authorities,
  type CaKey,
  type CertificateStore,
  type CrlHead,
  type CrlStore,
  isRevoked,
  type OcspResponderStore,
  type OcspSettings,
  type X509Authority,
} from '../ca/index.ts';
import type { Configuration } from '../configuration/index.ts';
import { type CryptoTokens, isHardwareToken, UnknownKeyAliasError } from '../crypto-tokens/index.ts';
import type { OcspIssuer } from './ocsp-issuers.ts';

/** The signer of answers under one epoch. */
export interface OcspSigner {
  readonly caId: number;
  readonly settings: OcspSettings;
  /** Requirements on answers that lint enforces in addition to RFC 6960. */
  readonly requirements: readonly 'TLS'[];
  readonly key: CaKey;
  readonly algorithm: SignatureAlgorithm;
  readonly responderId: ResponderId;
  /** The responder's certificate in DER; empty when the CA signs. */
  readonly certificates: readonly Uint8Array[];
  /** Validity of its certificate, seconds since 1970. */
  readonly notBefore: number;
  readonly notAfter: number;
  /** Unique name of the signer. */
  readonly name: string;
  /** The CRL of an external CA from which answers are made; undefined for other CAs, whose certificates are in the database. Seconds since 1970. */
  readonly crl: Pick<CrlHead, 'thisUpdate' | 'nextUpdate'> | undefined;
  /** Digest of what decides how answers look: an answer that was prepared with another one is not given out. Undefined where none are prepared. */
  readonly preparedSha256: Uint8Array | undefined;
}

/** A signer; `missing`: there is none yet; `no-crl`: no usable CRL of the external CA is imported yet; `none`: the CA has none for this key. */
export type OcspSignerAnswer = OcspSigner | 'missing' | 'no-crl' | 'none';

export interface OcspSignersDeps {
  readonly authorities: Pick<Authorities, 'findById'>;
  readonly certificates: Pick<CertificateStore, 'findStatus'>;
  readonly configuration: Pick<Configuration, 'epoch' | 'getById'>;
  readonly crls: Pick<CrlStore, 'findLatestHead'>;
  readonly responders: OcspResponderStore;
  readonly tokens: Pick<CryptoTokens, 'getKeyPair'>;
}

/**
 * A cache of the signers under the present epoch. Every change of their inputs moves the epoch: settings, renewal of a CA or a responder, revocation
 * of a responder, keys, the import of a CRL of an external CA.
 */
export class OcspSigners extends WithDeps<OcspSignersDeps> {
  #epoch = -1;
  #signers = new Map<OcspIssuer, OcspSignerAnswer | Promise<OcspSignerAnswer>>();

  /**
   * Returns the signer at once where it is known, since a Promise for each answer costs more than the lookup.
   *
   * @throws {CryptoTokenOfflineError} where only the token knows the key
   */
  find(issuer: OcspIssuer): OcspSignerAnswer | Promise<OcspSignerAnswer> {
    const { epoch } = this.deps.configuration;
    if (this.#epoch !== epoch) {
      this.#epoch = epoch;
      this.#signers = new Map();
    }
    const signers = this.#signers;
    const known = signers.get(issuer);
    if (known !== undefined) return known;
    const loading = this.#load(issuer);
    signers.set(issuer, loading);
    loading.then(
      (signer) => signers.set(issuer, signer),
      () => signers.delete(issuer),
    );
    return loading;
  }

  async #load(issuer: OcspIssuer): Promise<OcspSignerAnswer> {
    const authority = await this.deps.authorities.findById(issuer.caId);
    if (authority?.kind !== 'X509') return 'none';
    const { ocsp } = authority.settings;
    if (ocsp.signer === 'NONE') return 'none';
    if (authority.status === 'EXTERNAL') return this.#external(issuer, authority);
    return ocsp.signer === 'CA' ? this.#caItself(issuer, authority) : this.#delegated(issuer, authority);
  }

  async #delegated({ caId, generation }: OcspIssuer, authority: X509Authority): Promise<OcspSignerAnswer> {
    const records = await this.deps.responders.listOfCa(caId, MAX_RESPONDERS);
    const record = records.find(({ issuerKeySha256 }) => issuerKeySha256.toHex() === generation.fingerprint);
    if (record === undefined) return authority.settings.cryptoTokenId === undefined ? 'none' : 'missing';
    const certificate = Certificate.parse(record.certificate);
    // Checked regardless of the row: a responder answers only for the key that has certified it.
    const { subject } = generation.issuer.certificate;
    if (!certificate.issuer.equals(subject) || !certificate.verify(generation.publicKey)) return 'missing';
    if (await isRevoked(this.deps.certificates, caId, certificate)) return 'missing';
    const key = { keyAlias: record.keyAlias, settings: { cryptoTokenId: record.cryptoTokenId } };
    return this.#signer(authority, certificate, key, [certificate.der]);
  }

  /**
   * Finds the responder of an external CA. It answers from the newest CRL, and only about certificates of the present key, because it is unknown which
   * CRLs covered those of a former key. The CRL has to cover all certificates, and must have been imported completely.
   */
  async #external(issuer: OcspIssuer, authority: X509Authority): Promise<OcspSignerAnswer> {
    const { ocsp, crl } = authority.settings;
    if (ocsp.signer !== 'DELEGATED' || ocsp.neverIssued === 'revoked' || !issuer.generation.isPresent) return 'none';
    const signer = await this.#delegated(issuer, authority);
    if (typeof signer === 'string') return signer;
    let [thisUpdate, nextUpdate] = [0, Number.MAX_SAFE_INTEGER];
    for (let partition = 0; partition <= (crl.partitions?.count ?? 0); partition++) {
      const scope = { caId: authority.id, partition };
      const head = await this.deps.crls.findLatestHead(scope, 'base');
      if (head === undefined || !head.complete || head.createdMs <= issuer.generation.sinceMs) return 'no-crl';
      // It may have revoked what was not stored.
      const delta = await this.deps.crls.findLatestHead(scope, 'delta');
      if (delta !== undefined && delta.number > head.number && !delta.complete) return 'no-crl';
      // The one that was made first, and the one that ends first.
      thisUpdate = partition === 0 ? head.thisUpdate : Math.min(thisUpdate, head.thisUpdate);
      nextUpdate = Math.min(nextUpdate, head.nextUpdate);
    }
    return { ...signer, crl: { thisUpdate, nextUpdate }, preparedSha256: undefined };
  }

  async #caItself({ generation }: OcspIssuer, authority: X509Authority): Promise<OcspSignerAnswer> {
    const { cryptoTokenId } = authority.settings;
    if (cryptoTokenId === undefined) return 'none';
    if (authority.status !== 'ACTIVE' && authority.status !== 'REVOKED') return 'missing';
    const { certificate } = generation.issuer;
    return this.#signer(authority, certificate, { keyAlias: generation.keyAlias, settings: { cryptoTokenId } }, []);
  }

  async #signer(
    { id, settings: { ocsp, crl, signatureAlgorithm } }: X509Authority,
    certificate: Certificate,
    key: Omit<CaKey, 'publicKey'>,
    certificates: readonly Uint8Array[],
  ): Promise<OcspSignerAnswer> {
    const { publicKey, notBefore, notAfter } = certificate;
    if (!(await this.#isKey(key, publicKey.der))) return 'missing';
    const isUsual = signatureAlgorithm !== undefined && signsWith(signatureAlgorithm, publicKey.algorithm);
    const algorithm = isUsual ? signatureAlgorithm : defaultSignatureAlgorithm(publicKey.algorithm, publicKey.bits);
    const requirements = crl.baselineRequirements === 'NONE' ? [] : [crl.baselineRequirements];
    const name = certificate.sha256Fingerprint;
    const { archiveSeconds = 0, lifetimeSeconds, neverIssued, responderId } = ocsp;
    const decisive = [name, algorithm.name, requirements, archiveSeconds, lifetimeSeconds, neverIssued, responderId];
    return {
      caId: id,
      settings: ocsp,
      requirements,
      key: { ...key, publicKey },
      algorithm,
      responderId: responderIdOf(certificate, responderId),
      certificates,
      notBefore,
      notAfter,
      name,
      crl: undefined,
      preparedSha256: (await this.#prepares(ocsp, key.settings.cryptoTokenId))
        ? hash('sha256', JSON.stringify(decisive), 'buffer')
        : undefined,
    };
  }

  async #prepares({ prepared, lifetimeSeconds }: OcspSettings, cryptoTokenId: number): Promise<boolean> {
    if (prepared === 'NEVER' || lifetimeSeconds < LEAST_PREPARED_SECONDS) return false;
    return prepared === 'ALWAYS' || isHardwareToken(this.deps.configuration, cryptoTokenId);
  }

  /** Tells whether the alias has the certified key: signatures of another key could not be verified. */
  async #isKey({ keyAlias, settings }: Omit<CaKey, 'publicKey'>, publicKey: Uint8Array): Promise<boolean> {
    try {
      const found = await this.deps.tokens.getKeyPair(settings.cryptoTokenId, keyAlias);
      return compareBytes(found.publicKey, publicKey) === 0;
    } catch (error) {
      if (error instanceof UnknownKeyAliasError) return false;
      throw error;
    }
  }
}

const MAX_RESPONDERS = 1000;
/** Answers of a shorter life would end between two runs of the task that prepares them. */
const LEAST_PREPARED_SECONDS = 3600;
