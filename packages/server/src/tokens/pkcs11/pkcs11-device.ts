import { WithDeps } from '../../kernel/with-deps.ts';
import {
  CryptoTokenOfflineError,
  type Pkcs11Slot,
  SlotTakenError,
  WrongActivationCodeError,
} from '../../modules/crypto-tokens/index.ts';
import { DeviceBusyError, LibraryProcessLostError, Pkcs11OperationError } from './errors.ts';
import type { LibraryProcess } from './library-process.ts';
import type { Pkcs11Library } from './pkcs11-library.ts';
import type { Gives, OpenedToken, Pkcs11Operation, SlotDescription, Takes } from './protocol.ts';
import type { RefusedCodes } from './refused-codes.ts';
import { explainReturnValue } from './return-values.ts';
import { Turns } from './turns.ts';

export interface Pkcs11DeviceDeps {
  readonly tokenId: number;
  readonly library: Pkcs11Library;
  readonly slot: Pkcs11Slot;
  /** The PIN. Kept in memory: the next process is logged in with it when one was lost. */
  readonly code: string;
  readonly refusedCodes: RefusedCodes;
  /**
   * Asked before the PIN is shown, for a login or to change it, whether the slot may be shown it.
   *
   * @param describe - tells, in the process that is about to show it, which slot it is
   */
  readonly requireOwnSlot: (describe: () => Promise<SlotDescription>) => Promise<void>;
}

/** A slot that is logged in to, in one life of the library's process. Not to be kept longer than a task. */
export interface DeviceSession {
  /** Whatever was remembered under another one means nothing any more. */
  readonly process: LibraryProcess;
  /** The numbers of those that the token has. */
  readonly mechanisms: readonly number[];
  ask<O extends OperationOnToken>(operation: O, takes: Omit<Takes<O>, 'token'>): Promise<Gives<O>>;
  /** As {@link ask}, of what takes a device long: making a large key. */
  askPatiently<O extends OperationOnToken>(operation: O, takes: Omit<Takes<O>, 'token'>): Promise<Gives<O>>;
}

/** The operations that a token has to be open for. */
type OperationOnToken = {
  [O in Pkcs11Operation]: Takes<O> extends { token: number } ? O : never;
}[Pkcs11Operation];

/** A slot of a library with the code that opens it: logged in to by its first use, and again in every process that follows. */
export class Pkcs11Device extends WithDeps<Pkcs11DeviceDeps> {
  readonly #turns = new Turns(SESSIONS);
  #opened: { readonly process: LibraryProcess; readonly token: Promise<OpenedToken> } | undefined;
  #state: 'open' | 'closed' | 'refused' = 'open';

  /** False once it was closed, or when the device has refused its code later on: nothing more can be done with it then. */
  get isUsable(): boolean {
    return this.#state === 'open';
  }

  /**
   * Runs a task on the device.
   *
   * A device that failed gets another chance, in a new process and with a new login, when the task may be repeated.
   *
   * @throws {@link CryptoTokenOfflineError} when the device is not there
   * @throws {@link Pkcs11OperationError} when it did not like what the task asked for
   * @throws whatever else `task` throws
   */
  async run<T>(
    task: (session: DeviceSession) => Promise<T>,
    { repeatable }: { readonly repeatable: boolean },
  ): Promise<T> {
    this.#requireUsable();
    const { library, tokenId } = this.deps;
    try {
      return await this.#turns.run(
        () => library.use((process) => this.#attempt(process, task), { repeatable }),
        library.callTimeoutMs,
      );
    } catch (cause) {
      if (!isDevicesFault(cause)) throw cause;
      throw new CryptoTokenOfflineError(tokenId, { cause });
    }
  }

  /**
   * Finds out whether the device is there and the code right.
   *
   * @throws {@link WrongActivationCodeError}
   * @throws {@link Pkcs11OperationError}
   * @throws {@link LibraryProcessLostError}
   */
  async open(): Promise<void> {
    const { library } = this.deps;
    await library.use((process) => this.#attempt(process, () => Promise.resolve()), { repeatable: true });
  }

  /**
   * Has the device take another PIN. To be closed afterwards: it would go on with the former one.
   *
   * @throws {@link Pkcs11OperationError} also when the device does not like the new one
   * @throws {@link LibraryProcessLostError}
   */
  async changeCode(newCode: string): Promise<void> {
    const { code, library, refusedCodes } = this.deps;
    await library.use(
      async (process) => {
        // It need not be the process that was logged in to.
        const slot = await this.#ownSlot(process);
        await process.ask('setPin', { slot, pin: code, newPin: newCode }, library.callTimeoutMs);
        refusedCodes.forget(nameOf(library, slot), newCode);
      },
      { repeatable: false },
    );
  }

  close(): void {
    const opened = this.#opened;
    this.#state = 'closed';
    this.#opened = undefined;
    // With its process, the login ends by itself.
    opened?.token
      .then(({ token }) => opened.process.ask('close', { token }, this.deps.library.callTimeoutMs))
      .catch(() => {});
  }

  async #attempt<T>(process: LibraryProcess, task: (session: DeviceSession) => Promise<T>): Promise<T> {
    this.#requireUsable();
    const { library, slot } = this.deps;
    try {
      const opened = await this.#openIn(process);
      this.#requireUsable();
      return await task(sessionOf(process, opened, library.callTimeoutMs));
    } catch (error) {
      throw outcomeOf(error, process, library, slot);
    }
  }

  /** Logs in to a process once, however many wait for it. */
  #openIn(process: LibraryProcess): Promise<OpenedToken> {
    if (this.#opened?.process === process) return this.#opened.token;
    const token = this.#login(process);
    const opened = { process, token };
    this.#opened = opened;
    token.catch(() => {
      if (this.#opened === opened) this.#opened = undefined;
    });
    return token;
  }

  async #login(process: LibraryProcess): Promise<OpenedToken> {
    const { code, library, refusedCodes } = this.deps;
    const slot = await this.#ownSlot(process);
    const device = nameOf(library, slot);
    if (refusedCodes.has(device, code)) throw this.#refused();
    try {
      return await this.#askToOpen(process, slot);
    } catch (error) {
      if (!(error instanceof Pkcs11OperationError)) throw error;
      if (error.returned(CKR.PIN_INCORRECT)) refusedCodes.add(device, code);
      if (error.returned(CKR.PIN_INCORRECT, CKR.PIN_INVALID, CKR.PIN_LEN_RANGE)) throw this.#refused();
      if (isPinTrouble(error)) this.#state = 'refused';
      throw error;
    }
  }

  /** The slot in a process, by its number: whatever else named it may name another one at the next call. */
  async #ownSlot(process: LibraryProcess): Promise<NumberedSlot> {
    const { library, requireOwnSlot, slot } = this.deps;
    const numbered = await slotNumber(process, library, slot);
    await requireOwnSlot(() => describeDevice(process, library, numbered));
    return numbered;
  }

  async #askToOpen(process: LibraryProcess, slot: NumberedSlot): Promise<OpenedToken> {
    const { code, library, requireOwnSlot } = this.deps;
    const takes = { slot, pin: code, proven: false };
    try {
      return await process.ask('open', takes, library.callTimeoutMs);
    } catch (error) {
      if (!(error instanceof Pkcs11OperationError) || error.failure.kind !== 'other-pin') throw error;
    }
    // A login is the process's: the device looks at the PIN only in one that is not logged in.
    const another = await library.startAnother();
    try {
      await requireOwnSlot(() => describeDevice(another, library, slot));
      await another.ask('open', takes, library.callTimeoutMs);
    } finally {
      another.kill();
    }
    return process.ask('open', { ...takes, proven: true }, library.callTimeoutMs);
  }

  /** The code does not open the device, now or any more: it is not tried again. */
  #refused(): WrongActivationCodeError {
    this.#state = 'refused';
    return new WrongActivationCodeError(this.deps.tokenId);
  }

  #requireUsable(): void {
    if (!this.isUsable) throw new CryptoTokenOfflineError(this.deps.tokenId);
  }
}

/**
 * Names a slot of a library, for what is remembered of codes: alike whatever a token's settings name it by.
 *
 * @throws {@link Pkcs11OperationError} when there is no such slot
 * @throws {@link LibraryProcessLostError} when the next process may know it
 */
export async function deviceName(process: LibraryProcess, library: Pkcs11Library, slot: Pkcs11Slot): Promise<string> {
  return nameOf(library, await slotNumber(process, library, slot));
}

function nameOf({ file }: Pkcs11Library, { value }: NumberedSlot): string {
  return `${file} ${value}`;
}

/** A slot by its CK_SLOT_ID. */
type NumberedSlot = Pkcs11Slot & { readonly by: 'id' };

async function slotNumber(process: LibraryProcess, library: Pkcs11Library, slot: Pkcs11Slot): Promise<NumberedSlot> {
  try {
    const { id } = await process.ask('slot', { slot }, library.callTimeoutMs);
    return { by: 'id', value: id };
  } catch (error) {
    throw outcomeOf(error, process, library, slot);
  }
}

/** As {@link deviceName}, with what else names the slot. */
export async function describeDevice(
  process: LibraryProcess,
  library: Pkcs11Library,
  slot: Pkcs11Slot,
): Promise<SlotDescription> {
  try {
    const { id } = await process.ask('slot', { slot }, library.callTimeoutMs);
    const slots = await process.ask('slots', {}, library.callTimeoutMs);
    const found = slots.find((each) => each.id === id);
    if (found === undefined) throw new Pkcs11OperationError({ kind: 'no-slot', detail: `0 of ${slots.length}` });
    return found;
  } catch (error) {
    throw outcomeOf(error, process, library, slot);
  }
}

/** Returns whether a slot is one of those that are named so: a label may be that of several. */
export function isNamedBy({ id, index, token }: SlotDescription, { by, value }: Pkcs11Slot): boolean {
  if (by === 'label') return token?.label === value;
  return value === (by === 'id' ? id : String(index));
}

/** Turns a failure in a process into an outcome: a loss when a new process may do better. */
function outcomeOf(
  error: unknown,
  process: LibraryProcess,
  library: Pkcs11Library,
  { by, value }: Pkcs11Slot,
): unknown {
  if (!(error instanceof Pkcs11OperationError)) return error;
  // A library knows the slots of the moment in which it was loaded, and many never recover from a lost connection.
  const another =
    error.code === 'crypto_token.unknown_slot'
      ? library.renewForSlot(process, `${by} ${value}`)
      : isDeviceTrouble(error) && library.renew(process);
  return another ? new LibraryProcessLostError(error.message) : error;
}

function sessionOf(process: LibraryProcess, { token, mechanisms }: OpenedToken, timeoutMs: number): DeviceSession {
  const within =
    (limitMs: number) =>
    <O extends OperationOnToken>(operation: O, takes: Omit<Takes<O>, 'token'>): Promise<Gives<O>> =>
      process.ask(operation, { ...takes, token }, limitMs);
  return { process, mechanisms, ask: within(timeoutMs), askPatiently: within(timeoutMs * PATIENCE) };
}

/** Returns whether the device, its library or its PIN failed, and not what was asked for. */
function isDevicesFault(error: unknown): boolean {
  if (error instanceof Pkcs11OperationError) return blameOf(error) !== 'request';
  return (
    error instanceof LibraryProcessLostError ||
    error instanceof DeviceBusyError ||
    error instanceof SlotTakenError ||
    error instanceof WrongActivationCodeError
  );
}

function isDeviceTrouble(error: Pkcs11OperationError): boolean {
  return blameOf(error) === 'device';
}

function isPinTrouble(error: Pkcs11OperationError): boolean {
  return blameOf(error) === 'pin';
}

function blameOf({ failure }: Pkcs11OperationError): string | undefined {
  return failure.kind === 'returned' ? explainReturnValue(failure.value).blame : undefined;
}

const CKR = { PIN_INCORRECT: 0xa0, PIN_INVALID: 0xa1, PIN_LEN_RANGE: 0xa2 } as const;
/** Calls that run on one token at the same time: each has a session of its own, and devices have few. */
const SESSIONS = 16;
/** Factor by which generating a key may take longer than any other call. */
const PATIENCE = 10;
