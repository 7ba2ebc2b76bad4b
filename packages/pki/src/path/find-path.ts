/** Finds a valid path from a certificate to a trust anchor among certificates that may be good for anything (RFC 4158). */
import type { Certificate } from '../certificate/index.ts';
import { compareBytes } from '../der/index.ts';
import { PkiError, readable } from '../errors.ts';
import { authorityKeyIdentifier, subjectKeyIdentifier } from '../extension/index.ts';
import { PathError } from './errors.ts';
import type { TrustAnchor } from './trust-anchor.ts';
import { type PathRules, type ValidPath, validatePath } from './validate-path.ts';

/** Certificates that paths are built from. */
export interface PathMaterial {
  readonly anchors: readonly TrustAnchor[];
  /** CA certificates in any order; none of them is trusted. */
  readonly intermediates: readonly Certificate[];
}

/**
 * The first path to `target` that is valid. An anchor's own certificate is a path of one.
 *
 * @param accept - looks at what `rules` do not, such as revocation, and throws a {@link PkiError} to have the next path tried
 * @throws {PkiError} what was wrong with the first path when none is valid; {@link PathError} `path.incomplete` when there is none, and
 *   `path.too_large` when there are more certificates or paths than are looked at
 */
export function findPath(
  target: Certificate,
  material: PathMaterial,
  rules: PathRules,
  accept: (path: ValidPath) => void = () => undefined,
): ValidPath {
  let firstError: PkiError | undefined;
  for (const { anchor, certificates } of candidatePaths(target, material)) {
    try {
      const path = validatePath(anchor, certificates, rules);
      accept(path);
      return path;
    } catch (error) {
      if (!(error instanceof PkiError)) throw error;
      firstError ??= error;
    }
  }
  throw firstError ?? new PathError('path.incomplete', `no trusted certificate issued '${target.subject.toString()}'`);
}

interface CandidatePath {
  readonly anchor: TrustAnchor;
  readonly certificates: readonly Certificate[];
}

/** Depth first, shortest ways up first at each step. */
function* candidatePaths(target: Certificate, { anchors, intermediates }: PathMaterial): Generator<CandidatePath> {
  if (intermediates.length > MAX_CERTIFICATES || anchors.length > MAX_CERTIFICATES)
    throw new PathError('path.too_large', `there are more than ${MAX_CERTIFICATES} certificates to make a path of`);
  const issuers = Map.groupBy(intermediates, ({ subject }) => subject.key);
  const waiting: (readonly Certificate[])[] = [[target]];
  for (let tried = 0, path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (++tried > MAX_TRIED)
      throw new PathError('path.too_large', `there are more than ${MAX_TRIED} ways to make a path of the certificates`);
    const [upper] = path as [Certificate];
    for (const anchor of anchors) {
      if (anchor.name.equals(upper.issuer)) yield { anchor, certificates: path };
    }
    if (path.length === MAX_DEPTH) continue;
    const above = (issuers.get(upper.issuer.key) ?? []).filter((one) => !path.some((other) => isOfSame(one, other)));
    // The last one that is put there is looked at first.
    const [unlikely, likely] = [
      above.filter((one) => !mayHaveSigned(one, upper)),
      above.filter((one) => mayHaveSigned(one, upper)),
    ];
    for (const issuer of [...unlikely.toReversed(), ...likely.toReversed()]) waiting.push([issuer, ...path]);
  }
}

/** Returns whether two certificates give the same name the same key: a path with both goes in a circle (RFC 4158 §2.4.2). */
function isOfSame(a: Certificate, b: Certificate): boolean {
  return compareBytes(a.publicKeyDer, b.publicKeyDer) === 0 && a.subject.equals(b.subject);
}

/** By the key identifiers, which are there to find the issuer and prove nothing. */
function mayHaveSigned(issuer: Certificate, certificate: Certificate): boolean {
  const wanted = readable(() => certificate.extension(authorityKeyIdentifier)?.keyIdentifier);
  const found = readable(() => issuer.extension(subjectKeyIdentifier));
  return wanted === undefined || found === undefined || compareBytes(wanted, found) === 0;
}

const MAX_CERTIFICATES = 1000;
const MAX_DEPTH = 12;
const MAX_TRIED = 200;
