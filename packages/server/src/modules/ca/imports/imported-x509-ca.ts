/** X.509 CAs to be imported. */
import { type Certificate, defaultSignatureAlgorithm, signsWith } from '@sealwright/pki';
import type { ImportedCa, ImportedCas } from './imported-ca.ts';
import { caChainOf, lowestOf, readCaCertificates } from '../x509/index.ts';

/** @throws {@link CaCertificateError}, {@link CaChainTooLongError} */
export function x509ImportedCas(texts: readonly string[]): ImportedCas {
  return importedCasOf(readCaCertificates(texts));
}

/** Returns the CAs for certificates that were parsed already. */
export function importedCasOf(certificates: readonly Certificate[]): ImportedCas {
  const caOf = (own: Certificate) => importedCa(own, certificates);
  return {
    withKey({ sha256Fingerprint }) {
      const own = certificates.find(({ publicKey }) => publicKey.sha256Fingerprint === sha256Fingerprint);
      return own && caOf(own);
    },
    lowest: () => caOf(lowestOf(certificates)),
  };
}

function importedCa(own: Certificate, certificates: readonly Certificate[]): ImportedCa {
  const { subject, publicKey, serialNumber, notAfter } = own;
  return {
    kind: 'X509',
    holder: subject.toString(),
    subject,
    publicKey,
    serialNumber,
    notAfter,
    keySequence: undefined,
    settings: settingsFor(own),
    conflictWith: (settings) => (settings.subject.equals(subject) ? undefined : 'its subject is not that of a CA'),
    signsWith: (algorithm) => signsWith(algorithm, publicKey.algorithm),
    async chain(known) {
      const others = certificates.filter((one) => one !== own);
      return (await caChainOf(own, others, known)).map(({ der }) => der);
    },
  };
}

/** Returns the CA settings that follow from its certificate. */
function settingsFor(own: Certificate) {
  const isRoot = own.issuer.equals(own.subject);
  const { algorithm, bits } = own.publicKey;
  const signature = isRoot && !own.signatureAlgorithm.weak ? own.signatureAlgorithm : undefined;
  return {
    signedBy: isRoot ? 'Self Signed' : 'External CA',
    certificateProfile: isRoot ? 'ROOTCA' : 'SUBCA',
    signatureAlgorithm: (signature ?? defaultSignatureAlgorithm(algorithm, bits)).name,
  };
}
