/** OCSP answers that are signed ahead of requests: when they are given out, and when they no longer are. */
import {
  type BasicOcspResponse,
  Certificate,
  hashAlgorithmByName,
  ocspNonce,
  serialNumberFromBytes,
  serialNumberToBytes,
} from '@sealwright/pki';
import assert from 'node:assert/strict';
import { it, type TestContext } from 'node:test';
import {
  certificatePath,
  createProfiles,
  editCa,
  enroll,
  requestUnder,
  takeTokenOffline,
} from '../support/ca-rest-setup.ts';
import { caOf, certificateOf } from '../support/ca-setup.ts';
import { newRequest } from '../support/enrollment.ts';
import { type AskOptions, ocspAnswer, ocspRequest, ocspStatus, postOcsp } from '../support/ocsp-requests.ts';
import { makeSigningToken } from '../support/setups/signing-setup.ts';
import { TestServer } from '../support/test-server.ts';

const HOUR = 3600;
const SHA_256 = { hash: hashAlgorithmByName('SHA-256') } as const;

/** A server whose management CA prepares answers, with certificates of it. */
class Preparing {
  readonly server: TestServer;
  readonly ca: Certificate;
  readonly certificates: readonly [Certificate, Certificate];

  constructor(server: TestServer, ca: Certificate, certificates: readonly [Certificate, Certificate]) {
    this.server = server;
    this.ca = ca;
    this.certificates = certificates;
  }

  static async start(t: TestContext, ocspPreparedAnswers = 'ALWAYS'): Promise<Preparing> {
    const server = await TestServer.start(t);
    await editCa(server, 'ManagementCA', { ocspPreparedAnswers });
    const enrolled = (name: string) => enroll(server, newRequest({ username: name, subject: `CN=${name}` }));
    const ca = await certificateOf(server, 'ManagementCA');
    return new Preparing(server, ca, [await enrolled('first'), await enrolled('second')]);
  }

  get now(): number {
    return Math.floor(this.server.clock.nowMs() / 1000);
  }

  /** Runs the task, and returns when it was. */
  async prepare(): Promise<number> {
    const { now } = this;
    await this.server.running.installation.background.scheduler.wake('prepare-ocsp-answers');
    return now;
  }

  async ask(certificate: Certificate, options: AskOptions = {}, issuer = this.ca): Promise<BasicOcspResponse> {
    const request = ocspRequest([[certificate, issuer]], options);
    const answer = await ocspAnswer(await postOcsp(this.server.running.urls[1]!, request));
    if (typeof answer === 'string') assert.fail(answer);
    const [responder] = answer.certificates;
    assert.ok(answer.verify((responder === undefined ? issuer : Certificate.parse(responder)).publicKey));
    return answer;
  }

  /** Returns the prepared answers about a certificate: by SHA-1 and by SHA-256. */
  async stored({ serialNumberBytes }: Certificate) {
    const { ca, storage } = this.server.running.installation;
    const { id } = (await ca.authorities.findByName('ManagementCA'))!;
    const serialNumber = serialNumberFromBytes(serialNumberBytes);
    const find = (hashBits: number) => storage.stores.ocspAnswers.find({ caId: id, serialNumber, hashBits });
    return [await find(160), await find(256)] as const;
  }

  async revoke(certificate: Certificate, reason: string): Promise<void> {
    const path = `${certificatePath(certificate, 'revoke')}?reason=${reason}`;
    const { status, text } = await this.server.call(path, { method: 'PUT' });
    assert.equal(status, 200, text);
  }
}

/** Asserts that an answer requested an hour after `preparedAt` or later had been prepared: one signed on request would have been produced then. */
function assertPrepared({ producedAt }: BasicOcspResponse, preparedAt: number): void {
  assert.ok(producedAt < preparedAt + HOUR, `produced ${producedAt - preparedAt} s after the run began`);
}

it('gives prepared answers to requests without a nonce, by either hash, and signs the others as they come', async (t) => {
  const preparing = await Preparing.start(t);
  const { certificates, server } = preparing;
  const [first] = certificates;
  const preparedAt = await preparing.prepare();
  server.clock.advanceSeconds(HOUR);
  for (const options of [{}, SHA_256]) {
    const answer = await preparing.ask(first, options);
    assertPrepared(answer, preparedAt);
    assert.equal(answer.responses[0]!.nextUpdate, answer.producedAt + 12 * HOUR - 1);
    assert.deepEqual((await preparing.ask(first, options)).der, answer.der);
  }
  const nonce = new Uint8Array(16).fill(7);
  const live = await preparing.ask(first, { nonce });
  assert.deepEqual([live.extension(ocspNonce), live.producedAt >= preparedAt + HOUR], [nonce, true]);
  const by512 = await preparing.ask(first, { hash: hashAlgorithmByName('SHA-512') });
  assert.ok(by512.producedAt >= preparedAt + HOUR);
  const request = ocspRequest(certificates.map((certificate) => [certificate, preparing.ca]));
  const both = await ocspAnswer(await postOcsp(server.running.urls[1]!, request));
  assert.ok(typeof both === 'object' && both.producedAt >= preparedAt + HOUR);
});

it('lets caches keep a prepared answer as any other, and never beyond its end', async (t) => {
  const preparing = await Preparing.start(t);
  await editCa(preparing.server, 'ManagementCA', { ocspMaxAge: '12h' });
  await preparing.prepare();
  preparing.server.clock.advanceSeconds(2 * HOUR);
  const request = ocspRequest([[preparing.certificates[0], preparing.ca]]);
  const { now } = preparing;
  const url = new URL(`/ocsp/${encodeURIComponent(request.toBase64())}`, preparing.server.running.urls[1]);
  const response = await fetch(url);
  const maxAge = Number(/max-age=(\d+)/.exec(response.headers.get('cache-control')!)![1]);
  const answer = await ocspAnswer(response);
  if (typeof answer === 'string') assert.fail(answer);
  assert.ok(maxAge > 9 * HOUR && maxAge <= answer.responses[0]!.nextUpdate! - now, `${maxAge}`);
  const etag = response.headers.get('etag')!;
  assert.equal((await fetch(url, { headers: { 'if-none-match': etag } })).status, 304);
});

it('drops a prepared answer in the unit of a revocation, and prepares the next one', async (t) => {
  const preparing = await Preparing.start(t);
  const { certificates, server } = preparing;
  const [first, second] = certificates;
  const preparedAt = await preparing.prepare();
  server.clock.advanceSeconds(HOUR);
  await preparing.revoke(first, 'CERTIFICATE_HOLD');
  const revoked = await preparing.ask(first);
  const { certificateStatus } = revoked.responses[0]!;
  assert.ok(certificateStatus.status === 'revoked' && certificateStatus.reason === 'CERTIFICATE_HOLD');
  assert.ok(revoked.producedAt >= preparedAt + HOUR);
  assertPrepared(await preparing.ask(second), preparedAt);
  const again = await preparing.prepare();
  server.clock.advanceSeconds(HOUR);
  const prepared = await preparing.ask(first);
  assertPrepared(prepared, again);
  assert.equal(prepared.responses[0]!.certificateStatus.status, 'revoked');
  await preparing.revoke(first, 'REMOVE_FROM_CRL');
  assert.equal((await preparing.ask(first)).responses[0]!.certificateStatus.status, 'good');
});

it('never gives an answer about an earlier state that is stored after the revocation', async (t) => {
  const preparing = await Preparing.start(t);
  const [first] = preparing.certificates;
  await preparing.prepare();
  const [before] = await preparing.stored(first);
  await preparing.revoke(first, 'SUPERSEDED');
  await preparing.prepare();
  const [now] = await preparing.stored(first);
  // A task that was slow stores what it has signed before the revocation.
  const { store } = preparing.server.running.installation.storage;
  const answer = { ...before!, id: now!.id, producedAt: now!.producedAt + 1 };
  const late = { op: 'ocsp-answer.replace', answer, before: now!.producedAt };
  await store.commit({ id: 'late' as never, epoch: undefined, writes: [late] });
  assert.deepEqual((await preparing.stored(first))[0]?.tbs, before!.tbs);
  assert.equal((await preparing.ask(first)).responses[0]!.certificateStatus.status, 'revoked');
});

it('gives out a prepared answer in the first half of its validity alone, and makes it anew before', async (t) => {
  const preparing = await Preparing.start(t);
  const { certificates, server } = preparing;
  const [first] = certificates;
  await preparing.prepare();
  const [early] = await preparing.stored(first);
  server.clock.advanceSeconds(4 * HOUR);
  await preparing.prepare();
  assert.deepEqual((await preparing.stored(first))[0], early);
  server.clock.advanceSeconds(0.75 * HOUR);
  await preparing.prepare();
  const [next] = await preparing.stored(first);
  assert.deepEqual([next!.id, next!.producedAt > early!.producedAt + 4 * HOUR], [early!.id, true]);
  server.clock.advanceSeconds(6 * HOUR - 600);
  assert.equal((await preparing.ask(first)).producedAt, next!.producedAt);
  server.clock.advanceSeconds(600);
  assert.ok((await preparing.ask(first)).producedAt >= next!.producedAt + 6 * HOUR - 1);
});

it('forgets prepared answers that have ended', async (t) => {
  const preparing = await Preparing.start(t);
  const [first] = preparing.certificates;
  await preparing.prepare();
  assert.notDeepEqual(await preparing.stored(first), [undefined, undefined]);
  await editCa(preparing.server, 'ManagementCA', { ocspPreparedAnswers: 'NEVER' });
  preparing.server.clock.advanceSeconds(12 * HOUR);
  await preparing.prepare();
  assert.deepEqual(await preparing.stored(first), [undefined, undefined]);
});

for (const [ocspResponseValidity, freshHours] of [
  ['12h', 6],
  ['16h', 8],
  ['10d', 96],
] as const)
  it(`always has a fresh answer of ${ocspResponseValidity} where the Baseline Requirements count`, async (t) => {
    const preparing = await Preparing.start(t);
    const { server } = preparing;
    const [first] = preparing.certificates;
    await editCa(server, 'ManagementCA', { crlBaselineRequirements: 'TLS', ocspResponseValidity });
    await preparing.prepare();
    const [early] = await preparing.stored(first);
    server.clock.advanceSeconds(freshHours * HOUR - 600);
    assert.equal((await preparing.ask(first)).producedAt, early!.producedAt);
    server.clock.advanceSeconds(600);
    assert.ok((await preparing.ask(first)).producedAt >= early!.producedAt + freshHours * HOUR - 1);
    // Runs keep ahead of that end: with 12h each quarter of an hour.
    const step = (freshHours * HOUR) / 24;
    await preparing.prepare();
    const produced = new Set<number>();
    for (let run = 0; run < 36; run++) {
      server.clock.advanceSeconds(step);
      const { producedAt } = await preparing.ask(first);
      assert.ok(preparing.now - producedAt < freshHours * HOUR - 600, 'there is time for a run');
      assert.ok((await preparing.stored(first))[0]!.producedAt === producedAt, 'the prepared one');
      produced.add(producedAt);
      await preparing.prepare();
    }
    assert.equal(produced.size, 2);
  });

it('says unknown of a certificate that is over for longer than answers are given, whatever was prepared before', async (t) => {
  const preparing = await Preparing.start(t);
  const { server } = preparing;
  await createProfiles(server, 'Short', { validity: '2h' });
  const short = await enroll(server, requestUnder('Short', { username: 'short', subject: 'CN=short' }));
  const lives = { ocspResponseValidity: '10d', ocspResponderValidity: '30d', ocspMaxAge: '10d' };
  await editCa(server, 'ManagementCA', { ...lives, ocspArchiveCutoff: '1d' });
  await preparing.prepare();
  const [prepared] = await preparing.stored(short);
  server.clock.advanceSeconds(26 * HOUR);
  const early = await preparing.ask(short);
  assert.deepEqual(
    [early.responses[0]!.certificateStatus.status, early.producedAt],
    ['good', prepared!.producedAt],
    'it ended less than a day and the begun one ago',
  );
  // By SHA-512 there is none, but one that is kept in memory.
  const by512 = { hash: hashAlgorithmByName('SHA-512') };
  assert.equal((await preparing.ask(short, by512)).responses[0]!.certificateStatus.status, 'good');
  server.clock.advanceSeconds(25 * HOUR);
  for (const options of [{}, by512])
    assert.equal((await preparing.ask(short, options)).responses[0]!.certificateStatus.status, 'unknown');
});

it('stores nothing that the key has signed before its token was closed', async (t) => {
  const preparing = await Preparing.start(t);
  const { certificates, server } = preparing;
  const { store } = server.running.installation.storage;
  const commit = store.commit.bind(store);
  let closed = 0;
  t.mock.method(store, 'commit', async (unit: Parameters<typeof commit>[0], ...rest: []) => {
    if (unit.writes.some(({ op }) => op === 'ocsp-answer.insert') && closed++ === 0) await takeTokenOffline(server);
    return commit(unit, ...rest);
  });
  await preparing.prepare();
  assert.deepEqual([closed, await preparing.stored(certificates[0])], [1, [undefined, undefined]]);
});

it('prepares for the other keys of a CA while the token of the responder of one is closed', async (t) => {
  const preparing = await Preparing.start(t);
  const { certificates, server } = preparing;
  const { ca } = server.running.installation;
  const { id } = (await ca.authorities.findByName('ManagementCA'))!;
  const moveResponders = async (ocspCryptoToken: string) => {
    await editCa(server, 'ManagementCA', { ocspCryptoToken });
    await ca.ocspResponders.updateCa(id);
  };
  const renew = async () => {
    const { status, text } = await server.administer('/cas/ManagementCA/renew', { body: { new_key: true } });
    assert.equal(status, 200, text);
    return caOf(server, 'ManagementCA');
  };
  await makeSigningToken(server, 'Old', {});
  await moveResponders('Old');
  const { keyAlias } = await renew();
  const between = await certificateOf(server, 'ManagementCA');
  await renew();
  const path = `/v1/cryptotoken/ManagementCA/${encodeURIComponent(keyAlias)}/removekeys`;
  const removed = await server.call(path, { method: 'POST' });
  assert.equal(removed.status, 200, removed.text);
  // The key that is gone cannot certify another responder.
  await moveResponders('Same');
  const last = await enroll(server, newRequest({ username: 'last', subject: 'CN=last' }));
  await takeTokenOffline(server, 'Old');
  await preparing.prepare();
  for (const certificate of [certificates[0], last])
    assert.ok((await preparing.stored(certificate)).every((one) => one !== undefined));
  assert.equal(await ocspStatus(server.running.urls[1]!, between, between), 'tryLater');
});

for (const [title, settings, new_key] of [
  ['gets another certificate', {}, false],
  ['signs answers itself and gets another certificate', { ocspResponder: 'CA' }, false],
  ['gets another key', {}, true],
] as const)
  it(`prepares for a CA that ${title} during the run`, async (t) => {
    const preparing = await Preparing.start(t);
    const { certificates, server } = preparing;
    await editCa(server, 'ManagementCA', settings);
    const { ocspAnswers } = server.running.installation.storage.stores;
    const findNth = ocspAnswers.findNth.bind(ocspAnswers);
    let last: Certificate | undefined;
    t.mock.method(ocspAnswers, 'findNth', async (...range: Parameters<typeof findNth>) => {
      if (last !== undefined) return findNth(...range);
      const { status, text } = await server.administer('/cas/ManagementCA/renew', { body: { new_key } });
      assert.equal(status, 200, text);
      last = await enroll(server, newRequest({ username: 'last', subject: 'CN=last' }));
      // A first page without certificates: its number lies before all of them.
      return serialNumberFromBytes(Uint8Array.of(1));
    });
    const preparedAt = await preparing.prepare();
    const present = await certificateOf(server, 'ManagementCA');
    assert.notEqual(present.sha1Fingerprint, preparing.ca.sha1Fingerprint);
    server.clock.advanceSeconds(HOUR);
    for (const answer of [await preparing.ask(certificates[0]), await preparing.ask(last!, {}, present)]) {
      assert.equal(answer.responses[0]!.certificateStatus.status, 'good');
      assertPrepared(answer, preparedAt);
    }
  });

it('prepares the others when one cannot be signed, and reports that once a run', async (t) => {
  const preparing = await Preparing.start(t);
  const { certificates, server } = preparing;
  const { ca, storage } = server.running.installation;
  const { id: caId } = (await ca.authorities.findByName('ManagementCA'))!;
  const listed = await storage.stores.certificates.listAfter(caId, undefined, 100);
  const numberOf = ({ serialNumberBytes }: Certificate) => serialNumberFromBytes(serialNumberBytes);
  const [first, second] = certificates.map(numberOf);
  const row = await storage.stores.certificates.findCertificate(caId, first!);
  // A date that no answer can have.
  const revocation = { status: 40, reason: 'SUPERSEDED', revokedAt: -1e12, invalidity: undefined, updatedMs: 1 };
  const { id, certificateProfileId, version: expectedVersion } = row!;
  const change = { op: 'certificate.change-revocation', id, certificateProfileId, expectedVersion, ...revocation };
  await storage.store.commit({ id: 'odd' as never, epoch: undefined, writes: [change] });
  const before = server.log.length;
  await preparing.prepare();
  assert.deepEqual(await preparing.stored(certificates[0]), [undefined, undefined]);
  for (const { serialNumber } of listed)
    if (serialNumber !== first)
      for (const hashBits of [160, 256])
        assert.ok(await storage.stores.ocspAnswers.find({ caId, serialNumber, hashBits }), String(serialNumber));
  assert.ok(listed.some(({ serialNumber }) => serialNumber === second));
  const errors = server.log.slice(before).filter((line) => (JSON.parse(line) as { level: number }).level >= 50);
  assert.equal(errors.length, 1, errors.join('\n'));
});

it('gives out nothing that another signer or other settings have made, or the future', async (t) => {
  const preparing = await Preparing.start(t);
  const { certificates, server } = preparing;
  const [first] = certificates;
  const preparedAt = await preparing.prepare();
  server.clock.advanceSeconds(HOUR);
  assertPrepared(await preparing.ask(first), preparedAt);
  await editCa(server, 'ManagementCA', { ocspResponderIdType: 'NAME' });
  const named = await preparing.ask(first);
  assert.deepEqual([named.responderId.type, named.producedAt >= preparedAt + HOUR], ['name', true]);
  await editCa(server, 'ManagementCA', { ocspResponderIdType: 'KEY' });
  assertPrepared(await preparing.ask(first), preparedAt);
  server.clock.setAheadSeconds(-HOUR);
  assert.ok((await preparing.ask(first)).producedAt <= preparing.now);
  server.clock.setAheadSeconds(0);
  const { status, text } = await server.administer('/cas/ManagementCA/renew', { body: { new_key: true } });
  assert.equal(status, 200, text);
  await preparing.prepare();
  // Of the former key, under a certificate that it has signed, and nothing of the new key.
  const present = await certificateOf(server, 'ManagementCA');
  const [byFormer, byPresent] = [await preparing.ask(first), await preparing.ask(first, {}, present)];
  assert.equal(byFormer.responses[0]!.certificateStatus.status, 'good');
  assert.ok(Certificate.parse(byFormer.certificates[0]!).verify(preparing.ca.publicKey));
  assert.equal(byPresent.responses[0]!.certificateStatus.status, 'unknown');
  assert.ok(Certificate.parse(byPresent.certificates[0]!).verify(present.publicKey));
});

it('prepares for keys in devices unless told otherwise, and not for answers of less than an hour', async (t) => {
  const preparing = await Preparing.start(t, 'HARDWARE_TOKENS');
  const [first] = preparing.certificates;
  const prepared = async () => {
    await preparing.prepare();
    return (await preparing.stored(first)).filter((one) => one !== undefined).length;
  };
  assert.equal(await prepared(), 0);
  await editCa(preparing.server, 'ManagementCA', { ocspPreparedAnswers: 'ALWAYS', ocspResponseValidity: '59m' });
  assert.equal(await prepared(), 0);
  await editCa(preparing.server, 'ManagementCA', { ocspResponseValidity: '1h' });
  assert.equal(await prepared(), 2);
});

it('says unknown of a number that nobody has, and tryLater without the key, whatever is prepared', async (t) => {
  const preparing = await Preparing.start(t);
  const { ca, certificates, server } = preparing;
  await preparing.prepare();
  const serialNumberBytes = serialNumberToBytes(serialNumberFromBytes(Uint8Array.of(0x11, 1)));
  const nobodys = { issuer: ca.subject, serialNumberBytes } as Certificate;
  assert.equal((await preparing.ask(nobodys)).responses[0]!.certificateStatus.status, 'unknown');
  await takeTokenOffline(server);
  assert.equal(await ocspStatus(server.running.urls[1]!, certificates[0], ca), 'tryLater');
});
