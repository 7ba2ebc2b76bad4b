/** The starter profiles: each pair, made by the command line, issues what it is for and refuses what it is not for. */
import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { before, describe, it } from 'node:test';
import { lintCertificate } from '@sealwright/lint';
import { type KeyType, makeKey } from '../../../packages/cli/src/enrollment/key-types.ts';
import { starterDocuments } from '../../../packages/cli/src/starters/starter-documents.ts';
import { STARTER_NAMES } from '../../../packages/cli/src/starters/starters.ts';
import { assertRefusal, certificateOf, sharedServer } from '../support/ca-rest-setup.ts';
import {
  cli,
  createStarters,
  issueStarter,
  keyTypesOf,
  requestStarter,
  type StarterRequest,
  starterRequest,
  X509_STARTERS,
  type X509StarterName,
} from '../support/starters.ts';

it('a starter is a directory of two documents, and each directory is a starter', async () => {
  const directories = readdirSync(new URL('../../../packages/cli/starters', import.meta.url));
  assert.deepEqual(directories.toSorted(), STARTER_NAMES.toSorted());
  for (const starter of STARTER_NAMES) {
    const descriptions = (await starterDocuments(starter)).map(({ settings }) => settings['description']);
    assert.equal(descriptions.length, 2);
    assert.equal(new Set(descriptions).size, 1, starter);
  }
});

/** Starters whose keys the server may make. */
const WITH_KEYSTORES: ReadonlySet<X509StarterName> = new Set([
  'tls-server-private',
  'tls-client',
  'smime',
  'smart-card-logon',
] as const);

describe('a starter', () => {
  const shared = sharedServer();
  before(() => createStarters(shared.server));

  for (const starter of X509_STARTERS) {
    it(`${starter} issues for keys of each kind that it takes, and lint finds no error`, async () => {
      for (const [number, keyType] of keyTypesOf(starter).entries()) {
        const certificate = await issueStarter(shared.server, starter, number, keyType);
        const findings = lintCertificate(certificate.der);
        const errors = findings.filter(({ level }) => level === 'error');
        assert.deepEqual(errors, [], keyType);
      }
    });
  }

  for (const [starter, title, change, message] of refusals()) {
    it(`${starter} refuses ${title}`, async () => {
      const { keyType = 'P-256', ...names } = change;
      const request = { ...starterRequest(starter, 1000), username: `refused by ${starter}`, ...names };
      assertRefusal(await requestStarter(shared.server, starter, request, await makeKey(keyType)), 400, message);
    });
  }

  for (const starter of X509_STARTERS) {
    const takes = WITH_KEYSTORES.has(starter);
    it(`${starter} ${takes ? 'issues' : 'refuses'} keystores with keys that the server makes`, async () => {
      const { server } = shared;
      const { subject, san } = starterRequest(starter, 4000);
      const username = `keystore ${starter}`;
      const profiles = ['--ca', 'ManagementCA', '--profile', starter, '--end-entity-profile', starter];
      const names = ['--subject', subject, ...san.flatMap((name) => ['--san', name])];
      const as = ['--token', 'P12', '--generate-password', '--json'];
      const added = await cli(server, 'entity', 'add', username, ...profiles, ...names, ...as);
      if (!takes) {
        assert.deepEqual([added.code, /availableTokenTypes/.test(added.error)], [1, true], added.error);
        return;
      }
      const home = mkdtempSync(path.join(server.home, 'keystore-'));
      const at = (name: string) => path.join(home, name);
      writeFileSync(at('password'), (JSON.parse(added.out) as { password: string }).password);
      const files = ['--password-file', at('password'), '--out', at('made')];
      const { code, error } = await cli(server, 'enroll', '--keystore', 'p12', '--username', username, ...files);
      assert.equal(code, 0, error);
    });
  }

  it('gives a certificate the validity of its profile, or the earlier end that is asked for', async () => {
    const { server } = shared;
    const issue = async (number: number, end: string | undefined) => {
      const request = starterRequest('tls-server', number);
      const answer = await requestStarter(server, 'tls-server', request, await makeKey('P-256'), { end_time: end });
      assert.equal(answer.status, 200, answer.text);
      const { notBefore, notAfter } = certificateOf(answer);
      return notAfter - notBefore + 1;
    };
    const inDays = (days: number) =>
      new Date(server.clock.nowMs() + days * DAY_MS).toISOString().slice(0, 19).replace('T', ' ');
    assert.equal(await issue(2000, undefined), 90 * DAY_S);
    assert.equal(await issue(2001, inDays(300)), 90 * DAY_S);
    assert.ok((await issue(2002, inDays(10))) < 11 * DAY_S);
  });

  for (const [starter, validity, rule] of tooLong()) {
    it(`${starter} refuses certificates when its validity is made ${validity}, longer than the requirements allow`, async () => {
      const { server } = shared;
      const [profile] = await starterDocuments(starter);
      const settings = { ...profile!.settings, validity };
      const changed = await server.administer(`/documents/CERTPROFILE/${starter}`, {
        method: 'PUT',
        body: { settings },
      });
      assert.equal(changed.status, 200, changed.text);
      const request = starterRequest(starter, 3000);
      assertRefusal(await requestStarter(server, starter, request, await makeKey('P-256')), 400, rule);
    });
  }
});

type Change = Partial<StarterRequest> & { readonly keyType?: KeyType };

/** Requests that each starter forbids, and the refusals. */
function refusals(): readonly (readonly [X509StarterName, string, Change, RegExp])[] {
  const other = 'CN=other.example.com';
  return [
    ['tls-server', 'a wildcard', { subject: '', san: ['dns:*.example.com'] }, /subjectAlternativeName\.DNSNAME/],
    ['tls-server', 'an internal name', { subject: '', san: ['dns:web.corp'] }, /'web\.corp'.*internalName/],
    ['tls-server', 'an unusual host name', { subject: '', san: ['dns:my_host.example.com'] }, /unusualHostName/],
    ['tls-server', 'a public suffix', { subject: '', san: ['dns:co.uk'] }, /'co\.uk'.*publicSuffix/],
    ['tls-server', 'a common name that is not an alternative name', { subject: other }, /unrepeatedCommonName/],
    ['tls-server', 'an organization', { subject: 'O=Example' }, /subjectDn\.O/],
    ['tls-server', 'a certificate without a host name', { subject: '', san: ['ip:203.0.114.7'] }, /DNSNAME/],
    [
      'tls-server',
      'an internal address',
      { san: ['dns:www-1000.example.com', 'ip:10.0.0.1'] },
      /'10\.0\.0\.1'.*internalName/,
    ],
    ['tls-server', 'a key of another kind', { keyType: 'Ed25519' }, /Ed25519/],
    ['tls-server-private', 'a certificate without a host name', { san: [] }, /DNSNAME/],
    ['tls-server-private', 'a wildcard below a public suffix', { san: ['dns:*.co.uk'] }, /publicSuffix/],
    ['tls-server-private', 'an e-mail address', { san: ['dns:a', 'email:a@example.com'] }, /RFC822NAME/],
    ['tls-client', 'a certificate without a common name', { subject: 'O=Example' }, /subjectDn\.CN/],
    ['smime', 'a common name that is not a mailbox', { subject: 'CN=Alice' }, /subjectDn\.CN/],
    ['smime', 'a certificate without a mailbox', { subject: 'CN=a@example.com', san: [] }, /RFC822NAME/],
    ['code-signing', 'an RSA key of 2048 bits', { keyType: 'RSA-2048' }, /2048/],
    ['code-signing', 'a publisher without an organization', { subject: 'CN=Alice,L=Stockholm,C=SE' }, /subjectDn\.O/],
    ['code-signing', 'a host name', { san: ['dns:www.example.com'] }, /DNSNAME/],
    ['time-stamping', 'an RSA key of 2048 bits', { keyType: 'RSA-2048' }, /2048/],
    ['ocsp-signer', 'a host name', { san: ['dns:ocsp.example.com'] }, /DNSNAME/],
    ['device', 'a device without a serial number', { subject: 'CN=Thermostat' }, /subjectDn\.SN/],
    ['device', 'a curve of another kind', { keyType: 'P-521' }, /P-521/],
    ['ipsec', 'a wildcard', { san: ['dns:*.example.com'] }, /DNSNAME/],
    ['smart-card-logon', 'a certificate without a principal', { san: [] }, /UPN/],
    ['kubernetes-server', 'the group of administrators', { subject: 'CN=node,O=system:masters' }, /subjectDn\.O/],
    ['kubernetes-client', 'the group of administrators', { subject: 'CN=system:node:a,O=system:masters' }, /\.O/],
    ['kubernetes-client', 'a user of another name', { subject: 'CN=alice,O=system:nodes' }, /subjectDn\.CN/],
    ['kerberos-kdc', 'another principal', { san: ['krb5:alice@EXAMPLE.COM'] }, /KRB5PRINCIPAL/],
  ];
}

/** Validities that no certificate of a starter may have today. */
function tooLong(): readonly (readonly [X509StarterName, string, RegExp])[] {
  return [
    ['tls-server', '201d', /\(tls\/validity-200-days, Baseline Requirements 6\.3\.2\)/],
    ['smime', '826d', /\(smime\/validity-825-days, S\/MIME Baseline Requirements 6\.3\.2\)/],
    ['code-signing', '461d', /\(code-signing\/validity-460-days, Code Signing Baseline Requirements 6\.3\.2\)/],
  ];
}

const DAY_S = 86_400;
const DAY_MS = DAY_S * 1000;
