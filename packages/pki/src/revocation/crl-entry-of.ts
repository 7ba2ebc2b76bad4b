/** Looks a certificate up in a CRL (RFC 5280 §6.3.3 (i) and (j)). */
import type { Certificate } from '../certificate/index.ts';
import type { Crl, CrlEntry } from '../crl/index.ts';
import type { Oid } from '../der/index.ts';
import {
  certificateIssuer,
  type Extension,
  findExtension,
  reasonCode,
  type RevocationReason,
} from '../extension/index.ts';
import { KNOWN_EXTENSIONS } from '../extension/known-extensions.ts';

/** What a CRL says of one certificate. */
export interface RevokedEntry {
  /** `REMOVE_FROM_CRL` in a delta: no longer on hold. */
  readonly reason: RevocationReason;
  /** Seconds since 1970-01-01T00:00:00Z. */
  readonly revokedAt: number;
}

/** Whether all that is critical of a CRL itself is understood. */
export function isUnderstood({ extensions }: Crl): boolean {
  return extensions.every((extension) => isKnown(extension, CRL_EXTENSIONS));
}

/**
 * The entry of `certificate`; undefined when there is none, `unusable` when one before it has something critical that is not understood: such a list
 * says nothing of any certificate (§5.3).
 *
 * @throws {DerError}
 */
export function entryOf(crl: Crl, { issuer, serialNumberText }: Certificate): RevokedEntry | 'unusable' | undefined {
  let isOfIssuer = crl.issuer.equals(issuer);
  for (const entry of crl.entries()) {
    if (entry.extensions.length > 0) {
      if (!entry.extensions.every((extension) => isKnown(extension, ENTRY_EXTENSIONS))) return 'unusable';
      const names = findExtension(entry.extensions, certificateIssuer);
      if (names !== undefined)
        isOfIssuer = names.some((name) => name.type === 'directoryName' && name.value.equals(issuer));
    }
    if (isOfIssuer && entry.serialNumberText === serialNumberText) return describe(entry);
  }
  return undefined;
}

function describe({ extensions, revocationDate }: CrlEntry): RevokedEntry {
  return { reason: findExtension(extensions, reasonCode) ?? 'UNSPECIFIED', revokedAt: revocationDate };
}

function isKnown({ critical, oid }: Extension, known: ReadonlySet<Oid>): boolean {
  return !critical || known.has(oid);
}

const CRL_EXTENSIONS = new Set(KNOWN_EXTENSIONS.crl.map(({ oid }) => oid));
const ENTRY_EXTENSIONS = new Set(KNOWN_EXTENSIONS.crlEntry.map(({ oid }) => oid));
