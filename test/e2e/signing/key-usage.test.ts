import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { sharedServer } from '../support/ca-rest-setup.ts';
import { makeSigningToken, makeWorker, signing } from '../support/setups/signing-setup.ts';
import { workers } from '../support/setups/worker-setup.ts';

const PLAIN = {
  IMPLEMENTATION_CLASS: 'org.signserver.module.cmssigner.PlainSigner',
  CRYPTOTOKEN: 'Counted',
  AUTHTYPE: 'NOAUTH',
};

describe('a key with a limit of usages', () => {
  const shared = sharedServer();
  const sign = async (worker: string, metaData: Record<string, string> = {}) =>
    signing(shared.server, `/workers/${worker}/process`, { body: { data: 'x', metaData } });

  /** Returns how many of so many requests, sent some at once, get a signature; the others are told why not. */
  const signTimes = async (times: number, workersInTurn: readonly string[], atOnce = 1): Promise<number> => {
    let signed = 0;
    for (let sent = 0; sent < times; sent += atOnce) {
      const asking = Array.from({ length: atOnce }, (_, index) =>
        sign(workersInTurn[(sent + index) % workersInTurn.length]!),
      );
      for (const { status, text } of await Promise.all(asking)) {
        assert.ok(status === 200 || (status === 503 && text.includes('Key usage limit exceeded')), text);
        if (status === 200) signed++;
      }
    }
    return signed;
  };
  const setLimit = async (worker: string, limit: string) => {
    const { json } = await shared.server.administer(`/workers/${worker}/status`);
    const changed = await workers(shared.server, `/${json['id'] as number}`, {
      method: 'PATCH',
      body: { properties: { KEYUSAGELIMIT: limit } },
    });
    assert.equal(changed.status, 200, changed.text);
  };
  const standing = async (worker: string) => {
    const { json } = await shared.server.administer(`/workers/${worker}/status`);
    return [json['signings'], json['sign_limit']];
  };

  before(() =>
    makeSigningToken(
      shared.server,
      'Counted',
      Object.fromEntries(['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((key) => [key, ['EC', 'P-256']])),
    ),
  );

  it('signs as often as the limit says, whichever worker uses it and however many ask at once', async () => {
    const limited = { ...PLAIN, DEFAULTKEY: 'a', KEYUSAGELIMIT: '10' };
    await makeWorker(shared.server, 'One', limited);
    await makeWorker(shared.server, 'Other', limited);
    const asking = Array.from({ length: 50 }, (_, index) => sign(index % 2 === 0 ? 'One' : 'Other'));
    const answers = await Promise.all(asking);
    assert.equal(answers.filter(({ status }) => status === 200).length, 10);
    const refused = answers.find(({ status }) => status !== 200)!;
    assert.equal(refused.status, 503, refused.text);
    assert.match(refused.json['error'] as string, /^Key usage limit exceeded or not initialized for worker \d+$/);
  });

  it('signs as often when it gets the limit after it was used without one', async () => {
    await makeWorker(shared.server, 'Later', { ...PLAIN, DEFAULTKEY: 'd' });
    assert.equal(await signTimes(1, ['Later']), 1);
    await setLimit('Later', '10');
    assert.equal(await signTimes(12, ['Later']), 9);
    assert.deepEqual(await standing('Later'), [10, 10]);
  });

  it('signs as often as the limit says that is in force, whatever it was before', async () => {
    await makeWorker(shared.server, 'Changed', { ...PLAIN, DEFAULTKEY: 'e', KEYUSAGELIMIT: '100' });
    assert.equal(await signTimes(1, ['Changed']), 1);
    await setLimit('Changed', '10');
    assert.equal(await signTimes(12, ['Changed']), 9);
    await setLimit('Changed', '30');
    assert.equal(await signTimes(50, ['Changed'], 50), 20);
    await setLimit('Changed', '20');
    assert.equal(await signTimes(1, ['Changed']), 0);
    assert.deepEqual(await standing('Changed'), [30, 20]);
  });

  it('counts what a worker without a limit has signed, and no more, for one with a limit', async () => {
    await makeWorker(shared.server, 'Free', { ...PLAIN, DEFAULTKEY: 'f' });
    await makeWorker(shared.server, 'Bound', { ...PLAIN, DEFAULTKEY: 'f', KEYUSAGELIMIT: '100' });
    assert.equal(await signTimes(60, ['Free', 'Bound'], 6), 60);
    assert.equal(await signTimes(30, ['Free'], 30), 30);
    assert.equal(await signTimes(30, ['Bound'], 15), 10);
    assert.equal(await signTimes(1, ['Free']), 1);
    assert.deepEqual(await standing('Bound'), [101, 100]);
  });

  it('signs for each of two workers up to its own limit', async () => {
    await makeWorker(shared.server, 'Small', { ...PLAIN, DEFAULTKEY: 'g', KEYUSAGELIMIT: '10' });
    await makeWorker(shared.server, 'Large', { ...PLAIN, DEFAULTKEY: 'g', KEYUSAGELIMIT: '30' });
    assert.equal(await signTimes(8, ['Small', 'Large']), 8);
    assert.equal(await signTimes(50, ['Small'], 50), 2);
    assert.equal(await signTimes(50, ['Large'], 50), 20);
    assert.equal(await signTimes(1, ['Small']), 0);
  });

  it('is not used by a request that fails', async () => {
    await makeWorker(shared.server, 'Once', { ...PLAIN, DEFAULTKEY: 'b', KEYUSAGELIMIT: '1' });
    const hashed = {
      USING_CLIENTSUPPLIED_HASH: 'true',
      CLIENTSIDE_HASHDIGESTALGORITHM: 'SHA-256',
    };
    const hashing = { CLIENTSIDEHASHING: 'TRUE', ACCEPTED_HASH_DIGEST_ALGORITHMS: 'SHA-256' };
    await makeWorker(shared.server, 'OnceHashed', { ...PLAIN, ...hashing, DEFAULTKEY: 'b', KEYUSAGELIMIT: '1' });
    // Found out only once the key is there.
    assert.equal((await sign('OnceHashed', hashed)).status, 400);
    assert.equal((await sign('Once')).status, 200);
    assert.equal((await sign('Once')).status, 503);
  });

  it('has to be counted', async () => {
    const uncounted = { ...PLAIN, DEFAULTKEY: 'c', DISABLEKEYUSAGECOUNTER: 'TRUE' };
    await makeWorker(shared.server, 'Contradiction', { ...uncounted, KEYUSAGELIMIT: '5' });
    const refused = await sign('Contradiction');
    assert.equal(refused.status, 500);
    assert.match(refused.json['error'] as string, /Worker is misconfigured$/);
    await makeWorker(shared.server, 'Uncounted', uncounted);
    assert.equal((await sign('Uncounted')).status, 200);
    await makeWorker(shared.server, 'First', { ...PLAIN, DEFAULTKEY: 'c', KEYUSAGELIMIT: '1' });
    assert.deepEqual([(await sign('First')).status, (await sign('First')).status], [200, 503]);
  });
});
