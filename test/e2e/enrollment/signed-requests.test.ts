/** Requests that a client has signed itself, passed on by anybody. */
import assert from 'node:assert/strict';
import { createHash, sign } from 'node:crypto';
import { before, describe, it } from 'node:test';
import { formatPem } from '@sealwright/pki';
import { TestCa, type TestIdentity } from '../../pki/test-pki.ts';
import { createExternalCa } from '../support/administration.ts';
import { auditRows } from '../support/audit-records.ts';
import { sharedServer } from '../support/ca-rest-setup.ts';
import { makeSigningToken, signing } from '../support/setups/signing-setup.ts';
import type { ClientIdentity } from '../support/test-server.ts';
import { assertRefused } from '../support/setups/worker-setup.ts';

const TYPE = 'http://signserver.org/specs/signedrequest/1.0';

describe('a signed request', () => {
  const shared = sharedServer();
  const root = TestCa.root('CN=Signers Root');
  const issuing = root.subordinate('CN=Signers');
  const known = TestCa.root('CN=Known');
  const alice = issuing.issue({ subject: 'CN=alice', keyType: 'RSA-2048' });
  const bob = issuing.issue({ subject: 'CN=bob' });

  const worker = async (name: string, properties: Readonly<Record<string, string>> = {}) => {
    const rules = ['CN=Signers', 'CN=Known'].map((issuer) => ({ subjectValue: 'alice', issuer }));
    const body = {
      settings: {
        rules,
        properties: {
          IMPLEMENTATION_CLASS: 'PlainSigner',
          CRYPTOTOKEN: 'Signing',
          DEFAULTKEY: 'ec',
          AUTHTYPE: 'org.signserver.server.enterprise.signedrequest.SignedRequestAuthorizer',
          TRUSTANCHORS:
            formatPem('CERTIFICATE', root.certificate.der) + formatPem('CERTIFICATE', known.certificate.der),
          REVOCATION_CHECKING: 'FALSE',
          REQUIRE_TLS_CLIENT_CERTIFICATE: 'FALSE',
          ...properties,
        },
      },
    };
    const made = await shared.server.administer(`/documents/WORKER/${name}`, { method: 'POST', body });
    assert.equal(made.status, 201, made.text);
  };
  before(async () => {
    await makeSigningToken(shared.server, 'Signing', { ec: ['EC', 'P-256'] });
    await createExternalCa(shared.server.running.installation, 'Known', known);
    await worker('Sealed');
  });

  const hashed = (texts: Readonly<Record<string, string>>, algorithm = 'sha256') =>
    Object.fromEntries(
      Object.entries(texts).map(([key, text]) => [key, createHash(algorithm).update(text).digest('hex')]),
    );
  /** @param hashes - or the text of the payload */
  const token = (signer: TestIdentity, hashes: object | string, header: object = {}) => {
    const isRsa = signer.privateKey.asymmetricKeyType === 'rsa';
    const x5c = [signer.certificate, issuing.certificate].map(({ der }) => der.toBase64());
    const parts = [{ typ: TYPE, alg: isRsa ? 'RS256' : 'ES256', x5c, ...header }, hashes];
    const texts = parts.map((part) => (typeof part === 'string' ? part : JSON.stringify(part)));
    const text = texts.map((part) => Buffer.from(part).toString('base64url')).join('.');
    const options = isRsa ? signer.privateKey : { key: signer.privateKey, dsaEncoding: 'ieee-p1363' as const };
    return `${text}.${sign('sha256', Buffer.from(text), options).toString('base64url')}`;
  };
  const ask = (
    SIGNED_REQUEST: string | undefined,
    { name = 'Sealed', data = 'x', metaData = {}, as = null as ClientIdentity | null } = {},
  ) =>
    signing(shared.server, `/workers/${name}/process`, {
      as,
      body: { data, metaData: { ...metaData, ...(SIGNED_REQUEST === undefined ? {} : { SIGNED_REQUEST }) } },
    });
  const whole = { workerName: 'Sealed', data: 'x' };

  it('is let in when its signer is trusted, named by a rule, and has signed all of it', async () => {
    const answer = await ask(token(alice, hashed(whole)));
    assert.equal(answer.status, 200, answer.text);
    const { record } = auditRows(shared.server).findLast(({ event }) => event === 'PROCESS')!;
    assert.equal((JSON.parse(record) as { actor: { name: string } }).actor.name, 'CN=alice');
    const more = { ...whole, 'meta.A': '1', 'meta.FILENAME': 'a.txt' };
    assert.equal(
      (await ask(token(alice, hashed(more, 'sha512')), { metaData: { A: '1', FILENAME: 'a.txt' } })).status,
      200,
    );
  });

  it('is not let in when anything of it is missing, open or another', async () => {
    for (const [title, hashes, options] of [
      ['no worker', { data: 'x' }, {}],
      ['another worker', { workerName: 'Other', data: 'x' }, {}],
      ['another id as well', { ...whole, workerId: '1' }, {}],
      ['no data', { workerName: 'Sealed' }, {}],
      ['other data', whole, { data: 'y' }],
      ['metadata beside it', whole, { metaData: { A: '1' } }],
      ['other metadata', { ...whole, 'meta.A': '1' }, { metaData: { A: '2' } }],
      ['metadata that was taken away', { ...whole, 'meta.A': '1' }, {}],
    ] as const) {
      const answer = await ask(token(alice, hashed(hashes)), options);
      assert.equal(answer.status, 400, title);
      assert.match(
        answer.json['error'] as string,
        /^Authorization failed: Worker \d+: Client is not authorized$/,
        title,
      );
    }
    assertRefused(await ask(undefined), 400, 'Authorization failed: Signed request required');
  });

  it('is not let in with another signature, type, chain or key', async () => {
    const good = token(alice, hashed(whole));
    const [header, payload, signature] = good.split('.') as [string, string, string];
    const impostor = TestCa.root('CN=Signers').issue({ subject: 'CN=alice' });
    for (const [title, given] of Object.entries({
      'somebody without a rule': token(bob, hashed(whole)),
      'somebody else with the name': token(impostor, hashed(whole)),
      'the certificate of another': token(bob, hashed(whole), { x5c: [alice.certificate.der.toBase64()] }),
      'no chain': token(alice, hashed(whole), { x5c: [] }),
      'no issuer': token(alice, hashed(whole), { x5c: [alice.certificate.der.toBase64()] }),
      'an invalid chain': token(alice, hashed(whole), { x5c: ['!', 'AAAA'] }),
      'another type': token(alice, hashed(whole), { typ: 'JWT' }),
      'no algorithm': `${Buffer.from('{"alg":"none"}').toString('base64url')}.${payload}.`,
      'another payload': `${header}.${Buffer.from(JSON.stringify(hashed({ ...whole, data: 'y' }))).toString('base64url')}.${signature}`,
      'hashes that are not hashes': token(alice, { ...hashed(whole), data: 5 }),
      'short hashes': token(alice, { ...hashed(whole), data: '00' }),
      'a hash that stands twice': token(alice, JSON.stringify(hashed(whole)).replace('{', '{"data":"00",')),
      'no token': 'x',
    }))
      assert.equal((await ask(given)).status, 400, title);
  });

  it('comes over TLS with a certificate, and from who is not revoked, unless the worker says no', async () => {
    await worker('Strict', { REVOCATION_CHECKING: 'TRUE', REQUIRE_TLS_CLIENT_CERTIFICATE: 'TRUE' });
    const inKnown = known.issueClient('alice');
    const { certificatePem: cert, privateKeyPem: key } = known.issueClient('proxy');
    const sealed = (signer: TestIdentity) => token(signer, hashed({ ...whole, workerName: 'Strict' }));
    const as = { cert, key };
    assert.equal((await ask(sealed(inKnown), { name: 'Strict', as })).status, 200);
    assertRefused(
      await ask(sealed(inKnown), { name: 'Strict' }),
      400,
      'Authorization failed: Error, client authentication is required.',
    );
    assert.equal((await ask(sealed(alice), { name: 'Strict', as })).status, 400, 'nobody knows whether it is revoked');
  });

  it('finds a worker misconfigured that trusts nobody', async () => {
    for (const [index, TRUSTANCHORS] of [
      '',
      'x',
      '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----',
    ].entries()) {
      await worker(`Trusting${index}`, { TRUSTANCHORS });
      assertRefused(await ask('x', { name: `Trusting${index}` }), 500);
    }
  });
});
