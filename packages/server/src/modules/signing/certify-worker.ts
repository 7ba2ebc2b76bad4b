/** A key and a certificate for a worker from a CA of this installation, in one step. */
import { Certificate, compareBytes } from '@sealwright/pki';
import { AppError } from '../../kernel/errors.ts';
import type { Administrator } from '../access/index.ts';
import type { Configuration } from '../configuration/index.ts';
import { CryptoTokenOfflineError, KeyAliasInUseError } from '../crypto-tokens/index.ts';
import type { EndEntityHolder, EnrolPkcs10 } from '../ra/index.ts';
import { endEntityOf } from './end-entity-of-worker.ts';
import { NoSuchWorkerError } from './errors.ts';
import { findWorker } from './find-worker.ts';
import { presentCertificate } from './signer-certificate.ts';
import type { WorkerCertificates } from './worker-certificates.ts';
import type { WorkerKeys } from './worker-keys.ts';
import { type WorkerDocument, workerType } from './worker-type.ts';

/** Where the certificate comes from. Kept among the worker's properties, so that it can be renewed. */
export interface WorkerIssuer {
  readonly ca: string;
  readonly certificateProfile: string;
  readonly endEntityProfile: string;
  /** RFC 4514 text; the worker's property REQUESTDN, or its name as CN, unless given. */
  readonly subjectDn?: string | undefined;
}

/** The key to be made. */
export interface WorkerKey {
  /** `RSA`, `EC`, `Ed25519`, ... */
  readonly algorithm: string;
  readonly specification: string;
}

export interface CertifyWorkerDeps {
  readonly configuration: Configuration;
  readonly certificates: WorkerCertificates;
  readonly keys: Pick<WorkerKeys, 'generate' | 'nextAlias' | 'test'>;
  readonly enrolPkcs10: Pick<EnrolPkcs10, 'checkNow' | 'enrolNow'>;
}

export class CertifyWorker {
  readonly #deps: CertifyWorkerDeps;

  constructor(deps: CertifyWorkerDeps) {
    this.#deps = deps;
  }

  /**
   * Makes a key in the worker's token, has the CA certify it, and gives both to the worker. Each step is durable on its own: what fails
   * leaves a key that nobody uses, or a certificate that can be installed.
   *
   * @param named - the worker, by id or name
   * @param key - undefined to certify the worker's present key again
   */
  async certify(administrator: Administrator, named: string, issuer: WorkerIssuer, key?: WorkerKey): Promise<void> {
    if (key === undefined) {
      await this.certifyKey(administrator, named, issuer);
      return;
    }
    const alias = await this.#makeKey(administrator, await this.#worker(named), key);
    const further = { KEYALG: key.algorithm, KEYSPEC: key.specification };
    await this.certifyKey(administrator, named, issuer, alias, further);
  }

  /**
   * Has the CA certify a key that is there, and gives the worker both.
   *
   * @param alias - the worker's present key unless given
   * @param further - properties to set with it
   */
  async certifyKey(
    administrator: Administrator,
    named: string,
    issuer: WorkerIssuer,
    alias?: string,
    further: Readonly<Record<string, string>> = {},
  ): Promise<Certificate> {
    const { certificates, enrolPkcs10 } = this.#deps;
    const worker = await this.#worker(named);
    const request = await certificates.request(administrator, named, { alias, subjectDn: issuer.subjectDn });
    const enrolment = { certificateRequest: request.toBase64(), ...namesOf(worker, issuer), ...NOTHING_MORE };
    const holder = await this.#holder(administrator, worker, false);
    const { certificate, chain } = await enrolPkcs10.enrolNow(administrator, enrolment, holder);
    await certificates.install(administrator, named, [certificate.der, ...chain], {
      ...further,
      RENEWCA: issuer.ca,
      RENEWCERTIFICATEPROFILE: issuer.certificateProfile,
      RENEWENDENTITYPROFILE: issuer.endEntityProfile,
      ...(issuer.subjectDn === undefined ? {} : { REQUESTDN: issuer.subjectDn }),
      ...(alias === undefined ? {} : { DEFAULTKEY: alias }),
    });
    return Certificate.parse(certificate.der);
  }

  /** Finds out whether {@link certifyKey} would be refused, as far as it can be known before the key is used. */
  async check(administrator: Administrator, worker: WorkerDocument, issuer: WorkerIssuer): Promise<void> {
    const holder = await this.#holder(administrator, worker, true);
    await this.#deps.enrolPkcs10.checkNow(administrator, namesOf(worker, issuer), holder);
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
    const alias = await this.#makeKey(administrator, worker, undefined);
    await keys.test(administrator, named, alias);
    await certificates.nameNextKey(administrator, named, alias);
    return alias;
  }

  async #worker(named: string): Promise<WorkerDocument> {
    const worker = await findWorker(this.#deps.configuration, named);
    if (worker === undefined) throw new NoSuchWorkerError(named);
    return worker;
  }

  /** Under the worker's name, or with the number that comes next. */
  async #makeKey(administrator: Administrator, worker: WorkerDocument, key: WorkerKey | undefined): Promise<string> {
    const { keys } = this.#deps;
    const named = String(worker.publicId);
    for (let attempt = 1; ; attempt++) {
      const alias = await keys.nextAlias(administrator, named);
      try {
        await keys.generate(administrator, named, { ...key, alias });
        return alias;
      } catch (error) {
        // Somebody else has just taken it.
        if (!(error instanceof KeyAliasInUseError) || attempt === MAX_ATTEMPTS) throw error;
      }
    }
  }

  /** The program itself comes in nobody's place; an administrator has the rights to what a removed worker has left. */
  async #holder(
    administrator: Administrator,
    worker: WorkerDocument,
    tokenMayBeClosed: boolean,
  ): Promise<EndEntityHolder> {
    const { configuration } = this.#deps;
    return {
      id: worker.id,
      certificate: await this.#ownCertificate(worker, tokenMayBeClosed),
      succeeds: async (id) =>
        administrator.kind !== 'system' && (await configuration.findById(workerType, id)) === undefined,
    };
  }

  /**
   * What stands among the properties is the worker's when it has the key.
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
/** What an enrolment can say and this one does not. */
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
