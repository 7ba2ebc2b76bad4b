/** Addresses of CRLs, OCSP responders and CA certificates, from the profile or the CA (RFC 5280 §4.2.1.13, §4.2.2.1). */
import { authorityInfoAccess, crlDistributionPoints, freshestCrl, type WrittenGeneralName } from '@sealwright/lint';
import type { UriSource } from '../../profiles/index.ts';
import { partitionUri } from '../settings/index.ts';
import { listed, sameTexts, type SharedExpectation, type WitnessCheck } from './check.ts';
import { isOthers, mayBeRequested } from './overrides.ts';

export const crlAddresses: WitnessCheck<SharedExpectation> = {
  name: 'profile/crl-distribution-points',
  check(certificate, expected) {
    const { crl, freshest } = addressesOf(expected);
    const wrong = (form: typeof crlDistributionPoints, right: readonly string[]) => {
      const points = isOfRequest(form.oid, right, expected) ? undefined : certificate.value(form);
      const found = points?.flatMap(({ name }) => (name?.kind === 'fullName' ? name.names.map(textOf) : ['']));
      return found && difference(form.name, found, right);
    };
    return wrong(crlDistributionPoints, crl) ?? wrong(freshestCrl, freshest);
  },
};

export const accessAddresses: WitnessCheck<SharedExpectation> = {
  name: 'profile/authority-info-access',
  check(certificate, expected) {
    const { ocsp, caIssuers } = addressesOf(expected);
    if (isOfRequest(authorityInfoAccess.oid, [...ocsp, ...caIssuers], expected)) return undefined;
    const descriptions = certificate.value(authorityInfoAccess);
    if (descriptions === undefined) return undefined;
    return difference(
      'authorityInfoAccess',
      descriptions.map(({ method, location }) => `${method} ${textOf(location)}`),
      [...ocsp.map((uri) => `${OCSP} ${uri}`), ...caIssuers.map((uri) => `${CA_ISSUERS} ${uri}`)],
    );
  },
};

/** Tells whether the addresses may come from a request, which may replace them, or add them if the settings have none. */
function isOfRequest(oid: string, right: readonly string[], expected: SharedExpectation): boolean {
  return isOthers(oid, expected) || (right.length === 0 && mayBeRequested(oid, expected.profile));
}

/** Returns the addresses that the certificate should have. */
export function addressesOf({ profile, settings, crlPartition }: SharedExpectation): Addresses {
  const { crlDistributionPoints: points, authorityInfoAccess: access } = profile;
  return {
    crl: urisOf(points?.source, () => settings.crl.distributionPoints.map((uri) => partitionUri(uri, crlPartition))),
    freshest: urisOf(profile.freshestCrl, () =>
      settings.crl.freshestUris.map((uri) => partitionUri(uri, crlPartition)),
    ),
    ocsp: urisOf(access?.ocsp, () => settings.ocspUris),
    caIssuers: urisOf(access?.caIssuers, () => settings.caIssuerUris),
  };
}

interface Addresses {
  readonly crl: readonly string[];
  readonly freshest: readonly string[];
  readonly ocsp: readonly string[];
  readonly caIssuers: readonly string[];
}

function urisOf(source: UriSource | undefined, ofCa: () => readonly string[]): readonly string[] {
  if (source === undefined) return NONE;
  return source.from === 'ca' ? ofCa() : source.uris;
}

function textOf(name: WrittenGeneralName): string {
  return name.kind === 'uniformResourceIdentifier' ? name.text : name.kind;
}

function difference(what: string, found: readonly string[], right: readonly string[]): string | undefined {
  return sameTexts(found, right)
    ? undefined
    : `the addresses of ${what} are ${listed(found)}; by their settings ${listed(right)}`;
}

const NONE: readonly string[] = [];
const OCSP = '1.3.6.1.5.5.7.48.1';
const CA_ISSUERS = '1.3.6.1.5.5.7.48.2';
