/** The type of document that a service is: work that the program does by itself, again and again. */
import { Type } from 'typebox';
import { Resource } from '../access/index.ts';
import { choice, defineDocumentType, reference, type ReportProblem, viewAndEdit } from '../configuration/index.ts';

/** The workers that a service of this release may have. */
const RUNNABLE = ['CRL_UPDATER', 'CERTIFICATE_EXPIRATION_CHECKER', 'SIGNER_RENEWAL', 'ARCHIVE_RETENTION'] as const;

/** Kind of work that a service does. */
export type ServiceWorker = (typeof RUNNABLE)[number];

/** A service, checked. The document carries its name. */
export interface ServiceConfiguration {
  readonly worker: ServiceWorker;
  /** CAs of the CRL Updater and of the Certificate Expiration Checker. */
  readonly caIds: ReadonlySet<number> | 'any';
  /** Settings of the Certificate Expiration Checker. */
  readonly expiration: ExpirationSettings;
  readonly intervalSeconds: number;
  /** True when it runs by itself. One that is not active runs when it is told to. */
  readonly active: boolean;
}

/** Settings of a Certificate Expiration Checker: the objects that it reports, when, and to whom. */
export interface ExpirationSettings {
  readonly objects: ReadonlySet<ExpiringObjects>;
  readonly certificateProfileIds: ReadonlySet<number> | 'any';
  /** Time before the end. */
  readonly secondsBefore: number;
  /** True when the end entity of a certificate gets a mail. */
  readonly sendToEndUsers: boolean;
  /** True when those are told whom the operator names. */
  readonly sendToAdmins: boolean;
}

/** Kinds of what ends. */
export type ExpiringObjects = keyof typeof OBJECTS;

const OBJECTS = {
  CERTIFICATES: 'Certificates',
  CAS: 'CAs',
  CRLS: 'CRLs',
  WORKERS: 'Workers',
} as const;

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
  schemaVersion: 2,
  upgrade: (settings) => ({ ...EXPIRATION_SETTINGS_OF_BEFORE, ...settings }),
  schema: Type.Object(
    {
      worker: choice(WORKERS, {
        description:
          'What the service does. This release runs `CRL_UPDATER`, `CERTIFICATE_EXPIRATION_CHECKER`, `SIGNER_RENEWAL` and `ARCHIVE_RETENTION`, and refuses the others.',
      }),
      cas: Type.Array(reference('CA', { words: ['Any CA'] }), {
        description: 'The CAs that the CRL Updater and the Certificate Expiration Checker look at.',
        maxItems: 10_000,
        default: ['Any CA'],
      }),
      certificateProfiles: Type.Array(reference('CERTPROFILE', { words: ['Any Certificate Profile'] }), {
        description:
          'The certificate profiles whose certificates the Certificate Expiration Checker reports. Certificates that live for a week or less are reported only where their profile is named.',
        maxItems: 10_000,
        default: ['Any Certificate Profile'],
      }),
      objects: Type.Array(choice(OBJECTS), {
        description:
          'Kinds of things that the Certificate Expiration Checker reports. CAs, their CRLs and certificates are those of `cas`, workers are all that are enabled.',
        maxItems: 4,
        default: ['CERTIFICATES', 'CAS', 'CRLS', 'WORKERS'],
      }),
      timeBeforeExpiring: Type.Integer({
        description:
          'The time before the end at which the Certificate Expiration Checker reports it, in `timeUnit`; at most a third of the time for which it is good.',
        minimum: 1,
        maximum: 1_000_000,
        default: 7,
      }),
      timeUnit: choice(UNITS, { description: 'The unit of `timeBeforeExpiring`.', default: 'DAYS' }),
      sendToEndUsers: Type.Boolean({
        description: 'Sends a mail to the address of the end entity as well, about its own certificates.',
        default: false,
      }),
      sendToAdmins: Type.Boolean({
        description: 'Tells those whom the settings of the server name: by mail and webhook.',
        default: true,
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
  parse(settings, report): ServiceConfiguration {
    const { worker, cas, certificateProfiles, periodicalValue, periodicalUnit, active } = settings;
    return {
      worker: workerOf(worker, report),
      expiration: {
        objects: new Set(settings.objects),
        certificateProfileIds: certificateProfiles.includes('Any Certificate Profile')
          ? 'any'
          : new Set(certificateProfiles.filter((one) => one !== 'Any Certificate Profile')),
        secondsBefore: settings.timeBeforeExpiring * UNIT_SECONDS[settings.timeUnit],
        sendToEndUsers: settings.sendToEndUsers,
        sendToAdmins: settings.sendToAdmins,
      },
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
      `is '${worker}', which this release cannot run; ${RUNNABLE.slice(0, -1).join(', ')} and ${RUNNABLE.at(-1)} are what it can`,
    );
  return runnable ?? 'CRL_UPDATER';
}

/** Services of before checked nothing for its end. */
const EXPIRATION_SETTINGS_OF_BEFORE = {
  certificateProfiles: ['Any Certificate Profile'],
  objects: ['CERTIFICATES', 'CAS', 'CRLS', 'WORKERS'],
  timeBeforeExpiring: 7,
  timeUnit: 'DAYS',
  sendToEndUsers: false,
  sendToAdmins: true,
};
