/** A key and a certificate for a worker from a CA of this installation, in one step. */
import { Certificate } from '@sealwright/pki';
import type { Administrator } from '../access/index.ts';
import type { Configuration } from '../configuration/index.ts';
import { KeyAliasInUseError } from '../crypto-tokens/index.ts';
import type { EnrolPkcs10 } from '../ra/index.ts';
import { NoSuchWorkerError, WorkerHasNoKeyError } from './errors.ts';
import { findWorker } from './find-worker.ts';
import type { WorkerCertificates } from './worker-certificates.ts';
import type { WorkerKeys } from './worker-keys.ts';
import { WorkerProperties } from './worker-properties.ts';
import type { WorkerDocument } from './worker-type.ts';

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
  readonly keys: Pick<WorkerKeys, 'generate' | 'test'>;
  readonly enrolPkcs10: Pick<EnrolPkcs10, 'enrolNow'>;
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
    const { certificate, chain } = await enrolPkcs10.enrolNow(administrator, {
      certificateRequest: request.toBase64(),
      certificateAuthorityName: issuer.ca,
      certificateProfileName: issuer.certificateProfile,
      endEntityProfileName: issuer.endEntityProfile,
      username: readProperties(worker).text('RENEWENDENTITY') ?? `worker-${worker.publicId}`,
      ...NOTHING_MORE,
    });
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

  /** Under the worker's name, or the next number after it that is free. */
  async #makeKey(administrator: Administrator, worker: WorkerDocument, key: WorkerKey | undefined): Promise<string> {
    for (let number = 1; number <= MAX_KEYS; number++) {
      const alias = number === 1 ? worker.name : `${worker.name} ${number}`;
      try {
        await this.#deps.keys.generate(administrator, String(worker.publicId), { ...key, alias });
        return alias;
      } catch (error) {
        if (!(error instanceof KeyAliasInUseError)) throw error;
      }
    }
    throw new WorkerHasNoKeyError(worker.name);
  }
}

function readProperties({ settings }: WorkerDocument): WorkerProperties {
  return new WorkerProperties(settings.properties ?? {}, () => undefined);
}

/** Of one worker in one token. */
const MAX_KEYS = 1000;
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
