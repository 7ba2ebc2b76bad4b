import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Cryptoki } from './binding.ts';
import { Library } from './library.ts';

const PIN_INCORRECT = 0xa0;
const SESSION_HANDLE_INVALID = 0xb3;
const SLOT = Buffer.alloc(8);
const VERSION = { major: 2, minor: 40 };

function fails(value: number): () => never {
  return () => {
    throw Object.assign(new Error('CKR'), { code: value });
  };
}

/** A loaded library with one token, which cannot close a session. */
function load(functions: Partial<Cryptoki>): Library {
  const cryptoki: Partial<Cryptoki> = {
    load: () => {},
    C_Initialize: () => {},
    C_GetInfo: () => ({
      cryptokiVersion: VERSION,
      libraryVersion: VERSION,
      manufacturerID: '',
      libraryDescription: '',
    }),
    C_GetSlotList: () => [SLOT],
    C_GetTokenInfo: () => ({
      label: 'token',
      manufacturerID: '',
      model: '',
      serialNumber: '',
      flags: 0,
      minPinLen: 4,
      maxPinLen: 64,
    }),
    C_GetMechanismList: () => [],
    C_OpenSession: () => Buffer.of(1),
    C_CloseSession: fails(SESSION_HANDLE_INVALID),
    ...functions,
  };
  return Library.load(cryptoki as Cryptoki, 'library.so').library;
}

it('says that a PIN was wrong although the session could not be closed', async () => {
  const library = load({ C_Login: fails(PIN_INCORRECT) });
  const slot = { by: 'label', value: 'token' } as const;
  await assert.rejects(library.open({ slot, pin: 'wrong', proven: false }), {
    failure: { kind: 'returned', function: 'C_Login', value: PIN_INCORRECT },
  });
});

it('has changed a PIN although the session could not be closed', () => {
  const changed: string[] = [];
  const library = load({ C_SetPIN: (_session, _pin, newPin) => void changed.push(newPin) });
  library.setPin({ by: 'label', value: 'token' }, 'the PIN', 'the new PIN');
  assert.deepEqual(changed, ['the new PIN']);
});

it('closes all sessions although the device could not be logged out of', async () => {
  const { promise: closed, resolve } = Promise.withResolvers<void>();
  const library = load({ C_Login: () => {}, C_Logout: fails(0x30), C_CloseAllSessions: () => resolve() });
  const { token } = await library.open({ slot: { by: 'label', value: 'token' }, pin: 'the PIN', proven: false });
  library.close(token);
  await closed;
});

it('says what kept it from reading the token that a PIN is for', async () => {
  const library = load({ C_GetTokenInfo: fails(0x5) });
  await assert.rejects(library.open({ slot: { by: 'index', value: '0' }, pin: 'the PIN', proven: false }), {
    failure: { kind: 'returned', function: 'C_GetTokenInfo', value: 0x5 },
  });
});
