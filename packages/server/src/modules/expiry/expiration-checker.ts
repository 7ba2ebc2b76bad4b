/** Services of the kind CERTIFICATE_EXPIRATION_CHECKER: their work. */
import { nowSeconds } from '../../kernel/clock.ts';
import { ConflictError } from '../../kernel/unit-of-work.ts';
import { actorOf, SYSTEM, type UseCaseDeps } from '../access/index.ts';
import { type Authorities, CERTIFICATE_TYPE } from '../ca/index.ts';
import type { Ending, NoticeStore, PostNotices } from '../notices/index.ts';
import { type ServiceExecutor, serviceType } from '../services/index.ts';
import type { WorkerEnds } from '../signing/index.ts';
import { endingAuthorities } from './ending-authorities.ts';
import type { EndingCertificate, EndingCertificates } from './ending-certificates.ts';
import { EndingCrls, type EndingCrlsDeps } from './ending-crls.ts';
import { endingWorkers } from './ending-workers.ts';
import { TellOfCertificates, type TellOfCertificatesDeps } from './tell-of-certificates.ts';
import { ENDED_WITHIN_SECONDS } from './telling-time.ts';
import type { TellingService } from './telling-service.ts';

export interface ExpirationCheckerDeps
  extends Pick<UseCaseDeps, 'audit' | 'configuration' | 'store' | 'clock'>, TellOfCertificatesDeps, EndingCrlsDeps {
  readonly authorities: Authorities;
  readonly endingCertificates: EndingCertificates;
  readonly notices: Pick<NoticeStore, 'isTold'>;
  readonly postNotices: PostNotices;
  readonly workerEnds: Pick<WorkerEnds, 'list'>;
  /** Wakes the delivery of notices. */
  readonly onNotices: () => void;
}

/** Finds what ends soon, and stores a notice of each object that its service has not reported yet. */
export class ExpirationChecker {
  readonly #deps: ExpirationCheckerDeps;
  readonly #crls: EndingCrls;
  readonly #certificates: TellOfCertificates;

  constructor(deps: ExpirationCheckerDeps) {
    this.#deps = deps;
    this.#crls = new EndingCrls(deps);
    this.#certificates = new TellOfCertificates(deps);
  }

  /** The executor, as services call it. */
  get executor(): ServiceExecutor {
    return async ({ caIds, expiration }, signal, { id, name }) =>
      this.check({ id, name, caIds, ...expiration }, signal);
  }

  /** @returns the number of notices stored */
  async check(service: TellingService, signal: AbortSignal): Promise<number> {
    let told = 0;
    try {
      for (const ending of await this.#others(service, signal)) {
        if (signal.aborted) return told;
        told += await this.#tell(service, ending);
      }
      if (service.objects.has('CERTIFICATES')) told += await this.#tellOfCertificates(service, signal);
      return told;
    } finally {
      // Notices stored before an error stay stored.
      if (told > 0) this.#deps.onNotices();
    }
  }

  /** Everything that ends except certificates of end entities: what the installation itself depends on. */
  async #others(service: TellingService, signal: AbortSignal): Promise<readonly Ending[]> {
    const { authorities, clock, configuration, workerEnds } = this.#deps;
    const { objects, secondsBefore, caIds } = service;
    const now = nowSeconds(clock);
    const query = { caIds, secondsBefore, now };
    const services = (await configuration.list(serviceType)).flatMap(({ usability }) =>
      usability.usable && usability.value.active ? [usability.value] : [],
    );
    const updaters = services.filter(({ worker }) => worker === 'CRL_UPDATER');
    const updatedCas = updaters.some((one) => one.caIds === 'any')
      ? 'any'
      : new Set(updaters.flatMap((one) => [...(one.caIds as ReadonlySet<number>)]));
    const renewsWorkers = services.some(({ worker }) => worker === 'SIGNER_RENEWAL');
    return [
      ...(objects.has('CAS') ? await endingAuthorities(authorities, query) : []),
      ...(objects.has('CRLS') ? await this.#crls.find(query, updatedCas, signal) : []),
      ...(objects.has('WORKERS') ? endingWorkers(await workerEnds.list(), { secondsBefore, now, renewsWorkers }) : []),
    ];
  }

  async #tell(service: TellingService, ending: Ending): Promise<number> {
    const { audit, notices, postNotices, store } = this.#deps;
    if (await notices.isTold(service.id, ending.object, ending.endsAt)) return 0;
    const writes = postNotices.writesOf(service.id, ending, { operators: service.sendToAdmins, holder: undefined });
    const { kind, name, endsAt } = ending;
    const entry = {
      event: 'EXPIRATION_NOTICE',
      outcome: 'SUCCESS',
      actor: actorOf(SYSTEM),
      details: { kind, name, endsAt, service: service.name },
    } as const;
    try {
      await store.commit(audit.unit(writes, [entry], undefined));
      return 1;
    } catch (error) {
      // Another process has reported it.
      if (error instanceof ConflictError) return 0;
      throw error;
    }
  }

  async #tellOfCertificates(service: TellingService, signal: AbortSignal): Promise<number> {
    const { clock, endingCertificates } = this.#deps;
    const now = nowSeconds(clock);
    const isToldElsewhere = await this.#toldElsewhere(service);
    const query = {
      caIds: service.caIds === 'any' ? undefined : [...service.caIds],
      certificateProfileIds: service.certificateProfileIds === 'any' ? undefined : [...service.certificateProfileIds],
      from: now - ENDED_WITHIN_SECONDS,
      until: now + service.secondsBefore,
      now,
      // Programs renew short-lived certificates all the time. A service that names their profile gets notices of them nevertheless.
      shortLife: service.certificateProfileIds === 'any' ? SHORT_LIFE_SECONDS : 0,
      serviceId: service.id,
    };
    if (query.caIds?.length === 0 || query.certificateProfileIds?.length === 0) return 0;
    let told = 0;
    await endingCertificates.find(
      query,
      async (found) => {
        if (signal.aborted) return;
        told += await this.#certificates.tell(
          service,
          found.filter((certificate) => !isToldElsewhere(certificate)),
        );
      },
      signal,
    );
    return told;
  }

  /** CAs and workers have notices of their own; their former certificates need none. */
  async #toldElsewhere({ objects }: TellingService): Promise<(certificate: EndingCertificate) => boolean> {
    const { authorities, workerEnds } = this.#deps;
    const workers = objects.has('WORKERS') ? await workerEnds.list() : [];
    const digests = new Set(workers.map(({ certificate }) => certificate.sha256Fingerprint.toLowerCase()));
    const subjects = new Set((await authorities.list()).map(({ settings }) => settings.subject.toString()));
    return ({ sha256, subjectDn, type }) =>
      digests.has(sha256.toHex()) ||
      ((type === CERTIFICATE_TYPE.subCa || type === CERTIFICATE_TYPE.rootCa) && subjects.has(subjectDn));
  }
}

/** Maximum validity of a short-lived certificate of the CA/Browser Forum. */
const SHORT_LIFE_SECONDS = 7 * 86_400;
