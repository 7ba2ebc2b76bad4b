import { signatureAlgorithmOf } from '../algorithm/index.ts';
import { type Der, readDer } from '../der/index.ts';
import { readable } from '../errors.ts';

/** Returns the name of a signature algorithm, or its object identifier when it is not known. */
export function algorithmName(der: Der<'AlgorithmIdentifier'>): string {
  const known = readable(() => signatureAlgorithmOf(der));
  if (known !== undefined) return known.name;
  return readDer(der, (reader) => {
    const sequence = reader.readSequence();
    const oid = sequence.readOid();
    while (!sequence.atEnd) sequence.readAny();
    return oid;
  });
}
