/** CAs with their present state: lookup, reading, access. */
export {
  type AccessibleCaDeps,
  type CaReference,
  type ChangingDeps,
  getAccessible,
  getNamed,
} from './accessible-ca.ts';
export { neededApproval } from './needed-approval.ts';
export { type Authorities, getById, getByName } from './authorities.ts';
export { CrlEnds, type CrlEnd, type NeededCrls } from './crl-ends.ts';
export { EndsOfCas, type NotedEnd } from './ends-of-cas.ts';
export { ConfiguredAuthorities } from './configured-authorities.ts';
export { CaCertificateError, CaNotFoundError, CaStatusError } from './errors.ts';
export { KnownIssuers } from './known-issuers.ts';
export { ListCas, type ListedCa, type ResponderEnd } from './list-cas.ts';
export { PublishedCertificates, type PublishedBy, type PublishedCertificate } from './published-certificates.ts';
export { ReadAuthorities } from './read-authorities.ts';
export { requireUnreserved } from './reserved-names.ts';
export type { TrustByName } from './trust-by-name.ts';
export { caEvent } from './ca-event.ts';
export { readReceived, understood } from './received-certificates.ts';
