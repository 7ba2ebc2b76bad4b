/** The slots of a library and the tokens in them. */
import os from 'node:os';
import type { MechanismDescription, SlotDescription, SlotSelector, TokenInSlot } from '../protocol.ts';
import type { Cryptoki, Handle } from './binding.ts';
import { Pkcs11OperationError } from '../errors.ts';
import { call } from './call.ts';

/** Every slot, also those without a token. */
export function describeSlots(cryptoki: Cryptoki): SlotDescription[] {
  return slotHandles(cryptoki).map((handle, index) => {
    const { slotDescription } = call('C_GetSlotInfo', () => cryptoki.C_GetSlotInfo(handle));
    return { id: slotId(handle), index, description: text(slotDescription), token: describeToken(cryptoki, handle) };
  });
}

export function describeMechanisms(cryptoki: Cryptoki, id: string): MechanismDescription[] {
  const slot = findSlot(cryptoki, { by: 'id', value: id });
  return listMechanisms(cryptoki, slot).map((number) => {
    const { minKeySize, maxKeySize } = call('C_GetMechanismInfo', () => cryptoki.C_GetMechanismInfo(slot, number));
    return { number, minKeySize, maxKeySize };
  });
}

export function listMechanisms(cryptoki: Cryptoki, slot: Handle): number[] {
  return call('C_GetMechanismList', () => cryptoki.C_GetMechanismList(slot));
}

/**
 * The slot that is meant.
 *
 * @throws {@link Pkcs11OperationError} `no-slot` or `ambiguous-slot`
 */
export function findSlot(cryptoki: Cryptoki, { by, value }: SlotSelector): Handle {
  const slots = slotHandles(cryptoki);
  const found = slots.filter((slot, index) => {
    if (by === 'id') return slotId(slot) === value;
    if (by === 'index') return String(index) === value;
    return describeToken(cryptoki, slot)?.label === value;
  });
  if (found.length === 1) return found[0]!;
  const kind = found.length === 0 ? 'no-slot' : 'ambiguous-slot';
  throw new Pkcs11OperationError({ kind, detail: `${found.length} of ${slots.length}` });
}

/** Describes the token in a slot; undefined for an empty slot and for a token that was not initialised. */
function describeToken(cryptoki: Cryptoki, slot: Handle): TokenInSlot | undefined {
  try {
    return readToken(cryptoki, slot);
  } catch {
    // CKR_TOKEN_NOT_PRESENT, CKR_TOKEN_NOT_RECOGNIZED: one bad slot does not hide the others.
    return undefined;
  }
}

/**
 * As {@link describeToken}, of one slot that is meant.
 *
 * @throws {@link Pkcs11OperationError} with what the library returned
 */
export function readToken(cryptoki: Cryptoki, slot: Handle): TokenInSlot {
  const info = call('C_GetTokenInfo', () => cryptoki.C_GetTokenInfo(slot));
  return {
    label: text(info.label),
    manufacturer: text(info.manufacturerID),
    model: text(info.model),
    serialNumber: text(info.serialNumber),
    flags: info.flags,
    minPinOctets: Number(info.minPinLen),
    maxPinOctets: Number(info.maxPinLen),
  };
}

/** CK_SLOT_ID in decimal. */
export function slotId(slot: Handle): string {
  const octets = os.endianness() === 'LE' ? Uint8Array.from(slot).toReversed() : slot;
  return BigInt(`0x${Buffer.from(octets).toString('hex')}`).toString();
}

function slotHandles(cryptoki: Cryptoki): Handle[] {
  return call('C_GetSlotList', () => cryptoki.C_GetSlotList(false));
}

/** Texts of the library are padded with blanks, and some with zeros. */
export function text(padded: string): string {
  return padded.replace(/[\0 ]+$/, '');
}
