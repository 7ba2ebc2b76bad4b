import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setImmediate as pause } from 'node:timers/promises';
import type { Cryptoki, Handle } from './binding.ts';
import { Sessions } from './sessions.ts';

const SLOT = Buffer.of(0);
const FULL = 0xb1;
const DEVICE_ERROR = 0x30;
const READ_WRITE = 2;

/** A device with few sessions, which refuses what a test wants it to. */
class Device {
  readonly open = new Set<number>();
  readonly #room: number;
  /** Return values of the next calls of C_OpenSession, which open no session. */
  readonly refusals: number[] = [];
  #last = 0;

  constructor(room: number) {
    this.#room = room;
  }

  C_OpenSession(_slot: Handle, _flags: number): Handle {
    const refusal = this.refusals.shift() ?? (this.open.size === this.#room ? FULL : 0);
    if (refusal !== 0) throw returned(refusal);
    this.open.add(++this.#last);
    return Buffer.of(this.#last);
  }

  C_CloseSession(session: Handle): void {
    if (!this.open.delete(session[0]!)) throw returned(0xb3);
  }
}

function returned(value: number): Error {
  return Object.assign(new Error('CKR'), { code: value });
}

function start(room: number) {
  const device = new Device(room);
  const sessions = new Sessions(device as unknown as Cryptoki, SLOT);
  return { device, sessions };
}

/** An operation that lasts until it is let go. */
function holding(sessions: Sessions) {
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  const done = sessions.use(() => ended);
  return { done, end };
}

/** Returns whether it is settled in time. */
async function settled(...operations: readonly Promise<unknown>[]): Promise<boolean> {
  let count = 0;
  for (const operation of operations) void operation.catch(() => {}).then(() => count++);
  for (let turns = 0; turns < 50 && count < operations.length; turns++) await pause();
  return count === operations.length;
}

it('lets the next operation go on when one that waited could not open its session', async () => {
  const { device, sessions } = start(1);
  const first = holding(sessions);
  const writing = sessions.useWriting(() => 'written');
  const reading = sessions.use(() => 'read');
  await pause();
  device.refusals.push(DEVICE_ERROR);
  first.end();
  await assert.rejects(writing, { failure: { kind: 'returned', function: 'C_OpenSession', value: DEVICE_ERROR } });
  assert.ok(await settled(reading));
  assert.equal(await reading, 'read');
});

it('lets an operation wait for a session that is on its way to another', async () => {
  const { sessions } = start(1);
  const first = holding(sessions);
  const second = sessions.use(() => 'second');
  const ending = first.done.then(() => sessions.use(() => 'third'));
  await pause();
  first.end();
  assert.deepEqual(await Promise.all([second, ending]), ['second', 'third']);
});

it('opens a new session in place of one that failed, and no operation sees the old one', async () => {
  const { device, sessions } = start(1);
  const { promise: failing, reject: fail } = Promise.withResolvers<void>();
  const first = sessions.use(() => failing);
  const seen: boolean[] = [];
  const next = sessions.use((session) => void seen.push(device.open.has(session[0]!)));
  await pause();
  device.refusals.push(DEVICE_ERROR);
  fail(new RangeError('broken'));
  await assert.rejects(first, RangeError);
  await assert.rejects(next, { failure: { kind: 'returned', function: 'C_OpenSession', value: DEVICE_ERROR } });
  await sessions.use((session) => void seen.push(device.open.has(session[0]!)));
  assert.deepEqual(seen, [true]);
});

it('waits again when others have taken the room that was made', async () => {
  const { device, sessions } = start(2);
  const [first, second] = [holding(sessions), holding(sessions)];
  const writing = sessions.useWriting(() => 'written');
  await pause();
  device.refusals.push(FULL);
  first.end();
  await first.done;
  assert.equal(await settled(writing), false);
  second.end();
  assert.equal(await writing, 'written');
});

it('says that there is no session when nobody will give one back', async () => {
  const { sessions } = start(0);
  await assert.rejects(
    sessions.use(() => {}),
    { failure: { kind: 'returned', function: 'C_OpenSession', value: FULL } },
  );
});

it('is quiet once no operation has a session or waits for one, whatever became of them', async () => {
  const { device, sessions } = start(1);
  const first = holding(sessions);
  const writing = sessions.useWriting(() => {});
  await pause();
  const quiet = sessions.quiet();
  device.refusals.push(DEVICE_ERROR);
  assert.equal(await settled(quiet), false);
  first.end();
  await assert.rejects(writing);
  assert.ok(await settled(quiet));
});

it('has as many sessions open as operations run at a time, and none for writing afterwards', async () => {
  const { device, sessions } = start(8);
  const flags: number[] = [];
  const open = device.C_OpenSession.bind(device);
  device.C_OpenSession = (slot, given) => {
    flags.push(given & READ_WRITE);
    return open(slot, given);
  };
  for (let times = 0; times < 5; times++) {
    await Promise.all([1, 2, 3].map(() => sessions.use(() => pause())));
    await sessions.useWriting(() => pause());
  }
  assert.equal(device.open.size, 3);
  assert.equal(flags.filter((flag) => flag === READ_WRITE).length, 5);
});
