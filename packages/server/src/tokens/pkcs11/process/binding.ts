/** Part of `pkcs11js` that is used, and the search for it: an optional peer that may be missing. */
import { createRequire } from 'node:module';
import path from 'node:path';
import { Pkcs11OperationError } from '../errors.ts';

/** A handle: the octets of a CK_ULONG in the machine's order. */
export type Handle = Buffer;

export interface Attribute {
  readonly type: number;
  value?: boolean | number | string | Buffer | undefined;
}

export interface Mechanism {
  readonly mechanism: number;
  readonly parameter?: Buffer | Readonly<Record<string, unknown>> | null;
}

/** The functions of a loaded library. Those that end in `Async` run in the thread pool, the others at once. */
export interface Cryptoki {
  load(library: string): void;
  C_Initialize(options: { flags: number }): void;
  C_GetInfo(): Readonly<{
    cryptokiVersion: Version;
    libraryVersion: Version;
    manufacturerID: string;
    libraryDescription: string;
  }>;
  C_GetSlotList(tokenPresent: boolean): Handle[];
  C_GetSlotInfo(slot: Handle): Readonly<{ slotDescription: string; flags: number }>;
  C_GetTokenInfo(slot: Handle): Readonly<{
    label: string;
    manufacturerID: string;
    model: string;
    serialNumber: string;
    flags: number;
    minPinLen: number | bigint;
    maxPinLen: number | bigint;
  }>;
  C_GetMechanismList(slot: Handle): number[];
  C_GetMechanismInfo(slot: Handle, mechanism: number): Readonly<{ minKeySize: number; maxKeySize: number }>;
  C_OpenSession(slot: Handle, flags: number): Handle;
  C_CloseSession(session: Handle): void;
  C_CloseAllSessions(slot: Handle): void;
  C_Login(session: Handle, userType: number, pin: string): void;
  C_Logout(session: Handle): void;
  C_SetPIN(session: Handle, pin: string, newPin: string): void;
  C_FindObjectsInit(session: Handle, template: Attribute[]): void;
  C_FindObjects(session: Handle, count: number): Handle[];
  C_FindObjectsFinal(session: Handle): void;
  C_GetAttributeValue(session: Handle, object: Handle, template: Attribute[]): Attribute[];
  C_DestroyObject(session: Handle, object: Handle): void;
  C_SignInit(session: Handle, mechanism: Mechanism, key: Handle): void;
  C_SignAsync(session: Handle, data: Buffer, signature: Buffer): Promise<Buffer>;
  C_DecryptInit(session: Handle, mechanism: Mechanism, key: Handle): void;
  C_DecryptAsync(session: Handle, data: Buffer, plain: Buffer): Promise<Buffer>;
  C_DeriveKeyAsync(session: Handle, mechanism: Mechanism, key: Handle, template: Attribute[]): Promise<Handle>;
  C_GenerateKeyPairAsync(
    session: Handle,
    mechanism: Mechanism,
    publicTemplate: Attribute[],
    privateTemplate: Attribute[],
  ): Promise<{ publicKey: Handle; privateKey: Handle }>;
}

interface Version {
  readonly major: number;
  readonly minor: number;
}

/**
 * Loads `pkcs11js`.
 *
 * @param directory - where it was installed; undefined where this program's own packages are
 * @throws {@link Pkcs11OperationError} `binding-missing` or `binding-unusable`
 */
export function loadBinding(directory: string | undefined): Cryptoki {
  const require = createRequire(directory === undefined ? import.meta.url : path.join(directory, 'package.json'));
  try {
    require.resolve(PACKAGE);
  } catch {
    throw new Pkcs11OperationError({ kind: 'binding-missing', detail: directory ?? 'node_modules' });
  }
  try {
    const { PKCS11 } = require(PACKAGE) as { readonly PKCS11: new () => Cryptoki };
    return new PKCS11();
  } catch (error) {
    throw new Pkcs11OperationError({ kind: 'binding-unusable', detail: (error as Error).message });
  }
}

/** By a name that tools do not follow: in most installations there is none. */
const PACKAGE: string = 'pkcs11js';
