/** zlint as a witness for our lint of CRLs and OCSP responses: `node scripts/run-tests.ts clients zlint-revocation`. */
import { type Certificate, formatPem } from '@sealwright/pki';
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { lintCrl, lintOcspResponse } from '../../../packages/lint/src/index.ts';
import { ZLINT_REVOCATION_ROWS } from '../../../packages/lint/test/zlint-revocation-rows.ts';
import {
  certificatePath,
  createProfiles,
  editCa,
  enroll,
  latestCrl,
  MANAGEMENT_CA_DN,
  requestUnder,
  sharedServer,
} from '../../e2e/support/ca-rest-setup.ts';
import { issueRevocations } from './issued-revocations.ts';
import { type RevocationLint, type RevocationLinted, Zlint } from './zlint.ts';

/** Where both are right: the names of lints or rules, the files, and the reason. */
interface Difference {
  readonly names: readonly string[];
  readonly files: readonly string[];
  readonly reason: string;
}

const UNFOUND: readonly Difference[] = [
  {
    names: ['e_crl_next_update_invalid'],
    files: [
      'crlWithAuthKeyID.pem',
      'crlWithDuplicatesInCRLEntryExtensions.pem',
      'crlWithMissingAuthKeyID.pem',
      'crlWithNoDuplicateInCRLEntryExtensions.pem',
      'crl_no_duplicate_ext.pem',
      'crl_with_duplicate_ext.pem',
    ],
    reason: 'their times are not UTCTime of RFC 5280, which crl/time-form reports, and are not read',
  },
  {
    names: ['e_crl_auth_key_id_only_contains_keyid'],
    files: ['crlWithAuthKeyIDContainsAuthorityCertIssuer.pem', 'crlWithAutkeyIDMissingKeyID.pem'],
    reason: 'the extension cannot be read, of which crl/extension-value tells',
  },
];

const UNSHARED: readonly Difference[] = [
  {
    names: ['rfc5280/issuer-not-empty'],
    files: [
      'crl_revocation_time_before_this_update.pem',
      'crl_revocation_time_equals_this_update.pem',
      'crl_valid_revocation_date.pem',
    ],
    reason: 'the issuer is empty, for which zlint has no lint',
  },
  {
    names: ['crl-tls/signature-algorithm'],
    files: ['crl_rsa_sha224_nul1_effx.pem'],
    reason: 'SHA-224 is not among the algorithms of 7.1.3.2.1, for which zlint has no lint on CRLs by RSA',
  },
  {
    names: ['rfc5280/rsa-signature-parameters'],
    files: ['crl_rsa_sha256_nul0_eff0.pem'],
    reason: 'RFC 4055, which zlint dates to RFC 5280, is three years older',
  },
  {
    names: ['ocsp/responder-id'],
    files: ['ocspThisUpdateNotAfterProducedAt', 'ocspThisUpdateNotAfterProducedAt.der'],
    reason: 'the responder is an empty name, for which zlint has no lint',
  },
];

describe('lint of CRLs and OCSP responses, and zlint', () => {
  let zlint: Zlint;
  let lints: readonly RevocationLint[];
  let objects: readonly RevocationLinted[];

  before(async () => {
    zlint = await Zlint.build();
    lints = await zlint.revocationLints();
    objects = await zlint.ownRevocations();
  });
  after(() => zlint.remove());

  it('has a row for every lint of the level error, and no other', () => {
    for (const kind of ['crl', 'ocsp'] as const) {
      const named = lints.filter((one) => one.kind === kind && one.name.startsWith('e_')).map(({ name }) => name);
      assert.deepEqual(Object.keys(ZLINT_REVOCATION_ROWS[kind]).toSorted(), named.toSorted());
    }
  });

  it('finds every error of zlint by a rule of its row', () => {
    assert.ok(objects.length > 100);
    const unfound = objects.flatMap((object) => {
      const found = new Set(findings(object).map(({ rule }) => rule));
      return object.errors
        .filter((lint) => !ZLINT_REVOCATION_ROWS[object.kind][lint]!.some((rule) => found.has(rule)))
        .map((lint) => `${lint} ${object.file}`);
    });
    assert.deepEqual(unfound.toSorted(), differences(UNFOUND));
  });

  it('finds no error where zlint finds none', () => {
    const unshared = objects
      .filter(({ errors }) => errors.length === 0)
      .flatMap((object) => {
        const errors = findings(object).filter(({ level }) => level === 'error');
        return [...new Set(errors.map(({ rule }) => `${rule} ${object.file}`))];
      });
    assert.deepEqual(unshared.toSorted(), differences(UNSHARED));
  });
});

describe('CRLs and OCSP responses that a server makes about a thousand certificates of the starters', () => {
  const directory = mkdtempSync(path.join(tmpdir(), 'sealwright-revocations-'));
  after(() => rmSync(directory, { recursive: true }));
  const shared = sharedServer();

  it('have no error to zlint nor to our lint', async () => {
    const issued = await issueRevocations(shared.server);
    for (const { name, kind, der } of issued) {
      const text = kind === 'crl' ? formatPem('X509 CRL', der) : Buffer.from(der).toString('base64');
      writeFileSync(path.join(directory, name), text);
    }
    const zlint = await Zlint.build();
    const linted = await zlint.lintRevocations(directory);
    zlint.remove();
    assert.deepEqual(linted.map(({ file }) => file).toSorted(), issued.map(({ name }) => name).toSorted());
    for (const object of linted) {
      assert.deepEqual(object.errors, [], object.file);
      assert.deepEqual(
        findings(object).filter(({ level }) => level === 'error'),
        [],
        object.file,
      );
    }
  });
});

describe('CRLs that a server makes', () => {
  const directory = mkdtempSync(path.join(tmpdir(), 'sealwright-crls-'));
  after(() => rmSync(directory, { recursive: true }));
  const shared = sharedServer();

  it('have no error to zlint nor to our lint: empty, base and delta CRLs, of partitions, with every reason', async () => {
    const { server } = shared;
    await store('empty', {});
    await createProfiles(server, 'Partitioned', { crlDistributionPointUsed: true, crlUseCaDefinedSettings: true });
    await editCa(server, 'ManagementCA', {
      usePartitionedCrl: true,
      crlPartitions: 2,
      crlDistributionPoints: ['http://crl.example/ca*.crl'],
      freshestCrlUris: ['http://crl.example/delta*.crl'],
      deltaCrlPeriod: '1h',
    });
    for (const [number, reason] of [...REASONS, ...REASONS].entries()) {
      const options = { username: `revoked ${number}`, subject: `CN=revoked ${number}` };
      await revoke(await enroll(server, requestUnder('Partitioned', options)), reason);
    }
    for (const partition of [0, 1, 2]) await store(`base-${partition}`, { partition });
    const held = await enroll(server, requestUnder('Partitioned', { username: 'held', subject: 'CN=held' }));
    await revoke(held, 'CERTIFICATE_HOLD');
    for (const partition of [0, 1, 2]) await store(`delta-${partition}`, { partition, delta: true });
    await revoke(held, 'REMOVE_FROM_CRL');
    for (const partition of [0, 1, 2]) await store(`released-${partition}`, { partition, delta: true });
    const zlint = await Zlint.build();
    const linted = await zlint.lintRevocations(directory);
    zlint.remove();
    assert.equal(linted.length, 10);
    for (const object of linted) {
      // A CA of its own is not bound to the reasons for TLS.
      const errors = object.errors.filter((name) => name !== 'e_cab_crl_has_valid_reason_code');
      assert.deepEqual(errors, [], object.file);
      assert.deepEqual(lintCrl(Buffer.from(object.der, 'base64')), [], object.file);
    }
  });

  async function store(name: string, which: { readonly partition?: number; readonly delta?: boolean }): Promise<void> {
    const { delta = false } = which;
    const address = `/v1/ca/${encodeURIComponent(MANAGEMENT_CA_DN)}/createcrl?deltacrl=${delta}`;
    const { json, text } = await shared.server.call(address, { method: 'POST' });
    assert.equal(json['all_success'], true, text);
    const { der } = await latestCrl(shared.server, which);
    writeFileSync(path.join(directory, `${name}.pem`), formatPem('X509 CRL', der));
  }

  async function revoke(certificate: Certificate, reason: string): Promise<void> {
    const address = `${certificatePath(certificate, 'revoke')}?reason=${reason}`;
    const { status, text } = await shared.server.call(address, { method: 'PUT' });
    assert.equal(status, 200, text);
  }
});

const REASONS = [
  'UNSPECIFIED',
  'KEY_COMPROMISE',
  'CA_COMPROMISE',
  'AFFILIATION_CHANGED',
  'SUPERSEDED',
  'CESSATION_OF_OPERATION',
  'CERTIFICATE_HOLD',
  'PRIVILEGES_WITHDRAWN',
  'AA_COMPROMISE',
];

function findings({ kind, der }: RevocationLinted) {
  const lint = kind === 'crl' ? lintCrl : lintOcspResponse;
  return lint(Buffer.from(der, 'base64'), { requirements: ['TLS'] });
}

function differences(list: readonly Difference[]): readonly string[] {
  return list.flatMap(({ names, files }) => names.flatMap((name) => files.map((file) => `${name} ${file}`))).toSorted();
}
