/** CRL settings of a CA. */
import { type Static, type TObject, Type } from 'typebox';
import type { JsonObject } from '../../../kernel/canonical-json.ts';
import { choice, durationText, formatDuration, parseDuration, type ReportProblem } from '../../configuration/index.ts';
import { addressesOf } from './address-settings.ts';
import { type CrlPartitions, MAX_PARTITIONS, namesPartition } from './crl-partition.ts';

/** Condition for storing the serial number and the to-be-signed bytes before signing. */
export type RecordBeforeSigning = 'ALWAYS' | 'HARDWARE_TOKENS' | 'NEVER';

/** CRL settings of a CA. Durations in seconds. */
export interface CrlSettings {
  /** From thisUpdate to nextUpdate of a base CRL. */
  readonly lifetimeSeconds: number;
  /** Time from one base CRL to the next; 0 if the next is made only when the previous one expires soon. */
  readonly issueIntervalSeconds: number;
  /** Time before nextUpdate at which the next CRL is due. */
  readonly overlapSeconds: number;
  /** From thisUpdate to nextUpdate of a delta CRL; 0 for no delta CRLs. */
  readonly deltaLifetimeSeconds: number;
  /** Time for which a CRL is kept after its nextUpdate, unless it is the newest of its kind; undefined for no limit. */
  readonly retentionSeconds: number | undefined;
  readonly keepExpired: boolean;
  readonly uponRevocation: boolean;
  /** Undefined for a single CRL of all certificates. */
  readonly partitions: CrlPartitions | undefined;
  /** Size in octets that the base CRL of a growing partition should not exceed; undefined for no limit. */
  readonly maximumOctets: number | undefined;
  /** Addresses of CRLs; `*` stands for the partition number. */
  readonly distributionPoints: readonly string[];
  /** Addresses of delta CRLs, for the base CRLs to contain; `*` stands for the partition number. */
  readonly freshestUris: readonly string[];
  readonly authorityKeyIdentifier: Criticality | undefined;
  readonly number: Criticality | undefined;
  readonly issuingDistributionPoint: Criticality | undefined;
  /** CA/Browser Forum requirements that lint applies to CRLs, in addition to RFC 5280. */
  readonly baselineRequirements: 'NONE' | 'TLS';
  /** True if imports add revocations of certificates that the database does not hold. */
  readonly acceptsUnknownCertificates: boolean;
}

/** Settings of an extension that CRLs have. */
export interface Criticality {
  readonly critical: boolean;
}

const RECORD_BEFORE_SIGNING = {
  ALWAYS: 'Always',
  HARDWARE_TOKENS: 'With hardware tokens',
  NEVER: 'Never',
} as const satisfies Record<RecordBeforeSigning, string>;

const flag = (value: boolean, description: string) => Type.Boolean({ description, default: value });

/** CRL members of a CA's settings. */
export const crlSettingsMembers = {
  crlExpirePeriod: durationText({
    description: 'The time from thisUpdate to nextUpdate of a base CRL: at most `1000y`.',
    default: '1d',
  }),
  crlIssueInterval: durationText({
    description:
      'How long after a base CRL the next one is due, even if the first has not ended: shorter than `crlExpirePeriod`. `0m`: only when it is about to end.',
    default: '0m',
  }),
  crlOverlapTime: durationText({
    description: 'How long before its nextUpdate a CRL is replaced: shorter than `crlExpirePeriod`.',
    default: '10m',
  }),
  deltaCrlPeriod: durationText({
    description:
      'The time from thisUpdate to nextUpdate of a delta CRL: no longer than `crlExpirePeriod`. `0m`: there are no delta CRLs.',
    default: '0m',
  }),
  crlRetentionPeriod: durationText({
    description: 'How long after its nextUpdate a CRL is deleted that is not the newest of its kind. `0m`: never.',
    default: '0m',
  }),
  keepExpiredCertificatesOnCrl: flag(
    false,
    'Keeps revoked certificates on CRLs after they have ended. Otherwise they are on one more CRL.',
  ),
  generateCrlUponRevocation: flag(
    false,
    "Makes a base CRL of the certificate's partition with each revocation, before it is answered.",
  ),
  usePartitionedCrl: flag(false, 'Spreads certificates over partitions, each with CRLs of its own.'),
  crlPartitions: Type.Integer({
    description:
      'The number of partitions in addition to the main one. There can be more of them later, and not fewer.',
    minimum: 0,
    maximum: MAX_PARTITIONS,
    default: 0,
  }),
  suspendedCrlPartitions: Type.Integer({
    description: 'How many partitions, from the first on, get no further certificates. Their CRLs go on.',
    minimum: 0,
    maximum: MAX_PARTITIONS,
    default: 0,
  }),
  maximumCrlSize: Type.Integer({
    description:
      'The size in octets before which the CA gets as many partitions again and suspends the present ones. 0: never.',
    minimum: 0,
    maximum: 2 ** 31 - 1,
    default: 0,
  }),
  freshestCrlUris: Type.Array(Type.String({ minLength: 1, maxLength: 2048 }), {
    description: 'Addresses of delta CRLs, written into base CRLs. With partitions, `*` stands for the partition.',
    maxItems: 32,
    default: [],
  }),
  crlAuthorityKeyIdentifier: flag(true, 'Writes the authority key identifier into CRLs (RFC 5280 §5.2.1).'),
  crlAuthorityKeyIdentifierCritical: flag(false, 'Marks it critical.'),
  crlNumber: flag(true, 'Writes the CRL number into CRLs (RFC 5280 §5.2.3). Delta CRLs need it.'),
  crlNumberCritical: flag(false, 'Marks it critical.'),
  crlDistributionPointOnCrl: flag(
    false,
    'Writes an issuing distribution point into CRLs (RFC 5280 §5.2.5). With partitions it is always there, and critical.',
  ),
  crlDistributionPointOnCrlCritical: flag(false, 'Marks it critical.'),
  crlBaselineRequirements: choice(
    { NONE: 'None', TLS: 'TLS Server Certificates' },
    {
      description:
        'The Baseline Requirements of the CA/Browser Forum that lint holds CRLs to before they are signed, in addition to RFC 5280. `TLS`: a CRL ends after ten days at most, or after twelve months where the CA is a root, which certifies CAs. A reason that they do not allow only warns, because the CRL would not be newer without it.',
      default: 'NONE',
    },
  ),
  acceptRevocationsOfNonExistingEntries: flag(
    false,
    'Takes revocations of certificates that the database does not have from imported CRLs.',
  ),
  recordBeforeSigning: choice(RECORD_BEFORE_SIGNING, {
    description:
      'Makes the serial number and the contents of a certificate durable before it is signed: always, when the keys are in a device, or never.',
    default: 'HARDWARE_TOKENS',
  }),
};

/** Defaults for CAs stored before these settings existed. */
export const CRL_SETTINGS_OF_VERSION_1: JsonObject = {
  crlIssueInterval: '0m',
  crlOverlapTime: '10m',
  deltaCrlPeriod: '0m',
  crlRetentionPeriod: '0m',
  usePartitionedCrl: false,
  crlPartitions: 0,
  suspendedCrlPartitions: 0,
  maximumCrlSize: 0,
  freshestCrlUris: [],
  crlAuthorityKeyIdentifier: true,
  crlAuthorityKeyIdentifierCritical: false,
  crlNumber: true,
  crlNumberCritical: false,
  crlDistributionPointOnCrl: false,
  crlDistributionPointOnCrlCritical: false,
  crlBaselineRequirements: 'NONE',
  acceptRevocationsOfNonExistingEntries: false,
  recordBeforeSigning: 'HARDWARE_TOKENS',
};

/**
 * Makes stored durations consistent that were accepted before the present rules. Each new value has the same effect as the old one, except that a CRL
 * is no longer replaced as soon as it is made.
 */
export function fittingCrlTimes(settings: JsonObject): JsonObject {
  const seconds = (field: string) => {
    const text = settings[field];
    return (typeof text === 'string' ? parseDuration(text) : undefined) ?? 0;
  };
  const life = Math.min(seconds('crlExpirePeriod'), longestLifetimeOf(settings));
  if (life === 0) return {};
  return {
    ...(seconds('crlExpirePeriod') > life && { crlExpirePeriod: formatDuration(life) }),
    ...(seconds('crlOverlapTime') >= life && { crlOverlapTime: formatDuration(Math.floor(life / 2)) }),
    ...(seconds('crlIssueInterval') >= life && { crlIssueInterval: '0m' }),
    ...(seconds('deltaCrlPeriod') > life && { deltaCrlPeriod: formatDuration(life) }),
  };
}

/** Returns the longest lifetime of a CRL in seconds. Lint treats a self-signed CA as one that certifies CAs. */
function longestLifetimeOf({ crlBaselineRequirements, signedBy }: JsonObject | CrlMembers): number {
  if (crlBaselineRequirements !== 'TLS') return LONGEST_LIFETIME_SECONDS;
  return signedBy === SELF_SIGNED ? LONGEST_TLS_LIFETIME_SECONDS : LONGEST_TLS_LIFETIME_OF_SUB_CA_SECONDS;
}

/** Stored members, including those of issuance that CRLs use. */
type CrlMembers = Static<TObject<typeof crlSettingsMembers>> & {
  readonly crlDistributionPoints: readonly string[];
  /** The word or the id of the issuing CA. */
  readonly signedBy: string | number;
};

/** Returns the validated settings, and reports contradictions. */
export function parseCrlSettings(settings: CrlMembers, report: ReportProblem): CrlSettings {
  const times = timesOf(settings, report);
  const distributionPoints = addressesOf(settings, 'crlDistributionPoints', report);
  if (times.deltaLifetimeSeconds > 0 && !settings.crlNumber) {
    report('crlNumber', 'is false; delta CRLs refer to the number of a base CRL (RFC 5280 §5.2.4)');
  }
  if (settings.crlBaselineRequirements === 'TLS') requireTlsForm(settings, { ...times, distributionPoints }, report);
  return {
    ...times,
    retentionSeconds: lengthOf('crlRetentionPeriod', settings.crlRetentionPeriod, report) || undefined,
    keepExpired: settings.keepExpiredCertificatesOnCrl,
    uponRevocation: settings.generateCrlUponRevocation,
    partitions: partitionsOf(settings, report),
    maximumOctets: settings.maximumCrlSize === 0 ? undefined : settings.maximumCrlSize,
    distributionPoints,
    freshestUris: addressesOf(settings, 'freshestCrlUris', report),
    authorityKeyIdentifier: used(settings.crlAuthorityKeyIdentifier, settings.crlAuthorityKeyIdentifierCritical),
    number: used(settings.crlNumber, settings.crlNumberCritical),
    issuingDistributionPoint: issuingDistributionPointOf(settings, report),
    baselineRequirements: settings.crlBaselineRequirements,
    acceptsUnknownCertificates: settings.acceptRevocationsOfNonExistingEntries,
  };
}

/** Reports settings under which lint would refuse every CRL, so that the CA would have none. */
function requireTlsForm(
  settings: CrlMembers,
  { lifetimeSeconds, distributionPoints }: Pick<CrlSettings, 'lifetimeSeconds' | 'distributionPoints'>,
  report: ReportProblem,
): void {
  const because = "; with crlBaselineRequirements 'TLS' it has to be";
  for (const field of ['crlNumber', 'crlAuthorityKeyIdentifier'] as const)
    if (!settings[field]) report(field, `is false${because} true (RFC 5280 §5.2)`);
  for (const field of ['crlNumberCritical', 'crlAuthorityKeyIdentifierCritical'] as const)
    if (settings[field]) report(field, `is true${because} false (RFC 5280 §5.2)`);
  if (settings.crlDistributionPointOnCrl && !settings.crlDistributionPointOnCrlCritical)
    report('crlDistributionPointOnCrlCritical', `is false${because} true (RFC 5280 §5.2.5)`);
  for (const uri of distributionPoints)
    if (!URL.canParse(uri) || /[^!-~]/.test(uri))
      report('crlDistributionPoints', `holds '${uri}'${because} an absolute URI without blanks, in ASCII`);
  if (lifetimeSeconds > longestLifetimeOf(settings))
    report(
      'crlExpirePeriod',
      `is '${settings.crlExpirePeriod}'${because} 10d at the most, or 365d for a root, which certifies CAs (7.2)`,
    );
}

/** Reads the intervals and lifetimes of CRLs. */
function timesOf(settings: CrlMembers, report: ReportProblem) {
  const { crlExpirePeriod: life } = settings;
  const lifetimeSeconds = lengthOf('crlExpirePeriod', life, report);
  if (lifetimeSeconds === 0) {
    report('crlExpirePeriod', `is '${life}'; it has to be a length of time such as 1d or 12h`);
  }
  if (lifetimeSeconds > LONGEST_LIFETIME_SECONDS) report('crlExpirePeriod', `is '${life}'; 1000y is the most`);
  const overlapSeconds = lengthOf('crlOverlapTime', settings.crlOverlapTime, report);
  if (overlapSeconds >= lifetimeSeconds) {
    report('crlOverlapTime', `is '${settings.crlOverlapTime}'; it has to be shorter than crlExpirePeriod, '${life}'`);
  }
  const issueIntervalSeconds = lengthOf('crlIssueInterval', settings.crlIssueInterval, report);
  if (issueIntervalSeconds >= lifetimeSeconds) {
    report(
      'crlIssueInterval',
      `is '${settings.crlIssueInterval}'; it has to be shorter than crlExpirePeriod, '${life}'`,
    );
  }
  const deltaLifetimeSeconds = lengthOf('deltaCrlPeriod', settings.deltaCrlPeriod, report);
  if (deltaLifetimeSeconds > lifetimeSeconds) {
    report('deltaCrlPeriod', `is '${settings.deltaCrlPeriod}'; it cannot be longer than crlExpirePeriod, '${life}'`);
  }
  return { lifetimeSeconds, issueIntervalSeconds, overlapSeconds, deltaLifetimeSeconds };
}

function partitionsOf(settings: CrlMembers, report: ReportProblem): CrlPartitions | undefined {
  const { crlPartitions: count, suspendedCrlPartitions: suspended } = settings;
  if (!settings.usePartitionedCrl) {
    if (settings.maximumCrlSize > 0) {
      report('maximumCrlSize', 'is given without partitioned CRLs; only a CA with partitions can have more of them');
    }
    return undefined;
  }
  if (count === 0) report('crlPartitions', 'is 0; partitioned CRLs need at least one partition');
  if (suspended >= count && count > 0) {
    report('suspendedCrlPartitions', `is ${suspended} of ${count}; new certificates need a partition to go to`);
  }
  if (settings.crlDistributionPoints.length === 0) {
    report('crlDistributionPoints', "is empty; each partition needs an address of its own, with '*' for the partition");
  }
  for (const field of ['crlDistributionPoints', 'freshestCrlUris'] as const) {
    // With an address shared by two partitions, the CRL of one could be presented for a certificate of the other (RFC 5280 §6.3.3).
    const shared = settings[field].find((uri) => !namesPartition(uri));
    if (shared !== undefined) {
      report(
        field,
        `holds '${shared}' without a '*', which stands for the partition; each one needs an address of its own`,
      );
    }
  }
  return { count, suspended };
}

/** Returns the extension if CRLs have it. A CRL that covers only some certificates must say so, or it could be presented for others (RFC 5280 §5.2.5). */
function issuingDistributionPointOf(settings: CrlMembers, report: ReportProblem): Criticality | undefined {
  if (settings.usePartitionedCrl) return { critical: true };
  if (settings.crlDistributionPointOnCrl && settings.crlDistributionPoints.length === 0) {
    report('crlDistributionPointOnCrl', 'is true; the CRL can only name an address that crlDistributionPoints holds');
  }
  return used(settings.crlDistributionPointOnCrl, settings.crlDistributionPointOnCrlCritical);
}

function used(isUsed: boolean, critical: boolean): Criticality | undefined {
  return isUsed ? { critical } : undefined;
}

function lengthOf(field: string, text: string, report: ReportProblem): number {
  const seconds = parseDuration(text);
  if (seconds !== undefined && seconds >= 0) return seconds;
  report(field, `is '${text}'; it has to be a length of time such as 1d or 12h`);
  return 1;
}

const SELF_SIGNED = 'Self Signed';
/** Twelve months (Baseline Requirements for TLS §4.9.7). */
const LONGEST_TLS_LIFETIME_SECONDS = 365 * 86_400;
const LONGEST_TLS_LIFETIME_OF_SUB_CA_SECONDS = 10 * 86_400;
/** A thousand years, since times end with the year 9999. */
const LONGEST_LIFETIME_SECONDS = 1000 * 365 * 86_400;
