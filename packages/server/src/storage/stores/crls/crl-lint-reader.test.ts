import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { asDer } from '@sealwright/pki';
import { crl, crlOf, reason } from '../../../../../lint/test/tbs-crl.ts';
import { type TemporaryDatabase, temporarySqlite } from '../../../../test/temporary-database.ts';
import type { Database } from '../../engine/index.ts';
import { openDatabase } from '../../open-database.ts';
import { CrlLintReader } from './crl-lint-reader.ts';

describe('the lint of CRLs on a reader thread', () => {
  let temporary: TemporaryDatabase;
  let database: Database;
  let lints: CrlLintReader;
  before(async () => {
    temporary = await temporarySqlite();
    database = await openDatabase({ url: temporary.url, definitions: [], onBackgroundError: () => {} });
    lints = new CrlLintReader(database.readers);
  });
  after(async () => {
    await database.close();
    await temporary.remove();
  });

  it('hands the bytes over and gives them back, with what it finds', async () => {
    const tbs = crlOf({ extensions: [reason(7)] });
    const bytes = asDer<'TbsCrl'>(Uint8Array.from(tbs));
    const linted = await lints.lint(bytes, {});
    assert.equal(bytes.length, 0);
    assert.deepEqual(new Uint8Array(linted.bytes), new Uint8Array(tbs));
    assert.deepEqual(
      linted.findings.map(({ rule }) => rule),
      ['crl/reason-code-value'],
    );
  });

  it('looks at the bytes alone where they are a part of a buffer, and takes requirements', async () => {
    const tbs = crlOf({ extensions: [reason(6)] });
    const buffer = new Uint8Array(tbs.length + 300);
    buffer.set(tbs, 100);
    const { bytes, findings } = await lints.lint(asDer<'TbsCrl'>(buffer.subarray(100, 100 + tbs.length)), {
      requirements: ['TLS'],
    });
    assert.deepEqual(new Uint8Array(bytes), new Uint8Array(tbs));
    assert.deepEqual(
      findings.map(({ rule }) => rule),
      ['crl-tls/reason-code-allowed'],
    );
  });

  it('finds nothing in a CRL that keeps the rules', async () => {
    assert.deepEqual((await lints.lint(asDer<'TbsCrl'>(Uint8Array.from(crl())), {})).findings, []);
  });
});
