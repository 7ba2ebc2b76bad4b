/** Calls of the clients that others use with the configuration, as they make them. */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { assertRefusal, createProfiles, sharedServer } from '../support/ca-rest-setup.ts';
import { zipArchive } from '../../zip-archive.ts';

type Items = Record<string, Record<string, object>>;

const BASE = '/v1/configdump';

describe('the easy REST client of EJBCA', () => {
  const shared = sharedServer();
  before(async () => {
    await createProfiles(shared.server, 'Easy - Client', {});
  });

  /** `configdump export`: all flags are always sent, and each item becomes a file of JSON. */
  const exported = async (include?: string): Promise<ReadonlyMap<string, string>> => {
    const flags = 'ignoreerrors=false&defaults=false&externalcas=false&exportCasForPeerImport=false';
    const query = include === undefined ? flags : `${flags}&include=${include}`;
    const answer = await shared.server.call(`${BASE}?${query}`, { headers: { 'content-type': 'application/json' } });
    assert.equal(answer.status, 200, answer.text);
    const files = Object.entries(answer.json as Items).flatMap(([directory, items]) =>
      Object.entries(items).map(
        ([name, item]) => [`${directory}/${name}.yaml`, JSON.stringify(item, null, 2)] as const,
      ),
    );
    return new Map(files);
  };

  /** `configdump import`: the name of an item is that of its file up to the first `.yaml`. */
  const imported = async (files: ReadonlyMap<string, string>, overwrite: string, resolve = 'abort') => {
    const dump: Record<string, Record<string, unknown>> = {};
    for (const [path, text] of files) {
      const [directory = '', file = ''] = path.split('/');
      (dump[directory] ??= {})[file.slice(0, file.indexOf('.yaml'))] = JSON.parse(text);
    }
    const flags = 'ignoreerrors=false&initialize=false&continue=false';
    const answer = await shared.server.call(`${BASE}?${flags}&overwrite=${overwrite}&resolve=${resolve}&expand=false`, {
      method: 'POST',
      rawBody: JSON.stringify(dump),
      headers: { 'content-type': 'application/json' },
    });
    assert.equal(answer.status, 200, answer.text);
    return answer.json as unknown as { success: boolean; errors: readonly string[]; warnings: readonly string[] };
  };

  it('exports everything and imports it again', async () => {
    const files = await exported();
    assert.ok(files.has('certificate-profiles/Easy - Client.yaml'), [...files.keys()].join());
    for (const overwrite of ['skip', 'yes', 'YES']) {
      const { success, errors } = await imported(files, overwrite, 'useDefault');
      assert.deepEqual([success, errors], [true, []], overwrite);
    }
    assert.deepEqual(await exported(), files);
    const refused = await imported(files, 'abort');
    assert.ok(refused.errors.includes('Easy - Client already exists.  Aborting.'), refused.errors.join());
  });

  it('sends its words in any case', async () => {
    const files = await exported('CERTPROFILE:Easy*;CA:None');
    const [[path, text]] = [...files].filter(([name]) => name.startsWith('certificate-profiles/')) as [
      [string, string],
    ];
    const item = { ...(JSON.parse(text) as object), Name: 'Default', 'Available CAs': ['No such CA', 'ManagementCA'] };
    const one = new Map([[path.replace('Easy - Client', 'Default'), JSON.stringify(item)]]);
    assert.equal((await imported(one, 'yes')).success, false);
    const { success, warnings } = await imported(one, 'Yes', 'usedefault');
    assert.deepEqual([success, warnings.length], [true, 1]);
  });
});

describe('the module uri of Ansible', () => {
  const shared = sharedServer();

  /** Sends a form as `body_format: form-multipart` does: the file in lines of base64. */
  const send = async (file: string) => {
    const boundary = '===============4711==';
    const part = (name: string, headers: readonly string[], content: string) =>
      [`--${boundary}`, ...headers, `Content-Disposition: form-data; ${name}`, '', content].join('\r\n');
    const body = [
      part(
        'name="zipfile"; filename="pki.zip"',
        ['MIME-Version: 1.0', 'Content-Type: application/zip', 'Content-Transfer-Encoding: base64'],
        file,
      ),
      part('name="overwrite"', ['MIME-Version: 1.0', 'Content-Type: text/plain'], 'yes'),
      `--${boundary}--\r\n`,
    ].join('\r\n');
    return shared.server.call(`${BASE}/configdump.zip`, {
      method: 'POST',
      rawBody: body,
      headers: { 'content-type': `multipart/form-data; boundary="${boundary}"` },
    });
  };

  it('sends the file of a form in base64', async () => {
    const content =
      'Object Type: Certificate Profile\nVersion: 1\nName: From Ansible\nType: End Entity\nValidity: 90d\n';
    const archive = zipArchive([{ path: 'certificate-profiles/From_Ansible.yaml', content }]);
    const lines = Buffer.from(archive).toString('base64').replaceAll(/.{76}/g, '$&\r\n');
    const answer = await send(lines);
    assert.deepEqual([answer.status, answer.json], [200, { success: true, errors: [], warnings: [] }]);
    const found = await shared.server.call(`${BASE}/CERTPROFILE/From%20Ansible`);
    assert.equal(found.status, 200, found.text);
    assertRefusal(await send(`${lines.slice(0, -8)}====!`), 400, /base64/i);
  });
});

describe('scripts with the cmdlets of PowerShell', () => {
  const shared = sharedServer();

  it('ask for the state, then export what they choose, encoded and entry by entry', async () => {
    const { server } = shared;
    assert.equal((await server.call(`${BASE}/status`)).status, 200);
    const flags = '?ignoreerrors=true&defaults=true&externalcas=false';
    const json = await server.call(`${BASE}${flags}&exclude=KEYBINDING%3a*&exclude=OCSPCONFIG%3a*`);
    assert.equal(json.status, 200, json.text);
    const directories = Object.keys(json.json);
    assert.ok(directories.includes('certification-authorities') && !directories.includes('ocsp-configuration'));
    // With a type of content, although there is none.
    const zip = await server.call(`${BASE}/configdump.zip${flags}&exclude=*%3a*&include=CA%3a*`, {
      headers: { 'content-type': 'application/zip' },
    });
    assert.equal(zip.status, 200, zip.text);
    assert.equal(zip.headers['content-type'], 'application/zip');
    assert.equal(zip.headers['content-disposition'], 'attachment; filename=configdump.zip');
  });
});
