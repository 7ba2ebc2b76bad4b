/** The type of document that a service is: work that the program does by itself, again and again. */
import { Type } from 'typebox';
import { Resource } from '../access/index.ts';
import { choice, defineDocumentType, reference, type ReportProblem, viewAndEdit } from '../configuration/index.ts';

/** The workers that a service of this release may have. */
const RUNNABLE = ['CRL_UPDATER', 'SIGNER_RENEWAL', 'ARCHIVE_RETENTION'] as const;

/** Kind of work that a service does. */
export type ServiceWorker = (typeof RUNNABLE)[number];

/** A service, checked. The document carries its name. */
export interface ServiceConfiguration {
  readonly worker: ServiceWorker;
  /** CAs of the CRL Updater. */
  readonly caIds: ReadonlySet<number> | 'any';
  readonly intervalSeconds: number;
  /** True when it runs by itself. One that is not active runs when it is told to. */
  readonly active: boolean;
}

/** All workers that clients know. Those that are not there yet are refused. */
const WORKERS = {
  CRL_UPDATER: 'CRL Updater',
  CRL_DOWNLOADER: 'CRL Downloader',
  CERTIFICATE_EXPIRATION_CHECKER: 'Certificate Expiration Checker',
  USER_PASSWORD_EXPIRE: 'User Password Expire Service',
  PUBLISH_QUEUE_PROCESS: 'Publish Queue Process Service',
  RENEW_CA: 'Renew CA Service',
  ROLLOVER: 'Rollover Service',
  HSM_KEEPALIVE: 'HSM Keepalive Service',
  PRE_CERTIFICATE_REVOCATION: 'Pre-Certificate Revocation Service',
  SIGNER_RENEWAL: 'Signer Renewal Service',
  ARCHIVE_RETENTION: 'Archive Retention Service',
} as const;

const UNITS = { SECONDS: 'Seconds', MINUTES: 'Minutes', HOURS: 'Hours', DAYS: 'Days' } as const;
const UNIT_SECONDS: Readonly<Record<keyof typeof UNITS, number>> = {
  SECONDS: 1,
  MINUTES: 60,
  HOURS: 3600,
  DAYS: 86_400,
};

export const serviceType = defineDocumentType({
  token: 'SERVICE',
  title: 'service',
  dump: { directory: 'services', objectType: 'Service', version: 1, named: true },
  names: { kind: 'named' },
  publicIds: { kind: 'random', above: 1000 },
  schemaVersion: 1,
  schema: Type.Object(
    {
      worker: choice(WORKERS, {
        description:
          'What the service does. This release runs `CRL_UPDATER`, `SIGNER_RENEWAL` and `ARCHIVE_RETENTION`, and refuses the others.',
      }),
      cas: Type.Array(reference('CA', { words: ['Any CA'] }), {
        description: 'The CAs that the CRL Updater looks at.',
        maxItems: 10_000,
        default: ['Any CA'],
      }),
      periodicalValue: Type.Integer({
        description: 'The time from the beginning of one run to that of the next, in `periodicalUnit`.',
        minimum: 1,
        maximum: 1_000_000,
        default: 5,
      }),
      periodicalUnit: choice(UNITS, { description: 'The unit of `periodicalValue`.', default: 'MINUTES' }),
      active: Type.Boolean({
        description: 'Has the service run by itself. Otherwise it runs only when it is told to.',
        default: true,
      }),
      description: Type.String({ description: 'Free text for administrators.', maxLength: 1024, default: '' }),
    },
    { additionalProperties: false },
  ),
  parse({ worker, cas, periodicalValue, periodicalUnit, active }, report): ServiceConfiguration {
    return {
      worker: workerOf(worker, report),
      caIds: cas.includes('Any CA') ? 'any' : new Set(cas.filter((ca) => ca !== 'Any CA')),
      intervalSeconds: periodicalValue * UNIT_SECONDS[periodicalUnit],
      active,
    };
  },
  administration: {
    rights: viewAndEdit(Resource.services.view, Resource.services.edit),
    events: {
      created: 'SERVICE_ADD',
      changed: 'SERVICE_EDIT',
      renamed: 'SERVICE_RENAME',
      removed: 'SERVICE_REMOVE',
    },
  },
});

function workerOf(worker: keyof typeof WORKERS, report: ReportProblem): ServiceWorker {
  const runnable = RUNNABLE.find((each) => each === worker);
  if (runnable === undefined)
    report(
      'worker',
      `is '${worker}', which this release cannot run; CRL_UPDATER, SIGNER_RENEWAL and ARCHIVE_RETENTION are what it can`,
    );
  return runnable ?? 'CRL_UPDATER';
}
