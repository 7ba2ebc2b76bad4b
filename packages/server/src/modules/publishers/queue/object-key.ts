/**
 * An object that is published, by what it is and not by what it says: it is read when it is published, so that a later state never comes before an earlier
 * one. `certificate/17`, `ca/5`, `crl/5/0/base`.
 */
export type ObjectKey =
  | { readonly kind: 'certificate'; readonly id: number }
  | { readonly kind: 'ca-certificate'; readonly caId: number }
  | { readonly kind: 'crl'; readonly caId: number; readonly partition: number; readonly crl: 'base' | 'delta' };

/** Returns the text of a key. */
export function keyText(key: ObjectKey): string {
  if (key.kind === 'certificate') return `certificate/${key.id}`;
  if (key.kind === 'ca-certificate') return `ca/${key.caId}`;
  return `crl/${key.caId}/${key.partition}/${key.crl}`;
}

/** Returns the key of a text that {@link keyText} made. */
export function keyOfText(text: string): ObjectKey {
  const [kind, id, partition, crl] = text.split('/');
  if (kind === 'certificate') return { kind, id: Number(id) };
  if (kind === 'ca') return { kind: 'ca-certificate', caId: Number(id) };
  if (kind === 'crl' && (crl === 'base' || crl === 'delta'))
    return { kind, caId: Number(id), partition: Number(partition), crl };
  throw new RangeError(`'${text}' is not a key of an object`);
}
