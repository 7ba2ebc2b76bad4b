/** Certification paths: found, validated (RFC 5280 §6.1) and, of CAs, put in order. */
export { checkCaChain, orderCaChain } from './ca-chain.ts';
export { PathError, type PathErrorCode } from './errors.ts';
export { findPath, type PathMaterial } from './find-path.ts';
export { type NameLimits, nameLimitsOf, type SubjectNames } from './name-limits.ts';
export { type TrustAnchor, trustAnchorOf } from './trust-anchor.ts';
export { type PathRules, type ValidPath, validatePath } from './validate-path.ts';
