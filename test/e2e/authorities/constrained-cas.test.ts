/** CAs with name constraints: what they and those below them issue lies within, or is not issued. */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { Certificate, makeExtension, parseGeneralNames, subjectAltName } from '@sealwright/pki';
import { createApprovalProfile } from '../support/setups/approval-setup.ts';
import { certificateOf, createProfiles, editCa, ENROLL, requestUnder, sharedServer } from '../support/ca-rest-setup.ts';
import { caOf, createCa, HOST } from '../support/ca-setup.ts';
import { newRequest } from '../support/enrollment.ts';
import { withDatabase } from '../support/installations/server-database.ts';
import type { Answer, TestServer } from '../support/test-server.ts';

const CONSTRAINTS = {
  nameConstraintsPermitted: ['acme.example', '10.0.0.0/8', '@acme.example', 'uri:acme.example', 'O=Acme'],
  nameConstraintsExcluded: ['secret.acme.example', 'OU=Board,O=Acme'],
};
const SUB_CA = { certificateProfile: 'SUBCA' };

describe('a CA with name constraints', () => {
  const shared = sharedServer();
  before(async () => {
    const { server } = shared;
    await createCa(server, 'Limited', { ...CONSTRAINTS, subjectDn: 'CN=Limited,O=Acme' });
    await createCa(server, 'Below', { ...SUB_CA, signedBy: 'Limited', subjectDn: 'CN=Below,O=Acme' });
  });

  for (const ca of ['Limited', 'Below']) {
    for (const [names, subject = 'CN=a,O=Acme'] of [
      ['dNSName=www.evil.example'],
      ['dNSName=a.secret.acme.example'],
      ['dNSName=*.acme.example'],
      ['dNSName=*.example'],
      ['dNSName=www.acme.example, iPAddress=192.168.1.1'],
      ['iPAddress=::ffff:10.0.0.1'],
      ['rfc822Name=mallory@evil.example'],
      ['uniformResourceIdentifier=https://evil.example/'],
      ['directoryName=CN=a\\,O=Evil'],
      ['', 'CN=a,O=Evil'],
      ['', 'CN=a,OU=Board,O=Acme'],
      ['', 'CN=www.evil.example,O=Acme'],
      ['', 'E=mallory@evil.example,O=Acme'],
    ] as const) {
      const what = names === '' ? subject : names;
      it(`${ca === 'Limited' ? 'refuses' : 'refuses, one level down,'} ${what}, and stores nothing`, async () => {
        const { server } = shared;
        const username = `${ca} ${what}`;
        const answer = await enrollAt(server, ca, { username, subject, names });
        assert.equal(answer.status, 400, answer.text);
        assert.match(answer.text, /cannot issue the certificate: .*'CN=Limited,O=Acme'/);
        assert.equal(await countOf(server, username), 0);
      });
    }

    it(`issues what they permit${ca === 'Limited' ? '' : ' one level down'}`, async () => {
      const names = 'dNSName=www.acme.example, iPAddress=10.1.2.3, rfc822Name=alice@acme.example';
      const username = `${ca} good`;
      const answer = await enrollAt(shared.server, ca, { username, subject: 'CN=www.acme.example,O=Acme', names });
      assert.equal(answer.status, 200, answer.text);
      assert.equal(certificateOf(answer).extension(subjectAltName)?.length, 3);
    });
  }

  it('refuses a sub CA with a name outside of them', async () => {
    await assert.rejects(
      createCa(shared.server, 'Strayed', { ...SUB_CA, signedBy: 'Limited', subjectDn: 'CN=Strayed,O=Evil' }),
      { code: 'ca.name_not_permitted' },
    );
    const settings = {
      signedBy: 'Limited',
      subjectDn: 'CN=Alias,O=Acme',
      subjectAlternativeName: 'dNSName=evil.example',
    };
    await assert.rejects(createCa(shared.server, 'Alias', { ...SUB_CA, ...settings }), {
      code: 'ca.name_not_permitted',
    });
  });

  it('refuses the request of a foreign CA for a name outside of them', async () => {
    await createProfiles(shared.server, 'Foreign', { type: 'SUB_CA', keyUsage: ['keyCertSign', 'cRLSign'] });
    const at = (subject: string) =>
      shared.server.call(ENROLL, {
        body: { ...requestUnder('Foreign', { username: subject, subject }), certificate_authority_name: 'Limited' },
      });
    const refused = await at('CN=Foreign,O=Evil');
    assert.equal(refused.status, 400, refused.text);
    assert.match(refused.text, /cannot issue the certificate/);
    const issued = await at('CN=Foreign,O=Acme');
    assert.equal(issued.status, 200, issued.text);
  });

  it('certifies nobody else as itself or as a CA above it, exempt from constraints and path lengths', async () => {
    const { server } = shared;
    await createProfiles(server, 'Deputy', { type: 'SUB_CA', keyUsage: ['keyCertSign', 'cRLSign'] });
    for (const subject of ['CN=Below,O=Acme', 'CN=LIMITED,O=Acme']) {
      const body = { ...requestUnder('Deputy', { username: subject, subject }), certificate_authority_name: 'Below' };
      const answer = await server.call(ENROLL, { body });
      assert.equal(answer.status, 400, answer.text);
      assert.match(answer.text, /The subject DN is that of a CA/);
    }
  });

  it('refuses before others are asked to approve', async () => {
    const { server } = shared;
    await createApprovalProfile(server, 'Four eyes', {});
    await createCa(server, 'Guarded', { ...SUB_CA, signedBy: 'Limited', subjectDn: 'CN=Guarded,O=Acme' });
    await editCa(server, 'Guarded', { approvals: { addEditEndEntity: 'Four eyes' } });
    const ask = (names: string) =>
      enrollAt(server, 'Guarded', { username: `asks ${names}`, subject: 'CN=a,O=Acme', names });
    assert.equal((await ask('dNSName=www.evil.example')).status, 400);
    assert.equal((await ask('dNSName=www.acme.example')).status, 202);
  });

  it('that does not permit its own name renews itself and links its keys', async () => {
    const { server } = shared;
    await createCa(server, 'Stranger', { nameConstraintsPermitted: ['O=Acme'], subjectDn: 'CN=Stranger,O=Holding' });
    await server.running.installation.ca.renewCa.renew(HOST, 'Stranger', { newKey: true });
    const { further } = await server.running.installation.ca.readCa.describe('Stranger');
    const links = further.filter(({ role }) => role === 'new-with-old' || role === 'old-with-new');
    for (const { chain } of links) assert.ok(Certificate.parse(chain[0]!).isSelfIssued);
    assert.equal(links.length, 2);
  });

  it('binds what a sub CA issues from the renewal of the sub CA on', async () => {
    const { server } = shared;
    await createCa(server, 'Late', { subjectDn: 'CN=Late,O=Acme' });
    await createCa(server, 'Under late', { ...SUB_CA, signedBy: 'Late', subjectDn: 'CN=Under late,O=Acme' });
    const enroll = (username: string) =>
      enrollAt(server, 'Under late', { username, subject: 'CN=a,O=Acme', names: 'dNSName=www.evil.example' });
    assert.equal((await enroll('early')).status, 200);
    await editCa(server, 'Late', CONSTRAINTS);
    await server.running.installation.ca.renewCa.renew(HOST, 'Late', { newKey: false });
    await server.running.installation.ca.renewCa.renew(HOST, 'Under late', { newKey: false });
    assert.equal((await caOf(server, 'Under late')).chain.length, 2);
    assert.equal((await enroll('late')).status, 400);
  });
});

function enrollAt(
  server: TestServer,
  ca: string,
  { names, ...request }: { username: string; subject: string; names: string },
): Promise<Answer> {
  const extensions = names === '' ? [] : [makeExtension(subjectAltName, parseGeneralNames(names), false)];
  return server.call(ENROLL, { body: { ...newRequest({ ...request, extensions }), certificate_authority_name: ca } });
}

/** Counts the end entities and certificates of a user. */
async function countOf(server: TestServer, username: string): Promise<number> {
  return withDatabase(server, (database) => {
    const rows = ['certificate', 'end_entity'].map((table) =>
      database.prepare(`SELECT * FROM ${table} WHERE username = ?`).all(username),
    );
    return rows.flat().length;
  });
}
