/** Identity of a responder, by name or by key (RFC 6960 §4.2.2.3). */
import type { Certificate } from '../certificate/index.ts';
import { compareBytes, contextConstructed, type DerReader, type DerWriter } from '../der/index.ts';
import { DistinguishedName } from '../name/index.ts';
import type { PublicKey } from '../public-key/index.ts';

export type ResponderId =
  | { readonly type: 'name'; readonly name: DistinguishedName }
  /** SHA-1 of the public key's octets, without tag, length and unused bits. */
  | { readonly type: 'key'; readonly keyHash: Uint8Array };

/** The identifier of a responder, by what `type` says. */
export function responderIdOf(
  { subject, publicKey }: Pick<Certificate, 'subject' | 'publicKey'>,
  type: ResponderId['type'],
): ResponderId {
  return type === 'name' ? { type, name: subject } : { type, keyHash: publicKey.keyIdentifier };
}

/** Returns whether `id` is that of a responder with this name and key. */
export function isResponder(id: ResponderId, name: DistinguishedName, publicKey: PublicKey): boolean {
  return id.type === 'name' ? id.name.equals(name) : compareBytes(id.keyHash, publicKey.keyIdentifier) === 0;
}

/** Reads one: `CHOICE { byName [1] EXPLICIT Name, byKey [2] EXPLICIT KeyHash }`. @throws {DerError} */
export function readResponderId(reader: DerReader): ResponderId {
  const isName = reader.nextIs(contextConstructed(1));
  const explicit = reader.readExplicit(isName ? 1 : 2);
  const id: ResponderId = isName
    ? { type: 'name', name: DistinguishedName.read(explicit, { anyOrder: true }) }
    : { type: 'key', keyHash: explicit.readOctetString() };
  explicit.finish();
  return id;
}

export function writeResponderId(writer: DerWriter, id: ResponderId): void {
  if (id.type === 'name') writer.explicit(1, () => writer.raw(id.name.der));
  else writer.explicit(2, () => writer.octetString(id.keyHash));
}
