/** CRLs and OCSP responses about certificates that a server issues under the starters, for other linters to look at. */
import { type Certificate, hashAlgorithmByName } from '@sealwright/pki';
import assert from 'node:assert/strict';
import { certificatePath, editCa, latestCrl, MANAGEMENT_CA_DN, newCrl } from '../../e2e/support/ca-rest-setup.ts';
import { certificateOf } from '../../e2e/support/ca-setup.ts';
import { ocspRequest, postOcsp } from '../../e2e/support/ocsp-requests.ts';
import type { TestServer } from '../../e2e/support/test-server.ts';
import { ISSUED_SAMPLES } from './issued-samples.ts';

export interface IssuedRevocation {
  /** Unlike that of any other, without an extension. */
  readonly name: string;
  readonly kind: 'crl' | 'ocsp';
  readonly der: Uint8Array;
}

/** Returns base and delta CRL of a public CA, and a response about each of a thousand certificates of the starters. */
export async function issueRevocations(server: TestServer): Promise<readonly IssuedRevocation[]> {
  const issued = await ISSUED_SAMPLES.find(({ profiles }) => profiles === 'the starters')!.issue(server);
  const certificates = issued.map(({ certificate }) => certificate);
  await editCa(server, 'ManagementCA', {
    crlBaselineRequirements: 'TLS',
    deltaCrlPeriod: '2h',
    freshestCrlUris: ['http://pki.example.com/crls/ManagementCA-delta.crl'],
  });
  const revoked = certificates.filter((_, number) => number % 10 === 0);
  await revokeEach(server, revoked.slice(0, -10));
  const base = await newCrl(server);
  assert.ok([...base.entries()].length >= revoked.length - 10);
  await revokeEach(server, revoked.slice(-10));
  const address = `/v1/ca/${encodeURIComponent(MANAGEMENT_CA_DN)}/createcrl?deltacrl=true`;
  const created = await server.call(address, { method: 'POST' });
  assert.equal(created.json['all_success'], true, created.text);
  const delta = await latestCrl(server, { delta: true });
  return [
    ...Object.entries({ base, delta }).map(([name, { der }]) => ({ name, kind: 'crl' as const, der })),
    ...(await responsesAbout(server, certificates)),
  ];
}

async function revokeEach(server: TestServer, certificates: readonly Certificate[]): Promise<void> {
  for (const [number, certificate] of certificates.entries()) {
    const path = `${certificatePath(certificate, 'revoke')}?reason=${REASONS[number % REASONS.length]}`;
    const { status, text } = await server.call(path, { method: 'PUT' });
    assert.equal(status, 200, text);
  }
}

/** Asks about each certificate, with and without a nonce, by each hash; and at the end about one that was never issued. */
async function responsesAbout(
  server: TestServer,
  certificates: readonly Certificate[],
): Promise<readonly IssuedRevocation[]> {
  const ca = await certificateOf(server, 'ManagementCA');
  const never = { issuer: ca.issuer, serialNumberBytes: Uint8Array.of(5) } as Certificate;
  const responses: IssuedRevocation[] = [];
  for (const [number, certificate] of [...certificates, never, never].entries()) {
    const request = ocspRequest([[certificate, ca]], {
      hash: hashAlgorithmByName(number % 4 < 2 ? 'SHA-1' : 'SHA-256'),
      ...(number % 2 === 0 ? {} : { nonce: new Uint8Array(32).fill(number % 251) }),
    });
    const answer = await postOcsp(server.running.urls[1]!, request);
    assert.equal(answer.status, 200);
    responses.push({ name: `ocsp-${number}`, kind: 'ocsp', der: await answer.bytes() });
  }
  return responses;
}

/** Reasons that the requirements for TLS know. */
const REASONS = [
  'UNSPECIFIED',
  'KEY_COMPROMISE',
  'AFFILIATION_CHANGED',
  'SUPERSEDED',
  'CESSATION_OF_OPERATION',
  'PRIVILEGES_WITHDRAWN',
];
