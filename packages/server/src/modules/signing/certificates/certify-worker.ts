/** Issuance of a certificate to a worker by a CA of this installation, with a new key or the present one, in one step. */
import { requireWorker, type WorkerDocument, type WorkerIssuer, workerType } from '../workers/index.ts';
import { Certificate, compareBytes } from '@sealwright/pki';
import { AppError } from '../../../kernel/errors.ts';
import { StorageUnavailableError } from '../../../kernel/unit-of-work.ts';
import { WithDeps } from '../../../kernel/with-deps.ts';
import { type Administrator, Resource, type UseCaseDeps } from '../../access/index.ts';
import { CryptoTokenOfflineError, KeyAliasInUseError } from '../../crypto-tokens/index.ts';
import {
  type EndEntityHolder,
  type EndEntityStore,
  type EnrollAtOnce,
  type EnrolledCertificate,
  ORDER_DEFAULTS,
} from '../../ra/index.ts';
import { endEntityOf, requireOwnEndEntity } from './worker-end-entity.ts';
import { type MadeWorkerKey, presentCertificate, type WorkerKeys } from '../keys/index.ts';
import type { WorkerCertificates } from './worker-certificates.ts';

/** The key to be made. */
export interface WorkerKey {
  /** `RSA`, `EC`, `Ed25519`, ... */
  readonly algorithm: string;
  readonly specification: string;
}

export interface CertifyWorkerDeps extends Pick<UseCaseDeps, 'access' | 'configuration'> {
  readonly certificates: WorkerCertificates;
  readonly keys: Pick<WorkerKeys, 'generate' | 'nextAlias' | 'takeAway' | 'test'>;
  readonly endEntities: Pick<EndEntityStore, 'findByUsername'>;
  readonly enrollAtOnce: Pick<EnrollAtOnce, 'check' | 'enroll'>;
  /** Receives the error when an uncertified new key cannot be removed. */
  readonly onBackgroundError: (error: unknown) => void;
}

export class CertifyWorker extends WithDeps<CertifyWorkerDeps> {
  /**
   * Makes a key in the worker's token, has the CA certify it, and gives both to the worker. Each step is durable on its own. A key without a
   * certificate is removed again, unless the outcome is unknown; a later failure leaves a certificate that can be installed.
   *
   * @param named - the worker, by id or name
   * @param key - undefined to certify the worker's present key again
   */
  async certify(administrator: Administrator, named: string, issuer: WorkerIssuer, key?: WorkerKey): Promise<void> {
    const { access, keys, onBackgroundError } = this.deps;
    await access.authorize(administrator, Resource.signing.edit);
    const worker = await requireWorker(this.deps.configuration, named);
    await this.check(administrator, worker, issuer);
    if (key === undefined) {
      await this.certifyKey(administrator, named, issuer);
      return;
    }
    const made = await this.#makeKey(administrator, worker, key);
    const { alias } = made;
    const enrolled = await this.#enroll(administrator, named, issuer, alias).catch(async (error: unknown) => {
      if (!(error instanceof StorageUnavailableError)) await keys.takeAway(worker, made).catch(onBackgroundError);
      throw error;
    });
    const further = { KEYALG: key.algorithm, KEYSPEC: key.specification, DEFAULTKEY: alias };
    await this.#install(administrator, named, issuer, enrolled, further);
  }

  /**
   * Has the CA certify an existing key, and gives both to the worker.
   *
   * @param alias - the worker's present key unless given
   */
  async certifyKey(
    administrator: Administrator,
    named: string,
    issuer: WorkerIssuer,
    alias?: string,
  ): Promise<Certificate> {
    const enrolled = await this.#enroll(administrator, named, issuer, alias);
    await this.#install(administrator, named, issuer, enrolled, alias === undefined ? {} : { DEFAULTKEY: alias });
    return Certificate.parse(enrolled.certificate.der);
  }

  /** Checks whether {@link certify} or {@link certifyKey} would be refused, as far as that is known before a key is made or used. */
  async check(administrator: Administrator, worker: WorkerDocument, issuer: WorkerIssuer): Promise<void> {
    const { certificates, enrollAtOnce } = this.deps;
    const named = String(worker.publicId);
    const subject = await certificates.check(administrator, named, issuer.subjectDn, propertiesFor(issuer));
    const enrollment = { ...namesOf(worker, issuer), ...ORDER_DEFAULTS };
    const holder = await this.#holder(administrator, worker, true);
    await enrollAtOnce.check(administrator, enrollment, { subject, alternativeNames: [] }, holder);
  }

  /**
   * Makes a key as specified by the worker's properties KEYALG and KEYSPEC, tests it, and names it as the worker's next key: if the issuance
   * fails, the next attempt uses it.
   *
   * @returns its alias
   */
  async prepareNextKey(administrator: Administrator, worker: WorkerDocument): Promise<string> {
    const { certificates, keys } = this.deps;
    const named = String(worker.publicId);
    const { alias } = await this.#makeKey(administrator, worker, undefined);
    await keys.test(administrator, named, alias);
    await certificates.nameNextKey(administrator, named, alias);
    return alias;
  }

  async #enroll(
    administrator: Administrator,
    named: string,
    issuer: WorkerIssuer,
    alias: string | undefined,
  ): Promise<EnrolledCertificate> {
    const { certificates, enrollAtOnce } = this.deps;
    const worker = await requireWorker(this.deps.configuration, named);
    const request = await certificates.request(administrator, named, { alias, subjectDn: issuer.subjectDn });
    const enrollment = { certificateRequest: request.toBase64(), ...namesOf(worker, issuer), ...ORDER_DEFAULTS };
    const holder = await this.#holder(administrator, worker, false);
    return enrollAtOnce.enroll(administrator, enrollment, holder);
  }

  async #install(
    administrator: Administrator,
    named: string,
    issuer: WorkerIssuer,
    { certificate, chain }: EnrolledCertificate,
    further: Readonly<Record<string, string>>,
  ): Promise<void> {
    const properties = { ...further, ...propertiesFor(issuer) };
    await this.deps.certificates.install(administrator, named, [certificate.der, ...chain], properties);
  }

  /** Makes a key whose alias is the worker's name, with the next number if that is taken. */
  async #makeKey(
    administrator: Administrator,
    worker: WorkerDocument,
    key: WorkerKey | undefined,
  ): Promise<MadeWorkerKey> {
    const { keys } = this.deps;
    const named = String(worker.publicId);
    for (let attempt = 1; ; attempt++) {
      const alias = await keys.nextAlias(administrator, named);
      try {
        return await keys.generate(administrator, named, { ...key, alias });
      } catch (error) {
        // Another caller has just taken the alias.
        if (!(error instanceof KeyAliasInUseError) || attempt === MAX_ATTEMPTS) throw error;
      }
    }
  }

  /**
   * The program itself comes in nobody's place; an administrator has the rights to what a removed worker has left.
   *
   * @throws {@link EndEntityOfOtherWorkerError}
   */
  async #holder(
    administrator: Administrator,
    worker: WorkerDocument,
    tokenMayBeClosed: boolean,
  ): Promise<EndEntityHolder> {
    const { configuration, endEntities } = this.deps;
    await requireOwnEndEntity(configuration, endEntities, worker);
    return {
      id: worker.id,
      certificate: await this.#ownCertificate(worker, tokenMayBeClosed),
      succeeds: async (id) =>
        administrator.kind !== 'system' && (await configuration.findById(workerType, id)) === undefined,
    };
  }

  /**
   * Returns the certificate in the properties if the worker has its key.
   *
   * @param tokenMayBeClosed - true when the key is compared later, once the token is open
   */
  async #ownCertificate(worker: WorkerDocument, tokenMayBeClosed: boolean): Promise<Certificate | undefined> {
    const certificate = presentCertificate(worker);
    if (certificate === undefined) return undefined;
    try {
      const { keyPair } = await this.deps.certificates.keyOf(String(worker.publicId));
      return compareBytes(keyPair.publicKey, certificate.publicKeyDer) === 0 ? certificate : undefined;
    } catch (error) {
      if (tokenMayBeClosed && error instanceof CryptoTokenOfflineError) return certificate;
      if (error instanceof AppError && error.kind !== 'unavailable') return undefined;
      throw error;
    }
  }
}

/** Returns the properties for renewing the worker's certificate from the same issuer. */
function propertiesFor({ ca, certificateProfile, endEntityProfile, subjectDn }: WorkerIssuer) {
  return {
    RENEWCA: ca,
    RENEWCERTIFICATEPROFILE: certificateProfile,
    RENEWENDENTITYPROFILE: endEntityProfile,
    ...(subjectDn === undefined ? {} : { REQUESTDN: subjectDn }),
  };
}

function namesOf(worker: WorkerDocument, { ca, certificateProfile, endEntityProfile }: WorkerIssuer) {
  return {
    certificateAuthorityName: ca,
    certificateProfileName: certificateProfile,
    endEntityProfileName: endEntityProfile,
    username: endEntityOf(worker),
  };
}

/** Maximum attempts to make a key while others make keys, too. */
const MAX_ATTEMPTS = 10;
