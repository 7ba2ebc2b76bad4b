import { type Certificate, DistinguishedName, NameError } from '@sealwright/pki';
import type { WorkerProperties } from '../kinds/index.ts';
import type { Validation } from './validation.ts';

/**
 * Remembers what came of certificates for a time: the properties CACHEDISSUERS and TIMEINCACHE. A certificate that is revoked meanwhile is
 * called valid until that time has passed, so nothing is remembered of issuers that are not named.
 */
export class ValidationCache {
  readonly #issuers: ReadonlySet<string>;
  readonly #seconds: number;
  readonly #found = new Map<string, { readonly validation: Validation; readonly until: number }>();

  private constructor(issuers: ReadonlySet<string>, seconds: number) {
    this.#issuers = issuers;
    this.#seconds = seconds;
  }

  static read(properties: WorkerProperties): ValidationCache {
    const names = properties.list('CACHEDISSUERS', ';') ?? [];
    const seconds = properties.integer('TIMEINCACHE', { minimum: 0, maximum: 86_400, otherwise: 10 });
    return new ValidationCache(new Set(names.flatMap((name) => keyOf(name, properties))), seconds);
  }

  /** @param now - seconds since 1970-01-01T00:00:00Z */
  async get(certificate: Certificate, now: number, validate: () => Promise<Validation>): Promise<Validation> {
    if (!this.#issuers.has(certificate.issuer.key)) return validate();
    const { sha256Fingerprint } = certificate;
    const known = this.#found.get(sha256Fingerprint);
    if (known !== undefined && now < known.until) return known.validation;
    const validation = await validate();
    if (this.#found.size >= MAX_CACHED) this.#found.clear();
    this.#found.set(sha256Fingerprint, { validation, until: now + this.#seconds });
    return validation;
  }
}

function keyOf(name: string, properties: WorkerProperties): readonly string[] {
  try {
    const parsed = DistinguishedName.parse(name, { lenient: true });
    return [parsed.key, parsed.reversed().key];
  } catch (error) {
    if (!(error instanceof NameError)) throw error;
    properties.report('CACHEDISSUERS', `has '${name}', which is no name: ${error.message}`);
    return [];
  }
}

const MAX_CACHED = 1000;
