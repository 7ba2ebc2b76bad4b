import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { CertificateState } from '../records/certificate-record.ts';
import {
  type RevocationOutcome,
  type RevocationPolicy,
  type RevocationRequest,
  decideRevocation,
} from './revocation-rules.ts';
import type { RevocationReason } from '../records/revocation-reason.ts';

const NOW = 2_000_000_000;
const EARLIER = NOW - 1000;
const EVERYTHING: RevocationPolicy = { allowReasonChange: true, allowInvalidityDate: true, allowBackdating: true };

interface Case {
  readonly name: string;
  readonly current: Partial<CertificateState>;
  readonly request: Partial<RevocationRequest>;
  readonly policy?: Partial<RevocationPolicy>;
  readonly outcome: Partial<RevocationOutcome> | string;
}

const good = { status: 20, reason: 'NOT_REVOKED', revokedAt: undefined } as const;
const revokedFor = (reason: RevocationReason) => ({ status: 40, reason, revokedAt: NOW - 100 }) as const;

const CASES: readonly Case[] = [
  {
    name: 'revokes now when no date is given',
    current: good,
    request: { reason: 'SUPERSEDED' },
    outcome: { status: 40, reason: 'SUPERSEDED', revokedAt: NOW },
  },
  {
    name: 'revokes at the date given',
    current: good,
    request: { reason: 'UNSPECIFIED', date: EARLIER },
    outcome: { revokedAt: EARLIER },
  },
  {
    name: 'takes an expiry notice for active',
    current: { ...good, status: 21 },
    request: { reason: 'SUPERSEDED' },
    outcome: { status: 40 },
  },
  {
    name: 'refuses a date that no CRL can hold',
    current: good,
    request: { reason: 'UNSPECIFIED', date: -1 },
    outcome: 'revocation.date_out_of_range',
  },
  {
    name: 'refuses an invalidity date that no CRL can hold',
    current: revokedFor('KEY_COMPROMISE'),
    request: { invalidityDate: 253_402_300_800 },
    outcome: 'revocation.date_out_of_range',
  },
  {
    name: 'refuses a date that the profile does not allow',
    current: good,
    request: { reason: 'UNSPECIFIED', date: EARLIER },
    policy: { allowBackdating: false },
    outcome: 'revocation.date_not_allowed',
  },
  {
    name: 'refuses an invalidity date that the CA does not allow',
    current: good,
    request: { reason: 'UNSPECIFIED', invalidityDate: EARLIER },
    policy: { allowInvalidityDate: false },
    outcome: 'revocation.date_not_allowed',
  },
  {
    name: 'refuses a release of an active certificate',
    current: good,
    request: { reason: 'REMOVE_FROM_CRL' },
    outcome: 'revocation.not_revoked',
  },
  {
    name: 'refuses NOT_REVOKED of an active certificate',
    current: good,
    request: { reason: 'NOT_REVOKED' },
    outcome: 'revocation.not_revoked',
  },
  {
    name: 'asks for a reason of an active certificate',
    current: good,
    request: { invalidityDate: EARLIER },
    outcome: 'revocation.reason_missing',
  },
  {
    name: 'asks for a reason or date of a revoked certificate',
    current: revokedFor('SUPERSEDED'),
    request: {},
    outcome: 'revocation.reason_missing',
  },
  {
    name: 'releases from hold',
    current: revokedFor('CERTIFICATE_HOLD'),
    request: { reason: 'REMOVE_FROM_CRL' },
    outcome: { status: 20, reason: 'NOT_REVOKED', revokedAt: undefined },
  },
  {
    name: 'ignores an invalidity date with a release',
    current: revokedFor('CERTIFICATE_HOLD'),
    request: { reason: 'REMOVE_FROM_CRL', invalidityDate: EARLIER },
    policy: { allowInvalidityDate: false },
    outcome: { status: 20, invalidity: undefined },
  },
  {
    name: 'revokes from hold, counted from the hold on (X.509 §9.5.2.2)',
    current: revokedFor('CERTIFICATE_HOLD'),
    request: { reason: 'KEY_COMPROMISE' },
    outcome: { reason: 'KEY_COMPROMISE', revokedAt: NOW - 100 },
  },
  {
    name: 'changes UNSPECIFIED to KEY_COMPROMISE and keeps the date',
    current: revokedFor('UNSPECIFIED'),
    request: { reason: 'KEY_COMPROMISE' },
    outcome: { reason: 'KEY_COMPROMISE', revokedAt: NOW - 100 },
  },
  {
    name: 'changes PRIVILEGES_WITHDRAWN to KEY_COMPROMISE',
    current: revokedFor('PRIVILEGES_WITHDRAWN'),
    request: { reason: 'KEY_COMPROMISE' },
    outcome: { reason: 'KEY_COMPROMISE' },
  },
  {
    name: 'changes CESSATION_OF_OPERATION to KEY_COMPROMISE',
    current: revokedFor('CESSATION_OF_OPERATION'),
    request: { reason: 'KEY_COMPROMISE' },
    outcome: { reason: 'KEY_COMPROMISE' },
  },
  {
    name: 'changes AFFILIATION_CHANGED to KEY_COMPROMISE',
    current: revokedFor('AFFILIATION_CHANGED'),
    request: { reason: 'KEY_COMPROMISE' },
    outcome: { reason: 'KEY_COMPROMISE' },
  },
  {
    name: 'moves the date back with a change',
    current: revokedFor('SUPERSEDED'),
    request: { reason: 'KEY_COMPROMISE', date: EARLIER },
    outcome: { revokedAt: EARLIER },
  },
  {
    name: 'refuses a change to a later date',
    current: revokedFor('SUPERSEDED'),
    request: { reason: 'KEY_COMPROMISE', date: NOW - 50 },
    outcome: 'revocation.already_revoked',
  },
  {
    name: 'refuses a change that the CA does not allow',
    current: revokedFor('SUPERSEDED'),
    request: { reason: 'KEY_COMPROMISE' },
    policy: { allowReasonChange: false },
    outcome: 'revocation.already_revoked',
  },
  {
    name: 'refuses a change to another reason',
    current: revokedFor('SUPERSEDED'),
    request: { reason: 'CERTIFICATE_HOLD' },
    outcome: 'revocation.already_revoked',
  },
  {
    name: 'moves KEY_COMPROMISE back',
    current: revokedFor('KEY_COMPROMISE'),
    request: { reason: 'KEY_COMPROMISE', date: EARLIER },
    outcome: { revokedAt: EARLIER },
  },
  {
    name: 'refuses KEY_COMPROMISE again without a date',
    current: revokedFor('KEY_COMPROMISE'),
    request: { reason: 'KEY_COMPROMISE' },
    outcome: 'revocation.already_revoked',
  },
  {
    name: 'refuses every change of CA_COMPROMISE',
    current: revokedFor('CA_COMPROMISE'),
    request: { reason: 'KEY_COMPROMISE' },
    outcome: 'revocation.already_revoked',
  },
  {
    name: 'refuses every change of AA_COMPROMISE',
    current: revokedFor('AA_COMPROMISE'),
    request: { reason: 'KEY_COMPROMISE' },
    outcome: 'revocation.already_revoked',
  },
  {
    name: 'sets an invalidity date alone',
    current: revokedFor('SUPERSEDED'),
    request: { invalidityDate: EARLIER },
    outcome: { reason: 'SUPERSEDED', revokedAt: NOW - 100, invalidity: EARLIER },
  },
];

describe('the state rules of revocation', () => {
  for (const { name, current, request, policy, outcome } of CASES) {
    it(name, () => {
      const state = { id: 1, invalidity: undefined, version: 1, ...good, ...current };
      const asked = { reason: undefined, date: undefined, invalidityDate: undefined, ...request };
      const decide = () => decideRevocation(state, asked, { ...EVERYTHING, ...policy }, NOW);
      if (typeof outcome === 'string') assert.throws(decide, { code: outcome });
      else assert.deepEqual({ ...decide(), ...outcome }, decide());
    });
  }
});
