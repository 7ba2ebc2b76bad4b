/** Return values of a PKCS#11 library's functions (CK_RV, PKCS#11 3.2 §5.1) in words, with remedies. */

/**
 * Cause of a failure: the request, the handle of a key that is gone, the PIN, or anything that a new process and a new login may
 * cure.
 */
export type Blame = (typeof BLAMES)[number];

export interface ReturnValue {
  /** `CKR_PIN_INCORRECT`, or the number in hexadecimal of one that no specification names. */
  readonly name: string;
  readonly meaning: string;
  readonly advice: string;
  readonly blame: Blame;
}

/** Any value has an explanation. */
export function explainReturnValue(value: number): ReturnValue {
  const known = TABLE.get(value);
  if (known !== undefined) return known;
  const name = `0x${value.toString(16).padStart(8, '0')}`;
  if (value >= CKR_VENDOR_DEFINED) {
    return {
      name: `CKR_VENDOR_DEFINED (${name})`,
      meaning: 'the vendor has an error of its own for this',
      advice: `look up ${name} in the manual of the device`,
      blame: 'device',
    };
  }
  return {
    name,
    meaning: 'the library returned a value that PKCS#11 does not know',
    advice: 'look it up in the manual of the device, and update its library',
    blame: 'device',
  };
}

/** Everything that PKCS#11 3.2 names. */
export function returnValues(): ReadonlyMap<number, ReturnValue> {
  return TABLE;
}

const BLAMES = ['request', 'key', 'pin', 'device'] as const;

const OUR_BUG = 'report it: this program asked for something that it should not have';
const RESTART =
  'the process of the library is started again by itself; when it comes back, restart the device or its service';
const TEMPLATE = 'remove attributes from the property "attributes" of the crypto token, or ask for another key usage';
const KEY_USAGE = 'use a key whose key usage allows it, or make one';
const LOGIN = 'activate the crypto token again';
const VENDOR_LOG =
  "look into the log of the device's own software; check its network connection and its client's configuration";
const CURVE = 'choose another curve or size; "sealwright token doctor" lists what the token has';

const CKR_VENDOR_DEFINED = 0x8000_0000;

/** Value, name, meaning and advice, by blame. */
const ROWS: Readonly<
  Record<Blame, readonly (readonly [value: number, name: string, meaning: string, advice: string])[]>
> = {
  request: [
    [0x0, 'OK', 'it worked', 'nothing'],
    [0x1, 'CANCEL', 'somebody cancelled it, perhaps at the device', 'try again'],
    [
      0x7,
      'ARGUMENTS_BAD',
      'the library did not understand what it was given',
      'check that the library fits the device and is up to date',
    ],
    [0x8, 'NO_EVENT', 'nothing has happened in any slot', 'nothing'],
    [0x10, 'ATTRIBUTE_READ_ONLY', 'an attribute cannot be set', TEMPLATE],
    [0x11, 'ATTRIBUTE_SENSITIVE', 'an attribute is secret and never told', 'nothing: a private key stays in its token'],
    [0x12, 'ATTRIBUTE_TYPE_INVALID', 'the token does not know an attribute', TEMPLATE],
    [0x13, 'ATTRIBUTE_VALUE_INVALID', 'the token does not take the value of an attribute, often a curve', CURVE],
    [
      0x1b,
      'ACTION_PROHIBITED',
      'the token forbids this with this object',
      'look at its policy and at the attributes of the object (CKA_DESTROYABLE, CKA_COPYABLE)',
    ],
    [0x20, 'DATA_INVALID', 'the token cannot sign or decrypt such data', 'choose another signature algorithm'],
    [
      0x21,
      'DATA_LEN_RANGE',
      'the data is too long or too short for the key',
      'choose another signature algorithm, or a larger key',
    ],
    [0x40, 'ENCRYPTED_DATA_INVALID', 'what should be decrypted was not encrypted for this key', 'test the key'],
    [0x41, 'ENCRYPTED_DATA_LEN_RANGE', 'what should be decrypted has an impossible length', 'test the key'],
    [0x42, 'AEAD_DECRYPT_FAILED', 'what should be decrypted was changed', 'test the key'],
    [0x51, 'FUNCTION_NOT_PARALLEL', 'nothing runs that could be cancelled', 'nothing'],
    [
      0x54,
      'FUNCTION_NOT_SUPPORTED',
      'the library does not have this function',
      'choose another kind of key, or update the library',
    ],
    [0x62, 'KEY_SIZE_RANGE', 'the token has no keys of this size', CURVE],
    [
      0x63,
      'KEY_TYPE_INCONSISTENT',
      'the key is of another kind than the algorithm',
      'choose a signature algorithm that fits the key',
    ],
    [0x64, 'KEY_NOT_NEEDED', 'a key was given that is not needed', OUR_BUG],
    [0x65, 'KEY_CHANGED', 'a key is not the one that it was', OUR_BUG],
    [0x66, 'KEY_NEEDED', 'a key is missing', OUR_BUG],
    [0x67, 'KEY_INDIGESTIBLE', 'the value of a key cannot be hashed', OUR_BUG],
    [
      0x68,
      'KEY_FUNCTION_NOT_PERMITTED',
      'the key may not be used for this (CKA_SIGN, CKA_DECRYPT, CKA_DERIVE)',
      KEY_USAGE,
    ],
    [0x69, 'KEY_NOT_WRAPPABLE', 'the key cannot be wrapped', 'nothing: a private key stays in its token'],
    [0x6a, 'KEY_UNEXTRACTABLE', 'the key may not leave the token', 'nothing: a private key stays in its token'],
    [
      0x70,
      'MECHANISM_INVALID',
      'the token does not have this mechanism, or not for this key',
      'choose another algorithm; "sealwright token doctor" lists what the token has',
    ],
    [
      0x71,
      'MECHANISM_PARAM_INVALID',
      'the token does not take the parameters of the mechanism',
      'choose another algorithm',
    ],
    [0xb5, 'SESSION_READ_ONLY', 'the session may not change anything', OUR_BUG],
    [0xc0, 'SIGNATURE_INVALID', 'the signature does not fit', 'test the key'],
    [0xc1, 'SIGNATURE_LEN_RANGE', 'the signature has an impossible length', 'test the key'],
    [
      0xd0,
      'TEMPLATE_INCOMPLETE',
      'the token needs further attributes for such a key',
      'add them to the property "attributes" of the crypto token',
    ],
    [
      0xd1,
      'TEMPLATE_INCONSISTENT',
      'the token does not take these attributes together, often a key that both signs and decrypts',
      TEMPLATE,
    ],
    [0xe2, 'TOKEN_WRITE_PROTECTED', 'the token is write-protected', "allow changes with the vendor's software"],
    [0xf1, 'UNWRAPPING_KEY_SIZE_RANGE', 'the key to unwrap with has a wrong size', OUR_BUG],
    [0xf2, 'UNWRAPPING_KEY_TYPE_INCONSISTENT', 'the key to unwrap with is of a wrong kind', OUR_BUG],
    [0x110, 'WRAPPED_KEY_INVALID', 'a wrapped key cannot be read', OUR_BUG],
    [0x112, 'WRAPPED_KEY_LEN_RANGE', 'a wrapped key has an impossible length', OUR_BUG],
    [0x114, 'WRAPPING_KEY_SIZE_RANGE', 'the key to wrap with has a wrong size', OUR_BUG],
    [0x115, 'WRAPPING_KEY_TYPE_INCONSISTENT', 'the key to wrap with is of a wrong kind', OUR_BUG],
    [0x120, 'RANDOM_SEED_NOT_SUPPORTED', 'the token takes no randomness from outside', OUR_BUG],
    [0x121, 'RANDOM_NO_RNG', 'the token has no source of randomness', 'make no keys in it'],
    [0x130, 'DOMAIN_PARAMS_INVALID', 'the token does not know the curve', CURVE],
    [0x140, 'CURVE_NOT_SUPPORTED', 'the token does not have the curve', CURVE],
    [0x150, 'BUFFER_TOO_SMALL', 'the outcome is longer than there was room for', OUR_BUG],
    [0x160, 'SAVED_STATE_INVALID', 'a saved state cannot be used', OUR_BUG],
    [0x170, 'INFORMATION_SENSITIVE', 'what was asked for is secret', 'nothing: a private key stays in its token'],
    [0x180, 'STATE_UNSAVEABLE', 'the state of a session cannot be saved', OUR_BUG],
    [0x1b5, 'EXCEEDED_MAX_ITERATIONS', 'the token gave up making domain parameters', 'choose another size'],
    [0x1b9, 'PUBLIC_KEY_INVALID', 'a public key is invalid', OUR_BUG],
    [0x200, 'FUNCTION_REJECTED', 'somebody refused it at the device', 'ask who watches the device'],
    [0x203, 'KEY_EXHAUSTED', 'the key has made all signatures that it may make', 'make a new key'],
    [0x205, 'SESSION_ASYNC_NOT_SUPPORTED', 'the token does nothing in the background', OUR_BUG],
    [
      0x207,
      'OPERATION_NOT_VALIDATED',
      'the device is not certified for this and refuses it',
      'choose another algorithm',
    ],
    [0x209, 'PARAMETER_SET_NOT_SUPPORTED', 'the token does not have this parameter set', CURVE],
  ],
  key: [
    [0x60, 'KEY_HANDLE_INVALID', 'the key is not there any more', 'look whether somebody removed it from the token'],
    [
      0x82,
      'OBJECT_HANDLE_INVALID',
      'the object is not there any more',
      'look whether somebody removed it from the token',
    ],
    [
      0xf0,
      'UNWRAPPING_KEY_HANDLE_INVALID',
      'the key to unwrap with is not there any more',
      'look whether somebody removed it from the token',
    ],
    [
      0x113,
      'WRAPPING_KEY_HANDLE_INVALID',
      'the key to wrap with is not there any more',
      'look whether somebody removed it from the token',
    ],
  ],
  pin: [
    [
      0xa0,
      'PIN_INCORRECT',
      'the PIN is wrong',
      'find the right one before you try again: after a few wrong ones the token locks itself',
    ],
    [0xa1, 'PIN_INVALID', 'the PIN holds characters that the token does not take', 'choose another PIN'],
    [
      0xa2,
      'PIN_LEN_RANGE',
      'the PIN is shorter or longer than the token takes',
      'check which PIN you were given; "sealwright token doctor" tells the bounds',
    ],
    [0xa3, 'PIN_EXPIRED', 'the PIN is right, and has expired', "change it with the vendor's software"],
    [
      0xa4,
      'PIN_LOCKED',
      'the token is locked after too many wrong PINs',
      "have the security officer unlock it with the vendor's software",
    ],
    [
      0x102,
      'USER_PIN_NOT_INITIALIZED',
      'the token has no PIN yet',
      "have the security officer set one with the vendor's software",
    ],
    [0x1b0, 'NEW_PIN_MODE', 'the token wants another PIN to be set', "change the PIN with the vendor's software"],
    [0x1b1, 'NEXT_OTP', 'the token wants the next one-time password', 'use a token that takes a PIN'],
    [0x1b8, 'PIN_TOO_WEAK', 'the new PIN is too simple for the token', 'choose a longer one'],
  ],
  device: [
    [0x2, 'HOST_MEMORY', 'the library has no memory left on this host', 'look for what uses the memory of the host'],
    [
      0x3,
      'SLOT_ID_INVALID',
      'there is no such slot any more',
      'compare the slot of the crypto token with those that are listed',
    ],
    [0x5, 'GENERAL_ERROR', 'the library cannot go on, and does not say why', VENDOR_LOG],
    [0x6, 'FUNCTION_FAILED', 'the device could not do it, and does not say why', VENDOR_LOG],
    [0x9, 'NEED_TO_CREATE_THREADS', 'the library needs threads of its own and was not allowed any', OUR_BUG],
    [
      0xa,
      'CANT_LOCK',
      'the library cannot be called by several threads',
      'ask the vendor for a library that can (CKF_OS_LOCKING_OK)',
    ],
    [0x30, 'DEVICE_ERROR', 'the device has a problem', VENDOR_LOG],
    [0x31, 'DEVICE_MEMORY', 'the token is full', 'remove keys that nobody uses'],
    [0x32, 'DEVICE_REMOVED', 'the token was taken out, or the connection to it broke', VENDOR_LOG],
    [0x50, 'FUNCTION_CANCELED', 'it was cancelled before it was done', 'try again'],
    [0x90, 'OPERATION_ACTIVE', 'the session is in the middle of something', RESTART],
    [0x91, 'OPERATION_NOT_INITIALIZED', 'the session was not prepared for this', RESTART],
    [0xb0, 'SESSION_CLOSED', 'the session was closed meanwhile', RESTART],
    [
      0xb1,
      'SESSION_COUNT',
      'the device has no session left',
      'look for other applications that use it; ask the vendor for more',
    ],
    [0xb3, 'SESSION_HANDLE_INVALID', 'the session does not exist any more', RESTART],
    [0xb4, 'SESSION_PARALLEL_NOT_SUPPORTED', 'sessions of this kind do not exist', OUR_BUG],
    [0xb6, 'SESSION_EXISTS', 'a session is open that stands in the way', RESTART],
    [
      0xb7,
      'SESSION_READ_ONLY_EXISTS',
      'a session is open that may only read, so the security officer cannot log in',
      'close other applications',
    ],
    [0xb8, 'SESSION_READ_WRITE_SO_EXISTS', 'the security officer is logged in', 'log the security officer out'],
    [0xe0, 'TOKEN_NOT_PRESENT', 'there is no token in the slot', 'put it in, or connect the device'],
    [
      0xe1,
      'TOKEN_NOT_RECOGNIZED',
      'what is in the slot is not a token that the library knows',
      'check that the library fits the device',
    ],
    [0x100, 'USER_ALREADY_LOGGED_IN', 'this process is logged in already', RESTART],
    [
      0x101,
      'USER_NOT_LOGGED_IN',
      'nobody is logged in, or the key wants its PIN before each use (CKA_ALWAYS_AUTHENTICATE)',
      LOGIN,
    ],
    [0x103, 'USER_TYPE_INVALID', 'the token has no such user', OUR_BUG],
    [0x104, 'USER_ANOTHER_ALREADY_LOGGED_IN', 'another user of the token is logged in', 'log the security officer out'],
    [0x105, 'USER_TOO_MANY_TYPES', 'too many users of the token are logged in', 'close other applications'],
    [0x190, 'CRYPTOKI_NOT_INITIALIZED', 'the library was not initialised', RESTART],
    [0x191, 'CRYPTOKI_ALREADY_INITIALIZED', 'the library was initialised already', RESTART],
    [0x1a0, 'MUTEX_BAD', 'the locks of the library do not work', RESTART],
    [0x1a1, 'MUTEX_NOT_LOCKED', 'the locks of the library do not work', RESTART],
    [0x1b6, 'FIPS_SELF_TEST_FAILED', 'the self-test of the device failed', 'call the vendor'],
    [0x1b7, 'LIBRARY_LOAD_FAILED', 'the library could not load a part of itself', "reinstall the vendor's software"],
    [0x201, 'TOKEN_RESOURCE_EXCEEDED', 'the token has no room for it now', 'try again later'],
    [0x202, 'OPERATION_CANCEL_FAILED', 'it could not be cancelled', RESTART],
    [0x204, 'PENDING', 'the token has not finished', 'try again'],
    [0x206, 'SEED_RANDOM_REQUIRED', 'the token wants randomness first', "seed it with the vendor's software"],
    [0x208, 'TOKEN_NOT_INITIALIZED', 'the token was never initialised', "initialise it with the vendor's software"],
  ],
};

const TABLE: ReadonlyMap<number, ReturnValue> = new Map(
  BLAMES.flatMap((blame) =>
    ROWS[blame].map(([value, name, meaning, advice]) => [value, { name: `CKR_${name}`, blame, meaning, advice }]),
  ),
);
