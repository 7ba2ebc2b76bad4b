/**
 * Messages between a server and the process of a PKCS#11 library.
 *
 * The server asks, the process answers, each request once, in whatever order they are done. Everything is plain data; handles are the
 * octets that the library gave and mean nothing to the server, and nothing at all to the next process.
 */

/** Every operation with what it takes and what it answers. */
export interface Pkcs11Operations {
  /** Has to come first, once. Loads the binding, then the library. */
  load: { takes: { library: string; binding: string | undefined }; gives: LibraryDescription };
  slots: { takes: object; gives: readonly SlotDescription[] };
  /** Which slot is meant, whatever it is named by. */
  slot: { takes: { slot: SlotSelector }; gives: { readonly id: string } };
  mechanisms: { takes: { slotId: string }; gives: readonly MechanismDescription[] };
  /**
   * Logs in, unless somebody is logged in already: then the PIN has to be the same, which the device is not asked about.
   *
   * @see {@link Pkcs11Failure} `other-pin`
   */
  open: { takes: OpenArguments; gives: OpenedToken };
  /** Logs out when nobody else has the slot open. */
  close: { takes: { token: number }; gives: null };
  setPin: { takes: { slot: SlotSelector; pin: string; newPin: string }; gives: null };
  /** Private keys whose label is `alias`, or whose CKA_ID is when none has the label. */
  find: { takes: { token: number; alias: string }; gives: readonly DeviceKey[] };
  list: { takes: { token: number }; gives: readonly DeviceKey[] };
  generate: { takes: GenerateArguments; gives: DeviceKey };
  /** Destroys a private key and what belongs to it. One that is gone already is not an error. */
  destroy: { takes: { token: number; handle: Uint8Array }; gives: null };
  sign: { takes: UseArguments; gives: Uint8Array };
  decrypt: { takes: UseArguments; gives: Uint8Array };
  /** Agrees on a secret, and reads it. */
  derive: { takes: UseArguments & { length: number }; gives: Uint8Array };
}

export type Pkcs11Operation = keyof Pkcs11Operations;
export type Takes<O extends Pkcs11Operation> = Pkcs11Operations[O]['takes'];
export type Gives<O extends Pkcs11Operation> = Pkcs11Operations[O]['gives'];

export interface Pkcs11Request<O extends Pkcs11Operation = Pkcs11Operation> {
  readonly id: number;
  readonly operation: O;
  readonly takes: Takes<O>;
}

export type Pkcs11Answer =
  | { readonly id: number; readonly gives: unknown }
  | { readonly id: number; readonly failure: Pkcs11Failure };

/** Why an operation was not done. */
export type Pkcs11Failure =
  /** A function of the library did not return CKR_OK. */
  | { readonly kind: 'returned'; readonly function: string; readonly value: number }
  | {
      readonly kind:
        | 'binding-missing'
        | 'binding-unusable'
        | 'library-unusable'
        | 'no-slot'
        | 'ambiguous-slot'
        /** Somebody is logged in with another PIN. Only a process of its own can find out whether this one is right, too. */
        | 'other-pin'
        /** The process does not know what it was asked for: a bug. */
        | 'confused';
      readonly detail: string;
    };

export interface SlotSelector {
  readonly by: 'id' | 'index' | 'label';
  readonly value: string;
}

export interface OpenArguments {
  readonly slot: SlotSelector;
  readonly pin: string;
  /** Another process has found the PIN to be right: it is the PIN from now on. */
  readonly proven: boolean;
}

export interface OpenedToken {
  /** Names it in this process. */
  readonly token: number;
  /** The numbers of all mechanisms. */
  readonly mechanisms: readonly number[];
}

export interface LibraryDescription {
  readonly cryptokiVersion: string;
  readonly libraryVersion: string;
  readonly manufacturer: string;
  readonly description: string;
}

export interface SlotDescription {
  /** CK_SLOT_ID in decimal. */
  readonly id: string;
  readonly index: number;
  readonly description: string;
  readonly token: TokenInSlot | undefined;
}

export interface TokenInSlot {
  readonly label: string;
  readonly manufacturer: string;
  readonly model: string;
  readonly serialNumber: string;
  /** `CKF_TOKEN` of `cryptoki.ts`. */
  readonly flags: number;
  readonly minPinOctets: number;
  readonly maxPinOctets: number;
}

export interface MechanismDescription {
  readonly number: number;
  readonly minKeySize: number;
  readonly maxKeySize: number;
}

export interface UseArguments {
  readonly token: number;
  readonly handle: Uint8Array;
  readonly mechanism: number;
  readonly parameter: MechanismParameter | undefined;
  readonly data: Uint8Array;
}

export type MechanismParameter =
  | { readonly kind: 'pss'; readonly hash: number; readonly mgf: number; readonly saltLength: number }
  | { readonly kind: 'oaep'; readonly hash: number; readonly mgf: number }
  | { readonly kind: 'ecdh' }
  /** A structure as it lies in memory. */
  | { readonly kind: 'octets'; readonly octets: Uint8Array };

/** A CK_ATTRIBUTE: a number is a CK_ULONG, a boolean a CK_BBOOL. */
export type TemplateAttribute = readonly [type: number, value: boolean | number | string | Uint8Array];

export interface GenerateArguments {
  readonly token: number;
  readonly mechanism: number;
  readonly publicTemplate: readonly TemplateAttribute[];
  readonly privateTemplate: readonly TemplateAttribute[];
}

/** A private key in a device, with whatever says which public key belongs to it. */
export interface DeviceKey {
  readonly handle: Uint8Array;
  readonly label: string;
  /** CKA_ID; empty when it has none. */
  readonly id: Uint8Array;
  /** CK_KEY_TYPE */
  readonly keyType: number;
  readonly signs: boolean;
  /** Decrypts, unwraps, agrees on or decapsulates keys. */
  readonly decrypts: boolean;
  /** Its value may leave the device. */
  readonly extractable: boolean;
  /** By CK_ATTRIBUTE_TYPE in decimal: of the public key, else of the private key, as far as they have them. */
  readonly attributes: Readonly<Record<string, Uint8Array>>;
  /** A certificate with the same CKA_ID, in DER. */
  readonly certificate: Uint8Array | undefined;
}
