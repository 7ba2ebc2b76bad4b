/** A key and a certificate for a worker from a CA of this installation, in one step; and again before the certificate ends. */
import type { Certificate } from '@sealwright/pki';
import { type Clock, nowSeconds } from '../../kernel/clock.ts';
import type { Administrator } from '../access/index.ts';
import { type Configuration, parseDuration } from '../configuration/index.ts';
import { KeyAliasInUseError } from '../crypto-tokens/index.ts';
import type { EnrolPkcs10 } from '../ra/index.ts';
import { NoSuchWorkerError, WorkerHasNoKeyError } from './errors.ts';
import { findWorker } from './find-worker.ts';
import type { WorkerCertificates } from './worker-certificates.ts';
import type { WorkerKeys } from './worker-keys.ts';
import { WorkerProperties } from './worker-properties.ts';
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
  readonly keys: Pick<WorkerKeys, 'generate'>;
  readonly enrolPkcs10: Pick<EnrolPkcs10, 'enrol'>;
  readonly clock: Clock;
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
    const { certificates, configuration, enrolPkcs10 } = this.#deps;
    const worker = await findWorker(configuration, named);
    if (worker === undefined) throw new NoSuchWorkerError(named);
    const alias = key && (await this.#makeKey(administrator, worker, key));
    const request = await certificates.request(administrator, named, { alias, subjectDn: issuer.subjectDn });
    const { certificate, chain } = await enrolPkcs10.enrol(administrator, {
      certificateRequest: request.toBase64(),
      certificateAuthorityName: issuer.ca,
      certificateProfileName: issuer.certificateProfile,
      endEntityProfileName: issuer.endEntityProfile,
      username: readProperties(worker).text('RENEWENDENTITY') ?? `worker-${worker.publicId}`,
      ...NOTHING_MORE,
    });
    await certificates.install(administrator, named, [certificate.der, ...chain], {
      RENEWCA: issuer.ca,
      RENEWCERTIFICATEPROFILE: issuer.certificateProfile,
      RENEWENDENTITYPROFILE: issuer.endEntityProfile,
      ...(issuer.subjectDn === undefined ? {} : { REQUESTDN: issuer.subjectDn }),
      ...(key === undefined ? {} : { KEYALG: key.algorithm, KEYSPEC: key.specification }),
      ...(alias === undefined ? {} : { DEFAULTKEY: alias }),
    });
  }

  /**
   * Certifies every worker anew whose certificate ends soon and came from a CA here: with another key, unless the worker says
   * RENEW_FORDEFAULTKEY.
   *
   * @param signal - ends it before the next worker
   * @param onFailed - told of a worker whose certificate could not be renewed; the others are
   * @returns how many were
   */
  async renewAll(signal: AbortSignal, onFailed: (error: unknown) => void): Promise<number> {
    let renewed = 0;
    for (const worker of await this.#deps.configuration.list(workerType)) {
      if (signal.aborted) break;
      const properties = readProperties(worker);
      const issuer = issuerOf(properties);
      if (issuer === undefined || !this.#endsSoon(worker, properties)) continue;
      try {
        const sameKey = properties.boolean('RENEW_FORDEFAULTKEY', false);
        await this.certify(SYSTEM, String(worker.publicId), issuer, sameKey ? undefined : keyOf(properties));
        renewed += 1;
      } catch (error) {
        onFailed(error);
      }
    }
    return renewed;
  }

  /** Under the worker's name, or the next number after it that is free. */
  async #makeKey(administrator: Administrator, worker: WorkerDocument, key: WorkerKey): Promise<string> {
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

  #endsSoon({ usability }: WorkerDocument, properties: WorkerProperties): boolean {
    const [[certificate] = []] = usability.usable ? usability.value.key.chains : [];
    if (certificate === undefined) return false;
    const remaining = certificate.notAfter - nowSeconds(this.#deps.clock);
    const text = properties.text('RENEW_MINREMAININGSIGNINGVALIDITY');
    return remaining <= ((text === undefined ? undefined : parseDuration(text)) ?? lastThird(certificate));
  }
}

/** A certificate is renewed when a third of its life is left, unless the worker says otherwise. */
function lastThird({ notBefore, notAfter }: Certificate): number {
  return Math.floor((notAfter - notBefore) / 3);
}

function issuerOf(properties: WorkerProperties): WorkerIssuer | undefined {
  const ca = properties.text('RENEWCA');
  const certificateProfile = properties.text('RENEWCERTIFICATEPROFILE');
  const endEntityProfile = properties.text('RENEWENDENTITYPROFILE');
  if (ca === undefined || certificateProfile === undefined || endEntityProfile === undefined) return undefined;
  return { ca, certificateProfile, endEntityProfile };
}

function keyOf(properties: WorkerProperties): WorkerKey | undefined {
  const algorithm = properties.text('KEYALG');
  return algorithm === undefined ? undefined : { algorithm, specification: properties.text('KEYSPEC') ?? '' };
}

function readProperties({ settings }: WorkerDocument): WorkerProperties {
  return new WorkerProperties(settings.properties ?? {}, () => undefined);
}

const SYSTEM: Administrator = { kind: 'system' };
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
