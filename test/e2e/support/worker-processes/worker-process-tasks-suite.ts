/** Work that worker processes leave to others: to their supervisor, and to those that live after them. On either database. */
import { Certificate } from '@sealwright/pki';
import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { Agent } from 'node:https';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { after, before, describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { pageObjects, tableFile } from '../../../../packages/documents/test/pdf-documents.ts';
import type { TemporaryDatabase } from '../../../../packages/server/test/temporary-database.ts';
import { eventually } from '../../../eventually.ts';
import { webhookReceiver } from '../../../outbound/webhook-receiver.ts';
import { auditRows } from '../audit-records.ts';
import { requestUnder } from '../ca-rest-setup.ts';
import { publishToHook } from '../killed/killed-deliveries.ts';
import { publishedSerial } from '../published-serial.ts';
import { ServerProcess } from '../server-process.ts';
import { agentsOfWorkers, inTurns, isRunning, serveAgain, workerPids } from './worker-processes.ts';

/** @param newDatabase - undefined: SQLite in the home directory */
export function describeTasksOfWorkers(newDatabase: (() => Promise<TemporaryDatabase>) | undefined): void {
  describe('two worker processes', () => {
    const cleanUps: (() => void)[] = [];
    const signed = mkdtempSync(path.join(tmpdir(), 'sealwright-signed-'));
    let hook: Awaited<ReturnType<typeof webhookReceiver>>;
    let home: string;
    let database: TemporaryDatabase | undefined;
    let server: ServerProcess;
    let agents: ReadonlyMap<number, Agent>;

    before(async () => {
      home = mkdtempSync(path.join(tmpdir(), 'sealwright-workers-'));
      database = await newDatabase?.();
      hook = await webhookReceiver({ after: (cleanUp) => void cleanUps.push(cleanUp as () => void) });
      const outside = ['--outbound-host', new URL(hook.url).host, '--worker-directory', signed];
      server = await ServerProcess.start({
        home,
        database: database?.url,
        settings: ['--workers', '2', '--rsa-pool', '0', ...outside],
      });
      agents = await agentsOfWorkers(server);
    });
    after(async () => {
      for (const agent of agents.values()) agent.destroy();
      await server.stop();
      for (const cleanUp of cleanUps) cleanUp();
      await database?.remove();
      for (const directory of [home, signed]) rmSync(directory, { recursive: true });
    });

    it('wake the publishers of their supervisor: what either issues is on its way at once', async () => {
      await publishToHook(server, hook.url);
      const turn = inTurns(agents);
      const began = performance.now();
      for (let round = 0; round < ROUNDS; round++) {
        const username = `posted-${round}`;
        const body = requestUnder('Posted', { username, subject: `CN=${username}` });
        const answer = await server.call('/v1/certificate/pkcs10enroll', turn({ body }));
        assert.equal(answer.status, 200, answer.text);
        const { serialNumber } = Certificate.parse(Uint8Array.fromBase64(answer.json['certificate'] as string));
        await eventually('the certificate', () =>
          hook.posts.some(({ body: post }) => post.includes(publishedSerial(serialNumber))),
        );
      }
      const passedMs = performance.now() - began;
      assert.ok(passedMs < DELIVERY_INTERVAL_MS, `the next run that comes by itself is not waited for: ${passedMs}`);
    });

    it('run a service that either is told to run', async () => {
      const turn = inTurns(agents);
      const statuses: number[] = [];
      for (let round = 0; round < 4; round++) {
        const answer = await server.call('/v1/system/service/CRL%20Updater/run', turn({ method: 'PUT' }));
        statuses.push(answer.status);
      }
      // Nothing is due for those that come after one that ran.
      assert.deepEqual(statuses.slice(1), [409, 409, 409]);
    });

    it('refuse to set a status property, which one of them alone would know', async () => {
      const properties = { NAME: 'Status', IMPLEMENTATION_CLASS: 'StatusPropertiesWorker', AUTHTYPE: 'NOAUTH' };
      const headers = { 'x-keyfactor-requested-with': 'test', accept: '*/*' };
      const ask = (at: string, body: unknown) => server.send(`/signserver/rest/v1/workers${at}`, { body, headers });
      const made = await ask('', { properties });
      assert.equal(made.status, 201, made.text);
      const told = await ask('/Status/process', { data: 'GET=SERVER_STARTED' });
      assert.equal(told.status, 200, told.text);
      const refused = await ask('/Status/process', { data: 'TIMESOURCE0_INSYNC.VALUE=true' });
      assert.equal(refused.status, 400);
      assert.match(refused.text, /start the server with --workers 1/);
    });

    it('leave no file of an answer that nobody got when one is killed, and no note of it', async () => {
      const kept = await server.administer('/documents/WORKER/PDFSigner');
      const settings = kept.json['settings'] as { readonly properties: object };
      const properties = { ...settings.properties, ARCHIVETODISK: 'TRUE', ARCHIVETODISK_PATH_BASE: signed };
      const body = { settings: { ...settings, properties } };
      const put = await server.administer('/documents/WORKER/PDFSigner', { method: 'PUT', body });
      assert.equal(put.status, 200, put.text);
      const load = signWithoutBreak();
      try {
        for (let round = 0; round < KILLS; round++) {
          const killed = await eventually('notes of a worker process', () => workerPids(server).find(hasNoted));
          process.kill(killed, 'SIGKILL');
          await eventually('its end', () => !isRunning(killed));
          const since = performance.now();
          await eventually('what it left', () => !hasNoted(killed));
          assert.ok(performance.now() - since < TAKE_OVER_MS, 'not with the next minute, but when it ends');
          // The port is one that the system has chosen: it stays while one of them has it.
          await serveAgain(server, 2, [killed]);
        }
      } finally {
        await load.stop();
      }
      const answered = load.answered();
      const notes = () => names(notesOf()).filter((name) => name.endsWith('.json'));
      await eventually('the end of all notes', () => notes().length === 0);
      const stored = auditRows({ home, database: database?.url }).filter(
        ({ event, outcome, record }) => event === 'PROCESS' && outcome === 'SUCCESS' && record.includes('PDFSigner'),
      ).length;
      assert.ok(stored >= answered);
      const files = readdirSync(signed, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
      assert.equal(files.length, stored, 'a file for each signature that is recorded, and no other');
    });

    function signWithoutBreak() {
      const document = Buffer.from(tableFile(pageObjects(), { version: '1.6' })).toString('base64');
      const state = { answers: 0, isOver: false };
      const client = async () => {
        const agent = new Agent({ keepAlive: true, maxSockets: 1 });
        while (!state.isOver) {
          try {
            const { status, text } = await server.send('/signserver/rest/v1/workers/PDFSigner/process', {
              body: { data: document, encoding: 'BASE64' },
              headers: { 'x-keyfactor-requested-with': 'test', accept: '*/*' },
              agent,
            });
            assert.ok(status === 200 || status === 503, text);
            if (status === 200) state.answers += 1;
          } catch (error) {
            if (error instanceof assert.AssertionError) throw error;
            // A broken connection.
            await delay(20);
          }
        }
        agent.destroy();
      };
      const clients = Promise.all(Array.from({ length: 4 }, client));
      const stop = async () => {
        state.isOver = true;
        await clients;
      };
      return { answered: () => state.answers, stop };
    }

    const notesOf = () => path.join(home, 'saved-files');

    /** Tells whether there is the mark that a process makes with its first note, which goes with its last. */
    function hasNoted(pid: number): boolean {
      return names(notesOf()).some((name) => {
        if (!name.endsWith('.process')) return false;
        try {
          return (JSON.parse(readFileSync(path.join(notesOf(), name), 'utf8')) as { pid: number }).pid === pid;
        } catch {
          return false;
        }
      });
    }
  });
}

function names(directory: string): readonly string[] {
  return existsSync(directory) ? readdirSync(directory) : [];
}

const ROUNDS = 4;
/** Pause between two runs of a publisher that nobody wakes. */
const DELIVERY_INTERVAL_MS = 15_000;
const KILLS = 3;
/** Far less than the minute after which some process looks by itself. */
const TAKE_OVER_MS = 25_000;
