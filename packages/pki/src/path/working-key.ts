/** The key that a certificate of a path is for, with the parameters that it leaves to the one above it (RFC 5280 §6.1.4 (d) to (f)). */
import type { Certificate } from '../certificate/index.ts';
import { asDer, oid, readDer, Tag, writeDer } from '../der/index.ts';
import { parsePublicKey, type PublicKey } from '../public-key/index.ts';

/**
 * The public key of `certificate`. Only DSA keys leave parameters out (RFC 3279 §2.3.2).
 *
 * @param above - the key of its issuer
 * @throws {PublicKeyError}
 */
export function workingKey(certificate: Certificate, above: PublicKey): PublicKey {
  if (above.algorithm.name !== 'DSA') return certificate.publicKey;
  const [key, inherited] = [certificate.publicKeyDer, above.der].map(partsOf);
  if (key!.algorithm !== DSA || key!.parameters.length > 0) return certificate.publicKey;
  return parsePublicKey(
    asDer<'SubjectPublicKeyInfo'>(
      writeDer((writer) =>
        writer.sequence(() => {
          writer.sequence(() => writer.oid(DSA).raw(inherited!.parameters));
          writer.raw(key!.subjectPublicKey);
        }),
      ),
    ),
  );
}

function partsOf(der: Uint8Array) {
  return readDer(der, (reader) => {
    const sequence = reader.readSequence();
    const identifier = sequence.readSequence();
    const algorithm = identifier.readOid();
    const parameters = identifier.atEnd ? NONE : identifier.readAny().raw;
    identifier.finish();
    const { raw: subjectPublicKey } = sequence.readElement(Tag.bitString);
    sequence.finish();
    return { algorithm, parameters, subjectPublicKey };
  });
}

const DSA = oid('1.2.840.10040.4.1');
const NONE = new Uint8Array(0);
