/**
 * The easy REST client of EJBCA, unmodified, with each of its commands: `node scripts/run-tests.ts clients`.
 *
 * It needs Java (17 or later), Maven Central, from which its libraries come by their hashes, and its repository.
 */
import { parsePem } from '@sealwright/pki';
import assert from 'node:assert/strict';
import { createPrivateKey, generateKeyPairSync, X509Certificate } from 'node:crypto';
import { globSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { createProfiles, MANAGEMENT_CA_DN, sharedServer } from '../../e2e/support/ca-rest-setup.ts';
import { createCa } from '../../e2e/support/ca-setup.ts';
import type { TestServer } from '../../e2e/support/test-server.ts';
import { EasyRestClient } from '../programs/easy-rest-client.ts';

const PROFILES = { endentityprofile: 'Easy', certificateprofile: 'Easy' };
const CODE = 'the code of the keys';

/** Commands as the super administrator of a server, and what comes of them. */
class Commands {
  readonly #client: EasyRestClient;
  readonly #server: TestServer;

  constructor(client: EasyRestClient, server: TestServer) {
    this.#client = client;
    this.#server = server;
  }

  /** Runs a command, which has to succeed, and returns what it says. */
  async run(...command: readonly string[]): Promise<string> {
    const host = `localhost:${new URL(this.#server.running.urls[0]!).port}`;
    const admin = path.join(this.#server.home, 'admin');
    const access = options({
      authkeystore: path.join(admin, 'superadmin.p12'),
      authkeystorepass: `file:${path.join(admin, 'superadmin.password')}`,
      hostname: host,
    });
    return this.#client.run([...command, ...access]);
  }

  /** Imports a directory, and returns what the server answers. */
  async import(from: string, ...options: readonly string[]) {
    const said = await this.run('configdump', 'import', '--in', from, ...options);
    const [, answer] = /^ConfigDump import was sucessful: (.*)$/m.exec(said) ?? assert.fail(said);
    return JSON.parse(answer!) as { success: boolean; errors: readonly string[]; warnings: readonly string[] };
  }
}

describe('the easy REST client of EJBCA', () => {
  const directory = mkdtempSync(path.join(tmpdir(), 'sealwright-easy-rest-'));
  after(() => rmSync(directory, { recursive: true }));
  // It sends a text for a boolean with each enrollment, which the documented interface refuses.
  const first = sharedServer({ compatibility: 'ejbca' });
  const second = sharedServer();
  let commands: Commands;
  let commandsOfSecond: Commands;

  const newDirectory = (name: string): string => mkdtempSync(path.join(directory, `${name}-`));
  const exported = async (...options: readonly string[]): Promise<string> => {
    const to = newDirectory('dump');
    await commands.run('configdump', 'export', '--out', to, ...options);
    return to;
  };

  before(async () => {
    const client = await EasyRestClient.build(directory);
    commands = new Commands(client, first.server);
    commandsOfSecond = new Commands(client, second.server);
    await createProfiles(first.server, 'Easy', {});
  });

  it('shows the state, the CAs and their certificates', async () => {
    assert.match(await commands.run('status'), /^Current Status of this instance of EJBCA is: OK$/m);
    assert.match(await commands.run('ca', 'listcas'), /ManagementCA .* false +CN=ManagementCA,O=Sealwright /);
    const chain = await commands.run('ca', 'downloadcert', '--subjectdn', MANAGEMENT_CA_DN);
    assert.equal(parsePem(chain).length, 1);
    assert.match(
      await commands.run('certificate', 'count', '--onlyActive'),
      /contains [1-9]\d* active certificates\.$/m,
    );
  });

  for (const command of ['deactivate', 'activate'])
    it(`has a CA do it: ${command}`, async () => {
      const said = await commands.run('ca', command, '--name', 'ManagementCA');
      assert.match(said, new RegExp(`^CA with name 'ManagementCA' was ${command}d\\.$`, 'm'));
    });

  it('enrolls with keys of its own and with others, and revokes', async () => {
    const files = newDirectory('enrolled');
    const keys = generateKeyPairSync('rsa', {
      modulusLength: 2048,
      publicKeyEncoding: { type: 'spki', format: 'pem' },
      // The form that it reads.
      privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
    });
    writeFileSync(path.join(files, 'public.pem'), keys.publicKey);
    writeFileSync(path.join(files, 'private.pem'), keys.privateKey);
    const enroll = (way: string, name: string, keyOptions: Readonly<Record<string, string>>) => {
      const endEntity = {
        username: name,
        password: 'foo123',
        subjectdn: `CN=${name}`,
        subjectaltname: `dnsName=${name}.example`,
      };
      const place = { ca: 'ManagementCA', ...PROFILES, destination: files };
      return commands.run('enroll', way, ...options({ ...place, ...endEntity, ...keyOptions }));
    };
    await enroll('genkeys', 'made', { keyalg: 'EC', keyspec: 'P-256' });
    await enroll('withkeys', 'given', {
      pubkey: path.join(files, 'public.pem'),
      privkey: path.join(files, 'private.pem'),
    });
    const certificate = (name: string) => new X509Certificate(readFileSync(path.join(files, `${name}.pem`)));
    assert.equal(certificate('made').subjectAltName, 'DNS:made.example');
    assert.ok(certificate('given').checkPrivateKey(createPrivateKey(keys.privateKey)));
    assert.ok(readdirSync(files).includes('made.p12'));

    const revoked = /was succesfully revoked\.$/m;
    assert.match(await commands.run('revoke', '--certificate', path.join(files, 'given.pem')), revoked);
    const { serialNumber } = certificate('made');
    const of = ['--issuer', MANAGEMENT_CA_DN, '--serialnumber', serialNumber];
    assert.match(await commands.run('revoke', ...of, '--reason', 'SUPERSEDED'), revoked);
    const again = await commands.run('revoke', ...of, '--reason', 'SUPERSEDED');
    assert.match(again, /^Return code was: 409: /m);

    const crl = await commands.run('ca', 'createcrl', '--issuerdn', MANAGEMENT_CA_DN);
    assert.match(crl, /^Latest CRL Version: \d+$/m);
    await commands.run('ca', 'downloadcrl', '--issuerdn', MANAGEMENT_CA_DN, '--destination', files);
    const listed = readFileSync(path.join(files, `${MANAGEMENT_CA_DN}.crl`))
      .toString('hex')
      .toUpperCase();
    assert.ok(listed.includes(serialNumber) && listed.includes(certificate('given').serialNumber));
  });

  it('enrolls from several threads', async () => {
    // It divides by the tenth of the threads.
    const said = await commands.run(
      'stress',
      ...options({ ca: 'ManagementCA', ...PROFILES, threads: '10', certs: '2' }),
    );
    assert.match(said, /^20 certificates were successfully issued, with 0 failures\.$/m);
  });

  it('exports everything, and imports it again', async () => {
    const dump = await exported();
    assert.ok(filesOf(dump).has('certificate-profiles/Easy.yaml'));
    for (const overwrite of ['skip', 'yes', 'YES']) {
      const { success, errors } = await commands.import(dump, '--overwrite', overwrite, '--resolve', 'useDefault');
      assert.deepEqual([success, errors], [true, []], overwrite);
    }
    assert.deepEqual(filesOf(await exported()), filesOf(dump));
    const refused = await commands.import(dump);
    assert.equal(refused.success, false);
    assert.ok(refused.errors.includes('Easy already exists.  Aborting.'), refused.errors.join());
  });

  it('exports what is chosen', async () => {
    assert.deepEqual(
      [...filesOf(await exported('--include', 'CERTPROFILE:Eas*', '--exclude', '*:*')).keys()],
      ['certificate-profiles/Easy.yaml'],
    );
    const without = filesOf(await exported('--exclude', 'CERTPROFILE:*;role:*', '--defaults', '--externalcas'));
    const types = new Set([...without.keys()].map((file) => path.dirname(file)));
    assert.ok(types.has('certification-authorities') && types.has('end-entity-profiles'));
    assert.ok(!types.has('certificate-profiles') && !types.has('admin-roles'));
  });

  it('imports into another server, which asks for secrets and makes the certificate of a CA', async () => {
    const settings = { type: 'SoftCryptoToken', autoActivation: true, authenticationCode: CODE };
    const made = await first.server.administer('/documents/CRYPTOTOKEN/Easy', { body: { settings } });
    assert.equal(made.status, 201, made.text);
    await createCa(first.server, 'Easy', { cryptoToken: 'Easy' });
    const dump = await exported('--include', '*:Easy', '--exclude', '*:*');
    assert.deepEqual(
      [...filesOf(dump).keys()],
      ['certificate-profiles', 'certification-authorities', 'crypto-tokens', 'end-entity-profiles'].map(
        (type) => `${type}/Easy.yaml`,
      ),
    );
    const withoutCode = await commandsOfSecond.import(dump, '--initialize');
    assert.match(withoutCode.errors.join(), /^crypto-tokens\/Easy: authenticationCode is 'placeholder'/);
    const token = path.join(dump, 'crypto-tokens/Easy.yaml');
    writeFileSync(token, readFileSync(token, 'utf8').replace('placeholder', CODE));
    assert.deepEqual(await commandsOfSecond.import(dump, '--initialize'), { success: true, errors: [], warnings: [] });
    assert.match(await commandsOfSecond.run('ca', 'listcas'), /^ +Easy .* CN=Easy,O=Example +CN=Easy,O=Example +20/m);
  });
});

function options(values: Readonly<Record<string, string>>): readonly string[] {
  return Object.entries(values).flatMap(([name, value]) => [`--${name}`, value]);
}

/** The files under a directory, with what they hold. */
function filesOf(directory: string): ReadonlyMap<string, string> {
  const names = globSync('*/*', { cwd: directory }).toSorted();
  return new Map(names.map((name) => [name, readFileSync(path.join(directory, name), 'utf8')]));
}
