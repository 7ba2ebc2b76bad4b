import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { formatPem } from '@sealwright/pki';
import { TestCa } from '../../../../../../test/pki/test-pki.ts';
import { Secret } from '../../configuration/index.ts';
import { type PublisherType, readTarget } from '../index.ts';

const secret = new Secret(false, () => 'canary');
const { certificate } = TestCa.root('CN=Directory CA');
const pem = formatPem('CERTIFICATE', certificate.der);
const HOST_KEY = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIPmSOIwCyWUlzbGSlZJoFcQvnmnDk9pYsXJMn5iSnVHH root@web';

/** The least that each kind needs. */
const LEAST = {
  LDAP: { server: 'ldap.example.com', baseDn: 'ou=people,dc=example,dc=com' },
  S3: { bucket: 'pki-objects', accessKeyId: 'AKIAIOSFODNN7EXAMPLE', secretAccessKey: secret },
  SFTP: { server: 'web.example.com', hostKeys: HOST_KEY, user: 'pki', privateKey: secret },
} as const;

function read(type: keyof typeof LEAST, settings: Readonly<Record<string, string | Secret>>) {
  const problems: Record<string, string> = {};
  const target = readTarget(type, { ...LEAST[type], ...settings }, (field, problem) => (problems[field] = problem));
  return { target, problems };
}

/** The settings of a kind that is known to be read without a problem. */
function settingsOf<T extends PublisherType & keyof typeof LEAST>(
  type: T,
  settings: Readonly<Record<string, string | Secret>> = {},
) {
  const { target, problems } = read(type, settings);
  assert.deepEqual(problems, {});
  return target!.settings as Extract<typeof target, { readonly type: T }>['settings'];
}

describe('settings of publishers that reach other hosts', () => {
  it('want TLS of a directory unless told otherwise, on the port that goes with it', () => {
    const ports = ['LDAPS', 'STARTTLS', 'NONE'].map((security) => settingsOf('LDAP', { security }).server.port);
    assert.deepEqual(ports, [636, 389, 389]);
    const { security, createEntries, severalCertificates } = settingsOf('LDAP');
    assert.deepEqual([security, createEntries, severalCertificates], ['LDAPS', true, false]);
    assert.deepEqual(settingsOf('LDAP', { server: '[FD00::1]:1636' }).server, { name: 'fd00::1', port: 1636 });
    assert.equal(settingsOf('LDAP', { server: 'LDAP.Example.com.' }).server.name, 'ldap.example.com');
  });

  it('log in to a directory by password, by certificate, or not at all', () => {
    assert.equal(settingsOf('LDAP').login.kind, 'anonymous');
    const byPassword = { loginDn: 'cn=admin,dc=example,dc=com', loginPassword: secret };
    assert.equal(settingsOf('LDAP', byPassword).login.kind, 'simple');
    assert.equal(settingsOf('LDAP', { clientCertificate: pem, clientPrivateKey: secret }).login.kind, 'external');
  });

  it('name entries by attributes as directories call them', () => {
    const { nameAttributes } = settingsOf('LDAP', { nameAttributes: 'CN+SN, ou, E' });
    assert.deepEqual(
      nameAttributes.map((level) => level.map(({ name }) => name)),
      [['cn', 'serialNumber'], ['ou'], ['mail']],
    );
  });

  it('find a bucket by its host at Amazon, and by its path elsewhere', () => {
    const { endpoint, addressing, prefix } = settingsOf('S3', { region: 'eu-north-1' });
    assert.deepEqual([endpoint, addressing, prefix], ['https://s3.eu-north-1.amazonaws.com', 'HOST', '']);
    const own = settingsOf('S3', { endpoint: 'https://s3.example.com:9000/', prefix: '/a/b' });
    assert.deepEqual([own.endpoint, own.addressing, own.prefix], ['https://s3.example.com:9000', 'PATH', 'a/b/']);
    // No certificate of Amazon is for a name with a dot more.
    assert.equal(settingsOf('S3', { bucket: 'pki.example.com' }).addressing, 'PATH');
  });

  it('know a host by its key or its fingerprint', () => {
    const { hostKeys, server } = settingsOf('SFTP', {
      hostKeys: `${HOST_KEY}\nSHA256:uNiVztksCsDhcc0u9e8BrQJNGu7gSgZ8IBqYYsaDoCM`,
    });
    assert.deepEqual(
      hostKeys.map(({ type }) => type),
      ['ssh-ed25519', undefined],
    );
    assert.match(hostKeys[0]!.fingerprint, /^SHA256:[\w+/]{43}$/);
    assert.equal(server.port, 22);
  });

  it('hold no secret in clear', () => {
    for (const type of ['S3', 'SFTP'] as const) assert.doesNotMatch(JSON.stringify(settingsOf(type)), /canary/);
  });

  for (const [type, settings, field, problem] of [
    ['LDAP', { server: '' }, 'server', /missing/],
    ['LDAP', { server: 'ldaps://ldap.example.com' }, 'server', /has to be a host such as/],
    ['LDAP', { server: 'ldap.example.com:99999' }, 'server', /has to be a host/],
    ['LDAP', { security: 'TLS' }, 'security', /one of LDAPS, STARTTLS, NONE/],
    ['LDAP', { baseDn: 'example.com' }, 'baseDn', /not a distinguished name such as dc=example,dc=com/],
    ['LDAP', { loginDn: 'cn=admin' }, 'loginPassword', /missing, but loginDn is given/],
    ['LDAP', { loginPassword: secret }, 'loginDn', /missing, but loginPassword is given/],
    ['LDAP', { clientPrivateKey: secret }, 'clientCertificate', /missing, but clientPrivateKey is given/],
    ['LDAP', { clientCertificate: pem }, 'clientPrivateKey', /missing, but clientCertificate is given/],
    ['LDAP', { clientCertificate: 'x', clientPrivateKey: secret }, 'clientCertificate', /certificates in PEM/],
    ['LDAP', { clientCertificate: pem, clientPrivateKey: secret, security: 'NONE' }, 'clientCertificate', /needs TLS/],
    [
      'LDAP',
      { clientCertificate: pem, clientPrivateKey: secret, loginDn: 'cn=x' },
      'loginDn',
      /by password or by certificate/,
    ],
    ['LDAP', { trustedCertificates: 'Directory CA' }, 'trustedCertificates', /certificates in PEM/],
    ['LDAP', { nameAttributes: 'CN,nickname' }, 'nameAttributes', /'nickname' in it, which is not one of CN/],
    ['LDAP', { userObjectClasses: 'top, a person' }, 'userObjectClasses', /not an object class/],
    ['LDAP', { createEntries: 'perhaps' }, 'createEntries', /one of true, false/],
    ['S3', { bucket: 'a/b' }, 'bucket', /name of a bucket/],
    ['S3', { endpoint: 's3.example.com' }, 'endpoint', /has to be a URL such as/],
    ['S3', { endpoint: 'https://a:b@s3.example.com' }, 'endpoint', /must not have a user or a password/],
    ['S3', { endpoint: 'https://s3.example.com/?x=y' }, 'endpoint', /must not have a query/],
    ['S3', { prefix: 'a/../b' }, 'prefix', /has to be segments/],
    ['S3', { secretAccessKey: '' }, 'secretAccessKey', /missing/],
    ['S3', { crlMaxAge: '-1' }, 'crlMaxAge', /whole number/],
    ['SFTP', { hostKeys: '' }, 'hostKeys', /missing/],
    ['SFTP', { hostKeys: `${HOST_KEY}\nMD5:00:11` }, 'hostKeys', /'MD5:00:11' in it, which is neither a fingerprint/],
    ['SFTP', { privateKey: '' }, 'privateKey', /missing, and so is password/],
    ['SFTP', { privateKey: '', password: secret, passphrase: secret }, 'passphrase', /without privateKey/],
    ['SFTP', { directory: 'a/../b' }, 'directory', /without '\.\.'/],
  ] as const)
    it(`are refused: ${type} with ${Object.keys(settings).join(', ')} ${problem.source}`, () =>
      assert.match(read(type, settings).problems[`settings.${field}`] ?? '', problem));
});
