/** The properties of the signed attribute that names the signer's certificate (RFC 5035, ETSI EN 319 122-1 §5.2.2). */
import {
  type Certificate,
  type CmsAttribute,
  type HashAlgorithm,
  hashAlgorithmByName,
  signingCertificateAttribute,
} from '@sealwright/pki';
import type { WorkerProperties } from '../../worker-contract/index.ts';
import { hashCalled } from './client-side-hashing.ts';

/** Makes the attribute; each is made once for a certificate. */
export type SigningCertificateMaker = (certificate: Certificate) => CmsAttribute;

/** By CERTIFICATE_DIGEST_ALGORITHM, of which SHA1 gives the first version of the attribute, and INCLUDE_CERTID_ISSUERSERIAL. */
export function readSigningCertificate(properties: WorkerProperties): SigningCertificateMaker {
  const hash = readHash(properties);
  return signingCertificateMaker(hash, properties.boolean('INCLUDE_CERTID_ISSUERSERIAL', true));
}

/**
 * Returns a maker of the attribute that names the signing certificate: its first version for SHA-1. @param issuerSerial - true to name
 * issuer and number too
 */
export function signingCertificateMaker(hash: HashAlgorithm, issuerSerial: boolean): SigningCertificateMaker {
  const made = new WeakMap<Certificate, CmsAttribute>();
  return (certificate) => {
    let attribute = made.get(certificate);
    if (attribute === undefined) {
      attribute = signingCertificateAttribute([certificate], hash, issuerSerial);
      made.set(certificate, attribute);
    }
    return attribute;
  };
}

function readHash(properties: WorkerProperties): HashAlgorithm {
  const name = properties.text(HASH) ?? 'SHA256';
  const hash = hashCalled(name);
  if (hash !== undefined && NAMES.includes(hash.name)) return hash;
  properties.report(HASH, `is '${name}' and has to be one of SHA1, SHA224, SHA256, SHA384, SHA512`);
  return hashAlgorithmByName('SHA-256');
}

const HASH = 'CERTIFICATE_DIGEST_ALGORITHM';
const NAMES: readonly string[] = ['SHA-1', 'SHA-224', 'SHA-256', 'SHA-384', 'SHA-512'];
