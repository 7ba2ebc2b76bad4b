/** `sealwright cert renew` against a server. */
import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { run } from '../../../packages/cli/test/ca-server.ts';
import { Certificate, parsePem } from '@sealwright/pki';
import { certificatePath, createProfiles, sharedServer } from '../support/ca-rest-setup.ts';

describe('sealwright cert renew against a server', () => {
  const shared = sharedServer();
  const at = (name: string) => path.join(shared.server.home, name);
  const attempt = (...args: readonly string[]) => {
    const { home, running } = shared.server;
    const server = running.urls[0]!.replace('127.0.0.1', 'localhost');
    return run(['--server', server, '--home', home, ...args]);
  };
  const cli = async (...args: readonly string[]) => {
    const { code, error } = await attempt(...args);
    assert.equal(code, 0, error);
  };
  const statusOf = async (pem: string) => {
    const certificate = Certificate.parse(parsePem(pem)[0]!.der);
    const { json } = await shared.server.call(certificatePath(certificate, 'revocationstatus'));
    return json['revocation_reason'];
  };

  it('replaces a certificate and revokes it, with a new key and with the same one', async () => {
    const common = ['--profile', 'SERVER', '--username', 'web1', '--out', at('web1')];
    const names = ['--subject', 'CN=web1.example,O=Example', '--san', 'dns:web1.example'];
    await cli('enroll', '--ca', 'ManagementCA', ...common, ...names);
    const files = () => ['crt', 'key'].map((what) => readFileSync(at(`web1.${what}.pem`), 'utf8')) as [string, string];
    const [first, firstKey] = files();
    const again = ['cert', 'renew', at('web1.crt.pem'), ...common, '--force', '--revoke-old'];
    await cli(...again);
    const [second, secondKey] = files();
    assert.notEqual(secondKey, firstKey);
    await cli(...again, '--same-key', at('web1.key.pem'));
    const [third, thirdKey] = files();
    assert.equal(thirdKey, secondKey);
    const certificates = [first, second, third].map((pem) => new X509Certificate(pem));
    assert.equal(new Set(certificates.map(({ serialNumber }) => serialNumber)).size, 3);
    assert.equal(new Set(certificates.map(({ subject, subjectAltName }) => `${subject} ${subjectAltName}`)).size, 1);
    assert.deepEqual([await statusOf(first), await statusOf(second)], ['SUPERSEDED', 'SUPERSEDED']);
    assert.notEqual(await statusOf(third), 'SUPERSEDED');
  });

  it('finds the end entity of the subject, and keeps its profiles', async () => {
    await createProfiles(shared.server, 'Web', {});
    const place = ['--ca', 'ManagementCA', '--profile', 'Web', '--end-entity-profile', 'Web'];
    await cli('enroll', ...place, '--username', 'owner', '--subject', 'CN=owned', '--out', at('owned'));
    await cli('cert', 'renew', at('owned.crt.pem'), '--out', at('owned2'));
    const { json } = await shared.server.administer('/end-entities/owner');
    assert.deepEqual([json['certificate_profile_name'], json['end_entity_profile_name']], ['Web', 'Web']);
    assert.equal(new X509Certificate(readFileSync(at('owned2.crt.pem'))).subject, 'CN=owned');
    await cli('entity', 'add', 'other', '--subject', 'CN=owned', ...place);
    const { code, error } = await attempt('cert', 'renew', at('owned.crt.pem'), '--out', at('owned3'));
    assert.equal(code, 2);
    assert.match(error, /several end entities have the subject 'CN=owned': 'owner', 'other'/);
    await cli('entity', 'delete', 'other', '--yes');
    await cli('entity', 'delete', 'owner', '--yes');
    const gone = await attempt('cert', 'renew', at('owned.crt.pem'), '--out', at('owned3'));
    assert.match(gone.error, /--username is missing, and you can see no end entity with the subject 'CN=owned'/);
  });
});
