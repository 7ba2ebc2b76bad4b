/** Roles as documents: names outside and ids inside, in rule paths and members alike. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { roleType } from '../../../packages/server/src/modules/access/index.ts';
import { caType } from '../../../packages/server/src/modules/ca/index.ts';
import { TestCa } from '../../pki/test-pki.ts';
import { change, createExternalCa, createRole } from '../support/administration.ts';
import { identityOf, newKeyPair, newRequest } from '../support/enrollment.ts';
import { TestServer } from '../support/test-server.ts';

const MEMBER = { issuer: 'ManagementCA', matchKey: 'WITH_COMMONNAME', matchValue: 'x' };

it('holds ids where rules name documents, and shows names', async (t) => {
  const { running } = await TestServer.start(t);
  const { installation } = running;
  const { configuration } = installation;
  const accessRules = {
    '/ca/ManagementCA/': 'ALLOW',
    '/endentityprofilesrules/EMPTY/view_end_entity/': 'DENY',
    '/cryptotoken/use/ManagementCA/': 'ALLOW',
    '/ca_functionality/': 'ALLOW',
  };
  await createRole(installation, 'Clerks', accessRules, [MEMBER]);

  const role = await configuration.get(roleType, 'Clerks');
  const ca = (await configuration.get(caType, 'ManagementCA')).id;
  assert.equal(role.value.rules.get(`/ca/${ca}/`), 'allow');
  assert.equal(role.value.rules.get('/ca_functionality/'), 'allow');
  assert.equal([...role.value.rules.keys()].filter((path) => path.includes('ManagementCA')).length, 0);
  assert.equal(role.value.members[0]!.issuerCaId, ca);
  assert.deepEqual((await configuration.present(role))['accessRules'], accessRules);
});

it('follows a CA to its new name, with the same rights', async (t) => {
  const { running } = await TestServer.start(t);
  const { installation } = running;
  await createExternalCa(installation, 'Old', TestCa.root('CN=Old'));
  await createRole(installation, 'Clerks', { '/ca/Old/': 'ALLOW' }, [{ ...MEMBER, issuer: 'Old' }]);
  const before = (await installation.configuration.get(roleType, 'Clerks')).value;

  await change(installation, 'CA_RENAMING', [{ kind: 'rename', type: caType.token, name: 'Old', newName: 'New' }]);
  const after = await installation.configuration.get(roleType, 'Clerks');
  assert.deepEqual(after.value, before);
  const shown = await installation.configuration.present(after);
  assert.deepEqual(shown['accessRules'], { '/ca/New/': 'ALLOW' });
  assert.equal((shown['members'] as { issuer: string }[])[0]!.issuer, 'New');
});

it('refuses rules and members that name nothing', async (t) => {
  const { running } = await TestServer.start(t);
  const { installation } = running;
  const create = async (rules: Record<string, string>, members = [MEMBER]) =>
    createRole(installation, 'Clerks', rules, members);
  const invalid = { code: 'document.invalid_settings' };
  await assert.rejects(create({ '/ca/No such CA/': 'ALLOW' }), invalid);
  await assert.rejects(create({ 'ca/ManagementCA/': 'ALLOW' }), invalid);
  await assert.rejects(create({ '/ca_functionality': 'ALLOW' }), invalid);
  await assert.rejects(create({ '/ca/ManagementCA': 'ALLOW' }), {
    ...invalid,
    message: /has the rule '\/ca\/ManagementCA'; a rule is a path that begins and ends with a slash/,
  });
  await assert.rejects(create({ '/a//b/': 'ALLOW' }), invalid);
  await assert.rejects(create({ '/': 'PERHAPS' }), invalid);
  await assert.rejects(create({}, [{ ...MEMBER, issuer: 'No such CA' }]), invalid);
  await assert.rejects(create({}, [{ ...MEMBER, matchKey: 'WITH_LUCK' }]), invalid);
  await assert.rejects(create({}, [{ ...MEMBER, matchValue: '' }]), invalid);
});

it('keeps a CA that a member or a rule names', async (t) => {
  const { running } = await TestServer.start(t);
  const { installation } = running;
  await createExternalCa(installation, 'Named', TestCa.root('CN=Named'));
  await createRole(installation, 'Clerks', { '/ca/Named/': 'ALLOW' }, []);
  await assert.rejects(change(installation, 'CA_DELETION', [{ kind: 'remove', type: caType.token, name: 'Named' }]), {
    code: 'document.in_use',
    message: /role 'Clerks'/,
  });
});

it('lets in by a serial number as programs print it', async (t) => {
  const server = await TestServer.start(t);
  const { installation } = server.running;
  const member = async (print: (serial: string) => string) => {
    const keyPair = newKeyPair();
    const body = newRequest({ username: 'reader', subject: 'CN=reader', keyPair, profile: 'ENDUSER' });
    const answer = await server.call('/v1/certificate/pkcs10enroll', { body });
    const serial = answer.json['serial_number'] as string;
    await createRole(installation, `Reader ${serial}`, { '/administrator/': 'ALLOW' }, [
      { issuer: 'ManagementCA', matchKey: 'WITH_SERIALNUMBER', matchValue: print(serial) },
    ]);
    return identityOf(answer, keyPair);
  };
  for (const print of [
    (serial: string) => serial.toLowerCase(),
    (serial: string) => `00${serial}`,
    (serial: string) => `serial=${serial.padStart(40, '0')}`,
    (serial: string) =>
      serial
        .toLowerCase()
        .padStart(40, '0')
        .replaceAll(/(..)(?=.)/g, '$1:'),
    (serial: string) => `0x${serial}`,
  ]) {
    const as = await member(print);
    assert.equal((await server.call('/v1/ca', { as })).status, 200, print('AB'));
  }
  assert.equal((await server.call('/v1/ca', { as: await member(() => 'no serial number') })).status, 403);
});
