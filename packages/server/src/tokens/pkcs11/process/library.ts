/** A loaded library and the slots that are open in it: what the operations of `protocol.ts` do. */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { CKA, CKF_OS_LOCKING_OK, CKF_SESSION, CKF_TOKEN, CKK, CKM, CKO, CKU_USER } from '../cryptoki.ts';
import type {
  DeviceKey,
  GenerateArguments,
  LibraryDescription,
  OpenArguments,
  OpenedToken,
  SlotSelector,
  TemplateAttribute,
  UseArguments,
} from '../protocol.ts';
import type { Attribute, Cryptoki, Handle } from './binding.ts';
import { findPrivateKeys, listPrivateKeys, objectsOf, readKey } from './keys.ts';
import { mechanismOf } from './mechanism.ts';
import { Pkcs11OperationError } from '../errors.ts';
import { call, callAsync } from './call.ts';
import { Sessions } from './sessions.ts';
import { findSlot, listMechanisms, readToken, slotId, text } from './slots.ts';

export class Library {
  readonly #cryptoki: Cryptoki;
  readonly #slots = new Map<string, OpenSlot>();
  /** Slots that are about to be logged out of. */
  readonly #closing = new Map<string, Promise<void>>();
  readonly #tokens = new Map<number, OpenSlot>();
  /** PINs are remembered as what this key makes of them. */
  readonly #pinKey = randomBytes(32);
  #nextToken = 1;

  constructor(cryptoki: Cryptoki) {
    this.#cryptoki = cryptoki;
  }

  /** Loads the library. */
  static load(cryptoki: Cryptoki, file: string): { library: Library; description: LibraryDescription } {
    try {
      cryptoki.load(file);
    } catch (error) {
      throw new Pkcs11OperationError({ kind: 'library-unusable', detail: (error as Error).message });
    }
    call('C_Initialize', () => cryptoki.C_Initialize({ flags: CKF_OS_LOCKING_OK }));
    const info = call('C_GetInfo', () => cryptoki.C_GetInfo());
    const version = ({ major, minor }: { major: number; minor: number }): string => `${major}.${minor}`;
    return {
      library: new Library(cryptoki),
      description: {
        cryptokiVersion: version(info.cryptokiVersion),
        libraryVersion: version(info.libraryVersion),
        manufacturer: text(info.manufacturerID),
        description: text(info.libraryDescription),
      },
    };
  }

  async open({ slot, pin, proven }: OpenArguments): Promise<OpenedToken> {
    const handle = findSlot(this.#cryptoki, slot);
    const id = slotId(handle);
    while (this.#closing.has(id)) await this.#closing.get(id);
    const known = this.#slots.get(id);
    const open = known === undefined ? this.#login(handle, pin) : this.#join(known, pin, proven);
    const token = this.#nextToken++;
    this.#slots.set(id, open);
    this.#tokens.set(token, open);
    open.users++;
    return { token, mechanisms: open.mechanisms };
  }

  close(token: number): void {
    const open = this.#tokens.get(token);
    if (open === undefined) return;
    this.#tokens.delete(token);
    if (--open.users > 0) return;
    this.#slots.delete(open.id);
    this.#closing.set(
      open.id,
      this.#logout(open).finally(() => this.#closing.delete(open.id)),
    );
  }

  setPin(slot: SlotSelector, pin: string, newPin: string): void {
    const handle = findSlot(this.#cryptoki, slot);
    this.#checkPin(handle, pin);
    this.#checkPin(handle, newPin);
    const flags = CKF_SESSION.SERIAL | CKF_SESSION.RW;
    const session = call('C_OpenSession', () => this.#cryptoki.C_OpenSession(handle, flags));
    try {
      call('C_SetPIN', () => this.#cryptoki.C_SetPIN(session, pin, newPin));
    } finally {
      this.#closeSession(session);
    }
    const open = this.#slots.get(slotId(handle));
    if (open !== undefined) open.pin = this.#pinMark(newPin);
  }

  find(token: number, alias: string): Promise<DeviceKey[]> {
    return this.#token(token).sessions.use((session) =>
      findPrivateKeys(this.#cryptoki, session, alias).map((handle) => readKey(this.#cryptoki, session, handle)),
    );
  }

  list(token: number): Promise<DeviceKey[]> {
    return this.#token(token).sessions.use(async (session) => {
      const keys: DeviceKey[] = [];
      for (const handle of listPrivateKeys(this.#cryptoki, session)) {
        keys.push(readKey(this.#cryptoki, session, handle));
        // Signatures are begun by this thread: a long list does not hold them up.
        await setImmediate();
      }
      return keys;
    });
  }

  generate({ token, mechanism, publicTemplate, privateTemplate }: GenerateArguments): Promise<DeviceKey> {
    return this.#token(token).sessions.useWriting(async (session) => {
      const { privateKey } = await callAsync('C_GenerateKeyPair', () =>
        this.#cryptoki.C_GenerateKeyPairAsync(
          session,
          { mechanism, parameter: null },
          attributes(publicTemplate),
          attributes(privateTemplate),
        ),
      );
      return readKey(this.#cryptoki, session, privateKey);
    });
  }

  destroy(token: number, key: Uint8Array): Promise<void> {
    return this.#token(token).sessions.useWriting((session) => {
      for (const object of objectsOf(this.#cryptoki, session, Buffer.from(key))) {
        try {
          call('C_DestroyObject', () => this.#cryptoki.C_DestroyObject(session, object));
        } catch (error) {
          if (!(error instanceof Pkcs11OperationError && error.returned(CKR_OBJECT_HANDLE_INVALID))) throw error;
        }
      }
    });
  }

  sign({ token, handle, mechanism, parameter, data }: UseArguments): Promise<Uint8Array> {
    return this.#token(token).sessions.use(async (session) => {
      const how = mechanismOf(mechanism, parameter);
      call('C_SignInit', () => this.#cryptoki.C_SignInit(session, how, Buffer.from(handle)));
      const message = Buffer.from(data);
      const room = Buffer.alloc(LONG_SIGNATURES.has(mechanism) ? MAX_LONG_SIGNATURE : MAX_SIGNATURE);
      const signature = await callAsync('C_Sign', () => this.#cryptoki.C_SignAsync(session, message, room));
      // The binding keeps no reference to what another thread reads: this one does, until now.
      message.fill(0);
      return signature;
    });
  }

  decrypt({ token, handle, mechanism, parameter, data }: UseArguments): Promise<Uint8Array> {
    return this.#token(token).sessions.use(async (session) => {
      const how = mechanismOf(mechanism, parameter);
      call('C_DecryptInit', () => this.#cryptoki.C_DecryptInit(session, how, Buffer.from(handle)));
      const encrypted = Buffer.from(data);
      const room = Buffer.alloc(MAX_SIGNATURE);
      const plain = await callAsync('C_Decrypt', () => this.#cryptoki.C_DecryptAsync(session, encrypted, room));
      encrypted.fill(0);
      return plain;
    });
  }

  derive({ token, handle, mechanism, data, length }: UseArguments & { length: number }): Promise<Uint8Array> {
    return this.#token(token).sessions.use(async (session) => {
      const how = mechanismOf(mechanism, { kind: 'ecdh' }, data);
      const template = attributes([
        [CKA.CLASS, CKO.SECRET_KEY],
        [CKA.KEY_TYPE, CKK['CKK_GENERIC_SECRET']!],
        [CKA.TOKEN, false],
        [CKA.SENSITIVE, false],
        [CKA.EXTRACTABLE, true],
        [CKA.VALUE_LEN, length],
      ]);
      const secret = await callAsync('C_DeriveKey', () =>
        this.#cryptoki.C_DeriveKeyAsync(session, how, Buffer.from(handle), template),
      );
      const [value] = call('C_GetAttributeValue', () =>
        this.#cryptoki.C_GetAttributeValue(session, secret, [{ type: CKA.VALUE }]),
      );
      this.#cryptoki.C_DestroyObject(session, secret);
      return value!.value as Buffer;
    });
  }

  /** Asks the device whether the PIN is right, and stays logged in. */
  #login(handle: Handle, pin: string): OpenSlot {
    this.#checkPin(handle, pin);
    const mechanisms = listMechanisms(this.#cryptoki, handle);
    const session = call('C_OpenSession', () => this.#cryptoki.C_OpenSession(handle, CKF_SESSION.SERIAL));
    try {
      call('C_Login', () => this.#cryptoki.C_Login(session, CKU_USER, pin));
    } catch (error) {
      this.#closeSession(session);
      throw error;
    }
    return {
      id: slotId(handle),
      handle,
      login: session,
      pin: this.#pinMark(pin),
      mechanisms,
      sessions: new Sessions(this.#cryptoki, handle),
      users: 0,
    };
  }

  /** The login is the process's, not a session's: the device would not look at the PIN again. */
  #join(open: OpenSlot, pin: string, proven: boolean): OpenSlot {
    const mark = this.#pinMark(pin);
    if (proven) open.pin = mark;
    if (timingSafeEqual(open.pin, mark)) return open;
    throw new Pkcs11OperationError({ kind: 'other-pin', detail: '' });
  }

  async #logout(open: OpenSlot): Promise<void> {
    await open.sessions.quiet();
    try {
      this.#cryptoki.C_Logout(open.login);
    } catch {
      // The token is gone, and the login with it.
    }
    try {
      this.#cryptoki.C_CloseAllSessions(open.handle);
    } catch {
      // As above.
    }
  }

  /** Closes a session and ignores errors: the outcome of the work in it counts. */
  #closeSession(session: Handle): void {
    try {
      this.#cryptoki.C_CloseSession(session);
    } catch {
      // It was lost already.
    }
  }

  /** Refuses a PIN that cannot be right before the device sees and counts it. */
  #checkPin(handle: Handle, pin: string): void {
    const token = readToken(this.#cryptoki, handle);
    const refuse = (value: number): never => {
      throw new Pkcs11OperationError({ kind: 'returned', function: 'C_Login', value });
    };
    if ((token.flags & CKF_TOKEN.USER_PIN_LOCKED) !== 0) refuse(CKR_PIN_LOCKED);
    const { length } = Buffer.from(pin);
    const most = token.maxPinOctets === 0 ? MAX_PIN : token.maxPinOctets;
    if (length < token.minPinOctets || length > most || length === 0) refuse(CKR_PIN_LEN_RANGE);
  }

  #pinMark(pin: string): Buffer {
    return createHmac('sha256', this.#pinKey).update(pin).digest();
  }

  #token(token: number): OpenSlot {
    const open = this.#tokens.get(token);
    if (open === undefined) throw new Pkcs11OperationError({ kind: 'confused', detail: `token ${token} is not open` });
    return open;
  }
}

/** A slot that is logged in to. */
interface OpenSlot {
  readonly id: string;
  readonly handle: Handle;
  /** Stays open, as the login ends with the last session. */
  readonly login: Handle;
  readonly mechanisms: readonly number[];
  readonly sessions: Sessions;
  pin: Buffer;
  users: number;
}

function attributes(template: readonly TemplateAttribute[]): Attribute[] {
  return template.map(([type, value]) => ({ type, value: value instanceof Uint8Array ? Buffer.from(value) : value }));
}

const CKR_OBJECT_HANDLE_INVALID = 0x82;
const CKR_PIN_LEN_RANGE = 0xa2;
const CKR_PIN_LOCKED = 0xa4;
/** For a token that names no bound. */
const MAX_PIN = 1024;
/** An RSA key of 16,384 bits makes 2,048 octets. */
const MAX_SIGNATURE = 4096;
/** SLH-DSA-SHA2-256f makes 49,856 octets (FIPS 205 §11). */
const MAX_LONG_SIGNATURE = 50_000;
const LONG_SIGNATURES: ReadonlySet<number> = new Set([CKM['CKM_ML_DSA']!, CKM['CKM_SLH_DSA']!]);
