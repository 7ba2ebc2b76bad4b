/** The work on a CRL that grows with its size, as a thread does it. */
import { asDer, Crl, type CrlIndex, indexCrl, parsePublicKey, readable } from '@sealwright/pki';

export interface CrlTask {
  readonly der: Uint8Array;
  /** True when the index is wanted. */
  readonly index: boolean;
  /** SubjectPublicKeyInfo: whether the signature is that of each. */
  readonly keys: readonly Uint8Array[];
}

/** The result; a list that cannot be read is an answer, since errors lose their class between threads. */
export type CrlTaskResult =
  | {
      readonly status: 'read';
      readonly index: CrlIndex | undefined;
      /** False for a key or an algorithm that cannot be used, too. */
      readonly signed: readonly boolean[];
    }
  | { readonly status: 'unreadable' };

export function doCrlTask({ der, index, keys }: CrlTask): CrlTaskResult {
  const result = readable(() => {
    const crl = Crl.parse(der);
    return { index: index ? indexCrl(crl) : undefined, signed: keys.map((key) => isSignedBy(crl, key)) };
  });
  return result === undefined ? { status: 'unreadable' } : { status: 'read', ...result };
}

function isSignedBy(crl: Crl, key: Uint8Array): boolean {
  return readable(() => crl.verify(parsePublicKey(asDer<'SubjectPublicKeyInfo'>(key)))) ?? false;
}
