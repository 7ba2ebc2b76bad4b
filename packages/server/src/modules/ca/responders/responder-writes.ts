import { Certificate, compareBytes } from '@sealwright/pki';
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
 * @param before - the existing responder
 * @param responder - the new one; its id and version follow from `before`
 * @param formerId - id for the former key
 */
export function responderWrites(
  before: OcspResponderRecord | undefined,
  responder: OcspResponderRecord,
  formerId: () => number,
): readonly Write[] {
  if (before === undefined) {
    const insert: InsertOcspResponder = { op: 'ocsp-responder.insert', responder };
    return [insert];
  }
  const replace: ReplaceOcspResponder = { op: 'ocsp-responder.replace', responder };
  if (isSameKey(before, responder)) return [replace];
  const { caId, cryptoTokenId, keyAlias, certificate, notAfter } = before;
  const insert: InsertFormerOcspResponder = {
    op: 'former-ocsp-responder.insert',
    former: { id: formerId(), caId, cryptoTokenId, keyAlias, certificate, notAfter },
  };
  return [replace, insert];
}

function isSameKey(one: OcspResponderRecord, other: OcspResponderRecord): boolean {
  if (one.cryptoTokenId !== other.cryptoTokenId || one.keyAlias !== other.keyAlias) return false;
  const [key, otherKey] = [one, other].map(({ certificate }) => Certificate.parse(certificate).publicKey.der);
  return compareBytes(key!, otherKey!) === 0;
}
