/** Rules that hold of a server with two worker processes, on either database. */
import { Certificate, Crl, parseOcspResponse, parsePem } from '@sealwright/pki';
import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { Agent } from 'node:https';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { after, before, describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { connect } from 'node:tls';
import type { TemporaryDatabase } from '../../../../packages/server/test/temporary-database.ts';
import { eventually } from '../../../eventually.ts';
import { assertNothingIsSignedAfter, makeManualToken } from '../load/deactivation.ts';
import { newRequest } from '../enrollment.ts';
import { ocspRequest } from '../ocsp-requests.ts';
import { withDatabase } from '../installations/server-database.ts';
import { ServerProcess } from '../server-process.ts';
import type { Answer } from '../test-server.ts';
import { agentsOfWorkers, inTurns, isRunning, serveAgain, workerOf, workerPids } from './worker-processes.ts';

const DN = encodeURIComponent('CN=ManagementCA,O=Sealwright');

/** @param newDatabase - undefined: SQLite in the home directory */
export function describeWorkerProcesses(newDatabase: (() => Promise<TemporaryDatabase>) | undefined): void {
  let home: string;
  let database: TemporaryDatabase | undefined;
  let server: ServerProcess;
  let agents: ReadonlyMap<number, Agent>;

  const start = async () =>
    ServerProcess.start({ home, database: database?.url, settings: ['--workers', '2', '--rsa-pool', '0'] });
  const where = () => ({ home, database: database?.url });
  const count = (sql: string) =>
    withDatabase(where(), (opened) => Number(opened.prepare(`SELECT count(*) AS number FROM ${sql}`).get()!['number']));

  before(async () => {
    home = mkdtempSync(path.join(tmpdir(), 'sealwright-workers-'));
    database = await newDatabase?.();
    server = await start();
    agents = await agentsOfWorkers(server);
  });
  after(async () => {
    for (const agent of agents.values()) agent.destroy();
    await server.stop();
    await database?.remove();
    rmSync(home, { recursive: true });
  });

  const enroll = (username: string, agent: Agent): Promise<Answer> =>
    server.call('/v1/certificate/pkcs10enroll', {
      body: newRequest({ username, subject: `CN=${username}` }),
      agent,
    });

  describe('what one worker process has answered', () => {
    it('holds for the next request to the other: revocations by OCSP and in the CRL', async () => {
      const chain = parsePem(readFileSync(path.join(home, 'admin', 'ca-chain.pem'), 'utf8'));
      const issuer = Certificate.parse(chain[0]!.der);
      const [first, second] = [...agents.values()] as [Agent, Agent];
      for (const [here, there] of [
        [first, second],
        [second, first],
        [first, second],
        [second, first],
      ] as const) {
        const enrolled = await enroll(`seen-${performance.now()}`, here);
        assert.equal(enrolled.status, 200, enrolled.text);
        const der = Buffer.from(enrolled.json['certificate'] as string, 'base64');
        const status = async (agent: Agent) => {
          const answer = await server.send('/ocsp', {
            method: 'POST',
            rawBody: Buffer.from(ocspRequest([[Certificate.parse(der), issuer]])),
            headers: { 'content-type': 'application/ocsp-request' },
            agent,
          });
          const read = parseOcspResponse(answer.bytes);
          return read.status === 'successful' ? read.basic.responses[0]!.certificateStatus.status : read.status;
        };
        assert.equal(await status(there), 'good');
        const { serialNumber } = new X509Certificate(der);
        const revoked = await server.call(`/v1/certificate/${DN}/${serialNumber}/revoke?reason=KEY_COMPROMISE`, {
          method: 'PUT',
          agent: there,
        });
        assert.equal(revoked.status, 200, revoked.text);
        assert.equal(await status(here), 'revoked');
        const made = await server.call(`/v1/ca/${DN}/createcrl`, { method: 'POST', agent: there });
        assert.equal(made.status, 200, made.text);
        const { json } = await server.call(`/v1/ca/${DN}/getLatestCrl`, { agent: here });
        const crl = Crl.parse(Uint8Array.fromBase64(json['crl'] as string));
        const serials = [...crl.entries()].map((entry) => entry.serialNumberText);
        assert.ok(serials.includes(serialNumber.replace(/^0+/, '')), `${serialNumber} is in the CRL`);
      }
    });

    it('holds for the next request to the other: each change of a document, and what is signed', async () => {
      const turn = inTurns(agents);
      const path = '/documents/ROLE/seen-at-once';
      const settings = { accessRules: { '/ca_functionality/view_ca/': 'ALLOW' } };
      const made = await server.administer(path, { method: 'POST', body: { settings } });
      assert.ok(made.status === 200 || made.status === 201, made.text);
      for (let change = 0; change < 20; change++) {
        const rule = change % 2 === 0 ? 'DENY' : 'ALLOW';
        const body = { settings: { accessRules: { '/ca_functionality/view_ca/': rule } } };
        const put = await server.administer(path, turn({ method: 'PUT', body }));
        assert.equal(put.status, 200, put.text);
        const { text } = await server.administer(path, turn());
        assert.ok(text.includes(rule), text);
        // The next one begins at the other.
        turn();
        const signed = await server.send(
          '/signserver/rest/v1/workers/PlainSigner/process',
          turn({
            body: { data: Buffer.from('document').toString('base64'), encoding: 'BASE64' },
            headers: { 'x-keyfactor-requested-with': 'test', accept: '*/*' },
          }),
        );
        assert.equal(signed.status, 200, signed.text);
      }
    });

    it('holds for TLS: a session resumes at either', async () => {
      const { port } = new URL(server.https);
      const ca = readFileSync(path.join(home, 'admin', 'ca-chain.pem'));
      const options = { host: '127.0.0.1', port: Number(port), ca, servername: 'localhost' };
      const session = await new Promise<Buffer>((resolve, reject) => {
        const socket = connect(options).on('error', reject);
        socket.once('session', (made: Buffer) => {
          socket.destroy();
          resolve(made);
        });
      });
      const resumedAt = new Set<number | undefined>();
      await eventually('connections to both', async () => {
        const sockets = await Promise.all(
          Array.from({ length: 8 }, async () => {
            const socket = connect({ ...options, session });
            await once(socket, 'secureConnect');
            return socket;
          }),
        );
        for (const socket of sockets) {
          assert.equal(socket.isSessionReused(), true);
          resumedAt.add(workerOf(server, socket));
          socket.destroy();
        }
        return workerPids(server).every((pid) => resumedAt.has(pid));
      });
    });

    it('holds for both: nothing is signed after the answer that deactivated a crypto token, and one activation opens it', async () => {
      await makeManualToken(server, 'known');
      const body = { activation_code: 'known' };
      const refusal = { status: 503, message: /Device was unavailable/ };
      const target = '/v1/cryptotoken/ManagementCA';
      await assertNothingIsSignedAfter({ path: `${target}/deactivate`, refusal }, [server], async () =>
        count('certificate'),
      );
      const wrong = await server.call(`${target}/activate`, { method: 'PUT', body: { activation_code: 'wrong' } });
      assert.equal(wrong.status, 422, wrong.text);
      assert.equal((await server.call(`${target}/activate`, { method: 'PUT', body })).status, 200);
      for (const [pid, agent] of agents) {
        const answer = await enroll(`after-activation-${pid}`, agent);
        assert.equal(answer.status, 200, answer.text);
      }
      // For the tests that start the server anew.
      const { json } = await server.administer('/documents/CRYPTOTOKEN/ManagementCA');
      const settings = { ...(json['settings'] as object), autoActivation: true, authenticationCode: 'known' };
      const put = await server.administer('/documents/CRYPTOTOKEN/ManagementCA', { method: 'PUT', body: { settings } });
      assert.equal(put.status, 200, put.text);
    });
  });

  describe('when a process is killed', () => {
    before(async () => {
      // What a test before has opened may belong to nobody any more.
      agents = await agentsOfWorkers(server);
    });

    /** Enrolls at all workers until it is told to stop, and gives the usernames that were answered. */
    function enrollWithoutBreak(prefix: string) {
      const answered: string[] = [];
      const state = { stopped: false };
      const client = async (number: number) => {
        const agent = new Agent({ keepAlive: true, maxSockets: 1 });
        for (let each = 0; !state.stopped; each++) {
          const username = `${prefix}-${number}-${each}`;
          try {
            const { status, text } = await enroll(username, agent);
            if (status === 200) answered.push(username);
            else assert.equal(status, 503, text);
          } catch (error) {
            if (error instanceof assert.AssertionError) throw error;
            // A broken connection.
            await delay(20);
          }
        }
        agent.destroy();
      };
      const clients = Promise.all(Array.from({ length: 8 }, (_, number) => client(number)));
      const stop = async () => {
        state.stopped = true;
        await clients;
        return answered;
      };
      return { answered, stop };
    }

    function assertStoredOnce(prefix: string, answered: readonly string[]): void {
      const rows = withDatabase(where(), (opened) =>
        opened.prepare(`SELECT username FROM certificate WHERE username LIKE '${prefix}-%'`).all(),
      ).map(({ username }) => String(username));
      const stored = new Set(rows);
      assert.equal(rows.length, stored.size, 'something was stored twice');
      assert.deepEqual(
        answered.filter((username) => !stored.has(username)),
        [],
        'something was answered and is not stored',
      );
    }

    it('is replaced, and every answered act is there once', async () => {
      const load = enrollWithoutBreak('worker-killed');
      for (let round = 0; round < 3; round++) {
        const enough = load.answered.length + 30;
        await eventually('answers', () => load.answered.length >= enough);
        const [pid] = workerPids(server);
        process.kill(pid!, 'SIGKILL');
        await serveAgain(server, 2, [pid!]);
      }
      const enough = load.answered.length + 30;
      await eventually('answers', () => load.answered.length >= enough);
      assertStoredOnce('worker-killed', await load.stop());
      const text = await (await fetch(opsOf(server, '/metrics'))).text();
      const enrolled = /duration_seconds_count\{operation="v1.certificate.pkcs10enroll",status="200"\} (\d+)/.exec(
        text,
      );
      assert.ok(Number(enrolled?.[1]) > 60, `counters of those that were killed stay: ${enrolled?.[1]}`);
    });

    it('takes its worker processes along within a second, and every answered act is there once', async () => {
      const load = enrollWithoutBreak('supervisor-killed');
      await eventually('answers', () => load.answered.length >= 30);
      const pids = workerPids(server);
      assert.equal(pids.length, 2);
      server.child.kill('SIGKILL');
      const killed = performance.now();
      await eventually('the end of the worker processes', () => !pids.some(isRunning));
      assert.ok(performance.now() - killed < 5000, 'a second, and what a busy machine adds');
      const answered = await load.stop();
      for (const agent of agents.values()) agent.destroy();
      server = await start();
      agents = await agentsOfWorkers(server);
      assertStoredOnce('supervisor-killed', answered);
      for (const agent of agents.values())
        assert.equal((await enroll(`again-${performance.now()}`, agent)).status, 200);
    });
  });
}

function opsOf({ message }: ServerProcess, target: string): URL {
  return new URL(target, /and (http:\/\/\S+) \(health/.exec(message)![1]);
}
