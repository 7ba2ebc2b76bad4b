/** A key and a certificate for a worker from a CA of this installation, in one step. */
import { requireWorker, type WorkerDocument, type WorkerIssuer, workerType } from '../workers/index.ts';
import { Certificate, compareBytes } from '@sealwright/pki';
import { AppError } from '../../../kernel/errors.ts';
import { StorageUnavailableError } from '../../../kernel/unit-of-work.ts';
import { type AccessControl, type Administrator, Resource } from '../../access/index.ts';
import type { Configuration } from '../../configuration/index.ts';
import { CryptoTokenOfflineError, KeyAliasInUseError } from '../../crypto-tokens/index.ts';
import type { EndEntityHolder, EndEntityStore, EnrollAtOnce, EnrolledCertificate } from '../../ra/index.ts';
import { endEntityOf, requireOwnEndEntity } from './worker-end-entity.ts';
import { type MadeWorkerKey, presentCertificate, type WorkerKeys } from '../keys/index.ts';
import type { WorkerCertificates } from './worker-certificates.ts';

/** The key to be made. */
export interface WorkerKey {
  /** `RSA`, `EC`, `Ed25519`, ... */
  readonly algorithm: string;
  readonly specification: string;
}

export interface CertifyWorkerDeps {
  readonly access: AccessControl;
  readonly configuration: Configuration;
  readonly certificates: WorkerCertificates;
  readonly keys: Pick<WorkerKeys, 'generate' | 'nextAlias' | 'takeAway' | 'test'>;
  readonly endEntities: Pick<EndEntityStore, 'findByUsername'>;
  readonly enrollAtOnce: Pick<EnrollAtOnce, 'check' | 'enroll'>;
  /** Receives the error when a key that was made for nothing cannot be taken away. */
  readonly onBackgroundError: (error: unknown) => void;
}

export class CertifyWorker {
  readonly #deps: CertifyWorkerDeps;

  constructor(deps: CertifyWorkerDeps) {
    this.#deps = deps;
  }

  /**
   * Makes a key in the worker's token, has the CA certify it, and gives both to the worker. Each step is durable on its own. A key that
   * nobody certifies is taken away again, unless nobody can say; what fails later leaves a certificate that can be installed.
   *
   * @param named - the worker, by id or name
   * @param key - undefined to certify the worker's present key again
   */
  async certify(administrator: Administrator, named: string, issuer: WorkerIssuer, key?: WorkerKey): Promise<void> {
    const { access, keys, onBackgroundError } = this.#deps;
    await access.authorize(administrator, Resource.signing.edit);
    const worker = await requireWorker(this.#deps.configuration, named);
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
   * Has the CA certify a key that is there, and gives the worker both.
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

  /** Finds out whether {@link certify} or {@link certifyKey} would be refused, as far as it can be known before a key is made or used. */
  async check(administrator: Administrator, worker: WorkerDocument, issuer: WorkerIssuer): Promise<void> {
    const { certificates, enrollAtOnce } = this.#deps;
    const named = String(worker.publicId);
    const subject = await certificates.check(administrator, named, issuer.subjectDn, propertiesFor(issuer));
    const enrollment = { ...namesOf(worker, issuer), ...NOTHING_MORE };
    const holder = await this.#holder(administrator, worker, true);
    await enrollAtOnce.check(administrator, enrollment, { subject, alternativeNames: [] }, holder);
  }

  /**
   * Makes a key as the worker's properties KEYALG and KEYSPEC say, tests it, and names it as the worker's next one: should its certificate
   * not come, it is there for the next attempt.
   *
   * @returns its alias
   */
  async prepareNextKey(administrator: Administrator, worker: WorkerDocument): Promise<string> {
    const { certificates, keys } = this.#deps;
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
    const { certificates, enrollAtOnce } = this.#deps;
    const worker = await requireWorker(this.#deps.configuration, named);
    const request = await certificates.request(administrator, named, { alias, subjectDn: issuer.subjectDn });
    const enrollment = { certificateRequest: request.toBase64(), ...namesOf(worker, issuer), ...NOTHING_MORE };
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
    await this.#deps.certificates.install(administrator, named, [certificate.der, ...chain], properties);
  }

  /** Under the worker's name, or with the number that comes next. */
  async #makeKey(
    administrator: Administrator,
    worker: WorkerDocument,
    key: WorkerKey | undefined,
  ): Promise<MadeWorkerKey> {
    const { keys } = this.#deps;
    const named = String(worker.publicId);
    for (let attempt = 1; ; attempt++) {
      const alias = await keys.nextAlias(administrator, named);
      try {
        return await keys.generate(administrator, named, { ...key, alias });
      } catch (error) {
        // Somebody else has just taken it.
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
    const { configuration, endEntities } = this.#deps;
    await requireOwnEndEntity(configuration, endEntities, worker);
    return {
      id: worker.id,
      certificate: await this.#ownCertificate(worker, tokenMayBeClosed),
      succeeds: async (id) =>
        administrator.kind !== 'system' && (await configuration.findById(workerType, id)) === undefined,
    };
  }

  /**
   * Returns the certificate among the properties when the worker has its key.
   *
   * @param tokenMayBeClosed - the key is compared later, once the token is open
   */
  async #ownCertificate(worker: WorkerDocument, tokenMayBeClosed: boolean): Promise<Certificate | undefined> {
    const certificate = presentCertificate(worker);
    if (certificate === undefined) return undefined;
    try {
      const { keyPair } = await this.#deps.certificates.keyOf(String(worker.publicId));
      return compareBytes(keyPair.publicKey, certificate.publicKeyDer) === 0 ? certificate : undefined;
    } catch (error) {
      if (tokenMayBeClosed && error instanceof CryptoTokenOfflineError) return certificate;
      if (error instanceof AppError && error.kind !== 'unavailable') return undefined;
      throw error;
    }
  }
}

/** From which the worker's certificate is renewed. */
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

/** To make a key while others do. */
const MAX_ATTEMPTS = 10;
/** Members of an enrollment that a worker's leaves open. */
const NOTHING_MORE = {
  password: undefined,
  email: undefined,
  accountBindingId: undefined,
  notBefore: undefined,
  notAfter: undefined,
  subjectDn: undefined,
  extensionData: [],
  customData: [],
};
