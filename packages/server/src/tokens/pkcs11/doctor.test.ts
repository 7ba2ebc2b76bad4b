/** Reports on a library before anybody logs in. `test/interop/pkcs11/token-doctor.test.ts` has the rest, on SoftHSM. */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { systemClock } from '../../kernel/clock.ts';
import { systemRandom } from '../../kernel/random.ts';
import { type FakeSlot, fakeLibrary } from '../../../test/fake-cryptoki.ts';
import { CKF_TOKEN, CKM } from './cryptoki.ts';
import { examine, type LibraryReport } from './doctor.ts';
import { atEnd } from '../../../test/at-end.ts';

const { TOKEN_INITIALIZED, USER_PIN_INITIALIZED, USER_PIN_COUNT_LOW, USER_PIN_LOCKED } = CKF_TOKEN;
const READY = TOKEN_INITIALIZED | USER_PIN_INITIALIZED;
const DEPS = { clock: systemClock, random: systemRandom() };

const ABLE = [
  [['CKM_RSA_PKCS_KEY_PAIR_GEN', 'CKM_RSA_PKCS'], ['RSA'], 'SHA256WithRSA', 'SHA256withRSAandMGF1'],
  [['CKM_RSA_PKCS_PSS'], [], 'SHA256withRSAandMGF1', 'SHA256WithRSA'],
  [['CKM_EC_KEY_PAIR_GEN', 'CKM_ECDSA'], ['ECDSA'], 'SHA384withECDSA', 'Ed25519'],
  [['CKM_ECDSA_SHA256'], [], 'SHA256withECDSA', 'SHA384withECDSA'],
  [['CKM_EC_EDWARDS_KEY_PAIR_GEN', 'CKM_EDDSA'], ['Ed25519', 'Ed448'], 'Ed25519', 'SHA256withECDSA'],
  [['CKM_ML_DSA_KEY_PAIR_GEN', 'CKM_ML_DSA'], ['ML-DSA-44', 'ML-DSA-65', 'ML-DSA-87'], 'ML-DSA-65', 'Ed448'],
] as const;

describe('what is reported a library', () => {
  let report: LibraryReport;
  before(async () => {
    const { library, close } = fakeLibrary([
      ...ABLE.map(([mechanisms]) => tokenWith(...mechanisms)),
      { description: 'empty' },
      { description: 'new', token: { label: '', flags: 0, mechanisms: [] } },
      { description: 'locked', token: { label: 'mine', flags: READY | USER_PIN_LOCKED, mechanisms: [0x8000_1234] } },
      { description: 'bare', token: { label: 'bare', flags: TOKEN_INITIALIZED | USER_PIN_COUNT_LOW, mechanisms: [] } },
      { description: 'failing', token: { label: 'failing', flags: READY, mechanisms: { returned: 0x30 } } },
    ]);
    report = await examine(library, undefined, DEPS);
    close();
  });
  const tokenIn = (description: string) => report.slots.find((slot) => slot.description === description)?.token;

  it('begins with the library', () => {
    const version = { cryptokiVersion: '3.0', libraryVersion: '3.0' };
    assert.deepEqual(report.description, { ...version, manufacturer: 'Nobody', description: 'made up' });
    assert.deepEqual(report.problems, []);
    assert.deepEqual(
      report.slots.map(({ number, index }) => [number, index]),
      Array.from({ length: 11 }, (_, index) => [String(index), index]),
    );
  });

  for (const [index, [mechanisms, keys, signs, signsNot]] of ABLE.entries()) {
    it(`says what a token with ${mechanisms.join(' and ')} makes`, () => {
      const token = report.slots[index]!.token!;
      assert.deepEqual(token.keyAlgorithms, keys);
      assert.ok(token.signatureAlgorithms.includes(signs), token.signatureAlgorithms.join());
      assert.ok(!token.signatureAlgorithms.includes(signsNot), token.signatureAlgorithms.join());
      assert.ok(!token.signatureAlgorithms.some((name) => name.startsWith('SHA1')), 'too weak to be made');
      assert.deepEqual(
        token.mechanisms.map(({ name }) => name),
        mechanisms,
      );
      assert.deepEqual([token.keys, token.problems], [undefined, []]);
    });
  }

  it('names a mechanism that is not known by its number', () => {
    const { mechanisms, signatureAlgorithms } = tokenIn('locked')!;
    assert.deepEqual(mechanisms, [{ name: '0x80001234', minKeySize: 256, maxKeySize: 4096 }]);
    assert.deepEqual(signatureAlgorithms, []);
  });

  it('has every slot, also those without a token that could be used', () => {
    assert.deepEqual([tokenIn('empty'), tokenIn('new')], [undefined, undefined]);
    assert.deepEqual(tokenIn('locked')!.remarks, ['it is locked: the security officer has to unlock it']);
    assert.deepEqual(tokenIn('bare')!.remarks, [
      'it has no user PIN yet: the security officer has to set one',
      'a wrong PIN was entered since the last right one',
    ]);
  });

  it('has the reason when a token does not tell its mechanisms, and the others all the same', () => {
    const { signatureAlgorithms, problems } = tokenIn('failing')!;
    assert.deepEqual(signatureAlgorithms, []);
    assert.match(problems[0]!.message, /CKR_DEVICE_ERROR/);
  });
});

it('is told that no slot has the token to log in to', async (t) => {
  const { library, close } = fakeLibrary([tokenWith('CKM_RSA_PKCS')]);
  atEnd(t, close);
  const { problems } = await examine(library, { isMeant: ({ token }) => token?.label === 'other', pin: '1' }, DEPS);
  assert.deepEqual(
    problems.map(({ code }) => code),
    ['crypto_token.unknown_slot'],
  );
});

function tokenWith(...mechanisms: readonly (keyof typeof CKM)[]): FakeSlot {
  const numbers = mechanisms.map((name) => CKM[name]!);
  return { description: 'able', token: { label: 'token', flags: READY, mechanisms: numbers } };
}
