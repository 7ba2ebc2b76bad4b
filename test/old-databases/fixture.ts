/** Databases of earlier releases: each has to open in every later one. Made by `scripts/make-old-database.ts`. */
import path from 'node:path';
import type { EnrollmentWithRequest } from '../../packages/server/src/modules/ra/index.ts';
import { certificateRequest, newKeyPair } from '../e2e/support/enrollment.ts';

/** Facts about the database of a fixture, for the test to look for. */
export interface OldDatabaseFacts {
  /** Of the program that made it. */
  readonly version: string;
  readonly activeSerial: string;
  readonly revokedSerial: string;
  readonly crlNumber: number;
  readonly profileName: string;
  readonly username: string;
}

export const FIXTURE_DIRECTORY = path.join(import.meta.dirname, 'fixtures');

/** Seals the secrets of the fixtures; known to everybody, and good for nothing else. */
export const FIXTURE_MASTER_KEY = Buffer.alloc(32, 'sealwright fixture').toString('base64');

/** An enrollment under a new key, as the fixtures were made with and as later releases try again. */
export function enrollmentOf(username: string): EnrollmentWithRequest {
  return {
    certificateRequest: certificateRequest(`CN=${username}`, newKeyPair()),
    certificateProfileName: 'SERVER',
    endEntityProfileName: 'EMPTY',
    certificateAuthorityName: 'ManagementCA',
    username,
    password: 'unused',
    email: undefined,
    accountBindingId: undefined,
    notBefore: undefined,
    notAfter: undefined,
    subjectDn: undefined,
    extensionData: [],
    customData: [],
  };
}
