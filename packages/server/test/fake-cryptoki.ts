/** A PKCS#11 library that is made of a description: what the program asks one before it logs in is answered, without a device. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { systemClock } from '../src/kernel/clock.ts';
import { Pkcs11Library } from '../src/tokens/pkcs11/pkcs11-library.ts';

/** A slot, by the number that is its place. */
export interface FakeSlot {
  readonly description: string;
  /** Undefined: there is none in it. */
  readonly token?: {
    readonly label: string;
    readonly flags: number;
    /** By number, or what C_GetMechanismList returns in their place. */
    readonly mechanisms: readonly number[] | { readonly returned: number };
  };
}

/** The library of these slots, which the caller closes. The vendor's side alone is made up: the process and all of ours are the real ones. */
export function fakeLibrary(slots: readonly FakeSlot[]): {
  readonly library: Pkcs11Library;
  readonly close: () => void;
} {
  const directory = mkdtempSync(path.join(tmpdir(), 'sealwright-cryptoki-'));
  const file = path.join(directory, 'library.json');
  writeFileSync(file, JSON.stringify(slots));
  const binding = path.join(directory, 'node_modules', 'pkcs11js');
  mkdirSync(binding, { recursive: true });
  writeFileSync(path.join(binding, 'index.js'), BINDING);
  const library = new Pkcs11Library({
    library: file,
    binding: directory,
    environment: process.env,
    clock: systemClock,
    callTimeoutMs: 30_000,
    onLost: () => {},
  });
  const close = () => {
    library.close();
    rmSync(directory, { recursive: true });
  };
  return { library, close };
}

/** A stand-in for pkcs11js, with its ways: handles are octets, texts are padded, and what failed is an error with a number. */
const BINDING = `
const { readFileSync } = require('node:fs');
const returned = (code) => Object.assign(new Error('CKR:' + code), { code });
exports.PKCS11 = class {
  load(file) { this.slots = JSON.parse(readFileSync(file, 'utf8')); }
  C_Initialize() {}
  C_GetInfo() {
    const version = { major: 3, minor: 0 };
    return { cryptokiVersion: version, libraryVersion: version, manufacturerID: 'Nobody   ', libraryDescription: 'made up ' };
  }
  C_GetSlotList() {
    return this.slots.map((_, index) => { const id = Buffer.alloc(8); id.writeUInt32LE(index); return id; });
  }
  C_GetSlotInfo(slot) { return { slotDescription: this.slots[slot.readUInt32LE()].description.padEnd(64), flags: 0 }; }
  C_GetTokenInfo(slot) {
    const { token } = this.slots[slot.readUInt32LE()];
    if (token === undefined) throw returned(0xe0);
    const { label, flags } = token;
    return { label: label.padEnd(32), manufacturerID: '', model: '', serialNumber: '1', flags, minPinLen: 4, maxPinLen: 8 };
  }
  C_GetMechanismList(slot) {
    const { mechanisms } = this.slots[slot.readUInt32LE()].token;
    if (!Array.isArray(mechanisms)) throw returned(mechanisms.returned);
    return mechanisms;
  }
  C_GetMechanismInfo() { return { minKeySize: 256, maxKeySize: 4096 }; }
};
`;
