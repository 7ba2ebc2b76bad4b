/** Algorithms by name and by identifier: one table per family, and nothing else lists them. */
export {
  type AlgorithmIdentifier,
  encodeAlgorithmIdentifier,
  isNull,
  NULL_PARAMETERS,
  readAlgorithmIdentifier,
} from './algorithm-identifier.ts';
export { decodeDigestInfo, type DigestInfo, encodeDigestInfo } from './digest-info.ts';
export { type DomainParameters, domainParameters, domainParametersOf } from './domain-parameters.ts';
export { ecdsaSignatureToDer, ecdsaSignatureToPlain } from './ecdsa-signature.ts';
export { AlgorithmError, type AlgorithmErrorCode } from './errors.ts';
export {
  digest,
  type HashAlgorithm,
  hashAlgorithmByName,
  hashAlgorithmByOid,
  type HashAlgorithmName,
  hashAlgorithms,
  startDigest,
} from './hash-algorithms.ts';
export {
  findKeyAlgorithm,
  type FixedKeySize,
  type KeyAlgorithm,
  keyAlgorithmByName,
  type KeyAlgorithmName,
  keyAlgorithms,
  type KeySizing,
  keySpecification,
  type Pkcs11Key,
  securityStrength,
} from './key-algorithms.ts';
export { curveByName, findCurve, type NamedCurve, namedCurves } from './named-curves.ts';
export {
  defaultSignatureAlgorithm,
  hasExactParameters,
  type NodeSigning,
  type SignatureAlgorithm,
  signatureAlgorithmByName,
  signatureAlgorithmOf,
  signatureAlgorithms,
  signsWith,
} from './signature-algorithms.ts';
