import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { sharedServer } from './ca-rest-setup.ts';
import { makeSigningToken, makeWorker, signing } from './signing-setup.ts';

const PLAIN = {
  IMPLEMENTATION_CLASS: 'org.signserver.module.cmssigner.PlainSigner',
  CRYPTOTOKEN: 'Counted',
  AUTHTYPE: 'NOAUTH',
};

describe('a key with a limit of usages', () => {
  const shared = sharedServer();
  const sign = async (worker: string, metaData: Record<string, string> = {}) =>
    signing(shared.server, `/workers/${worker}/process`, { body: { data: 'x', metaData } });

  before(() =>
    makeSigningToken(
      shared.server,
      'Counted',
      Object.fromEntries(['a', 'b', 'c'].map((key) => [key, ['EC', 'P-256']])),
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
