import { Certificate, compareBytes } from '@sealwright/pki';
import type { Clock } from '../../../kernel/clock.ts';
import type { Ids } from '../../../kernel/ids.ts';
import type { Write } from '../../../kernel/unit-of-work.ts';
import type {
  InsertFormerOcspResponder,
  InsertOcspResponder,
  OcspResponderRecord,
  ReplaceOcspResponder,
} from '../records/index.ts';

/**
 * Returns the writes that give a key of a CA its first or next responder. The former key of the responder is stored until its certificate expires:
 * relying parties accept it until then, even if it is revoked, since OCSP no-check keeps them from checking.
 *
 * @param target - the key of the CA, its existing responder, and the key pair of the new one
 * @param certificate - that of the new responder
 */
export function responderWrites(
  { authority, generation, record: before, tokenId, key }: ResponderTarget,
  certificate: Certificate,
  { clock, ids }: { readonly clock: Clock; readonly ids: Ids },
): readonly Write[] {
  const responder: OcspResponderRecord = {
    id: before?.id ?? ids.next(),
    caId: authority.id,
    issuerKeySha256: Uint8Array.fromHex(generation.fingerprint),
    cryptoTokenId: tokenId,
    keyAlias: key.alias,
    certificate: certificate.der,
    notAfter: certificate.notAfter,
    createdMs: clock.nowMs(),
    version: (before?.version ?? 0) + 1,
  };
  if (before === undefined) {
    const insert: InsertOcspResponder = { op: 'ocsp-responder.insert', responder };
    return [insert];
  }
  const replace: ReplaceOcspResponder = { op: 'ocsp-responder.replace', responder };
  if (isSameKey(before, responder)) return [replace];
  const { caId, cryptoTokenId, keyAlias, notAfter } = before;
  const insert: InsertFormerOcspResponder = {
    op: 'former-ocsp-responder.insert',
    former: { id: ids.next(), caId, cryptoTokenId, keyAlias, certificate: before.certificate, notAfter },
  };
  return [replace, insert];
}

/** A key of a CA whose responder is made or replaced. */
interface ResponderTarget {
  readonly authority: { readonly id: number };
  readonly generation: { readonly fingerprint: string };
  readonly record: OcspResponderRecord | undefined;
  readonly tokenId: number;
  readonly key: { readonly alias: string };
}

function isSameKey(one: OcspResponderRecord, other: OcspResponderRecord): boolean {
  if (one.cryptoTokenId !== other.cryptoTokenId || one.keyAlias !== other.keyAlias) return false;
  const [key, otherKey] = [one, other].map(({ certificate }) => Certificate.parse(certificate).publicKey.der);
  return compareBytes(key!, otherKey!) === 0;
}
