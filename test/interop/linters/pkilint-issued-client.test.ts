/**
 * pkilint over what a server issues under the profiles that it has from the start, and under the starters:
 * `node scripts/run-tests.ts clients pkilint`. It needs Python with PyPI.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  certificatePath,
  editCa,
  enroll,
  latestCrl,
  MANAGEMENT_CA_DN,
  newCrl,
  sharedServer,
} from '../../e2e/support/ca-rest-setup.ts';
import { newRequest } from '../../e2e/support/enrollment.ts';
import { issueRevocations } from './issued-revocations.ts';
import { type Issued, ISSUED_SAMPLES, SAMPLE_SIZE } from './issued-samples.ts';
import { explains } from './pkilint-differences.ts';
import { NARROWER } from './pkilint-exceptions.ts';
import { type ForPkilint, Pkilint } from './pkilint.ts';

/** Linters for what browsers and mail programs trust, beside that of RFC 5280. */
const LINTERS: Readonly<Record<string, Pick<ForPkilint, 'linter' | 'type'>>> = {
  'tls-server': { linter: 'serverauth', type: 'DV_FINAL_CERTIFICATE' },
  smime: { linter: 'smime' },
};

const REASONS = ['UNSPECIFIED', 'KEY_COMPROMISE', 'SUPERSEDED', 'CERTIFICATE_HOLD'];

describe('what a server issues', () => {
  const shared = sharedServer();
  const pkilint = new Pkilint();

  for (const { profiles, issue } of ISSUED_SAMPLES) {
    it(`under ${profiles} has no error to pkilint (${SAMPLE_SIZE})`, async () => {
      const issued = await issue(shared.server);
      assert.equal(issued.length, SAMPLE_SIZE);
      assert.deepEqual(await errorsOf(pkilint, issued.flatMap(forLinters)), []);
    });
  }

  it('as CRLs has no error to pkilint', async () => {
    const { server } = shared;
    await editCa(server, 'ManagementCA', {
      deltaCrlPeriod: '2h',
      freshestCrlUris: ['http://pki.example.com/crls/ManagementCA-delta.crl'],
    });
    for (const [number, reason] of REASONS.entries()) {
      const subject = `CN=revoked ${number}`;
      const certificate = await enroll(server, newRequest({ username: `revoked ${number}`, subject }));
      const path = `${certificatePath(certificate, 'revoke')}?reason=${reason}`;
      const { status, text } = await server.call(path, { method: 'PUT' });
      assert.equal(status, 200, text);
    }
    const base = await newCrl(server);
    assert.ok([...base.entries()].length >= REASONS.length);
    const created = await server.call(`/v1/ca/${encodeURIComponent(MANAGEMENT_CA_DN)}/createcrl?deltacrl=true`, {
      method: 'POST',
    });
    assert.equal(created.status, 200, created.text);
    const delta = await latestCrl(server, { delta: true });
    const crls = Object.entries({ base, delta }).map(([file, { der }]) => ({ file, der, linter: 'crl' as const }));
    assert.deepEqual(await errorsOf(pkilint, crls), []);
  });
});

describe('what a server says of the revocation of a thousand certificates of the starters', () => {
  const shared = sharedServer();

  it('has no error to pkilint: base and delta CRL, and an OCSP response for each', async () => {
    const issued = await issueRevocations(shared.server);
    const objects = issued.map(({ name, kind, der }): ForPkilint => ({
      file: name,
      der,
      linter: kind,
      ...(kind === 'crl' ? { type: 'BR' } : {}),
    }));
    assert.deepEqual(await errorsOf(new Pkilint(), objects), []);
  });
});

function forLinters({ profile, certificate }: Issued): readonly ForPkilint[] {
  const one = { file: profile, der: certificate.der };
  const further = LINTERS[profile];
  return [{ ...one, linter: 'pkix' }, ...(further === undefined ? [] : [{ ...one, ...further }])];
}

/** Returns the errors but for names that pkilint alone refuses, each code once for each profile, with one of its messages. */
async function errorsOf(pkilint: Pkilint, objects: readonly ForPkilint[]): Promise<readonly string[]> {
  const answers = await pkilint.lint(objects);
  assert.equal(answers.length, objects.length);
  const found = answers.flatMap(({ errors, unreadable }, at) => {
    const { file, linter } = objects[at]!;
    const all = unreadable === undefined ? errors : [{ code: 'unreadable', message: unreadable }];
    return all
      .map(({ code, message }) => ({ name: code, file, message }))
      .filter((finding) => !NARROWER.some((difference) => explains(difference, finding)))
      .map(({ name, message }) => [`${file} ${linter} ${name}`, message] as const);
  });
  return [...new Map(found)].map((one) => one.join(': ')).toSorted();
}
