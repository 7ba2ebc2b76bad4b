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
  return hasValidAlternativeSignature(
    certificate,
    { before: [contextConstructed(0), Tag.integer], extensions: 3 },
    issuerPublicKey,
  );
}

/** A certificate or a CRL. */
type AlternativelySigned = Pick<Certificate, 'extension' | 'extensions'> & { readonly tbs: Uint8Array };

interface SignedForm {
  /** Tags of the fields before the signature algorithm. */
  readonly before: readonly number[];
  /** Number of the context tag of the extensions. */
  readonly extensions: number;
}

/**
 * Returns whether a certificate or a CRL has an alternative signature that was made with the private key of `publicKey`. What was signed are its
 * octets without its signature algorithm and the alternative signature.
 *
 * @throws the errors of {@link verifyAlternativeSignature}
 */
export function hasValidAlternativeSignature(
  signed: AlternativelySigned,
  form: SignedForm,
  publicKey: PublicKey,
): boolean {
  const algorithm = signed.extension(altSignatureAlgorithm);
  const signature = signed.extension(altSignatureValue);
  if (algorithm === undefined || signature === undefined) return false;
  const data = preTbsOf(signed, form);
  return verifySignature({ algorithm: signatureAlgorithmOf(algorithm), publicKey, data, signature });
}

function preTbsOf({ tbs, extensions }: AlternativelySigned, form: SignedForm): Uint8Array {
  const signed = extensions.filter(({ oid }) => oid !== altSignatureValue.oid);
  return readDer(tbs, (reader) => {
    const fields = reader.readSequence();
    return writeDer((writer) =>
      writer.sequence(() => {
        for (const tag of form.before) writer.raw(fields.readElement(tag).raw);
        fields.readSequenceElement();
        while (!fields.nextIs(contextConstructed(form.extensions))) writer.raw(fields.readAny().raw);
        fields.readAny();
        writer.explicit(form.extensions, () => writeExtensions(writer, signed));
      }),
    );
  });
}
