/** Nobody gives themselves or others, over the administration interface, more than they have. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { auditRows } from '../support/audit-records.ts';
import { assertRefusal, sharedServer } from '../support/ca-rest-setup.ts';
import { memberOf, newOfficer } from '../support/officers.ts';
import type { ClientIdentity } from '../support/test-server.ts';

/** The rights that the template of a CA administrator has. */
const CA_ADMINISTRATOR = {
  '/ca_functionality/': 'ALLOW',
  '/ra_functionality/': 'ALLOW',
  '/endentityprofilesrules/': 'ALLOW',
  '/validator/': 'ALLOW',
  '/system_functionality/edit_administrator_privileges/': 'ALLOW',
  '/system_functionality/view_administrator_privileges/': 'ALLOW',
  '/cryptotoken/view/': 'ALLOW',
  '/secureaudit/auditor/select/': 'ALLOW',
  '/ca/ManagementCA/': 'ALLOW',
} as const;
const SUPER_ROLE = '/documents/ROLE/Super%20Administrator%20Role';

describe('administrators of roles', () => {
  const shared = sharedServer();
  const call = (...given: Parameters<typeof shared.server.administer>) => shared.server.administer(...given);
  let officers = 0;
  const newCaAdministrator = async () => {
    const name = `officer ${++officers}`;
    return {
      name,
      path: `/documents/ROLE/${encodeURIComponent(name)}`,
      identity: await newOfficer(shared.server, name, CA_ADMINISTRATOR),
    };
  };
  const createRole = (as: ClientIdentity, name: string, accessRules: object, members: readonly object[] = []) =>
    call(`/documents/ROLE/${encodeURIComponent(name)}`, {
      method: 'POST',
      body: { settings: { accessRules, members } },
      as,
    });
  const changeRole = async (as: ClientIdentity, path: string, change: object) => {
    const { json } = await call(path);
    return call(path, { method: 'PUT', body: { settings: { ...(json['settings'] as object), ...change } }, as });
  };

  it('may give away what they have', async () => {
    const officer = await newCaAdministrator();
    const made = await createRole(officer.identity, 'Auditors', { '/secureaudit/auditor/select/': 'ALLOW' }, [
      memberOf('x'),
    ]);
    assert.equal(made.status, 201, made.text);
    const changed = await changeRole(officer.identity, '/documents/ROLE/Auditors', {
      accessRules: { '/ca_functionality/': 'ALLOW', '/ca_functionality/add_ca/': 'DENY' },
    });
    assert.equal(changed.status, 200, changed.text);
    assert.equal((await call('/documents/ROLE/Auditors', { method: 'DELETE', as: officer.identity })).status, 200);
  });

  it('give themselves nothing by their own role', async () => {
    const officer = await newCaAdministrator();
    for (const accessRules of [
      { '/': 'ALLOW' },
      { ...CA_ADMINISTRATOR, '/cryptotoken/': 'ALLOW' },
      { ...CA_ADMINISTRATOR, '/cryptotoken/use/ManagementCA/': 'ALLOW' },
      { ...CA_ADMINISTRATOR, '/ca/': 'ALLOW' },
      { ...CA_ADMINISTRATOR, '/system_functionality/': 'ALLOW' },
    ]) {
      assertRefusal(await changeRole(officer.identity, officer.path, { accessRules }), 403, /Not authorized/);
    }
    assert.equal((await call(officer.path)).json['version'], 1);
  });

  it('give themselves nothing by a new role', async () => {
    const officer = await newCaAdministrator();
    assertRefusal(await createRole(officer.identity, 'Mine', { '/': 'ALLOW' }, [memberOf(officer.name)]), 403, /'\/'/);
    // Everything, less what they know not to have: there is always something else.
    const most = { '/': 'ALLOW', '/cryptotoken/': 'DENY' };
    assertRefusal(await createRole(officer.identity, 'Mine', most, [memberOf(officer.name)]), 403, /'\/'/);
    assert.equal((await call('/documents/ROLE/Mine')).status, 404);
  });

  it('cannot join, change, rename or remove a role that has more than they', async () => {
    const officer = await newCaAdministrator();
    const { json } = await call(SUPER_ROLE);
    const { members } = json['settings'] as { members: object[] };
    const join = await changeRole(officer.identity, SUPER_ROLE, { members: [...members, memberOf(officer.name)] });
    assertRefusal(join, 403, /'\/'/);
    assertRefusal(await changeRole(officer.identity, SUPER_ROLE, { members: [] }), 403, /'\/'/);
    assertRefusal(await changeRole(officer.identity, SUPER_ROLE, { accessRules: {} }), 403, /'\/'/);
    assertRefusal(await call(SUPER_ROLE, { method: 'DELETE', as: officer.identity }), 403, /'\/'/);
    const rename = await call(`${SUPER_ROLE}/rename`, {
      method: 'POST',
      body: { new_name: 'X' },
      as: officer.identity,
    });
    assertRefusal(rename, 403, /'\/'/);
    assert.equal((await call(SUPER_ROLE)).json['version'], json['version']);
  });

  it('do not take a denial from a role that keeps them from something', async () => {
    const officer = await newOfficer(shared.server, 'Denied', {
      ...CA_ADMINISTRATOR,
      '/ca_functionality/remove_ca/': 'DENY',
    });
    const { '/ca/ManagementCA/': _, ...rules } = CA_ADMINISTRATOR;
    const accessRules = { ...rules, '/administrator/': 'ALLOW', '/ca/ManagementCA/': 'ALLOW' };
    assertRefusal(await changeRole(officer, '/documents/ROLE/Denied', { accessRules }), 403, /remove_ca/);
    const elsewhere = await createRole(officer, 'Elsewhere', { '/ca_functionality/': 'ALLOW' });
    assertRefusal(elsewhere, 403, /remove_ca/);
  });

  it('take members from CAs that they have access to, and only with the right to edit roles', async () => {
    const { '/ca/ManagementCA/': _ca, ...withoutCa } = CA_ADMINISTRATOR;
    const outsider = await newOfficer(shared.server, 'Outsider', withoutCa);
    const naming = async (issuer: string) => createRole(outsider, 'Guests', {}, [{ ...memberOf('x'), issuer }]);
    const [hidden, absent] = [await naming('ManagementCA'), await naming('No such CA')];
    assertRefusal(absent, 400, /names the CA 'No such CA', which does not exist/);
    assert.deepEqual([hidden.status, hidden.text.replace('ManagementCA', 'No such CA')], [absent.status, absent.text]);
    const { '/system_functionality/edit_administrator_privileges/': _edit, ...withoutEdit } = CA_ADMINISTRATOR;
    const reader = await newOfficer(shared.server, 'Reader', withoutEdit);
    assertRefusal(await createRole(reader, 'Guests', {}), 403, /edit_administrator_privileges/);
    assert.equal((await call(SUPER_ROLE, { as: reader })).status, 200);
  });

  it('learn nothing by a plan that they may not carry out', async () => {
    const officer = await newCaAdministrator();
    const body = { settings: { accessRules: { '/': 'ALLOW' } } };
    assertRefusal(
      await call(`${officer.path}?dry_run=true`, { method: 'PUT', body, as: officer.identity }),
      403,
      /'\/'/,
    );
  });

  it('leave a record of what they tried', async () => {
    const officer = await newCaAdministrator();
    await createRole(officer.identity, 'Mine', { '/': 'ALLOW' });
    const { event, outcome, actor } = auditRows(shared.server).at(-1)!;
    assert.deepEqual(
      { event, outcome, actor },
      { event: 'ACCESS_CONTROL', outcome: 'FAILURE', actor: `CN=${officer.name}` },
    );
  });
});

describe('administrators of other documents', () => {
  const shared = sharedServer();
  const call = (...given: Parameters<typeof shared.server.administer>) => shared.server.administer(...given);

  it('change profiles of CAs that they have access to', async () => {
    const officer = await newOfficer(shared.server, 'profiles', CA_ADMINISTRATOR);
    const create = (name: string, availableCas: readonly string[]) =>
      call(`/documents/CERTPROFILE/${name}`, {
        method: 'POST',
        body: { settings: { keyUsage: ['digitalSignature'], availableCas } },
        as: officer,
      });
    assertRefusal(await create('Everywhere', ['Any CA']), 403, /'\/ca\/'/);
    assert.equal((await create('Here', ['ManagementCA'])).status, 201);
    const { json } = await call('/documents/CERTPROFILE/Here', { as: officer });
    const settings = { ...(json['settings'] as object), availableCas: ['Any CA'] };
    const widened = await call('/documents/CERTPROFILE/Here', { method: 'PUT', body: { settings }, as: officer });
    assertRefusal(widened, 403, /'\/ca\/'/);
  });

  it('see the crypto tokens that they have a right to, and no others', async () => {
    for (const name of ['Seen', 'Hidden']) {
      const body = { settings: { type: 'SoftCryptoToken' } };
      assert.equal((await call(`/documents/CRYPTOTOKEN/${name}`, { method: 'POST', body })).status, 201);
    }
    const officer = await newOfficer(shared.server, 'tokens', { '/cryptotoken/view/Seen/': 'ALLOW' });
    const list = await call('/documents/CRYPTOTOKEN', { as: officer });
    assert.deepEqual(
      (list.json['documents'] as { name: string }[]).map(({ name }) => name),
      ['Seen'],
    );
    assert.equal((await call('/documents/CRYPTOTOKEN/Seen', { as: officer })).status, 200);
    const hidden = await call('/documents/CRYPTOTOKEN/Hidden', { as: officer });
    const missing = await call('/documents/CRYPTOTOKEN/Missing', { as: officer });
    assertRefusal(hidden, 404, "There is no crypto token 'Hidden'.");
    assertRefusal(missing, 404, "There is no crypto token 'Missing'.");
    const body = { settings: { type: 'SoftCryptoToken' } };
    assertRefusal(await call('/documents/CRYPTOTOKEN/Seen', { method: 'PUT', body, as: officer }), 403, /modify/);
    assertRefusal(await call('/documents/CRYPTOTOKEN/New', { method: 'POST', body, as: officer }), 403, /modify/);
    assertRefusal(await call('/documents/CRYPTOTOKEN/Seen', { method: 'DELETE', as: officer }), 403, /delete/);
  });

  it('give a CA no crypto token that they have no use of', async () => {
    const officer = await newOfficer(shared.server, 'cas', CA_ADMINISTRATOR);
    const settings = {
      subjectDn: 'CN=Own',
      cryptoToken: 'ManagementCA',
      signatureAlgorithm: 'SHA256withECDSA',
    };
    const made = await call('/documents/CA/Own', { method: 'POST', body: { settings }, as: officer });
    assertRefusal(made, 403, /'\/cryptotoken\/use\/ManagementCA\/'/);
    assertRefusal(await call('/documents/ROLE', { as: null }), 401, /certificate/);
  });
});
