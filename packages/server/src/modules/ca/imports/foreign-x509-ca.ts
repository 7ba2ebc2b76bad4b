/** X.509 CAs that come from elsewhere. */
import { type Certificate, defaultSignatureAlgorithm, signsWith } from '@sealwright/pki';
import type { ForeignCa, ForeignCas } from './foreign-ca.ts';
import { caChainOf, lowestOf, readCaCertificates } from '../x509/index.ts';

/** @throws {@link CaCertificateError}, {@link CaChainTooLongError} */
export function x509ForeignCas(texts: readonly string[]): ForeignCas {
  return foreignCasOf(readCaCertificates(texts));
}

/** Returns the same of certificates that were read. */
export function foreignCasOf(certificates: readonly Certificate[]): ForeignCas {
  const caOf = (own: Certificate) => foreignCa(own, certificates);
  return {
    withKey({ sha256Fingerprint }) {
      const own = certificates.find(({ publicKey }) => publicKey.sha256Fingerprint === sha256Fingerprint);
      return own && caOf(own);
    },
    lowest: () => caOf(lowestOf(certificates)),
  };
}

function foreignCa(own: Certificate, certificates: readonly Certificate[]): ForeignCa {
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
    conflictWith: (settings) => (settings.subject.equals(subject) ? undefined : 'its subject is none of a CA'),
    signsWith: (algorithm) => signsWith(algorithm, publicKey.algorithm),
    async chain(known) {
      const others = certificates.filter((one) => one !== own);
      return (await caChainOf(own, others, known)).map(({ der }) => der);
    },
  };
}

/** Returns the settings of a CA that follow from its certificate. */
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
