/**
 * The identity of a caller is a matter of the moment: what ends a certificate's rights ends them for the next request, on a connection that
 * is open already and on a TLS session that is resumed.
 */
import assert from 'node:assert/strict';
import { Agent } from 'node:https';
import { it, type TestContext } from 'node:test';
import type { SecureVersion } from 'node:tls';
import { TestCa } from '../../pki/test-pki.ts';
import { change, createExternalCa, createRole, removalOfCa, withoutMembers } from '../support/administration.ts';
import { identityOf, newKeyPair, newRequest } from '../support/enrollment.ts';
import { type Answer, type ClientIdentity, TestServer } from '../support/test-server.ts';
import { atEnd } from '../../../packages/server/test/at-end.ts';

const ROLE = 'Readers';
const VERSIONS: readonly SecureVersion[] = ['TLSv1.2', 'TLSv1.3'];

for (const version of VERSIONS) {
  it(`refuses a certificate from the moment of its revocation (${version})`, async (t) => {
    const server = await TestServer.start(t);
    const { identity, serial } = await enrollReader(server);
    const client = await Client.connect(t, server, identity, version);

    const path = `/v1/certificate/CN=ManagementCA,O=Sealwright/${serial}/revoke?reason=KEY_COMPROMISE`;
    assert.equal((await server.call(path, { method: 'PUT' })).status, 200);
    await client.assertRefused(/client certificate is revoked/);
  });

  it(`refuses a certificate from the moment when its role has no such member (${version})`, async (t) => {
    const server = await TestServer.start(t);
    const { installation } = server.running;
    const { identity, serial } = await enrollReader(server);
    const client = await Client.connect(t, server, identity, version);

    const removal = await withoutMembers(installation, ROLE, ({ matchValue }) => matchValue === serial);
    await change(installation, 'ROLE_ACCESS_RULE_CHANGE', [removal]);
    await client.assertRefused(/Not authorized.*'\/administrator\/'/);
  });

  it(`refuses a certificate from the moment when it has expired (${version})`, async (t) => {
    const server = await TestServer.start(t);
    const { identity } = await externalReader(server, { lifetimeSeconds: 60 });
    const client = await Client.connect(t, server, identity, version);

    server.clock.advanceSeconds(61);
    await client.assertRefused(/client certificate has expired/);
  });

  it(`refuses a certificate from the moment when its CA is removed (${version})`, async (t) => {
    const server = await TestServer.start(t);
    const { installation } = server.running;
    const { identity } = await externalReader(server, { lifetimeSeconds: 3600 });
    const client = await Client.connect(t, server, identity, version);

    const removal = await withoutMembers(installation, ROLE, ({ issuer }) => issuer === 'Elsewhere');
    await change(installation, 'CA_DELETION', [removal, removalOfCa('Elsewhere')]);
    await client.assertRefused(/not issued by a CA that a role names/);
  });
}

it('lets a removed CA be made again, and its certificates in with it', async (t) => {
  const server = await TestServer.start(t);
  const { installation } = server.running;
  const { identity, ca } = await externalReader(server, { lifetimeSeconds: 3600 });
  await change(installation, 'CA_DELETION', [
    await withoutMembers(installation, ROLE, () => true),
    removalOfCa('Elsewhere'),
  ]);
  assert.equal((await server.call('/v1/ca', { as: identity })).status, 403);

  await createExternalCa(installation, 'Elsewhere', ca);
  const member = { issuer: 'Elsewhere', matchKey: 'WITH_COMMONNAME', matchValue: 'reader' };
  await createRole(installation, 'Readers again', { '/administrator/': 'ALLOW' }, [member]);
  assert.equal((await server.call('/v1/ca', { as: identity })).status, 200);
});

it('keeps a CA that has issued certificates to others', async (t) => {
  const server = await TestServer.start(t);
  const { installation } = server.running;
  const members = await withoutMembers(installation, 'Super Administrator Role', () => true);
  await assert.rejects(change(installation, 'CA_DELETION', [members, removalOfCa('ManagementCA')]), {
    code: 'document.in_use',
    message: /certificates that it has issued/,
  });
  assert.equal((await server.call('/v1/ca')).status, 200);
});

/** One kept-alive connection, and an agent that resumes its TLS session on a new connection for every request. */
class Client {
  readonly #server: TestServer;
  readonly #identity: ClientIdentity;
  readonly #keepingAlive: Agent;
  readonly #resuming: Agent;

  private constructor(server: TestServer, identity: ClientIdentity, version: SecureVersion) {
    this.#server = server;
    this.#identity = identity;
    const versions = { minVersion: version, maxVersion: version };
    this.#keepingAlive = new Agent({ keepAlive: true, maxSockets: 1, maxCachedSessions: 0, ...versions });
    this.#resuming = new Agent({ keepAlive: false, ...versions });
  }

  /** Makes sure that all is well so far: both are let in, and are what they are said to be. */
  static async connect(t: TestContext, server: TestServer, identity: ClientIdentity, version: SecureVersion) {
    const client = new Client(server, identity, version);
    atEnd(t, () => {
      client.#keepingAlive.destroy();
      client.#resuming.destroy();
    });
    for (const first of [true, false]) {
      const [keptAlive, resumed] = await client.#ask();
      assert.deepEqual([keptAlive.status, resumed.status], [200, 200], keptAlive.text);
      if (!first) assert.deepEqual([keptAlive.keptAlive, resumed.resumed], [true, true]);
    }
    return client;
  }

  async assertRefused(message: RegExp): Promise<void> {
    const [keptAlive, resumed] = await this.#ask();
    assert.deepEqual([keptAlive.keptAlive, resumed.resumed], [true, true]);
    for (const { status, json } of [keptAlive, resumed]) {
      assert.equal(status, 403);
      assert.match(json['error_message'] as string, message);
    }
  }

  async #ask(): Promise<[keptAlive: Answer, resumed: Answer]> {
    const as = this.#identity;
    return [
      await this.#server.call('/v1/ca', { as, agent: this.#keepingAlive }),
      await this.#server.call('/v1/ca', { as, agent: this.#resuming }),
    ];
  }
}

/** A certificate of the management CA that is a member of {@link ROLE}. */
async function enrollReader(server: TestServer): Promise<{ identity: ClientIdentity; serial: string }> {
  const keyPair = newKeyPair();
  const body = newRequest({ username: 'reader', subject: 'CN=reader', keyPair, profile: 'ENDUSER' });
  const answer = await server.call('/v1/certificate/pkcs10enroll', { body });
  assert.equal(answer.status, 200, answer.text);
  const serial = answer.json['serial_number'] as string;
  await createRole(server.running.installation, ROLE, { '/administrator/': 'ALLOW' }, [
    { issuer: 'ManagementCA', matchKey: 'WITH_SERIALNUMBER', matchValue: serial },
  ]);
  return { identity: identityOf(answer, keyPair), serial };
}

/** A certificate of a CA that is not of this installation, a member of {@link ROLE}. */
async function externalReader(
  server: TestServer,
  { lifetimeSeconds }: { readonly lifetimeSeconds: number },
): Promise<{ identity: ClientIdentity; ca: TestCa }> {
  const ca = TestCa.root('CN=Elsewhere');
  await createExternalCa(server.running.installation, 'Elsewhere', ca);
  await createRole(server.running.installation, ROLE, { '/administrator/': 'ALLOW' }, [
    { issuer: 'Elsewhere', matchKey: 'WITH_COMMONNAME', matchValue: 'reader' },
  ]);
  const notAfter = Math.floor(server.clock.nowMs() / 1000) + lifetimeSeconds;
  const { certificatePem, privateKeyPem } = ca.issue({ subject: 'CN=reader', purposes: ['clientAuth'], notAfter });
  return { identity: { cert: certificatePem, key: privateKeyPem }, ca };
}
