import assert from 'node:assert/strict';
import { duplexPair } from 'node:stream';
import { afterEach, beforeEach, it } from 'node:test';
import { contractDefinitions, freshName, unit } from '../../../test/contracts/contract-writes.ts';
import { type TemporaryDatabase, temporarySqlite } from '../../../test/temporary-database.ts';
import { encodeFrame } from '../../channels/index.ts';
import type { Database } from '../engine/index.ts';
import { openDatabase } from '../open-database.ts';
import { encodeQuestion } from './writer-frames.ts';

let temporary: TemporaryDatabase;
let writing: Database;
const opened: Database[] = [];
const broken: unknown[] = [];

beforeEach(async () => {
  temporary = await temporarySqlite();
  const { url } = temporary;
  writing = await openDatabase({ url, definitions: contractDefinitions, onBackgroundError: assert.ifError });
  broken.length = 0;
});
afterEach(async () => {
  for (const each of opened.splice(0)) await each.close();
  await writing.close();
  await temporary.remove();
});

/** Opens the file beside the process that writes, as a worker process does. */
async function openBeside({ definitions = contractDefinitions, onLost = () => {} } = {}): Promise<Database> {
  const [channel, far] = duplexPair();
  writing.serveWriter!(far, (error) => broken.push(error));
  const database = await openDatabase({
    url: temporary.url,
    definitions,
    onBackgroundError: assert.ifError,
    writer: { channel, onLost },
  });
  opened.push(database);
  return database;
}

const insert = (key = freshName(), value = new Uint8Array([1, 2, 3])) => unit([{ op: 'item.insert', key, value }]);
const values = async (database: Database) =>
  (await database.kysely.selectFrom('installation_item').select(['name', 'value']).execute()).map(({ name }) => name);

it('stores units of several processes, which all of them read at once', async () => {
  const processes = [await openBeside(), await openBeside(), writing];
  const keys = Array.from({ length: 300 }, () => freshName());
  await Promise.all(keys.map((key, at) => processes[at % 3]!.commit(insert(key))));
  for (const each of processes) assert.deepEqual(new Set(await values(each)), new Set(keys));
});

it('refuses the unit of one process alone when those of all go together', async () => {
  const [first, second] = [await openBeside(), await openBeside()];
  const key = freshName();
  await first.commit(insert(key));
  const taken = { code: 'storage.conflict' };
  const outcomes = await Promise.allSettled([
    first.commit(insert()),
    second.commit(insert(key)),
    second.commit(insert()),
    first.commit(insert()),
  ]);
  assert.deepEqual(
    outcomes.map(({ status }) => status),
    ['fulfilled', 'rejected', 'fulfilled', 'fulfilled'],
  );
  await assert.rejects(first.commit(insert(key)), taken);
  await assert.rejects(first.commit(unit([{ op: 'nothing.of-the-kind' }])), TypeError);
  assert.equal((await values(second)).length, 4);
});

it('gives each process blocks of ids of its own', async () => {
  const [first, second] = [await openBeside(), await openBeside()];
  const blocks = await Promise.all([first, second, writing, first].map((each) => each.claimIdBlock()));
  assert.equal(new Set(blocks).size, 4);
});

it('refuses a process with other statements, and nothing that it sends is written', async () => {
  const definitions = contractDefinitions.slice(1);
  await assert.rejects(openBeside({ definitions }), { code: 'storage.other_writer_version' });
  const [near, far] = duplexPair();
  writing.serveWriter!(far, (error) => broken.push(error));
  const writes = [{ statement: 0, values: [freshName(), 1, 1] }];
  const units = [{ id: insert().id, epoch: undefined, parts: [{ writes, octets: new Uint8Array(1) }] }];
  const answered = new Promise((resolve) => near.once('data', resolve));
  near.write(encodeFrame({ id: 1, content: encodeQuestion({ type: 'units', units }) }));
  assert.match(String(await answered), /refused/);
  assert.deepEqual(await values(writing), []);
});

it('ends the channel of a process that sends what is not a frame', async () => {
  const [near, far] = duplexPair();
  const ended = new Promise<unknown>((resolve) => writing.serveWriter!(far, resolve));
  near.write(Buffer.alloc(100, 0xab));
  assert.match(String(await ended), /BrokenFrameError/);
});

it('answers what waits as unavailable when the writer is gone, and says so once', async () => {
  const lost: unknown[] = [];
  const [channel, far] = duplexPair();
  writing.serveWriter!(far, (error) => broken.push(error));
  const database = await openDatabase({
    url: temporary.url,
    definitions: contractDefinitions,
    onBackgroundError: assert.ifError,
    writer: { channel, onLost: (error) => lost.push(error) },
  });
  opened.push(database);
  await database.commit(insert());
  const waiting = database.commit(insert());
  channel.destroy();
  await assert.rejects(waiting, { code: 'storage.unavailable' });
  await assert.rejects(database.commit(insert()), { code: 'storage.unavailable' });
  assert.equal(lost.length, 1);
});
