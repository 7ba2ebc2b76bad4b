/** Settings by which a CA recognizes itself in CAA records (RFC 8659, RFC 8657). */
import { type Static, Type } from 'typebox';
import type { ReportProblem } from '../../configuration/index.ts';

const texts = (description: string) =>
  Type.Array(Type.String({ minLength: 1, maxLength: 255 }), { description, maxItems: 32, default: [] });

/** The members of the document. */
export const caaMembers = {
  caaIdentities: texts(
    'The domain names by which CAA records permit the CA, such as `ca.example.com`. Certificate profiles with `caaCheck` look at the records.',
  ),
  caaAccountUris: texts('The account URIs that it meets, of the parameter `accounturi` of CAA records (RFC 8657 §3).'),
  caaValidationMethods: texts(
    'The methods by which it validates domains, of the parameter `validationmethods` of CAA records (RFC 8657 §4), such as `dns-01`.',
  ),
  caaDnssecRequired: Type.Boolean({
    description:
      'Takes answers on CAA records only if the resolver says that it has verified them by DNSSEC. Domains without DNSSEC are not permitted then.',
    default: false,
  }),
};

/** Validated settings for CAA records. */
export interface CaaSettings {
  /** Domain names in lower case. */
  readonly identities: readonly string[];
  readonly accountUris: readonly string[];
  readonly validationMethods: readonly string[];
  readonly dnssecRequired: boolean;
}

/** Reads {@link caaMembers}. */
export function caaSettings(
  settings: Static<ReturnType<typeof Type.Object<typeof caaMembers>>>,
  report: ReportProblem,
): CaaSettings {
  for (const [index, identity] of settings.caaIdentities.entries()) {
    if (!DOMAIN.test(identity))
      report(`caaIdentities[${index}]`, `is '${identity}' and has to be a domain name such as ca.example.com`);
  }
  for (const [index, method] of settings.caaValidationMethods.entries()) {
    if (!METHOD.test(method))
      report(`caaValidationMethods[${index}]`, `is '${method}' and has to be a method such as dns-01 or ca-letter`);
  }
  return {
    identities: settings.caaIdentities.map((identity) => identity.toLowerCase()),
    accountUris: settings.caaAccountUris,
    validationMethods: settings.caaValidationMethods,
    dnssecRequired: settings.caaDnssecRequired,
  };
}

/** Defaults for CAs stored before these settings existed. */
export const CAA_SETTINGS_OF_BEFORE = {
  caaIdentities: [],
  caaAccountUris: [],
  caaValidationMethods: [],
  caaDnssecRequired: false,
} as const;

const DOMAIN = /^[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?)*$/;
const METHOD = /^[A-Za-z0-9-]+$/;
