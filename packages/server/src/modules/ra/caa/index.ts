/** CAA records, by which the owner of a domain authorizes CAs (RFC 8659). */
export { CaaCheck, type CaaCheckDeps, type CaaReport } from './caa-check.ts';
export type { CaaAnswer, CaaRecord, CaaResolver } from './caa-records.ts';
export { untilLookedUp } from './until-looked-up.ts';
