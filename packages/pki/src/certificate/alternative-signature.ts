/** The second signature of a certificate (X.509 §9.8, ITU-T of 2019). */
import { signatureAlgorithmOf } from '../algorithm/index.ts';
import { contextConstructed, readDer, Tag, writeDer } from '../der/index.ts';
import { altSignatureAlgorithm, altSignatureValue } from '../extension/alternative-signature.ts';
import { type PublicKey, verifySignature } from '../public-key/index.ts';
import type { Certificate } from './certificate.ts';
import { writeExtensions } from './extensions.ts';

/**
 * Returns whether the certificate has an alternative signature that was made with the private key of `issuerPublicKey`: the issuer's own
 * alternative key, which stands in its subjectAltPublicKeyInfo.
 *
 * @throws {DerError} when one of the extensions is not what it has to be
 * @throws {AlgorithmError} when the signature algorithm is unknown
 * @throws {PublicKeyError} `key.invalid` when the cryptographic library refuses the key
 */
export function verifyAlternativeSignature(certificate: Certificate, issuerPublicKey: PublicKey): boolean {
  const algorithm = certificate.extension(altSignatureAlgorithm);
  const signature = certificate.extension(altSignatureValue);
  if (algorithm === undefined || signature === undefined) return false;
  return verifySignature({
    algorithm: signatureAlgorithmOf(algorithm),
    publicKey: issuerPublicKey,
    data: preTbsOf(certificate),
    signature,
  });
}

/** Returns what was signed: the octets of the certificate, without its signature algorithm and the alternative signature. */
function preTbsOf({ tbs, extensions }: Certificate): Uint8Array {
  const signed = extensions.filter(({ oid }) => oid !== altSignatureValue.oid);
  return readDer(tbs, (reader) => {
    const fields = reader.readSequence();
    return writeDer((writer) =>
      writer.sequence(() => {
        writer.raw(fields.readElement(contextConstructed(0)).raw);
        writer.raw(fields.readElement(Tag.integer).raw);
        fields.readSequenceElement();
        while (!fields.nextIs(EXTENSIONS)) writer.raw(fields.readAny().raw);
        fields.readAny();
        writer.explicit(3, () => writeExtensions(writer, signed));
      }),
    );
  });
}

const EXTENSIONS = contextConstructed(3);
