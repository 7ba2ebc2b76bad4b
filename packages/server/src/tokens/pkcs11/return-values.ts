/** Return values of a PKCS#11 library's functions (CK_RV, PKCS#11 3.2 §5.1) in words, with remedies. */

/**
 * Cause of a failure: the request, the handle of a key that is gone, the PIN, or anything that a new process and a new login may
 * cure.
 */
export type Blame = 'request' | 'key' | 'pin' | 'device';

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

const TABLE: ReadonlyMap<number, ReturnValue> = new Map(
  (
    [
      [0x0, 'OK', 'request', 'it worked', 'nothing'],
      [0x1, 'CANCEL', 'request', 'somebody cancelled it, perhaps at the device', 'try again'],
      [
        0x2,
        'HOST_MEMORY',
        'device',
        'the library has no memory left on this host',
        'look for what uses the memory of the host',
      ],
      [
        0x3,
        'SLOT_ID_INVALID',
        'device',
        'there is no such slot any more',
        'compare the slot of the crypto token with those that are listed',
      ],
      [0x5, 'GENERAL_ERROR', 'device', 'the library cannot go on, and does not say why', VENDOR_LOG],
      [0x6, 'FUNCTION_FAILED', 'device', 'the device could not do it, and does not say why', VENDOR_LOG],
      [
        0x7,
        'ARGUMENTS_BAD',
        'request',
        'the library did not understand what it was given',
        'check that the library fits the device and is up to date',
      ],
      [0x8, 'NO_EVENT', 'request', 'nothing has happened in any slot', 'nothing'],
      [
        0x9,
        'NEED_TO_CREATE_THREADS',
        'device',
        'the library needs threads of its own and was not allowed any',
        OUR_BUG,
      ],
      [
        0xa,
        'CANT_LOCK',
        'device',
        'the library cannot be called by several threads',
        'ask the vendor for a library that can (CKF_OS_LOCKING_OK)',
      ],
      [0x10, 'ATTRIBUTE_READ_ONLY', 'request', 'an attribute cannot be set', TEMPLATE],
      [
        0x11,
        'ATTRIBUTE_SENSITIVE',
        'request',
        'an attribute is secret and never told',
        'nothing: a private key stays in its token',
      ],
      [0x12, 'ATTRIBUTE_TYPE_INVALID', 'request', 'the token does not know an attribute', TEMPLATE],
      [
        0x13,
        'ATTRIBUTE_VALUE_INVALID',
        'request',
        'the token does not take the value of an attribute, often a curve',
        CURVE,
      ],
      [
        0x1b,
        'ACTION_PROHIBITED',
        'request',
        'the token forbids this with this object',
        'look at its policy and at the attributes of the object (CKA_DESTROYABLE, CKA_COPYABLE)',
      ],
      [
        0x20,
        'DATA_INVALID',
        'request',
        'the token cannot sign or decrypt such data',
        'choose another signature algorithm',
      ],
      [
        0x21,
        'DATA_LEN_RANGE',
        'request',
        'the data is too long or too short for the key',
        'choose another signature algorithm, or a larger key',
      ],
      [0x30, 'DEVICE_ERROR', 'device', 'the device has a problem', VENDOR_LOG],
      [0x31, 'DEVICE_MEMORY', 'device', 'the token is full', 'remove keys that nobody uses'],
      [0x32, 'DEVICE_REMOVED', 'device', 'the token was taken out, or the connection to it broke', VENDOR_LOG],
      [
        0x40,
        'ENCRYPTED_DATA_INVALID',
        'request',
        'what should be decrypted was not encrypted for this key',
        'test the key',
      ],
      [
        0x41,
        'ENCRYPTED_DATA_LEN_RANGE',
        'request',
        'what should be decrypted has an impossible length',
        'test the key',
      ],
      [0x42, 'AEAD_DECRYPT_FAILED', 'request', 'what should be decrypted was changed', 'test the key'],
      [0x50, 'FUNCTION_CANCELED', 'device', 'it was cancelled before it was done', 'try again'],
      [0x51, 'FUNCTION_NOT_PARALLEL', 'request', 'nothing runs that could be cancelled', 'nothing'],
      [
        0x54,
        'FUNCTION_NOT_SUPPORTED',
        'request',
        'the library does not have this function',
        'choose another kind of key, or update the library',
      ],
      [
        0x60,
        'KEY_HANDLE_INVALID',
        'key',
        'the key is not there any more',
        'look whether somebody removed it from the token',
      ],
      [0x62, 'KEY_SIZE_RANGE', 'request', 'the token has no keys of this size', CURVE],
      [
        0x63,
        'KEY_TYPE_INCONSISTENT',
        'request',
        'the key is of another kind than the algorithm',
        'choose a signature algorithm that fits the key',
      ],
      [0x64, 'KEY_NOT_NEEDED', 'request', 'a key was given that is not needed', OUR_BUG],
      [0x65, 'KEY_CHANGED', 'request', 'a key is not the one that it was', OUR_BUG],
      [0x66, 'KEY_NEEDED', 'request', 'a key is missing', OUR_BUG],
      [0x67, 'KEY_INDIGESTIBLE', 'request', 'the value of a key cannot be hashed', OUR_BUG],
      [
        0x68,
        'KEY_FUNCTION_NOT_PERMITTED',
        'request',
        'the key may not be used for this (CKA_SIGN, CKA_DECRYPT, CKA_DERIVE)',
        KEY_USAGE,
      ],
      [0x69, 'KEY_NOT_WRAPPABLE', 'request', 'the key cannot be wrapped', 'nothing: a private key stays in its token'],
      [
        0x6a,
        'KEY_UNEXTRACTABLE',
        'request',
        'the key may not leave the token',
        'nothing: a private key stays in its token',
      ],
      [
        0x70,
        'MECHANISM_INVALID',
        'request',
        'the token does not have this mechanism, or not for this key',
        'choose another algorithm; "sealwright token doctor" lists what the token has',
      ],
      [
        0x71,
        'MECHANISM_PARAM_INVALID',
        'request',
        'the token does not take the parameters of the mechanism',
        'choose another algorithm',
      ],
      [
        0x82,
        'OBJECT_HANDLE_INVALID',
        'key',
        'the object is not there any more',
        'look whether somebody removed it from the token',
      ],
      [0x90, 'OPERATION_ACTIVE', 'device', 'the session is in the middle of something', RESTART],
      [0x91, 'OPERATION_NOT_INITIALIZED', 'device', 'the session was not prepared for this', RESTART],
      [
        0xa0,
        'PIN_INCORRECT',
        'pin',
        'the PIN is wrong',
        'find the right one before you try again: after a few wrong ones the token locks itself',
      ],
      [0xa1, 'PIN_INVALID', 'pin', 'the PIN holds characters that the token does not take', 'choose another PIN'],
      [
        0xa2,
        'PIN_LEN_RANGE',
        'pin',
        'the PIN is shorter or longer than the token takes',
        'check which PIN you were given; "sealwright token doctor" tells the bounds',
      ],
      [0xa3, 'PIN_EXPIRED', 'pin', 'the PIN is right, and has expired', "change it with the vendor's software"],
      [
        0xa4,
        'PIN_LOCKED',
        'pin',
        'the token is locked after too many wrong PINs',
        "have the security officer unlock it with the vendor's software",
      ],
      [0xb0, 'SESSION_CLOSED', 'device', 'the session was closed meanwhile', RESTART],
      [
        0xb1,
        'SESSION_COUNT',
        'device',
        'the device has no session left',
        'look for other applications that use it; ask the vendor for more',
      ],
      [0xb3, 'SESSION_HANDLE_INVALID', 'device', 'the session does not exist any more', RESTART],
      [0xb4, 'SESSION_PARALLEL_NOT_SUPPORTED', 'device', 'sessions of this kind do not exist', OUR_BUG],
      [0xb5, 'SESSION_READ_ONLY', 'request', 'the session may not change anything', OUR_BUG],
      [0xb6, 'SESSION_EXISTS', 'device', 'a session is open that stands in the way', RESTART],
      [
        0xb7,
        'SESSION_READ_ONLY_EXISTS',
        'device',
        'a session is open that may only read, so the security officer cannot log in',
        'close other applications',
      ],
      [
        0xb8,
        'SESSION_READ_WRITE_SO_EXISTS',
        'device',
        'the security officer is logged in',
        'log the security officer out',
      ],
      [0xc0, 'SIGNATURE_INVALID', 'request', 'the signature does not fit', 'test the key'],
      [0xc1, 'SIGNATURE_LEN_RANGE', 'request', 'the signature has an impossible length', 'test the key'],
      [
        0xd0,
        'TEMPLATE_INCOMPLETE',
        'request',
        'the token needs further attributes for such a key',
        'add them to the property "attributes" of the crypto token',
      ],
      [
        0xd1,
        'TEMPLATE_INCONSISTENT',
        'request',
        'the token does not take these attributes together, often a key that both signs and decrypts',
        TEMPLATE,
      ],
      [0xe0, 'TOKEN_NOT_PRESENT', 'device', 'there is no token in the slot', 'put it in, or connect the device'],
      [
        0xe1,
        'TOKEN_NOT_RECOGNIZED',
        'device',
        'what is in the slot is no token that the library knows',
        'check that the library fits the device',
      ],
      [
        0xe2,
        'TOKEN_WRITE_PROTECTED',
        'request',
        'the token is write-protected',
        "allow changes with the vendor's software",
      ],
      [
        0xf0,
        'UNWRAPPING_KEY_HANDLE_INVALID',
        'key',
        'the key to unwrap with is not there any more',
        'look whether somebody removed it from the token',
      ],
      [0xf1, 'UNWRAPPING_KEY_SIZE_RANGE', 'request', 'the key to unwrap with has a wrong size', OUR_BUG],
      [0xf2, 'UNWRAPPING_KEY_TYPE_INCONSISTENT', 'request', 'the key to unwrap with is of a wrong kind', OUR_BUG],
      [0x100, 'USER_ALREADY_LOGGED_IN', 'device', 'this process is logged in already', RESTART],
      [
        0x101,
        'USER_NOT_LOGGED_IN',
        'device',
        'nobody is logged in, or the key wants its PIN before each use (CKA_ALWAYS_AUTHENTICATE)',
        LOGIN,
      ],
      [
        0x102,
        'USER_PIN_NOT_INITIALIZED',
        'pin',
        'the token has no PIN yet',
        "have the security officer set one with the vendor's software",
      ],
      [0x103, 'USER_TYPE_INVALID', 'device', 'the token has no such user', OUR_BUG],
      [
        0x104,
        'USER_ANOTHER_ALREADY_LOGGED_IN',
        'device',
        'another user of the token is logged in',
        'log the security officer out',
      ],
      [0x105, 'USER_TOO_MANY_TYPES', 'device', 'too many users of the token are logged in', 'close other applications'],
      [0x110, 'WRAPPED_KEY_INVALID', 'request', 'a wrapped key cannot be read', OUR_BUG],
      [0x112, 'WRAPPED_KEY_LEN_RANGE', 'request', 'a wrapped key has an impossible length', OUR_BUG],
      [
        0x113,
        'WRAPPING_KEY_HANDLE_INVALID',
        'key',
        'the key to wrap with is not there any more',
        'look whether somebody removed it from the token',
      ],
      [0x114, 'WRAPPING_KEY_SIZE_RANGE', 'request', 'the key to wrap with has a wrong size', OUR_BUG],
      [0x115, 'WRAPPING_KEY_TYPE_INCONSISTENT', 'request', 'the key to wrap with is of a wrong kind', OUR_BUG],
      [0x120, 'RANDOM_SEED_NOT_SUPPORTED', 'request', 'the token takes no randomness from outside', OUR_BUG],
      [0x121, 'RANDOM_NO_RNG', 'request', 'the token has no source of randomness', 'make no keys in it'],
      [0x130, 'DOMAIN_PARAMS_INVALID', 'request', 'the token does not know the curve', CURVE],
      [0x140, 'CURVE_NOT_SUPPORTED', 'request', 'the token does not have the curve', CURVE],
      [0x150, 'BUFFER_TOO_SMALL', 'request', 'the outcome is longer than there was room for', OUR_BUG],
      [0x160, 'SAVED_STATE_INVALID', 'request', 'a saved state cannot be used', OUR_BUG],
      [
        0x170,
        'INFORMATION_SENSITIVE',
        'request',
        'what was asked for is secret',
        'nothing: a private key stays in its token',
      ],
      [0x180, 'STATE_UNSAVEABLE', 'request', 'the state of a session cannot be saved', OUR_BUG],
      [0x190, 'CRYPTOKI_NOT_INITIALIZED', 'device', 'the library was not initialised', RESTART],
      [0x191, 'CRYPTOKI_ALREADY_INITIALIZED', 'device', 'the library was initialised already', RESTART],
      [0x1a0, 'MUTEX_BAD', 'device', 'the locks of the library do not work', RESTART],
      [0x1a1, 'MUTEX_NOT_LOCKED', 'device', 'the locks of the library do not work', RESTART],
      [
        0x1b0,
        'NEW_PIN_MODE',
        'pin',
        'the token wants another PIN to be set',
        "change the PIN with the vendor's software",
      ],
      [0x1b1, 'NEXT_OTP', 'pin', 'the token wants the next one-time password', 'use a token that takes a PIN'],
      [
        0x1b5,
        'EXCEEDED_MAX_ITERATIONS',
        'request',
        'the token gave up making domain parameters',
        'choose another size',
      ],
      [0x1b6, 'FIPS_SELF_TEST_FAILED', 'device', 'the self-test of the device failed', 'call the vendor'],
      [
        0x1b7,
        'LIBRARY_LOAD_FAILED',
        'device',
        'the library could not load a part of itself',
        "reinstall the vendor's software",
      ],
      [0x1b8, 'PIN_TOO_WEAK', 'pin', 'the new PIN is too simple for the token', 'choose a longer one'],
      [0x1b9, 'PUBLIC_KEY_INVALID', 'request', 'a public key is none', OUR_BUG],
      [0x200, 'FUNCTION_REJECTED', 'request', 'somebody refused it at the device', 'ask who watches the device'],
      [0x201, 'TOKEN_RESOURCE_EXCEEDED', 'device', 'the token has no room for it now', 'try again later'],
      [0x202, 'OPERATION_CANCEL_FAILED', 'device', 'it could not be cancelled', RESTART],
      [0x203, 'KEY_EXHAUSTED', 'request', 'the key has made all signatures that it may make', 'make a new key'],
      [0x204, 'PENDING', 'device', 'the token has not finished', 'try again'],
      [0x205, 'SESSION_ASYNC_NOT_SUPPORTED', 'request', 'the token does nothing in the background', OUR_BUG],
      [
        0x206,
        'SEED_RANDOM_REQUIRED',
        'device',
        'the token wants randomness first',
        "seed it with the vendor's software",
      ],
      [
        0x207,
        'OPERATION_NOT_VALIDATED',
        'request',
        'the device is not certified for this and refuses it',
        'choose another algorithm',
      ],
      [
        0x208,
        'TOKEN_NOT_INITIALIZED',
        'device',
        'the token was never initialised',
        "initialise it with the vendor's software",
      ],
      [0x209, 'PARAMETER_SET_NOT_SUPPORTED', 'request', 'the token does not have this parameter set', CURVE],
    ] as const
  ).map(([value, name, blame, meaning, advice]) => [value, { name: `CKR_${name}`, blame, meaning, advice }]),
);
