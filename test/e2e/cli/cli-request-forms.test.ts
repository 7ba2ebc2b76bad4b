/** `sealwright enroll --csr` with requests of every form, against a server. */
import assert from 'node:assert/strict';
import { generateKeyPairSync, X509Certificate } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { before, describe, it } from 'node:test';
import { CvCertificate, formatPem, makeExtension, subjectAltName } from '@sealwright/pki';
import { run } from '../../../packages/cli/test/ca-server.ts';
import { makeCrmf, makeSpkac, spkiOf } from '../../../packages/pki/test/crmf-request.ts';
import { CvHolder } from '../../../packages/pki/test/cv-holder.ts';
import { readFixture } from '../../../packages/pki/test/request-fixtures.ts';
import { createApprovalProfile, decide, officersOf } from '../support/setups/approval-setup.ts';
import { editCa, sharedServer } from '../support/ca-rest-setup.ts';
import { createCvcCa, createVerifiers, cvRecord } from '../support/setups/cvc-setup.ts';
import { certificateRequest, type KeyPair } from '../support/enrollment.ts';
import { recordOf } from '../support/request-forms.ts';

const newKey = () => generateKeyPairSync('ec', { namedCurve: 'P-256' });
const WWW = makeExtension(subjectAltName, [{ type: 'dNSName', value: 'www.example' }], false);

describe('sealwright enroll --csr against a server', () => {
  const shared = sharedServer();
  const officers = officersOf(shared);
  before(async () => {
    await createVerifiers(shared.server);
    await createCvcCa(shared.server, 'GUARDED', { signedBy: 'CVCA', certificateProfile: 'SUBCA', validity: '1y' });
    await createApprovalProfile(shared.server, 'Four eyes', {});
    await editCa(shared.server, 'GUARDED', { approvals: { addEditEndEntity: 'Four eyes' } });
  });

  const at = (name: string) => path.join(shared.server.home, name);
  const write = (name: string, content: string | Uint8Array) => {
    writeFileSync(at(name), content);
    return at(name);
  };
  const cli = (...args: readonly string[]) => {
    const { home, running } = shared.server;
    return run(['--server', running.urls[0]!.replace('127.0.0.1', 'localhost'), '--home', home, 'enroll', ...args]);
  };
  const enroll = (name: string, content: string | Uint8Array, ...args: readonly string[]) => {
    const who = ['--ca', 'ManagementCA', '--profile', 'ENDUSER', '--username', name];
    return cli(...who, '--csr', write(`${name}.request`, content), '--out', at(name), ...args);
  };
  const requireIssued = async (name: string, key: KeyPair, subject: string, names: string | undefined) => {
    const certificate = new X509Certificate(readFileSync(at(`${name}.crt.pem`)));
    assert.ok(certificate.checkPrivateKey(key.privateKey));
    assert.deepEqual([certificate.subject, certificate.subjectAltName], [subject, names]);
    assert.ok(certificate.checkIssued(new X509Certificate(readFileSync(at(`${name}.chain.pem`)))));
    assert.ok(!existsSync(at(`${name}.key.pem`)));
  };

  const crmfOf = (name: string, key: KeyPair) => makeCrmf({ subject: `CN=${name},O=Example`, extensions: [WWW] }, key);
  for (const [name, contentOf, args, subject, names] of [
    ['crmf', (key) => crmfOf('alice', key), [], 'O=Example\nCN=alice', 'DNS:www.example'],
    ['crmf-pem', (key) => formatPem('CERTREQ', crmfOf('ann', key)), [], 'O=Example\nCN=ann', 'DNS:www.example'],
    [
      'crmf-renamed',
      (key) => crmfOf('alice', key).toBase64(),
      ['--subject', 'CN=bob', '--san', 'dns:bob.example'],
      'CN=bob',
      'DNS:bob.example',
    ],
    ['spkac', (key) => makeSpkac(key), ['--subject', 'CN=spkac'], 'CN=spkac', undefined],
    [
      'spkac-lines',
      (key) => `O=Example\nCN=carol\nSPKAC=${makeSpkac(key).toBase64()}\n`,
      [],
      'O=Example\nCN=carol',
      undefined,
    ],
    [
      'public-key',
      (key) => formatPem('PUBLIC KEY', spkiOf(key)),
      ['--subject', 'CN=key', '--san', 'email:key@b.example'],
      'CN=key',
      'email:key@b.example',
    ],
    ['public-key-der', (key) => spkiOf(key), ['--subject', 'CN=der'], 'CN=der', undefined],
    ['pkcs10', (key) => certificateRequest('CN=dave', key), [], 'CN=dave', undefined],
  ] satisfies readonly [string, (key: KeyPair) => string | Uint8Array, string[], string, string | undefined][]) {
    it(`finds out what the file holds and gets a certificate for its key: ${name}`, async () => {
      const key = newKey();
      const { code, error } = await enroll(name, contentOf(key), ...args);
      assert.equal(code, 0, error);
      await requireIssued(name, key, subject, names);
    });
  }

  it('enrolls an end entity that exists with its password, whose names count', async () => {
    for (const [name, contentOf] of [
      ['pass-key', (key: KeyPair) => formatPem('PUBLIC KEY', spkiOf(key))],
      ['pass-p10', (key: KeyPair) => certificateRequest('CN=other', key)],
    ] as const) {
      const key = newKey();
      assert.equal((await shared.server.call('/v1/endentity', { body: recordOf(name) })).status, 200);
      const args = ['--ca', 'ManagementCA', '--username', name, '--csr', write(`${name}.request`, contentOf(key))];
      const withPassword = (text: string, ...more: readonly string[]) =>
        cli(...args, '--out', at(name), '--password-file', write('password', text), ...more);
      const refused = await withPassword('wrong\n');
      assert.equal(refused.code, 1);
      assert.match(refused.error, /Wrong username or password/);
      for (const more of [
        ['--profile', 'ENDUSER'],
        ['--subject', 'CN=x'],
        ['--san', 'dns:x'],
      ]) {
        const { code, error } = await withPassword('foo123\n', ...more);
        assert.equal(code, 2);
        assert.match(error, new RegExp(`${more[0]} is not for --password-file`));
      }
      const { code, error } = await withPassword('foo123\n');
      assert.equal(code, 0, error);
      await requireIssued(name, key, `CN=${name}`, undefined);
    }
  });

  it('gets the certificate of a terminal for a request in CVC, with the holder as the subject', async () => {
    const holder = new CvHolder('SETERM00001');
    for (const [name, content] of [
      ['term', holder.request().der],
      ['term-pem', formatPem('CERTIFICATE REQUEST', new CvHolder('SEPEM00001').request().der)],
    ] as const) {
      const { code, out, error } = await enroll(name, content, '--ca', 'DV');
      assert.equal(code, 0, error);
      assert.match(out, /\.cvcert: issued to SE(TERM|PEM)00001 by SEDV\d{5}\n$/);
      assert.ok(!existsSync(at(`${name}.crt.pem`)));
    }
    const certificate = CvCertificate.parse(readFileSync(at('term.cvcert')));
    assert.equal(certificate.publicKey.keyOctets.toHex(), holder.publicKey.keyOctets.toHex());
    const again = await enroll('term', holder.request().der, '--ca', 'DV');
    assert.equal(again.code, 4);
    assert.match(again.error, /--force overwrites/);
  });

  it('gets it with the password of an end entity as well', async () => {
    const added = await shared.server.call('/v1/endentity', { body: cvRecord('SHOWN') });
    assert.equal(added.status, 200, added.text);
    const request = write('shown.request', new CvHolder('SESHOWN00001').request().der);
    const who = ['--ca', 'DV', '--username', 'SHOWN', '--password-file', write('password', 'foo123\n')];
    const { code, error } = await cli(...who, '--csr', request, '--out', at('shown'));
    assert.equal(code, 0, error);
    assert.equal(CvCertificate.parse(readFileSync(at('shown.cvcert'))).holder.text, 'SESHOWN00001');
  });

  it('collects what others had to approve: a card verifiable certificate', async () => {
    const holder = new CvHolder('SEWAIT00001');
    const waiting = await enroll('wait', holder.request().der, '--ca', 'GUARDED', '--json');
    assert.equal(waiting.code, 6, waiting.error);
    const { request_id: id } = JSON.parse(waiting.out) as { request_id: number };
    const finalize = () => cli('--finalize', String(id), '--csr', at('wait.request'), '--out', at('wait'));
    assert.equal((await finalize()).code, 6);
    await decide(shared.server, id, officers.first);
    const { code, error } = await finalize();
    assert.equal(code, 0, error);
    assert.equal(CvCertificate.parse(readFileSync(at('wait.cvcert'))).holder.text, 'SEWAIT00001');
  });

  it('shows in a dry run what would be issued for a public key', async () => {
    const key = newKey();
    const { code, out, error } = await enroll('dry', spkiOf(key), '--subject', 'CN=dry', '--dry-run');
    assert.equal(code, 0, error);
    assert.match(out, /^dry run: it would be issued/);
    assert.ok(!existsSync(at('dry.crt.pem')));
  });

  for (const [what, contentOf, args, code, message] of [
    [
      'a public key without --subject',
      () => spkiOf(newKey()),
      [],
      2,
      /--subject is missing: the request in .* names nobody/,
    ],
    [
      '--san for PKCS#10',
      () => certificateRequest('CN=x', newKey()),
      ['--san', 'dns:x'],
      2,
      /--san is not for a PKCS#10/,
    ],
    ['--key-type', () => spkiOf(newKey()), ['--key-type', 'P-256'], 2, /--key-type is for a key made here/],
    ['an invalid text', () => 'a certificate, please', [], 4, /is not a certificate request; PKCS#10, CRMF, SPKAC/],
    ['a message of CMP', () => readFixture('crmf/openssl-ec.cmp'), [], 4, /it is a message of CMP/],
    [
      'SPKAC that another key has signed',
      () => makeSpkac({ publicKey: newKey().publicKey, privateKey: newKey().privateKey }),
      ['--subject', 'CN=x'],
      4,
      /is not a request that can be used: .*not signed/,
    ],
    [
      'CVC that another key has signed',
      () => new CvHolder('SEIS00001').request({ publicKey: new CvHolder('SEIS00001').publicKey }).der,
      [],
      4,
      /is not a request that can be used: .*not signed with its own key/,
    ],
  ] satisfies readonly [string, () => string | Uint8Array, string[], number, RegExp][]) {
    it(`refuses ${what} before anything is sent`, async () => {
      const result = await enroll('never', contentOf(), ...args);
      assert.equal(result.code, code, result.error);
      assert.match(result.error, message);
      assert.ok(!existsSync(at('never.crt.pem')));
    });
  }
});
