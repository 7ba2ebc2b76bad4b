/** Remarks on CAs whose certificates nobody could check, or soon could not. */
import { withoutMilliseconds } from '../arguments/moment.ts';
import type { ListedCa } from '../rest/ca-administration-rest.ts';

/** @param now - in milliseconds since 1970 */
export function caWarnings(cas: readonly ListedCa[], now: number): readonly string[] {
  return [...cas.flatMap((ca) => [...crlWarnings(ca, now), ...responderWarnings(ca, now)]), ...addressWarnings(cas)];
}

function crlWarnings({ crls, name, status }: ListedCa, now: number): readonly string[] {
  if (crls === undefined) return [];
  if (crls.nextUpdate === undefined || crls.missing > 0)
    return [
      `the CA '${name}' lacks a CRL, without which nobody can check what it has issued: sealwright crl create "${name}"`,
    ];
  const left = Date.parse(crls.nextUpdate) - now;
  const end = withoutMilliseconds(crls.nextUpdate);
  if (left < 0) return [`the CRL of the CA '${name}' has ended, at ${end}: sealwright crl create "${name}"`];
  if (status !== 'OFFLINE' || left > SOON_MS) return [];
  return [
    `the CRL of the CA '${name}' ends at ${end}, and the CA is off line: sealwright ca activate "${name}", then sealwright crl create "${name}" --valid-until MOMENT`,
  ];
}

function responderWarnings({ name, ocspResponder, status }: ListedCa, now: number): readonly string[] {
  if (ocspResponder === undefined) return [];
  const { endsSoon, missing, notAfter } = ocspResponder;
  const toDo =
    status === 'EXTERNAL'
      ? `sealwright ca ocsp-csr "${name}", then sealwright ca ocsp-receive "${name}"`
      : status === 'OFFLINE'
        ? `sealwright ca activate "${name}"`
        : `activate the crypto token of the CA and that of its responder`;
  if (missing > 0)
    return [`the CA '${name}' lacks an OCSP responder, so relying parties get no answers (tryLater): ${toDo}`];
  if (!endsSoon || notAfter === undefined) return [];
  const end = withoutMilliseconds(notAfter);
  if (Date.parse(notAfter) < now) return [`the OCSP responder of the CA '${name}' has ended, at ${end}: ${toDo}`];
  return [`the OCSP responder of the CA '${name}' ends at ${end} and could not be renewed: ${toDo}`];
}

/** One for all of them: a CA that is off line or revoked issues nothing. */
function addressWarnings(cas: readonly ListedCa[]): readonly string[] {
  const without = cas.filter(
    ({ addresses, status }) =>
      status === 'ACTIVE' && addresses !== undefined && !Object.values(addresses).some((isThere) => isThere),
  );
  if (without.length === 0) return [];
  const names = without.slice(0, MOST_NAMES).map(({ name }) => `'${name}'`);
  const further = without.length > MOST_NAMES ? ` and ${without.length - MOST_NAMES} more` : '';
  return [
    `certificates of ${without.length === 1 ? 'the CA' : 'the CAs'} ${names.join(', ')}${further} do not say where CRL and CA certificate are: ` +
      'crlDistributionPoints and caIssuerUris are empty',
  ];
}

const MOST_NAMES = 5;
const SOON_MS = 30 * 86_400_000;
