import { type Certificate, DistinguishedName, NameError } from '@sealwright/pki';
import type { WorkerProperties } from '../worker-contract/index.ts';
import type { Validation } from './validation.ts';

/** Cache settings of validations: the properties CACHEDISSUERS and TIMEINCACHE. */
export interface Caching {
  /** Names of issuers, by their keys. */
  readonly issuers: ReadonlySet<string>;
  readonly seconds: number;
}

/** Reads it. */
export function readCaching(properties: WorkerProperties): Caching {
  const names = properties.list('CACHEDISSUERS', ';') ?? [];
  const seconds = properties.integer('TIMEINCACHE', { minimum: 0, maximum: 86_400, otherwise: 10 });
  return { issuers: new Set(names.flatMap((name) => keyOf(name, properties))), seconds };
}

/**
 * Results of validations, remembered for a time. A certificate that is revoked meanwhile is called valid until that time has passed, so nothing
 * is remembered of issuers that are not named.
 */
export class ValidationCache {
  readonly #caching: Caching;
  readonly #found = new Map<string, { readonly validation: Validation; readonly until: number }>();

  constructor(caching: Caching) {
    this.#caching = caching;
  }

  /** @param now - seconds since 1970-01-01T00:00:00Z */
  async get(certificate: Certificate, now: number, validate: () => Promise<Validation>): Promise<Validation> {
    const { issuers, seconds } = this.#caching;
    if (!issuers.has(certificate.issuer.key)) return validate();
    const { sha256Fingerprint } = certificate;
    const known = this.#found.get(sha256Fingerprint);
    if (known !== undefined && now < known.until) return known.validation;
    const validation = await validate();
    if (this.#found.size >= MAX_CACHED) this.#found.clear();
    this.#found.set(sha256Fingerprint, { validation, until: now + seconds });
    return validation;
  }
}

function keyOf(name: string, properties: WorkerProperties): readonly string[] {
  try {
    const parsed = DistinguishedName.parse(name, { lenient: true });
    return [parsed.key, parsed.reversed().key];
  } catch (error) {
    if (!(error instanceof NameError)) throw error;
    properties.report('CACHEDISSUERS', `has '${name}', which is not a name: ${error.message}`);
    return [];
  }
}

const MAX_CACHED = 1000;
