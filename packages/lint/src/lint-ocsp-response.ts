/** Lint of OCSP responses. */
import { Element } from './ber/element.ts';
import { MalformedError } from './ber/malformed.ts';
import { OcspLayout } from './ocsp/ocsp-layout.ts';
import { OcspResponseUnderLint, ResponseDataUnderLint } from './ocsp/ocsp-response-under-lint.ts';
import { hasShapeOf } from './ocsp/ocsp-shape.ts';
import { type Finding, ruleSet, runRules } from './rule.ts';
import { OCSP_RULES } from './rules/ocsp/index.ts';
import { OCSP_TLS_RULES } from './rules/ocsp-tls/index.ts';

/** Sets of the CA/Browser Forum's requirements on OCSP responses beside RFC 6960, which always holds. */
export type OcspRequirements = 'TLS';

export interface OcspLintOptions {
  /** None unless given. */
  readonly requirements?: readonly OcspRequirements[];
  /** True where it speaks of certificates of CAs, of which requirements say something else. False unless given. */
  readonly coversCas?: boolean;
}

/** Returns the findings on the octets that are to be signed (ResponseData). Never throws, whatever the octets are. */
export function lintToBeSignedOcspResponse(octets: Uint8Array, options: OcspLintOptions = {}): readonly Finding[] {
  return lint(() => OcspResponseUnderLint.toBeSigned(octets, options.coversCas === true), options);
}

/** Returns the findings on a whole OCSPResponse. Its signature is not verified. Never throws, whatever the octets are. */
export function lintOcspResponse(octets: Uint8Array, options: OcspLintOptions = {}): readonly Finding[] {
  return lint(() => OcspResponseUnderLint.whole(octets, options.coversCas === true), options);
}

/**
 * The lint of many responses by one of them, for a responder that cannot lint each.
 *
 * A responder makes a response as it will make all of a kind (good, revoked for a reason, unknown; with or without a nonce), constructs a template of it,
 * and refuses to work where {@link findings} have an error. Before it signs another one it asks whether that {@link fits}: then the findings are those of
 * the template. It lints one that does not by itself, and may take it as a further template.
 */
export class OcspTemplate {
  readonly findings: readonly Finding[];
  readonly #data: ResponseDataUnderLint | undefined;
  readonly #layout: OcspLayout | undefined;

  /** @param octets - to be signed (ResponseData) */
  constructor(octets: Uint8Array, options: OcspLintOptions = {}) {
    this.findings = lintToBeSignedOcspResponse(octets, options);
    this.#data = readData(octets);
    this.#layout = this.#data && OcspLayout.of(this.#data);
  }

  /**
   * Returns whether a lint of `octets` would find what it finds in the template. They may differ from it in serial numbers, in the hashes that name the issuer,
   * in times, as long as each nextUpdate is as far from its thisUpdate, and in the octets of a nonce.
   */
  fits(octets: Uint8Array): boolean {
    if (this.#layout?.matches(octets) === true) return true;
    const data = readData(octets);
    return this.#data !== undefined && data !== undefined && hasShapeOf(data, this.#data);
  }
}

function readData(octets: Uint8Array): ResponseDataUnderLint | undefined {
  try {
    return new ResponseDataUnderLint(Element.only(octets));
  } catch (error) {
    if (error instanceof MalformedError) return undefined;
    throw error;
  }
}

function lint(read: () => OcspResponseUnderLint, { requirements = [] }: OcspLintOptions): readonly Finding[] {
  let response: OcspResponseUnderLint;
  try {
    response = read();
  } catch (error) {
    if (error instanceof MalformedError) return [{ ...UNREADABLE, message: error.message }];
    throw error;
  }
  const issuedAt = response.data?.producedAt.seconds;
  return ['RFC 6960' as const, ...requirements].flatMap((set) => runRules(RULES[set], response, issuedAt));
}

const RULES = { 'RFC 6960': ruleSet(OCSP_RULES), TLS: ruleSet(OCSP_TLS_RULES) };
const UNREADABLE = { rule: 'ocsp/readable', clause: 'RFC 6960 §4.2.1', level: 'error' } as const;
