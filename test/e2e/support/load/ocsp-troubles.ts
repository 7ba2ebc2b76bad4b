/** A server whose OCSP responder is asked all the time: keys change, tokens close, the clock jumps, the database goes away. */
import { Certificate, extendedKeyUsage, KEY_PURPOSES } from '@sealwright/pki';
import assert from 'node:assert/strict';
import { randomBytes, randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { eventually } from '../../../eventually.ts';
import { certificateOf, createCa } from '../ca-setup.ts';
import { ocspAnswer, ocspRequest, postOcsp } from '../ocsp-requests.ts';
import type { TestServer } from '../test-server.ts';

const DAY = 86_400;
const CODE = 'correct horse battery';

/** A database that can be made to go away. */
export interface TroubledDatabase {
  /** True if it can be read while it is away: then only writing fails. */
  readonly isReadable: boolean;
  goAway(): void;
  comeBack(): void;
}

/** Asks all the time, through all troubles, and checks that each answer is right or that it is to be asked for later. */
export async function answerThroughTroubles(server: TestServer, database: TroubledDatabase): Promise<void> {
  await makeToken(server);
  await createCa(server, 'Turns', { cryptoToken: 'Turning' });
  const asked = new Asked(server);
  await asked.learnNewKey();
  const lanes = Array.from({ length: LANES }, () => asked.askOnAndOn());
  const done = (answer: { readonly status: number; readonly text: string }) =>
    assert.equal(answer.status, 200, answer.text);

  for (let turn = 0; turn < 3; turn++) {
    done(await server.administer('/cas/Turns/renew', { body: { new_key: true } }));
    await asked.learnNewKey();
    await asked.allAnswered();
  }

  done(await server.call('/v1/cryptotoken/Turning/deactivate', { method: 'PUT' }));
  asked.allRefused = true;
  for (let turn = 0; turn < 20; turn++) await asked.askOnce();
  asked.allRefused = false;
  done(await server.call('/v1/cryptotoken/Turning/activate', { method: 'PUT', body: { activation_code: CODE } }));
  await asked.allAnswered();

  for (let turn = 0; turn < 3; turn++) {
    database.goAway();
    asked.allRefused = !database.isReadable;
    const renewal = server.administer('/cas/Turns/renew', { body: { new_key: true } });
    for (let request = 0; request < 5; request++) assert.equal(await asked.askOnce(), database.isReadable);
    assert.equal((await renewal).status, 503);
    asked.allRefused = false;
    database.comeBack();
    await asked.allAnswered();
  }

  server.clock.setAheadSeconds(40 * DAY);
  for (let turn = 0; turn < 20; turn++) await asked.askOnce();
  server.clock.setAheadSeconds(0);
  await asked.allAnswered();

  const before = asked.responders;
  asked.responders = new Set();
  server.clock.advanceSeconds(31 * DAY);
  await asked.allAnswered();
  for (const responder of asked.responders) assert.ok(!before.has(responder), 'all have ended');

  asked.stop();
  await Promise.all(lanes);
  assert.ok(asked.signed > 100 && asked.refused > 30, `${asked.signed} signed, ${asked.refused} refused`);
}

/** A CA that gets new keys, and clients that ask about each of its certificates under each of its keys. */
class Asked {
  readonly #server: TestServer;
  /** The certificates of the CA by itself, one for each key. */
  readonly #certificates: Certificate[] = [];
  #stopped = false;
  /** While true, nothing may be signed for requests that begin and end meanwhile. */
  allRefused = false;
  signed = 0;
  refused = 0;
  /** The certificates that have signed for requests since this set was put here, by their SHA-256. */
  responders = new Set<string>();

  constructor(server: TestServer) {
    this.#server = server;
  }

  async learnNewKey(): Promise<void> {
    this.#certificates.push(await certificateOf(this.#server, 'Turns'));
  }

  async askOnAndOn(): Promise<void> {
    while (!this.#stopped) {
      await this.askOnce();
      await pause(PAUSE_MS);
    }
  }

  stop(): void {
    this.#stopped = true;
  }

  /** Returns whether the answer was signed. */
  async askOnce(): Promise<boolean> {
    const { length } = this.#certificates;
    return this.#ask(randomInt(length), randomInt(length));
  }

  /** Returns once each certificate was answered for under each key. */
  async allAnswered(): Promise<void> {
    for (let subject = 0; subject < this.#certificates.length; subject++)
      for (let issuer = 0; issuer < this.#certificates.length; issuer++)
        await eventually('an answer', () => this.#ask(subject, issuer));
  }

  /** Asks, checks the answer, and returns whether it was signed. */
  async #ask(subject: number, issuer: number): Promise<boolean> {
    const [about, by] = [this.#certificates[subject]!, this.#certificates[issuer]!];
    const mayBeSigned = !this.allRefused;
    const { responders } = this;
    const nonce = randomInt(2) === 0 ? undefined : new Uint8Array(randomBytes(16));
    const request = ocspRequest([[about, by]], nonce === undefined ? {} : { nonce });
    const answer = await ocspAnswer(await postOcsp(this.#server.running.urls[1]!, request));
    if (typeof answer === 'string') {
      assert.equal(answer, 'tryLater');
      this.refused++;
      return false;
    }
    assert.ok(mayBeSigned || !this.allRefused, 'nobody can have signed this');
    const responder = Certificate.parse(answer.certificates[0]!);
    assert.ok(responder.verify(by.publicKey), 'certified by the key that the request names');
    assert.ok(responder.extension(extendedKeyUsage)?.includes(KEY_PURPOSES.OCSPSigning));
    assert.ok(answer.verify(responder.publicKey));
    const [response] = answer.responses;
    assert.equal(response!.certificateStatus.status, subject === issuer ? 'good' : 'unknown');
    assert.ok(answer.producedAt >= responder.notBefore && response!.nextUpdate! <= responder.notAfter);
    responders.add(responder.sha256Fingerprint);
    this.signed++;
    return true;
  }
}

/** Makes a crypto token that is closed and opened by hand. */
async function makeToken(server: TestServer): Promise<void> {
  const path = '/documents/CRYPTOTOKEN/Turning';
  const automatic = { type: 'SoftCryptoToken', autoActivation: true, authenticationCode: CODE };
  const made = await server.administer(path, { method: 'POST', body: { settings: automatic } });
  assert.equal(made.status, 201, made.text);
  const { settings } = (await server.administer(path)).json as { settings: object };
  const manual = { ...settings, autoActivation: false, authenticationCode: '' };
  const changed = await server.administer(path, { method: 'PUT', body: { settings: manual } });
  assert.equal(changed.status, 200, changed.text);
  const body = { activation_code: CODE };
  const activated = await server.call('/v1/cryptotoken/Turning/activate', { method: 'PUT', body });
  assert.equal(activated.status, 200, activated.text);
}

const LANES = 3;
/** So that others have their turn: the order of things is what counts, not the rate. */
const PAUSE_MS = 10;
