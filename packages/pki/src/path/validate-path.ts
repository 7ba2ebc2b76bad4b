/** Certification path validation (RFC 5280 §6.1), without revocation, which `revocation/` looks at. */
import type { Certificate } from '../certificate/index.ts';
import { compareBytes, type Oid } from '../der/index.ts';
import { excerpt } from '../excerpt.ts';
import {
  altSignatureAlgorithm,
  altSignatureValue,
  basicConstraints,
  certificatePolicies,
  inhibitAnyPolicy,
  keyUsage,
  nameConstraints,
  policyConstraints,
  policyMappings,
  precertificatePoison,
  subjectAltPublicKeyInfo,
} from '../extension/index.ts';
import type { ExtensionType } from '../extension/extension.ts';
import { KNOWN_EXTENSIONS } from '../extension/known-extensions.ts';
import type { DistinguishedName } from '../name/index.ts';
import type { PublicKey } from '../public-key/index.ts';
import { PathError } from './errors.ts';
import { NameLimits, newComparisonBudget, subjectNamesOf } from './name-limits.ts';
import { PolicyGraph } from './policy-graph.ts';
import type { TrustAnchor } from './trust-anchor.ts';
import { workingKey } from './working-key.ts';

/** Rules that a path is checked against (§6.1.1). */
export interface PathRules {
  /** Seconds since 1970-01-01T00:00:00Z. */
  readonly now: number;
  /**
   * Kind of the last certificate. The one of a `ca` is checked as one in the middle of the paths that it is for; `any`, which is usual, need
   * not be that of a CA.
   */
  readonly target?: 'any' | 'ca' | undefined;
  /** True when signatures for which collisions can be made (MD5, SHA-1), and those by short keys (RSA-1024), are as good as others; not unless given. */
  readonly acceptWeak?: boolean | undefined;
  /** The policies that the user accepts; any when left out. */
  readonly initialPolicies?: ReadonlySet<Oid> | undefined;
  readonly explicitPolicy?: boolean | undefined;
  readonly inhibitPolicyMapping?: boolean | undefined;
  readonly inhibitAnyPolicy?: boolean | undefined;
}

/** Results of a valid path (§6.1.6). */
export interface ValidPath {
  readonly anchor: TrustAnchor;
  /** From the one that the anchor has issued to the last. */
  readonly certificates: readonly Certificate[];
  /** The key of each certificate, with the parameters that it leaves to the one above. */
  readonly publicKeys: readonly PublicKey[];
  /** Policies that all certificates were issued under, of those that the user accepts; anyPolicy stands for any. */
  readonly policies: ReadonlySet<Oid>;
}

/**
 * Validates a path: signatures, dates, names and their constraints, policies, basic constraints, key usage and critical extensions.
 *
 * @param certificates - from the one that the anchor has issued to the last
 * @throws {@link PathError} for the first thing that is wrong
 * @throws {PkiError} for an extension or a key that cannot be read, and an algorithm that is not known
 */
export function validatePath(anchor: TrustAnchor, certificates: readonly Certificate[], rules: PathRules): ValidPath {
  if (certificates.length === 0) throw new PathError('path.incomplete', 'a path has at least one certificate');
  if (certificates.length > MAX_PATH)
    throw new PathError('path.too_large', `the path has more than ${MAX_PATH} certificates`);
  requireIssuer(anchor, certificates[0]!);
  const state = new PathState(anchor, certificates.length, rules);
  const end = rules.target === 'ca' ? certificates.length : certificates.length - 1;
  for (const [at, certificate] of certificates.entries()) {
    state.enter(certificate, at === end);
    if (at < end) state.goBelow(certificate);
  }
  const policies = state.finish(certificates.at(-1)!);
  return { anchor, certificates, publicKeys: state.publicKeys, policies };
}

/** The variables of §6.1.2. */
class PathState {
  readonly publicKeys: PublicKey[] = [];
  readonly #rules: PathRules;
  readonly #policies = new PolicyGraph();
  readonly #names = new NameLimits();
  readonly #comparisons = newComparisonBudget();
  #explicitPolicy: number;
  #policyMapping: number;
  #inhibitAnyPolicy: number;
  #maxPathLength: number;
  #issuer: DistinguishedName;
  #key: PublicKey;

  /** The anchor's own constraints hold too (RFC 5937 §3.2), but those of policies. */
  constructor({ name, publicKey, certificate }: TrustAnchor, length: number, rules: PathRules) {
    this.#rules = rules;
    this.#issuer = name;
    this.#key = publicKey;
    const limits = certificate.extension(nameConstraints);
    if (limits !== undefined) this.#names.add(limits, name);
    this.#explicitPolicy = rules.explicitPolicy === true ? 0 : length + 1;
    this.#policyMapping = rules.inhibitPolicyMapping === true ? 0 : length + 1;
    this.#inhibitAnyPolicy = rules.inhibitAnyPolicy === true ? 0 : length + 1;
    this.#maxPathLength = Math.min(length, certificate.extension(basicConstraints)?.pathLength ?? Infinity);
  }

  /** Basic processing of a certificate (§6.1.3). */
  enter(certificate: Certificate, isLast: boolean): void {
    requireProcessedExtensions(certificate);
    this.#requireSigned(certificate);
    requireValid(certificate, this.#rules.now);
    const { isSelfIssued } = certificate;
    if (!this.#names.isEmpty && (!isSelfIssued || isLast))
      this.#names.check(subjectNamesOf(certificate, isLast), this.#comparisons);
    const policies = certificate.extension(certificatePolicies)?.map(({ policy }) => policy);
    const allowsAny = this.#inhibitAnyPolicy > 0 || (!isLast && isSelfIssued);
    this.#policies.enter(policies && { policies, allowsAny });
    this.#requirePolicy(certificate);
    this.publicKeys.push(workingKey(certificate, this.#key));
  }

  /** Prepares for the certificate below (§6.1.4). */
  goBelow(certificate: Certificate): void {
    const mappings = certificate.extension(policyMappings);
    if (mappings !== undefined) this.#policies.map(mappings, this.#policyMapping === 0);
    this.#issuer = certificate.subject;
    this.#key = this.publicKeys.at(-1)!;
    const limits = certificate.extension(nameConstraints);
    if (limits !== undefined) this.#names.add(limits, certificate.subject);
    this.#countDown(certificate);
    this.#requireCa(certificate);
  }

  /** Wraps up (§6.1.5). */
  finish(last: Certificate): ReadonlySet<Oid> {
    // Below a CA's own the counters have been taken down already, and what it says of explicit policies with them.
    if (this.#rules.target !== 'ca') {
      this.#explicitPolicy = Math.max(this.#explicitPolicy - 1, 0);
      if (last.extension(policyConstraints)?.requireExplicitPolicy === 0) this.#explicitPolicy = 0;
    }
    const { initialPolicies } = this.#rules;
    const policies = this.#policies.result(initialPolicies);
    if (this.#explicitPolicy === 0 && policies.size === 0)
      throw new PathError(
        'path.no_policy',
        `the path to '${nameOf(last)}' was not issued under a policy that is accepted`,
      );
    return policies;
  }

  /** Something without a name is not a CA (§4.1.2.4), and anybody without one would have been issued by it. */
  #requireSigned(certificate: Certificate): void {
    if (certificate.issuer.isEmpty)
      throw new PathError('path.name_chaining', `the CA that issued '${nameOf(certificate)}' has no name`);
    if (!certificate.issuer.equals(this.#issuer))
      throw new PathError(
        'path.name_chaining',
        `'${nameOf(certificate)}' was issued by another than '${shown(this.#issuer)}'`,
      );
    if (!this.#rules.acceptWeak) requireStrong(certificate, this.#key);
    if (!certificate.verify(this.#key))
      throw new PathError(
        'path.signature',
        `the certificate of '${nameOf(certificate)}' is not signed by '${shown(this.#issuer)}'`,
      );
  }

  /** §6.1.3 (f). */
  #requirePolicy(certificate: Certificate): void {
    if (this.#explicitPolicy === 0 && this.#policies.isEmpty)
      throw new PathError(
        'path.no_policy',
        `no policy of the certificates above is left with '${nameOf(certificate)}'`,
      );
  }

  /** §6.1.4 (h) to (j). */
  #countDown(certificate: Certificate): void {
    if (!certificate.isSelfIssued) {
      this.#explicitPolicy = Math.max(this.#explicitPolicy - 1, 0);
      this.#policyMapping = Math.max(this.#policyMapping - 1, 0);
      this.#inhibitAnyPolicy = Math.max(this.#inhibitAnyPolicy - 1, 0);
    }
    const constraints = certificate.extension(policyConstraints) ?? {};
    const { requireExplicitPolicy = Infinity, inhibitPolicyMapping = Infinity } = constraints;
    this.#explicitPolicy = Math.min(this.#explicitPolicy, requireExplicitPolicy);
    this.#policyMapping = Math.min(this.#policyMapping, inhibitPolicyMapping);
    this.#inhibitAnyPolicy = Math.min(this.#inhibitAnyPolicy, certificate.extension(inhibitAnyPolicy) ?? Infinity);
  }

  /** §6.1.4 (k) to (n). */
  #requireCa(certificate: Certificate): void {
    const constraints = certificate.extension(basicConstraints);
    if (constraints?.ca !== true)
      throw new PathError('path.not_a_ca', `the certificate of '${nameOf(certificate)}' is not that of a CA`);
    if (!certificate.isSelfIssued) {
      if (this.#maxPathLength === 0)
        throw new PathError('path.too_long', `'${nameOf(certificate)}' stands below more CAs than one above it allows`);
      this.#maxPathLength -= 1;
    }
    this.#maxPathLength = Math.min(this.#maxPathLength, constraints.pathLength ?? Infinity);
    requireCertSign(certificate);
  }
}

/** Refuses a trust anchor that is not a CA: trust in its certificate is not trust in what its key has signed. */
function requireIssuer({ certificate }: TrustAnchor, first: Certificate): void {
  if (compareBytes(certificate.der, first.der) === 0 || certificate.version < 3) return;
  if (certificate.extension(basicConstraints)?.ca !== true)
    throw new PathError('path.not_a_ca', `the certificate of '${nameOf(certificate)}' is not that of a CA`);
  requireCertSign(certificate);
}

/** A key of less than 112 bits of strength, such as one of RSA with fewer than 2,048, signs nothing that is relied on (NIST SP 800-131A). */
function requireStrong(certificate: Certificate, { specification, algorithm, securityStrength }: PublicKey): void {
  const isShort = securityStrength < MIN_STRENGTH;
  if (!certificate.signatureAlgorithm.weak && !isShort) return;
  const how = isShort
    ? `by a key of the kind ${algorithm.name} ${specification}`
    : `with ${certificate.signatureAlgorithm.name}`;
  throw new PathError('path.weak_signature', `the certificate of '${nameOf(certificate)}' is signed ${how}`);
}

function requireCertSign(certificate: Certificate): void {
  const usages = certificate.extension(keyUsage);
  if (usages !== undefined && !usages.has('keyCertSign'))
    throw new PathError('path.key_usage', `the key of '${nameOf(certificate)}' may not sign certificates`);
}

function requireValid(certificate: Certificate, now: number): void {
  const { notBefore, notAfter } = certificate;
  if (now >= notBefore && now <= notAfter) return;
  const what = now < notBefore ? 'is not valid yet' : 'has expired';
  throw new PathError('path.not_valid_now', `the certificate of '${nameOf(certificate)}' ${what}`);
}

/** Refuses critical extensions that are not processed; they are read even when nothing is asked of them (§4.2). */
function requireProcessedExtensions(certificate: Certificate): void {
  for (const { critical, oid, value } of certificate.extensions) {
    if (!critical) continue;
    const type = PROCESSED.get(oid);
    if (type === undefined) {
      const message = `the certificate of '${nameOf(certificate)}' has the critical extension ${oid}, which is not processed`;
      throw new PathError('path.critical_extension', message);
    }
    type.decode(value);
  }
}

function nameOf({ subject }: Certificate): string {
  return shown(subject);
}

function shown(name: DistinguishedName): string {
  return excerpt(name.toString(), MAX_SHOWN);
}

/**
 * Critical extensions that are not processed. The poison of a precertificate must have this effect. An issuer that marks a second key or signature as critical wants it checked (X.509
 * §9.8), and a path here holds by the first ones alone.
 */
const NOT_PROCESSED: ReadonlySet<Oid> = new Set(
  [precertificatePoison, subjectAltPublicKeyInfo, altSignatureAlgorithm, altSignatureValue].map(({ oid }) => oid),
);
const PROCESSED: ReadonlyMap<Oid, ExtensionType<unknown>> = new Map(
  KNOWN_EXTENSIONS.certificate.filter(({ oid }) => !NOT_PROCESSED.has(oid)).map((type) => [type.oid, type]),
);
const MAX_PATH = 32;
const MAX_SHOWN = 200;
const MIN_STRENGTH = 112;
