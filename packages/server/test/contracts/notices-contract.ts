/** Notices and their delivery, on every kind of database. */
import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { sql } from 'kysely';
import { systemRandom } from '../../src/kernel/random.ts';
import { ConflictError } from '../../src/kernel/unit-of-work.ts';
import type { NoticeChannel, NoticeSender, NoticeSenders } from '../../src/modules/notices/index.ts';
import { DeliverNotices } from '../../src/modules/notices/deliver-notices.ts';
import { NoticeNotSentError, NoticeRefusedError } from '../../src/modules/notices/index.ts';
import { type Ending, type NoticeReaders, PostNotices } from '../../src/modules/notices/post-notices.ts';
import type { Database } from '../../src/storage/engine/database.ts';
import { noticeWriteDefinitions, SqlNoticeStore } from '../../src/storage/stores/background/notice-store.ts';
import { BELIEVED } from '../believed-clock.ts';
import { freshId, unit } from './contract-writes.ts';
import { openForSuite } from './suite-database.ts';
import type { TemporaryDatabase } from '../temporary-database.ts';

const START_MS = Date.UTC(2031, 0, 1);
const ENDING: Ending = {
  kind: 'certificate',
  object: 'certificate 1',
  name: 'CN=www.example.com',
  endsAt: START_MS / 1000 + 86_400,
  facts: { username: 'www' },
  advice: 'Renew it.',
};
const OPERATORS: NoticeReaders = { operators: true, holder: undefined };

interface Sent {
  readonly channel: NoticeChannel;
  readonly recipient: string;
  readonly messageId: string;
  readonly names: readonly string[];
}

const byText = (one: unknown, other: unknown) => (String(one) < String(other) ? -1 : 1);

/** Defines the suite. */
export function describeNotices(kind: string, makeTemporary: () => Promise<TemporaryDatabase>): void {
  describe(`notices on ${kind}`, () => {
    let database: Database;
    let notices: SqlNoticeStore;
    openForSuite(makeTemporary, noticeWriteDefinitions, (opened) => {
      database = opened;
      notices = new SqlNoticeStore(database);
    });
    beforeEach(async () => {
      for (const table of ['notice', 'notice_pending', 'notice_message'])
        await database.runStatement(sql`DELETE FROM ${sql.table(table)}`);
    });

    /** An installation's part in notices, with receivers that take what they are sent, unless `refuse` says otherwise. */
    const make = (
      channels: readonly NoticeChannel[],
      refuse: (sent: Sent) => string | Error | undefined = () => undefined,
      recipients?: readonly string[],
    ) => {
      const time = { nowMs: START_MS };
      const sent: Sent[] = [];
      const failures: unknown[] = [];
      const sender: NoticeSender = {
        send: async ({ channel, recipient, messageId }, found) => {
          const message = { channel, recipient, messageId, names: found.map(({ name }) => name) };
          sent.push(message);
          const reason = refuse(message);
          if (reason instanceof Error) throw reason;
          if (reason !== undefined) throw new NoticeNotSentError(channel, reason);
        },
      };
      const senders: NoticeSenders = Object.fromEntries(
        channels.map((channel) => [channel, channel === 'mail' && recipients ? { ...sender, recipients } : sender]),
      );
      const deps = { clock: { nowMs: () => time.nowMs }, ids: { next: freshId } };
      const post = new PostNotices({ ...deps, channels });
      const deliver = new DeliverNotices({
        ...deps,
        notices,
        senders,
        store: database,
        random: systemRandom(),
        clockBelief: BELIEVED,
        onFailed: (error) => void failures.push(error),
      });
      return {
        time,
        sent,
        failures,
        deliverer: deliver,
        deliver: (signal = new AbortController().signal) => deliver.deliver(signal),
        tell: async (ending: Partial<Ending> = {}, readers = OPERATORS, serviceId = 7) =>
          database.commit(unit(post.writesOf(serviceId, { ...ENDING, ...ending }, readers))),
      };
    };

    it('are stored once for a service, an object and its end', async () => {
      const { tell } = make(['log']);
      assert.equal(await notices.isTold(7, ENDING.object, ENDING.endsAt), false);
      await tell();
      assert.equal(await notices.isTold(7, ENDING.object, ENDING.endsAt), true);
      await assert.rejects(tell(), ConflictError);
      await tell({}, OPERATORS, 8);
      await tell({ endsAt: ENDING.endsAt + 1 });
      assert.equal(await notices.isTold(9, ENDING.object, ENDING.endsAt), false);
    });

    it('arrive on each channel that is set, in order of their ends, in one message', async () => {
      const { tell, deliver, sent } = make(['log', 'webhook', 'mail']);
      await tell({ object: 'b', name: 'later', endsAt: ENDING.endsAt + 1 });
      await tell({ object: 'a', name: 'sooner' });
      assert.equal(await deliver(), 3);
      assert.deepEqual(sent.map(({ channel, names }) => [channel, names]).toSorted(byText), [
        ['log', ['sooner', 'later']],
        ['mail', ['sooner', 'later']],
        ['webhook', ['sooner', 'later']],
      ]);
      assert.equal(await deliver(), 0);
      assert.equal(sent.length, 3);
    });

    it('go to each holder apart, and to those whom the operator names only where the service says so', async () => {
      const { tell, deliver, sent } = make(['webhook', 'holder']);
      await tell({ object: 'a', name: 'first' }, { operators: false, holder: 'alice@example.com' });
      await tell({ object: 'b', name: 'second' }, { operators: true, holder: 'bob@example.com' });
      await tell(
        { object: 'c', name: 'third', endsAt: ENDING.endsAt + 1 },
        { operators: false, holder: 'alice@example.com' },
      );
      await tell({ object: 'd' }, { operators: false, holder: 'eve@example.com\r\nBcc: all@example.com' });
      await tell({ object: 'e' }, { operators: false, holder: 'a@example.com, b@example.com' });
      await deliver();
      assert.deepEqual(sent.map(({ channel, recipient, names }) => [channel, recipient, names]).toSorted(byText), [
        ['holder', 'alice@example.com', ['first', 'third']],
        ['holder', 'bob@example.com', ['second']],
        ['webhook', '', ['second']],
      ]);
    });

    it('are sent again with the same id and content until they arrive, later each time, while the other channel goes on', async () => {
      let isAway = true;
      const made = make(['webhook', 'mail'], ({ channel }) => (isAway && channel === 'webhook' ? 'away' : undefined));
      const { tell, deliver, sent, failures, time } = made;
      await tell({ object: 'a', name: 'first' });
      assert.equal(await deliver(), 1);
      assert.equal((failures[0] as NoticeNotSentError).code, 'notice.not_sent');
      assert.equal(await deliver(), 0, 'not before its time');
      const tries = () => sent.filter(({ channel }) => channel === 'webhook');
      time.nowMs += 60_000;
      await tell({ object: 'b', name: 'second' });
      await deliver();
      assert.equal(tries()[1]!.messageId, tries()[0]!.messageId);
      assert.deepEqual(tries()[1]!.names, ['first']);
      assert.deepEqual(tries()[2]!.names, ['second']);
      assert.notEqual(tries()[2]!.messageId, tries()[0]!.messageId);
      time.nowMs += 60_000;
      isAway = false;
      await deliver();
      assert.deepEqual(tries().length, 4, 'the first waits two minutes by now');
      time.nowMs += 60_000;
      await deliver();
      assert.deepEqual(
        tries().map(({ names }) => names[0]),
        ['first', 'first', 'second', 'second', 'first'],
      );
      assert.equal(await notices.findOldestMs('webhook'), undefined);
    });

    it('arrive again, and the same, when nobody could note that they had', async () => {
      const { tell, deliver, sent } = make(['webhook']);
      await tell();
      const crash = new Error('killed');
      const dying = new DeliverNotices({
        notices,
        senders: {
          webhook: {
            send: async ({ channel, recipient, messageId }) =>
              void sent.push({ channel, recipient, messageId, names: [] }),
          },
        },
        store: {
          commit: async (given) => {
            if (given.writes.some(({ op }) => op === 'notice-message.delete')) throw crash;
            await database.commit(given);
          },
        },
        ids: { next: freshId },
        random: systemRandom(),
        clock: { nowMs: () => START_MS },
        clockBelief: BELIEVED,
        onFailed: () => undefined,
      });
      await dying.deliver(new AbortController().signal).catch(() => undefined);
      await database.runStatement(sql`UPDATE notice_message SET next_ms = ${START_MS}`);
      await deliver();
      assert.equal(sent.length, 2);
      assert.equal(sent[0]!.messageId, sent[1]!.messageId);
    });

    it('are bounded in a message: a hundred to a webhook, a thousand in a mail', async () => {
      const { tell, deliver, sent } = make(['webhook', 'mail']);
      for (let at = 0; at < 205; at++) await tell({ object: `certificate ${at}` });
      await deliver();
      const sizes = (channel: NoticeChannel) =>
        sent.filter((one) => one.channel === channel).map(({ names }) => names.length);
      assert.deepEqual(sizes('webhook'), [100, 100, 5]);
      assert.deepEqual(sizes('mail'), [205]);
    });

    it('do not all knock in vain: after three failures a channel waits', async () => {
      const { tell, deliver, sent } = make(['webhook'], () => 'away');
      for (let at = 0; at < 405; at++) await tell({ object: `certificate ${at}` });
      await deliver();
      assert.equal(sent.length, 3);
    });

    it('reach every holder although a thousand others have no mailbox any more', async () => {
      const isDead = (recipient: string) => recipient.startsWith('dead');
      const { tell, deliver, deliverer, sent, failures } = make(['holder'], ({ channel, recipient }) =>
        isDead(recipient) ? new NoticeRefusedError(channel, recipient, '550') : undefined,
      );
      for (let at = 0; at < 200; at++)
        await tell({ object: `dead ${at}` }, { operators: false, holder: `dead${at}@example.com` });
      await tell({ object: 'living' }, { operators: false, holder: 'living@example.com' });
      for (let at = 0; at < 5; at++) await deliver();
      assert.equal(sent.filter(({ recipient }) => recipient === 'living@example.com').length, 1);
      assert.equal(sent.length, 201, 'each dead one is tried once');
      assert.equal(failures.length, 200);
      assert.deepEqual(deliverer.reports()[0], {
        channel: 'holder',
        delivered: 1,
        failed: 0,
        refused: 200,
        oldestMs: undefined,
      });
    });

    it('reach new holders at once although those of many others fail again and again', async () => {
      const { tell, deliver, sent, time } = make(['holder'], ({ channel, recipient }) =>
        recipient.startsWith('grey') ? new NoticeNotSentError(channel, '450', { isOfMessage: true }) : undefined,
      );
      for (let at = 0; at < 120; at++)
        await tell({ object: `grey ${at}` }, { operators: false, holder: `grey${at}@example.com` });
      for (let at = 0; at < 5; at++) await deliver();
      time.nowMs += 3_600_000;
      await tell({ object: 'new' }, { operators: false, holder: 'new@example.com' });
      const before = sent.length;
      await deliver();
      assert.equal(sent[before + 1]!.recipient, 'new@example.com');
    });

    it('are not held up by failures between which others arrive', async () => {
      let count = 0;
      const { tell, deliver, sent } = make(['webhook'], () => (count++ % 3 === 2 ? undefined : 'busy'));
      for (let at = 0; at < 805; at++) await tell({ object: `certificate ${at}` });
      await deliver();
      assert.equal(sent.length, 9);
    });

    it('are a message of its own for each whom the operator names: one is retried alone', async () => {
      let isGrey = true;
      const recipients = ['a@example.com', 'b@example.com', 'c@example.com'];
      const { tell, deliver, sent, failures, time } = make(
        ['mail'],
        ({ channel, recipient }) => {
          if (recipient === 'a@example.com') return new NoticeRefusedError(channel, recipient, '550');
          if (recipient !== 'b@example.com' || !isGrey) return undefined;
          return new NoticeNotSentError(channel, '450', { isOfMessage: true });
        },
        recipients,
      );
      await tell();
      await deliver();
      assert.deepEqual(sent.map(({ recipient }) => recipient).toSorted(byText), recipients);
      assert.equal(new Set(sent.map(({ messageId }) => messageId)).size, 3);
      assert.equal(failures.length, 2);
      isGrey = false;
      time.nowMs += 60_000;
      await deliver();
      await deliver();
      assert.deepEqual(
        sent.slice(3).map(({ recipient }) => recipient),
        ['b@example.com'],
      );
    });

    it('of an earlier release, one for all, become one for each', async () => {
      const earlier = make(['mail'], () => 'away');
      await earlier.tell();
      await earlier.deliver();
      const { deliver, sent, time } = make(['mail'], undefined, ['a@example.com', 'b@example.com']);
      time.nowMs += 60_000;
      await deliver();
      await deliver();
      assert.deepEqual(sent.map(({ recipient }) => recipient).toSorted(byText), ['a@example.com', 'b@example.com']);
    });

    it('that wait for a channel which is set no more go with their notices', async () => {
      await make(['mail']).tell();
      const { deliver, time } = make(['log']);
      const left = async () => (await notices.findPending('mail', 10)).length;
      await deliver();
      assert.equal(await left(), 1, 'it may be set again');
      time.nowMs = ENDING.endsAt * 1000 + 60 * 86_400_000 + 2000;
      await deliver();
      assert.equal(await left(), 0);
    });

    it('are given up after a month, with an error that says so', async () => {
      const { tell, deliver, failures, time } = make(['webhook'], () => 'away');
      await tell();
      await deliver();
      time.nowMs += 31 * 86_400_000;
      await deliver();
      assert.deepEqual(
        failures.map((error) => (error as NoticeNotSentError).code),
        ['notice.not_sent', 'notice.not_sent', 'notice.given_up'],
      );
      assert.equal(await notices.findOldestMs('webhook'), undefined);
    });

    it('are forgotten when their objects ended two months ago', async () => {
      const { tell, deliver, time } = make(['log']);
      await tell();
      time.nowMs = ENDING.endsAt * 1000 + 60 * 86_400_000;
      await deliver();
      assert.equal(await notices.isTold(7, ENDING.object, ENDING.endsAt), true);
      time.nowMs += 2000;
      await deliver();
      assert.equal(await notices.isTold(7, ENDING.object, ENDING.endsAt), false);
    });

    it('have texts of one line and of bounded length', async () => {
      const { tell, deliver, sent } = make(['log']);
      await tell({ name: `CN=a\r\nBcc: x@example.com\n${'y'.repeat(5000)}` });
      await deliver();
      assert.match(sent[0]!.names[0]!, /^CN=a {2}Bcc: x@example\.com y+\.\.\.$/);
      assert.ok(sent[0]!.names[0]!.length < 510);
    });

    it('are counted for the metrics', async () => {
      let isAway = true;
      const { tell, deliver, deliverer, time } = make(['webhook'], () => (isAway ? 'away' : undefined));
      await tell();
      await deliver();
      assert.deepEqual(deliverer.reports(), [
        { channel: 'webhook', delivered: 0, failed: 1, refused: 0, oldestMs: START_MS },
      ]);
      isAway = false;
      time.nowMs += 60_000;
      await deliver();
      assert.deepEqual(deliverer.reports(), [
        { channel: 'webhook', delivered: 1, failed: 1, refused: 0, oldestMs: undefined },
      ]);
    });
  });
}
