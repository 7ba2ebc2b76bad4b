/** Export of the configuration over REST (acceptance cases 127 to 130 and 143), with the switch and the rights that it takes. */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { parse } from 'yaml';
import { planAndCommit } from '../../../packages/server/src/kernel/unit-of-work.ts';
import { serviceType } from '../../../packages/server/src/modules/services/index.ts';
import { type DocumentUpdate, EPOCH_MOVE } from '../../../packages/server/src/modules/configuration/index.ts';
import { certificateProfileType } from '../../../packages/server/src/modules/profiles/index.ts';
import { change, createExternalCa } from '../support/administration.ts';
import { createCa } from '../support/ca-setup.ts';
import { assertRefusal, sharedServer } from '../support/ca-rest-setup.ts';
import { newOfficer } from '../support/officers.ts';
import { type CallOptions, TestServer } from '../support/test-server.ts';
import { TestCa } from '../../pki/test-pki.ts';
import { unzipped } from '../support/unzipped.ts';

type Item = Readonly<Record<string, unknown>>;
type Dump = Readonly<Record<string, Readonly<Record<string, Item>>>>;

const PROTOCOLS = '/documents/AVAILABLEPROTOCOLS/available-protocol-configuration';

describe('the export of the configuration', () => {
  const shared = sharedServer();
  const call = (path: string, options?: CallOptions) => shared.server.call(`/v1/configdump${path}`, options);
  const dump = async (path = '', options?: CallOptions): Promise<Dump> => {
    const answer = await call(path, options);
    assert.equal(answer.status, 200, answer.text);
    return answer.json as unknown as Dump;
  };
  before(async () => {
    const { installation } = shared.server.running;
    await createCa(shared.server, 'Issuing One');
    await createExternalCa(installation, 'Elsewhere', TestCa.root('CN=Elsewhere'));
    await change(installation, 'CERTPROFILE_CREATION', [
      {
        kind: 'create',
        type: certificateProfileType.token,
        name: 'Web Server',
        settings: { keyUsage: ['digitalSignature'], extendedKeyUsageUsed: true, extendedKeyUsage: ['serverAuth'] },
      },
    ]);
  });

  it('has each document under its directory and its name, header first', async () => {
    const whole = await dump();
    assert.deepEqual(Object.keys(whole['certification-authorities']!), ['Issuing One', 'ManagementCA']);
    const ca = whole['certification-authorities']!['Issuing One']!;
    assert.deepEqual(Object.keys(ca).slice(0, 4), ['Object Type', 'Version', 'Name', 'Type of CA']);
    assert.equal(ca['Signed By'], 'Self Signed');
    assert.equal(ca['Subject Alternative Name'], null);
    const role = whole['admin-roles']!['Super Administrator Role']!;
    assert.deepEqual(role['Access Rules'], { '/': 'Allow' });
    assert.equal((role['Role Members'] as readonly Item[])[0]!['Issuer'], 'ManagementCA');
    assert.equal(whole['certificate-profiles']!['ENDUSER'], undefined);
    assert.equal(whole['workers'], undefined);
  });

  it('names the key pairs of a crypto token and hides its code', async () => {
    const [token] = Object.values((await dump('/CRYPTOTOKEN'))['crypto-tokens']!);
    const { 'Key Pair Info': keyPairs, 'Authentication Code': code, Used: used } = token!;
    assert.equal(code, 'placeholder');
    assert.equal(used, true);
    const [first] = keyPairs as readonly Item[];
    assert.deepEqual(Object.keys(first!), ['Alias', 'Key Algorithm', 'Key Specification', 'Subject Key Identifier']);
    assert.match(String(first!['Subject Key Identifier']), /^[0-9a-f]{40}$/);
  });

  it('leaves out defaults, and writes them where they are asked for', async () => {
    const short = (await dump('/CERTPROFILE'))['certificate-profiles']!['Web Server']!;
    const long = (await dump('/CERTPROFILE?defaults=true'))['certificate-profiles']!['Web Server']!;
    assert.deepEqual(short['Extended Key Usage'], ['Server Authentication']);
    assert.equal('Basic Constraints Used' in short, false);
    assert.equal(long['Basic Constraints Used'], true);
  });

  it('takes a type by its token or its directory, in any case (cases 128 and 143)', async () => {
    const { text } = await call('/CA');
    for (const name of ['ca', 'certification-authorities', 'Certification-Authorities'])
      assert.equal((await call(`/${name}`)).text, text);
    assert.deepEqual(await dump('?include=CA&exclude=*:*'), JSON.parse(text));
    assert.deepEqual(await dump('?include=CA:*&exclude=*:*'), JSON.parse(text));
  });

  it('answers 404 without a body for an unknown type and an unknown name (case 127)', async () => {
    for (const path of ['/NOTHING', '/NOTHING/x', '/CA/Unknown', '/APPROVALPROFILE', '/CERTPROFILE/ENDUSER']) {
      const { status, text } = await call(path);
      assert.deepEqual([status, text], [404, ''], path);
    }
  });

  it('has one item by its name, and a singleton by any', async () => {
    assert.deepEqual(Object.keys((await dump('/CA/Issuing%20One'))['certification-authorities']!), ['Issuing One']);
    const [item] = Object.values((await dump('/AVAILABLEPROTOCOLS/whatever.yaml'))['available-protocols']!);
    assert.equal(item!['REST Configdump'], false);
  });

  it('takes every CA and all other types with include=CA:* and exclude=CA:Issuing* (case 129)', async () => {
    const chosen = await dump('?include=CA:*&exclude=CA:Issuing*');
    assert.deepEqual(chosen, await dump());
    const others = await dump('?exclude=ca:issuing*;ROLE');
    assert.deepEqual(Object.keys(others['certification-authorities']!), ['ManagementCA']);
    assert.equal(others['admin-roles'], undefined);
  });

  it('has comments in files only, and refuses them elsewhere', async () => {
    for (const path of ['', '/CA', '/CA/ManagementCA']) {
      const { status, text } = await shared.server.call(`/v1/configdump${path}?comments=true`);
      assert.equal(status, 400, path);
      assert.match(text, /comments=true goes with configdump.zip/);
      assert.equal((await shared.server.call(`/v1/configdump${path}?comments=false`)).status, 200, path);
    }
  });

  it('answers 400 as plain text for an entry that names no type', async () => {
    for (const path of ['', '/configdump.zip']) {
      for (const query of ['include=CAA:x', 'exclude=:x', 'include=CA&include=%3F']) {
        const { status, text, headers } = await call(`${path}?${query}`);
        assert.equal(status, 400);
        assert.match(String(headers['content-type']), /^text\/plain(?:;|$)/);
        assert.match(text, /^The choice of items is wrong: the entry '/);
      }
    }
  });

  it('has external CAs on demand, with their certificates', async () => {
    assert.equal('Elsewhere' in (await dump('/CA'))['certification-authorities']!, false);
    for (const path of ['/CA?externalcas=true', '/CA/Elsewhere']) {
      const { 'CA Certificate Chain': chain } = (await dump(path))['certification-authorities']!['Elsewhere']!;
      assert.match(String((chain as readonly string[])[0]), /^-----BEGIN CERTIFICATE-----/);
    }
  });

  it('shows CAs as peers see them: with certificates in place of keys', async () => {
    const { 'certification-authorities': cas } = await dump('?include=CA&exclude=*:*&exportCasForPeerImport=true');
    const ca = cas!['Issuing One']!;
    assert.equal(ca['Signed By'], 'External CA');
    assert.equal((ca['CA Certificate Chain'] as readonly string[]).length, 1);
    assert.equal('Crypto Token' in (ca['CA Token'] as Item), false);
  });

  it('has workers and the configuration of the signing service on demand', async () => {
    const whole = await dump('?extensions=true');
    assert.equal(whole['signing-configuration']!['signing-configuration']!['Object Type'], 'Signing Configuration');
  });

  it('is a ZIP archive of YAML files with the same items (case 130)', async () => {
    const answer = await call('/configdump.zip');
    assert.equal(answer.status, 200);
    assert.equal(answer.headers['content-type'], 'application/zip');
    assert.equal(answer.headers['content-disposition'], 'attachment; filename=configdump.zip');
    const files = unzipped(Buffer.from(answer.bytes));
    const whole = await dump();
    assert.deepEqual(
      parse(files.get('certification-authorities/Issuing_One.yaml')!),
      whole['certification-authorities']!['Issuing One'],
    );
    assert.equal(files.size, Object.values(whole).flatMap((items) => Object.keys(items)).length);
  });

  it('has the same octets for the same configuration', async () => {
    const [first, second] = [await call('/configdump.zip'), await call('/configdump.zip')];
    assert.ok(Buffer.from(first.bytes).equals(second.bytes));
    assert.equal((await call('')).text, (await call('')).text);
  });

  it('takes the right to the configuration of the system', async () => {
    const nobody = await newOfficer(shared.server, 'without', { '/ca/': 'ALLOW' });
    await open(shared.server);
    assertRefusal(await call('', { as: nobody }), 403, /edit_systemconfiguration/);
  });

  it('says that something may be hidden, whether it is or not, and never what', async () => {
    const rules = {
      '/system_functionality/edit_systemconfiguration/': 'ALLOW',
      '/ca_functionality/view_ca/': 'ALLOW',
    } as const;
    const one = await newOfficer(shared.server, 'one', { ...rules, '/ca/ManagementCA/': 'ALLOW' });
    await open(shared.server);
    const refused = await call('?include=CA&exclude=*:*', { as: one });
    assert.deepEqual(
      [refused.status, refused.json],
      [
        500,
        {
          success: false,
          errors: ['certification-authorities: items that you may not see are left out'],
          warnings: [],
        },
      ],
    );
    const seen = await call('?include=CA&exclude=*:*&ignoreerrors=true', { as: one });
    assert.equal(seen.headers['x-configdump-warnings'], '1');
    const { 'certification-authorities': cas } = seen.json as unknown as Dump;
    assert.deepEqual(Object.keys(cas!), ['ManagementCA']);
    const hidden = await call('/CA/Issuing%20One', { as: one });
    const missing = await call('/CA/Unknown', { as: one });
    assert.deepEqual([hidden.status, hidden.text], [missing.status, missing.text]);
    const chosen = await call('?include=CA:Issuing*&exclude=*:*', { as: one });
    const none = await call('?include=CA:Unknown&exclude=*:*', { as: one });
    assert.deepEqual(chosen.json, none.json);
  });

  it('names an item that cannot be read, or leaves it out', async (t) => {
    const server = await TestServer.start(t);
    await damageService(server, 'Archive Retention');
    for (const path of ['', '/SERVICE', '/SERVICE/Archive%20Retention', '/configdump.zip']) {
      const refused = await server.call(`/v1/configdump${path}`);
      assert.equal(refused.status, 500, path);
      assert.deepEqual(refused.json, {
        success: false,
        errors: ['services/Archive Retention: is damaged: what is stored is not an object'],
        warnings: [],
      });
    }
    const nothing = await server.call('/v1/configdump/SERVICE/Archive%20Retention?ignoreerrors=true');
    assert.deepEqual([nothing.status, nothing.text], [404, '']);
    const archive = await server.call('/v1/configdump/configdump.zip?ignoreerrors=true');
    assert.equal(archive.headers['x-configdump-warnings'], '1');
    assert.equal(unzipped(Buffer.from(archive.bytes)).has('services/Archive_Retention.yaml'), false);
    const others = await server.call('/v1/configdump?ignoreerrors=true');
    assert.equal('Archive Retention' in (others.json as unknown as Dump)['services']!, false);
  });
});

it('is off until it is switched on, except for callers who may do everything', async (t) => {
  const server = await TestServer.start(t);
  const off = [403, 'This service has been disabled.'];
  const officer = await newOfficer(server, 'officer', { '/system_functionality/': 'ALLOW', '/ca/': 'ALLOW' });
  for (const path of ['', '/status', '/CA', '/CA/ManagementCA', '/configdump.zip']) {
    for (const as of [officer, null]) {
      const { status, text } = await server.call(`/v1/configdump${path}`, { as });
      assert.deepEqual([status, text], off, path);
    }
    assert.equal((await server.call(`/v1/configdump${path}`)).status, 200, path);
  }
  await open(server);
  assert.equal((await server.call('/v1/configdump/status', { as: null })).status, 200);
  assert.equal((await server.call('/v1/configdump/AVAILABLEPROTOCOLS', { as: officer })).status, 200);
});

it('switches off any group of operations', async (t) => {
  const server = await TestServer.start(t);
  const settings = { restCaManagement: false };
  assert.equal((await server.administer(PROTOCOLS, { method: 'PUT', body: { settings } })).status, 200);
  assert.equal((await server.call('/v1/ca_management/status', { as: null })).status, 403);
  assert.equal((await server.call('/v1/ca/status', { as: null })).status, 200);
});

/** Makes the stored settings of a service unreadable. */
async function damageService({ running: { installation } }: TestServer, service: string): Promise<void> {
  const { audit, configuration, storage } = installation;
  const { id, nameKey, namespace, name, version } = await configuration.get(serviceType, service);
  const head = { id, nameKey, namespace, name, version: version + 1, schemaVersion: 1, modifiedMs: 0 };
  const entry = { event: 'SERVICE_EDIT', outcome: 'SUCCESS', actor: { name: 'test', evidence: {} } } as const;
  await planAndCommit(async () => {
    const damage: DocumentUpdate = { op: 'document.update', expectedVersion: version, ...head, body: '[]' };
    return { unit: audit.unit([damage, EPOCH_MOVE], [entry], configuration.epoch), result: undefined };
  }, storage.store);
}

/** Switches the export and the import on. */
async function open(server: TestServer): Promise<void> {
  const { status, text } = await server.administer(PROTOCOLS, {
    method: 'PUT',
    body: { settings: { restConfigdump: true } },
  });
  assert.equal(status, 200, text);
}
