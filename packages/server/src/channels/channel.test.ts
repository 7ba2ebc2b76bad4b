import assert from 'node:assert/strict';
import { duplexPair } from 'node:stream';
import { it } from 'node:test';
import { AskingChannel, answerChannel } from './channel.ts';
import { encodeFrame, FrameReader } from './frames.ts';

const text = (octets: Uint8Array) => Buffer.from(octets).toString();

it('reads frames in whatever pieces they come', () => {
  const sent = ['', 'a', 'x'.repeat(100_000)].map((content, id) => encodeFrame({ id, content: Buffer.from(content) }));
  const all = Buffer.concat(sent);
  for (const size of [1, 3, 11, 12, 13, 4096, all.length]) {
    const reader = new FrameReader();
    const read: [number, number][] = [];
    for (let at = 0; at < all.length; at += size)
      for (const { id, content } of reader.push(all.subarray(at, at + size))) read.push([id, content.length]);
    assert.deepEqual(
      read,
      [
        [0, 0],
        [1, 1],
        [2, 100_000],
      ],
      `pieces of ${size}`,
    );
  }
});

it('refuses a frame with any octet changed, and any length that no frame has', () => {
  const frame = encodeFrame({ id: 7, content: Buffer.from('insert') });
  for (let at = 4; at < frame.length; at++) {
    const damaged = Buffer.from(frame);
    damaged[at]! ^= 1;
    assert.throws(() => new FrameReader().push(damaged), { name: 'BrokenFrameError' }, `octet ${at}`);
  }
  for (const length of [0, 7, 2 ** 28, 2 ** 32 - 1]) {
    const damaged = Buffer.from(frame);
    damaged.writeUInt32BE(length);
    assert.throws(() => new FrameReader().push(damaged), { name: 'BrokenFrameError' }, `length ${length}`);
  }
});

it('gives each question its own answer, in whatever order they come', async () => {
  const [near, far] = duplexPair();
  const held = new Map<string, (answer: Uint8Array) => void>();
  answerChannel(
    far,
    (question) => new Promise((resolve) => held.set(text(question), resolve)).then(() => question),
    assert.ifError,
  );
  const channel = new AskingChannel(near, assert.ifError);
  const answers = ['a', 'b', 'c'].map((each) => channel.ask(Buffer.from(each)));
  while (held.size < 3) await new Promise(setImmediate);
  for (const each of ['c', 'a', 'b']) held.get(each)!(Buffer.from(each));
  assert.deepEqual((await Promise.all(answers)).map(text), ['a', 'b', 'c']);
  channel.close();
});

it('fails waiting callers when the other end is gone, and later questions', async () => {
  const [near, far] = duplexPair();
  const lost: unknown[] = [];
  const channel = new AskingChannel(near, (error) => lost.push(error));
  const waiting = channel.ask(Buffer.from('a'));
  far.destroy();
  near.destroy();
  await assert.rejects(waiting, { name: 'ChannelLostError' });
  await assert.rejects(channel.ask(Buffer.from('b')), { name: 'ChannelLostError' });
  assert.equal(lost.length, 1);
});

it('ends the channel on a damaged frame, and says why', async () => {
  const [near, far] = duplexPair();
  const broken = new Promise<Error>((resolve) => {
    answerChannel(far, async (question) => question, resolve as (error: unknown) => void);
  });
  near.write(Buffer.alloc(64, 0xff));
  assert.equal((await broken).name, 'BrokenFrameError');
  assert.equal(far.destroyed, true);
});

it('refuses a question that no frame can hold, and answers the next one', async () => {
  const [near, far] = duplexPair();
  answerChannel(far, async (question) => question, assert.ifError);
  const channel = new AskingChannel(near, assert.ifError);
  await assert.rejects(channel.ask(new Uint8Array(2 ** 28)), { name: 'FrameTooLargeError' });
  assert.equal(text(await channel.ask(Buffer.from('next'))), 'next');
  channel.close();
});
