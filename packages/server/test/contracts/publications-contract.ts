/** Queues of publishers and their delivery, on every kind of database. */
import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { sql } from 'kysely';
import { contentOf } from '../../src/kernel/content.ts';
import { systemRandom } from '../../src/kernel/random.ts';
import { DeliverPublications, type PublisherDocument } from '../../src/modules/publishers/delivery/index.ts';
import {
  type InsertPublication,
  keyOfText,
  keyText,
  type PublishedCertificate,
  type PublishedObject,
  PublishingError,
  type PublishingScope,
} from '../../src/modules/publishers/index.ts';
import type { Database } from '../../src/storage/engine/database.ts';
import {
  publicationWriteDefinitions,
  SqlPublicationStore,
} from '../../src/storage/stores/background/publication-store.ts';
import { BELIEVED } from '../believed-clock.ts';
import { freshId, unit } from './contract-writes.ts';
import { publishedCertificate, publishedCrl } from '../published-objects.ts';
import { openForSuite } from './suite-database.ts';
import type { TemporaryDatabase } from '../temporary-database.ts';

const START_MS = Date.UTC(2026, 10, 24);
const HOUR_MS = 3_600_000;
const PUBLISHER = 7;
const BAD = '1000';
const FAR = 10_000_000_000;
const { signal } = new AbortController();

type Options = Partial<
  Pick<
    PublisherDocument['value'],
    'enabled' | 'keepsPublished' | 'publishesExpired' | 'revokedCertificates' | 'timeoutMs'
  >
>;

/** Defines the suite. */
export function describePublications(kind: string, makeTemporary: () => Promise<TemporaryDatabase>): void {
  describe(`queues of publishers on ${kind}`, () => {
    let database: Database;
    let publications: SqlPublicationStore;
    openForSuite(makeTemporary, publicationWriteDefinitions, (opened) => {
      database = opened;
      publications = new SqlPublicationStore(database);
    });
    beforeEach(async () => {
      for (const table of ['publication', 'publisher_standing'])
        await database.runStatement(sql`DELETE FROM ${sql.table(table)}`);
    });

    /** A process with a place that takes what it is given, unless `fail` says otherwise. */
    const make = (options: Options = {}) => {
      const place = {
        nowMs: START_MS,
        /** The objects there, by name: the version, or `removed`. */
        there: new Map<string, number | 'removed'>(),
        calls: [] as string[],
        failures: [] as unknown[],
        objects: new Map<string, PublishedObject>(),
        fail: (_object: PublishedObject): PublishingScope | Promise<void> | undefined => undefined,
        /** The document in the database; undefined: it is removed. */
        document: undefined as object | undefined,
        /** The document as this process has read it. */
        known: undefined as object | undefined,
      };
      const take = async (object: PublishedObject, state: number | 'removed') => {
        place.calls.push(object.name);
        const failure = await place.fail(object);
        if (failure !== undefined) throw new PublishingError(`no ${failure}`, { scope: failure });
        place.there.set(object.name, state);
      };
      const deliverPublications = new DeliverPublications({
        publications,
        configuration: {
          refresh: async () => {
            const isOther = place.known !== place.document;
            place.known = place.document;
            return isOther;
          },
          findById: async () => place.known as never,
        },
        objects: { find: async (key) => place.objects.get(keyText(key)) },
        makePublisher: () => ({
          publish: (object) => take(object, object.version),
          remove: (object) => take(object, 'removed'),
          test: async () => undefined,
        }),
        store: database,
        ids: { next: freshId },
        random: systemRandom(),
        clock: { nowMs: () => place.nowMs },
        clockBelief: BELIEVED,
        onFailed: (error) => place.failures.push(error),
      });
      const value = {
        target: { type: 'WEBHOOK', settings: { url: 'https://example.com/', secret: undefined } },
        enabled: true,
        revokedCertificates: 'PUBLISH',
        publishesExpired: false,
        keepsPublished: false,
        timeoutMs: 30_000,
        ...options,
      } as const;
      const documentOf = (version: number, changes: Options = {}) => {
        const usability = { usable: true, value: { ...value, ...changes } };
        return { id: PUBLISHER, name: 'mirror', version, usability };
      };
      place.document = place.known = documentOf(1);
      return {
        place,
        documentOf,
        /** Changes an object, and queues it in one unit as the act would. */
        act: async (name: string, changes: Partial<PublishedCertificate> = {}) => {
          const key = `certificate/${name}`;
          const version = (place.objects.get(key)?.version ?? -1) + 1;
          place.objects.set(key, publishedCertificate({ name, version, notAfter: FAR, ...changes }));
          await queue(key, place.nowMs);
        },
        deliver: () => deliverPublications.deliver(PUBLISHER, signal),
        deliverPublications,
        passing: async (milliseconds: number, everyMs: number) => {
          for (const end = place.nowMs + milliseconds; place.nowMs < end; place.nowMs += everyMs)
            await deliverPublications.deliver(PUBLISHER, signal);
        },
      };
    };

    const queue = async (key: string, createdMs: number, publisherId = PUBLISHER) => {
      const publication = { id: freshId(), publisherId, object: keyOfText(key), createdMs };
      const write: InsertPublication = { op: 'publication.insert', publication };
      await database.commit(unit([write]));
    };

    it('are delivered in their order, and empty then', async () => {
      const { act, deliver, place } = make();
      for (const name of ['1', '2', '3']) {
        await act(name);
        place.nowMs += 1;
      }
      assert.equal((await deliver()).outcome, 'worked');
      assert.deepEqual(place.calls, ['1', '2', '3']);
      assert.deepEqual(await publications.summary(PUBLISHER), {
        waiting: 0,
        held: 0,
        oldestMs: undefined,
        problem: undefined,
      });
      const { failingSinceMs, failures, problem, succeededMs } = (await publications.findHealth(PUBLISHER))!;
      assert.deepEqual([failingSinceMs, failures, problem, succeededMs], [undefined, 0, '', place.nowMs]);
      assert.equal((await deliver()).outcome, 'nothing-to-do');
    });

    it('tell of an object as it is now, once for all that has happened to it', async () => {
      const { act, deliver, place } = make();
      await act('1');
      await act('1', { revocation: { reason: 'CERTIFICATE_HOLD', revokedAt: 1 } });
      await act('1');
      await deliver();
      assert.deepEqual(place.calls, ['1']);
      assert.equal(place.there.get('1'), 2);
    });

    it('forget what no longer exists', async () => {
      const { deliver, place } = make();
      await queue('crl/5/0/base', START_MS);
      assert.equal((await deliver()).outcome, 'worked');
      assert.deepEqual(place.calls, []);
      assert.equal((await publications.summary(PUBLISHER)).waiting, 0);
    });

    for (const [revokedCertificates, expected] of [
      ['PUBLISH', 1],
      ['REMOVE', 'removed'],
      ['IGNORE', 0],
    ] as const)
      it(`do what the publisher says with revoked certificates: ${revokedCertificates}`, async () => {
        const { act, deliver, place } = make({ revokedCertificates });
        await act('1');
        await deliver();
        await act('1', { revocation: { reason: 'CERTIFICATE_HOLD', revokedAt: 1 } });
        await deliver();
        assert.equal(place.there.get('1'), expected);
        await act('1');
        await deliver();
        assert.equal(place.there.get('1'), 2);
      });

    it('leave expired certificates alone, unless the publisher takes them', async () => {
      for (const publishesExpired of [false, true]) {
        const { act, deliver, place } = make({ publishesExpired });
        await act('1', { notAfter: START_MS / 1000 - 1 });
        await deliver();
        assert.equal(place.there.has('1'), publishesExpired);
      }
    });

    for (const what of ['is changed', 'is removed'])
      it(`are left as soon as the publisher ${what}, and no object goes where it no longer leads`, async () => {
        const { act, deliver, documentOf, place } = make();
        for (let number = 1; number <= 9; number++) await act(String(number));
        place.fail = () => {
          place.document = place.known = what === 'is removed' ? undefined : documentOf(2, { enabled: false });
          return undefined;
        };
        await deliver();
        // Four are under way at a time.
        assert.ok(place.calls.length < 9, place.calls.join());
        assert.ok((await publications.summary(PUBLISHER)).waiting >= 9 - place.calls.length);
        const { length } = place.calls;
        await deliver();
        assert.equal(place.calls.length, length);
      });

    it('go where the publisher leads now, although this process has not heard of its change', async () => {
      const { act, deliver, documentOf, place } = make();
      await act('1');
      place.document = documentOf(2, { revokedCertificates: 'REMOVE' });
      await act('1', { revocation: { reason: 'KEY_COMPROMISE', revokedAt: 1 } });
      await deliver();
      assert.equal(place.there.get('1'), 'removed');
      place.document = documentOf(3, { enabled: false });
      await act('2');
      assert.equal((await deliver()).outcome, 'nothing-to-do');
      assert.equal(place.there.has('2'), false);
    });

    it('keep what was published where the publisher says so', async () => {
      const { act, deliver, place } = make({ keepsPublished: true });
      await act('1');
      await deliver();
      await deliver();
      assert.deepEqual(place.calls, ['1']);
      assert.equal((await publications.findPublished(PUBLISHER, START_MS, 10)).length, 1);
      assert.equal((await publications.summary(PUBLISHER)).waiting, 0);
    });

    it('survive an outage of an hour: everything arrives within five minutes of its end, as it is then', async () => {
      const { act, place, passing } = make();
      place.fail = () => 'publisher';
      for (let count = 0; count < 250; count++) await act(`${count}`);
      await passing(HOUR_MS, 15_000);
      await act('17', { revocation: { reason: 'KEY_COMPROMISE', revokedAt: 1 } });
      // Not once an entry and interval: the others would fare no better.
      assert.ok(place.calls.length < 100, `${place.calls.length}`);
      const health = (await publications.findHealth(PUBLISHER))!;
      assert.deepEqual([health.failingSinceMs, health.problem], [START_MS, 'no publisher']);
      assert.equal((await publications.summary(PUBLISHER)).held, 0);
      place.fail = () => undefined;
      await passing(300_000, 15_000);
      assert.equal(place.there.size, 250);
      assert.equal(place.there.get('17'), 1);
      assert.equal((await publications.summary(PUBLISHER)).waiting, 0);
      assert.equal((await publications.findHealth(PUBLISHER))!.failingSinceMs, undefined);
    });

    it('go on past an object that fails, and hold it for a person after twelve attempts', async () => {
      const { act, place, passing } = make();
      place.fail = ({ name }) => (name === BAD ? 'object' : undefined);
      await act(BAD);
      await act('1');
      await passing(24 * HOUR_MS, 60_000);
      assert.deepEqual([...place.there.keys()], ['1']);
      assert.equal(place.calls.filter((name) => name === BAD).length, 12);
      const { held, problem, waiting } = await publications.summary(PUBLISHER);
      assert.deepEqual([held, problem, waiting], [1, 'no object', 0]);
    });

    it('hold at once what is refused for good, and publish it all the same with its next change', async () => {
      const { act, deliver, place } = make();
      place.fail = () => 'final';
      await act('1');
      await deliver();
      assert.equal((await publications.summary(PUBLISHER)).held, 1);
      place.fail = () => undefined;
      await act('1');
      await deliver();
      assert.equal(place.there.get('1'), 1);
    });

    it('hold no object for a publisher that was away, however long', async () => {
      const { act, place, passing } = make();
      place.fail = () => 'publisher';
      await act('1');
      await passing(48 * HOUR_MS, 300_000);
      const { held, waiting } = await publications.summary(PUBLISHER);
      assert.deepEqual([held, waiting], [0, 1]);
    });

    it('hold an object that blames the publisher while others arrive', async () => {
      const { act, place, passing } = make();
      place.fail = ({ name }) => (name === BAD ? 'publisher' : undefined);
      await act(BAD);
      for (let hours = 0; hours < 24; hours++) {
        await act(`${hours}`);
        await passing(HOUR_MS, 300_000);
      }
      assert.equal(place.there.size, 24);
    });

    it('are not delayed for good by a clock that was wrong', async () => {
      const { act, deliver, place } = make();
      place.fail = () => 'publisher';
      place.nowMs = START_MS + 10 * 365 * 24 * HOUR_MS;
      await act('1');
      await deliver();
      place.nowMs = START_MS;
      place.fail = () => undefined;
      await deliver();
      assert.ok(place.there.has('1'));
    });

    it('lose nothing when a driver does not end: its time is over, and the object waits', async () => {
      const { act, deliver, place } = make({ timeoutMs: 20 });
      place.fail = () => new Promise<void>(() => undefined);
      await act('1');
      const { outcome, problem } = await deliver();
      assert.equal(outcome, 'failed');
      assert.match(problem, /took longer than 0\.02 seconds/);
      assert.equal((await publications.summary(PUBLISHER)).waiting, 1);
    });

    it('wait for a driver that has not ended in its time: it never puts an earlier state over a later one', async () => {
      const { act, deliver, place } = make({ timeoutMs: 20 });
      const hanging = Promise.withResolvers<void>();
      place.fail = () => hanging.promise;
      await act('1');
      assert.equal((await deliver()).outcome, 'failed');
      place.fail = () => undefined;
      await act('1');
      place.nowMs += HOUR_MS;
      assert.match((await deliver()).problem, /took longer/);
      assert.deepEqual(place.calls, ['1']);
      hanging.resolve();
      place.nowMs += HOUR_MS;
      await deliver();
      assert.deepEqual(place.calls, ['1', '1']);
      assert.equal(place.there.get('1'), 1);
      assert.equal((await publications.summary(PUBLISHER)).waiting, 0);
    });

    it('show nothing of an error that nobody foresaw, which the log has', async () => {
      const { act, deliver, place } = make();
      place.fail = () => {
        throw new TypeError('password hunter2');
      };
      await act('1');
      await deliver();
      const [entry] = await publications.findAny(PUBLISHER, 1);
      assert.match(entry!.problem, /failed unexpectedly/);
      assert.doesNotMatch(entry!.problem, /hunter2/);
      assert.equal(place.failures.length, 1);
    });

    it('end with a stop of the server, and know nothing of what was under way', async () => {
      const { act, place, deliverPublications } = make();
      const stop = new AbortController();
      place.fail = () => {
        stop.abort();
        return new Promise<void>(() => undefined);
      };
      await act('1');
      await deliverPublications.deliver(PUBLISHER, stop.signal);
      const [entry] = await publications.findAny(PUBLISHER, 1);
      assert.deepEqual([entry!.state, entry!.attempts, entry!.problem], ['waiting', 0, '']);
      assert.deepEqual(place.failures, []);
    });

    it('publish an object again that another process has delivered at the same time', async () => {
      const [slow, quick] = [make(), make()];
      await slow.act('1');
      quick.place.objects = slow.place.objects;
      slow.place.fail = async () => {
        // The lease of the slow process has ended; the other one delivers a later state.
        slow.place.fail = () => undefined;
        await quick.act('1');
        await quick.deliver();
        return undefined;
      };
      await slow.deliver();
      assert.equal(quick.place.there.get('1'), 1);
      assert.equal(slow.place.there.get('1'), 1);
    });

    it('of one publisher are nothing to another', async () => {
      const { act, deliver, place } = make();
      await act('1');
      await queue('certificate/1', START_MS, 8);
      await deliver();
      assert.deepEqual(place.calls, ['1']);
      assert.equal((await publications.summary(8)).waiting, 1);
      assert.deepEqual(new Set(await publications.findPublishers()), new Set([PUBLISHER, 8]));
    });

    it('have large CRLs read piece by piece', async () => {
      const { deliver, place } = make();
      const crl = publishedCrl({ content: contentOf(Buffer.alloc(1000)) });
      place.objects.set('crl/5/0/base', crl);
      await queue('crl/5/0/base', START_MS);
      await deliver();
      assert.equal(place.there.get(crl.name), crl.version);
    });
  });
}
