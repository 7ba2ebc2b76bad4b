/** A driver on SoftHSM, and tokens of it, for tests. */
import { readFileSync } from 'node:fs';
import process from 'node:process';
import type { TestContext } from 'node:test';
import { systemClock } from '../../../packages/server/src/kernel/clock.ts';
import { systemRandom } from '../../../packages/server/src/kernel/random.ts';
import {
  type CryptoToken,
  keyAlias,
  type StoredKeyPair,
} from '../../../packages/server/src/modules/crypto-tokens/index.ts';
import {
  Pkcs11TokenDriver,
  type Pkcs11TokenDriverDeps,
} from '../../../packages/server/src/tokens/pkcs11/pkcs11-driver.ts';
import { installPkcs11js } from '../../../scripts/install-pkcs11js.ts';
import { SoftHsm } from '../programs/soft-hsm.ts';
import { atEnd } from '../../../packages/server/test/at-end.ts';

export const PIN = 'PIN canary 4711';
export const EC = { algorithm: 'EC', specification: 'P-256' } as const;
export const ECDSA = 'SHA256withECDSA';

/** SoftHSM and a driver for it, both gone when the test ends. */
export class DriverFixture {
  readonly softHsm = new SoftHsm();
  readonly driver: Pkcs11TokenDriver;
  /** Errors of processes that ended. */
  readonly losses: Error[] = [];
  #lastId = 0;

  constructor(t: Pick<TestContext, 'after'>, options: Partial<Pkcs11TokenDriverDeps> = {}) {
    this.driver = new Pkcs11TokenDriver({
      libraries: [this.softHsm.library],
      binding: installPkcs11js(),
      environment: this.softHsm.environment,
      // Nothing is stored: the device alone says what keys there are.
      keyPairs: { findKeyPair: async () => undefined, listKeyPairs: async () => [] },
      clock: systemClock,
      random: systemRandom(),
      callTimeoutMs: 10_000,
      onLost: (error) => void this.losses.push(error),
      ...options,
    });
    atEnd(t, () => {
      this.driver.close();
      this.softHsm.remove();
    });
  }

  /** Describes a crypto token with these properties for the driver. */
  describe(properties: Readonly<Record<string, string>>) {
    return { id: ++this.#lastId, type: 'PKCS11CryptoToken', properties };
  }

  /** An open token of its own. */
  async openToken(): Promise<{ token: CryptoToken; label: string }> {
    const label = this.softHsm.makeToken(PIN);
    return { token: await this.driver.open(this.describe(this.softHsm.properties(label)), null, PIN), label };
  }
}

export function makeKey(token: CryptoToken, alias: string): Promise<StoredKeyPair> {
  return token.generateKeyPair({ ...EC, alias: keyAlias(alias) });
}

/** The processes of libraries that this process has started. */
export function libraryProcesses(): number[] {
  return childrenOf(process.pid).filter((pid) => /process\/main\.ts|sealwright-pkcs11/.test(commandLine(pid)));
}

export function commandLine(pid: number): string {
  return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
}

function childrenOf(pid: number): number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number);
}
