/** The check of CAA records before a certificate is issued (RFC 8659). */
import type { DistinguishedName, GeneralName } from '@sealwright/pki';
import type { Clock } from '../../../kernel/clock.ts';
import { Turns } from '../../../kernel/tasks/turns.ts';
import { inOneLine } from '../../../kernel/text/shortened.ts';
import type { CaaSettings } from '../../ca/index.ts';
import type { CertificateProfile } from '../../profiles/index.ts';
import { CaaPendingError, CaaRefusedError } from '../errors/index.ts';
import { type AskingTime, CaaLookups } from './caa-lookups.ts';
import type { CaaRecord, CaaResolver } from './caa-records.ts';
import { domainsOf, type NameWithDomain } from './domains-of-names.ts';
import { caaRefusal, reportAddresses } from './permits.ts';

export interface CaaCheckDeps {
  /** Undefined if the operator has configured none. */
  readonly caaResolver: CaaResolver | undefined;
  /** Monotonic clock. */
  readonly passingTime: Clock;
}

/** The certificate to be issued, and its CA. */
export interface CaaSubject {
  readonly authority: { readonly name: string; readonly settings: { readonly caa: CaaSettings } };
  readonly certificateProfile: { readonly value: Pick<CertificateProfile, 'caaCheck' | 'subjectAltName'> };
  readonly subject: DistinguishedName;
  readonly alternativeNames: readonly GeneralName[];
}

/** A line of text per name, for the audit record. */
export type CaaReport = readonly string[];

export class CaaCheck {
  readonly #lookups: CaaLookups | undefined;

  constructor({ caaResolver: resolver, passingTime: clock }: CaaCheckDeps) {
    this.#lookups = resolver && new CaaLookups({ resolver, clock });
  }

  /**
   * Checks that the CAA records of the names permit the CA, as far as the profile requires it. It does not wait for lookups; `untilLookedUp` does.
   *
   * @returns the findings; undefined if the profile requires no check
   * @throws {@link CaaPendingError} if lookups are needed first
   * @throws {@link CaaRefusedError} if the profile refuses names whose records do not permit them or whose lookups failed
   */
  async require({
    authority,
    certificateProfile,
    subject,
    alternativeNames,
  }: CaaSubject): Promise<CaaReport | undefined> {
    const { caaCheck, subjectAltName } = certificateProfile.value;
    if (caaCheck === 'NONE') return undefined;
    const names = await domainsOf(subject, subjectAltName === undefined ? [] : alternativeNames);
    const domains = new Set(names.flatMap(({ domain }) => withParents(domain)));
    const lookups = this.#lookups;
    const found = names.map((name): Found | undefined => {
      if (lookups === undefined) return { name, failure: 'no --dns-resolver is set, so nobody can be asked' };
      if (domains.size > MAX_DOMAINS)
        return { name, failure: `${domains.size} domains, and ${MAX_DOMAINS} are the most` };
      return this.#known(lookups, name);
    });
    if (lookups !== undefined && found.includes(undefined)) throw new CaaPendingError(this.#lookUpAll(lookups, names));
    const judged = found.map((one) => judge(one!, authority));
    const refused = judged.filter(({ isPermitted }) => !isPermitted);
    if (caaCheck === 'REFUSE' && refused.length > 0)
      throw new CaaRefusedError(
        authority.name,
        refused.map(({ text }) => text),
      );
    return reportOf(judged.map(({ text }) => text));
  }

  /** Finds the relevant records of a name, from its own domain upwards (RFC 8659 §3); undefined if lookups are missing. */
  #known(lookups: CaaLookups, name: NameWithDomain): Found | undefined {
    let unverified: string | undefined;
    for (const domain of withParents(name.domain)) {
      const answer = lookups.known(domain);
      if (answer === undefined)
        return lookups.wasTooLate(name.domain)
          ? { name, failure: `there was no time left to look up ${domain}` }
          : undefined;
      if (answer.outcome === 'failed') return { name, failure: `the lookup of ${domain} failed: ${answer.reason}` };
      if (!answer.isAuthenticated) unverified ??= domain;
      if (answer.records.length > 0) return { name, at: domain, records: answer.records, unverified };
    }
    return { name, at: undefined, records: [], unverified };
  }

  async #lookUpAll(lookups: CaaLookups, names: readonly NameWithDomain[]): Promise<void> {
    const time: AskingTime = {};
    const turns = new Turns(AT_ONCE);
    await Promise.all(names.map(({ domain }) => turns.run(() => climb(lookups, domain, time))));
  }
}

/** Result for a name: the records of the domain `at`, no records, or a failure. */
type Found =
  | { readonly name: NameWithDomain; readonly failure: string }
  | {
      readonly name: NameWithDomain;
      readonly at: string | undefined;
      readonly records: readonly CaaRecord[];
      /** First domain looked up whose answer was not verified by DNSSEC. */
      readonly unverified: string | undefined;
    };

interface Judged {
  readonly isPermitted: boolean;
  readonly text: string;
}

/** Looks up domains from `from` upwards to the first one with records. */
async function climb(lookups: CaaLookups, from: string, time: AskingTime): Promise<void> {
  for (const domain of withParents(from)) {
    const answer = await lookups.find(domain, time);
    if (answer === undefined) return lookups.noteTooLate(from);
    if (answer.outcome === 'failed' || answer.records.length > 0) return;
  }
}

function judge(found: Found, { settings: { caa } }: CaaSubject['authority']): Judged {
  const { name, kind } = found.name;
  const of = `${kind} '${inOneLine(name, MAX_SHOWN)}'`;
  if ('failure' in found) return { isPermitted: false, text: `${of}: ${found.failure}` };
  const { at, records, unverified } = found;
  if (caa.dnssecRequired && unverified !== undefined)
    return { isPermitted: false, text: `${of}: the answer of ${unverified} is not verified by DNSSEC` };
  if (at === undefined) return { isPermitted: true, text: `${of}: no records` };
  const shown = records.map(textOf).join(', ');
  const refusal = caaRefusal(records, kind, caa);
  if (refusal === undefined)
    return { isPermitted: true, text: `${of}: permitted by ${at} (${inOneLine(shown, MAX_SHOWN)})` };
  const reports = reportAddresses(records);
  const report = reports.length === 0 ? '' : `; it wants reports to ${inOneLine(reports.join(', '), MAX_SHOWN)}`;
  return { isPermitted: false, text: `${of}: not permitted by ${at}: ${inOneLine(refusal, MAX_SHOWN)}${report}` };
}

function textOf({ isCritical, tag, value }: CaaRecord): string {
  return `${isCritical ? 'critical ' : ''}${tag} "${value}"`;
}

/** Limits the size of the audit record. */
function reportOf(texts: readonly string[]): CaaReport {
  const shown = texts.slice(0, MAX_REPORTED);
  return texts.length > shown.length ? [...shown, `${texts.length - shown.length} more`] : shown;
}

/** Returns a domain and its parents, without the root. */
function withParents(domain: string): readonly string[] {
  const labels = domain.split('.');
  return labels.map((_, index) => labels.slice(index).join('.'));
}

/** Number of names of one enrollment looked up at a time, so that other enrollments get their turns. */
const AT_ONCE = 4;
/** Maximum number of domains for all names of a certificate, parents included. */
const MAX_DOMAINS = 1000;
const MAX_SHOWN = 200;
const MAX_REPORTED = 20;
