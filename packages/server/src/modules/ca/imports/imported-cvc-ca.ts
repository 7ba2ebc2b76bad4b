/** CVC CAs to be imported: country verifying CAs, and document verifiers with their country verifying CA. */
import { type CvCertificate, type CvPublicKey, dayOf, parsePem, PkiError } from '@sealwright/pki';
import { caCvChain, readCvCertificates } from '../cvc/index.ts';
import { CaCertificateError, understood } from '../authorities/index.ts';
import { cvSerialNumber, cvValidity, referenceOf, subjectOfHolder } from '../kinds/index.ts';
import type { ImportedCa, ImportedCas } from './imported-ca.ts';

/** Tells whether a text, PEM or base64, contains a card verifiable certificate; false if it cannot be read. */
export function readsAsCvc(text: string): boolean {
  try {
    const encoded = text.includes('-----BEGIN') ? parsePem(text).map(({ der }) => der) : [Uint8Array.fromBase64(text)];
    return encoded.some(([first, second]) => first === CV_TAG[0] && second === CV_TAG[1]);
  } catch (error) {
    if (error instanceof PkiError || error instanceof SyntaxError) return false;
    throw error;
  }
}

/** @throws {@link CaCertificateError}, {@link CaChainTooLongError} */
export function cvcImportedCas(texts: readonly string[]): ImportedCas {
  const certificates = readCvCertificates(texts);
  const caOf = (own: CvCertificate) => importedCa(own, certificates);
  return {
    withKey({ sha256Fingerprint }) {
      const own = certificates.find(
        (one) => understood(() => keyOf(one, certificates)?.key)?.sha256Fingerprint === sha256Fingerprint,
      );
      return own && caOf(own);
    },
    lowest() {
      const isAbove = ({ holder }: CvCertificate) =>
        certificates.some((other) => !other.isSelfSigned && other.authority.equals(holder));
      const found = certificates.filter((one) => !isAbove(one));
      if (found.length === 1) return caOf(found[0]!);
      throw new CaCertificateError(
        'The certificates are not a chain: one of them has to be that of the CA, the other that of the country verifying CA above it.',
      );
    },
  };
}

function importedCa(own: CvCertificate, certificates: readonly CvCertificate[]): ImportedCa {
  const { holder } = own;
  const publicKey = keyOf(own, certificates);
  if (publicKey === undefined) throw missingAuthority(own);
  const key = understood(() => publicKey.key);
  const isCvca = own.authorization.role === 'CVCA';
  return {
    kind: 'CVC',
    holder: holder.text,
    subject: subjectOfHolder(holder, { withSequence: !NUMBER.test(holder.sequence) }),
    publicKey: key,
    serialNumber: cvSerialNumber(holder),
    notAfter: cvValidity(own).notAfter,
    keySequence: holder.sequence,
    settings: {
      caType: 'CVC',
      ...(NUMBER.test(holder.sequence) ? { keySequence: holder.sequence } : {}),
      signedBy: isCvca ? 'Self Signed' : 'External CA',
      certificateProfile: isCvca ? 'ROOTCA' : 'SUBCA',
      signatureAlgorithm: publicKey.algorithm.name,
    },
    conflictWith: ({ subject }) => {
      const { country, mnemonic } = referenceOf(subject, holder.sequence);
      const isSame = country === holder.country && mnemonic === holder.mnemonic;
      return isSame ? undefined : `it is for ${holder.text}`;
    },
    signsWith: (algorithm) => algorithm.name === publicKey.algorithm.name,
    chain: async ({ now }) => caCvChain(own, certificates, dayOf(now)).map(({ der }) => der),
  };
}

/** Returns the key with the domain parameters of its country verifying CA; undefined if that CA is not among `certificates`. */
function keyOf(
  { publicKey, authority }: CvCertificate,
  certificates: readonly CvCertificate[],
): CvPublicKey | undefined {
  if (publicKey.algorithm.keyAlgorithm.name === 'RSA' || publicKey.curve !== undefined) return publicKey;
  const issuer = certificates.find(({ holder }) => holder.equals(authority));
  const complete = issuer && publicKey.inheriting(issuer.publicKey);
  return complete?.curve === undefined ? undefined : complete;
}

function missingAuthority({ authority, holder }: CvCertificate): CaCertificateError {
  return new CaCertificateError(
    `The certificate of ${holder.text} is of ${authority.text}, whose own certificate is missing. Give it as well.`,
  );
}

/** Format of a key sequence in the settings. Other sequence numbers are part of the subject. */
const NUMBER = /^\d+$/;
/** Tag of a card verifiable certificate, 7F21 (BSI TR-03110 part 3 D.2). */
const CV_TAG = [0x7f, 0x21];
