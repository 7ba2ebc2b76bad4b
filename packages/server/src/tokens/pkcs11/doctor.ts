/** Report on a library, its slots and the keys in them, for an operator who sets a device up. */
import { keyAlgorithms, signatureAlgorithms } from '@sealwright/pki';
import { AppError } from '../../kernel/errors.ts';
import type { Random } from '../../kernel/random.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { KeyUsage } from '../../modules/crypto-tokens/index.ts';
import { CKF_TOKEN, CKM, mechanismName } from './cryptoki.ts';
import { aliasesOf, describeKey } from './described-key.ts';
import { Pkcs11Device } from './pkcs11-device.ts';
import type { Pkcs11Library } from './pkcs11-library.ts';
import { Pkcs11Token } from './pkcs11-token.ts';
import type { LibraryDescription, SlotDescription, TokenInSlot } from './protocol.ts';
import { RefusedCodes } from './refused-codes.ts';
import { signingMechanism } from './signing-plan.ts';

export interface LibraryReport {
  readonly library: string;
  /** Undefined when it cannot be used at all. */
  readonly description: LibraryDescription | undefined;
  readonly slots: readonly SlotReport[];
  readonly problems: readonly Problem[];
}

export interface SlotReport {
  /** CK_SLOT_ID in decimal. */
  readonly number: string;
  readonly index: number;
  readonly description: string;
  readonly token: TokenReport | undefined;
}

export interface TokenReport extends Omit<TokenInSlot, 'flags'> {
  /** Remarks in words. */
  readonly remarks: readonly string[];
  readonly mechanisms: readonly MechanismReport[];
  /** Key algorithms of the table that it can generate keys of. */
  readonly keyAlgorithms: readonly string[];
  /** Signature algorithms of the table that it can sign with, given a fitting key. */
  readonly signatureAlgorithms: readonly string[];
  /** Undefined when nobody logged in. */
  readonly keys: readonly KeyReport[] | undefined;
  readonly problems: readonly Problem[];
}

export interface MechanismReport {
  readonly name: string;
  readonly minKeySize: number;
  readonly maxKeySize: number;
}

export interface KeyReport {
  readonly alias: string;
  /** CKA_ID in hexadecimal. */
  readonly id: string;
  readonly algorithm: string | undefined;
  readonly specification: string | undefined;
  readonly keyUsage: KeyUsage | undefined;
  readonly extractable: boolean;
  /** True when it was used and its public key fits. */
  readonly proven: boolean;
  readonly problem: Problem | undefined;
}

export interface Problem {
  readonly code: string;
  readonly message: string;
}

/** Which token to log in to, and with what. */
export interface DoctorLogin {
  readonly isMeant: (slot: SlotDescription) => boolean;
  readonly pin: string;
}

export interface DoctorDeps {
  readonly clock: Clock;
  readonly random: Random;
}

/** Examines a library. Nothing in a device is changed; a wrong PIN is counted by it, and shown to it once. */
export async function examine(
  library: Pkcs11Library,
  login: DoctorLogin | undefined,
  deps: DoctorDeps,
): Promise<LibraryReport> {
  const report = { library: library.file, description: undefined, slots: [] };
  try {
    const description = await library.describe();
    const slots = await ask(library, (process) => process.ask('slots', {}, library.callTimeoutMs));
    const reports: SlotReport[] = [];
    for (const slot of slots) reports.push(await examineSlot(library, slot, login, deps));
    const problems = login !== undefined && !slots.some(login.isMeant) ? [NOT_THERE] : [];
    return { ...report, description, slots: reports, problems };
  } catch (error) {
    return { ...report, problems: [problemOf(error)] };
  }
}

async function examineSlot(
  library: Pkcs11Library,
  slot: SlotDescription,
  login: DoctorLogin | undefined,
  deps: DoctorDeps,
): Promise<SlotReport> {
  const { id: number, index, description, token } = slot;
  const report = { number, index, description };
  // A slot without a token, or with one that nobody has initialised, has nothing to tell.
  if (token === undefined || (token.flags & CKF_TOKEN.TOKEN_INITIALIZED) === 0) return { ...report, token: undefined };
  const { flags, ...told } = token;
  const problems: Problem[] = [];
  const attempt = async <T>(task: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await task();
    } catch (error) {
      problems.push(problemOf(error));
      return undefined;
    }
  };
  const mechanisms =
    (await attempt(() =>
      ask(library, (process) => process.ask('mechanisms', { slotId: number }, library.callTimeoutMs)),
    )) ?? [];
  const keys =
    login?.isMeant(slot) === true ? await attempt(() => examineKeys(library, slot, login.pin, deps)) : undefined;
  return {
    ...report,
    token: {
      ...told,
      remarks: REMARKS.filter(([mask, set]) => ((flags & mask) !== 0) === set).map(([, , words]) => words),
      mechanisms: mechanisms.map(({ number: each, ...sizes }) => ({ name: mechanismName(each), ...sizes })),
      ...abilities(mechanisms.map(({ number: each }) => each)),
      keys,
      problems,
    },
  };
}

function abilities(mechanisms: readonly number[]): Pick<TokenReport, 'keyAlgorithms' | 'signatureAlgorithms'> {
  return {
    keyAlgorithms: keyAlgorithms
      .filter(({ pkcs11 }) => mechanisms.includes(CKM[pkcs11?.keyPairMechanism ?? ''] ?? -1))
      .map(({ name }) => name),
    signatureAlgorithms: signatureAlgorithms
      .filter((each) => !each.weak && signingMechanism(each, mechanisms) !== undefined)
      .map(({ name }) => name),
  };
}

async function examineKeys(
  library: Pkcs11Library,
  { id }: SlotDescription,
  pin: string,
  { clock, random }: DoctorDeps,
): Promise<readonly KeyReport[]> {
  const slot = { by: 'id', value: id } as const;
  // The device's answer to the PIN is wanted in full, so it is asked before a token hides that.
  await ask(library, (process) => process.ask('open', { slot, pin, proven: false }, library.callTimeoutMs));
  const device = new Pkcs11Device({
    tokenId: 0,
    library,
    slot,
    code: pin,
    refusedCodes: new RefusedCodes(clock, random),
    requireOwnSlot: () => Promise.resolve(),
  });
  const token = new Pkcs11Token({
    tokenId: 0,
    device,
    keyPairs: { findKeyPair: async () => undefined, listKeyPairs: async () => [] },
    properties: {},
    policy: { overrides: { publicKey: [], privateKey: [] }, allowExtractable: true },
    random,
  });
  const held = await device.run((session) => session.ask('list', {}), { repeatable: true });
  const aliases = aliasesOf(held);
  const reports: KeyReport[] = [];
  for (const [index, key] of held.entries()) {
    const alias = aliases[index]!;
    const described = describeKey(key, alias);
    const problem = described === undefined ? NO_PUBLIC_KEY : await proofOf(token, alias);
    reports.push({
      alias,
      id: Buffer.from(key.id).toString('hex'),
      algorithm: described?.info.algorithm,
      specification: described?.info.specification,
      keyUsage: described?.info.keyUsage,
      extractable: key.extractable,
      proven: problem === undefined,
      problem,
    });
  }
  token.close();
  return reports;
}

async function proofOf(token: Pkcs11Token, alias: string): Promise<Problem | undefined> {
  try {
    await token.testKey(alias);
    return undefined;
  } catch (error) {
    return problemOf(error);
  }
}

function ask<T>(library: Pkcs11Library, task: Parameters<typeof library.use<T>>[0]): Promise<T> {
  return library.use(task, { repeatable: true });
}

/** The innermost cause knows most. */
function problemOf(error: unknown): Problem {
  if (!(error instanceof AppError)) throw error;
  if (error.cause instanceof AppError) return problemOf(error.cause);
  return { code: error.code, message: error.message };
}

const NOT_THERE: Problem = { code: 'crypto_token.unknown_slot', message: 'No slot has the token to log in to.' };
const NO_PUBLIC_KEY: Problem = {
  code: 'crypto_token.unknown_alias',
  message:
    'It is not known which public key belongs to it, or it is of a kind that is not supported. Put its public key or a certificate with the same CKA_ID into the device.',
};
/** Flags of a token and whether they have to be set to be told. */
const REMARKS: readonly (readonly [mask: number, set: boolean, words: string])[] = [
  [CKF_TOKEN.USER_PIN_INITIALIZED, false, 'it has no user PIN yet: the security officer has to set one'],
  [CKF_TOKEN.USER_PIN_COUNT_LOW, true, 'a wrong PIN was entered since the last right one'],
  [CKF_TOKEN.USER_PIN_FINAL_TRY, true, 'the next wrong PIN locks it'],
  [CKF_TOKEN.USER_PIN_LOCKED, true, 'it is locked: the security officer has to unlock it'],
  [CKF_TOKEN.WRITE_PROTECTED, true, 'it is write-protected: keys can be used, but not made or removed'],
  [
    CKF_TOKEN.PROTECTED_AUTHENTICATION_PATH,
    true,
    'it asks for the PIN at a keypad of its own, which this program cannot use',
  ],
];
