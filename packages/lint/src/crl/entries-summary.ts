/** Facts about the entries of a CRL, for rules that look at all of them: as many for a million as for ten. */
import type { EncodingDefects } from '../ber/encoding-defects.ts';
import { hex } from '../ber/values.ts';
import type { EntryExtensionsUnderLint } from './entry-extensions.ts';
import type { EntryUnderLint } from './entry-under-lint.ts';

export class EntriesSummary {
  count = 0;
  /** Serial number of the first entry with extensions. */
  firstWithExtensions: string | undefined;
  /** Serial number of the first entry that names the issuer of its certificate. */
  firstWithIssuer: string | undefined;
  /** Serial number of the first entry of each reason. */
  readonly reasons = new Map<number, string>();
  /** Serial numbers that are there again, as far as was looked: MAX_REPEATED at most. */
  readonly repeated: string[] = [];
  encoding: EncodingDefects = 0;
  readonly #seen = new Set<string>();

  add(entry: EntryUnderLint): void {
    this.count += 1;
    const { extensions } = entry;
    if (extensions !== undefined) {
      if (!extensions.isSummarized) this.#addExtensions(entry, extensions);
      // What follows are certificates of another CA (RFC 5280 §5.3.3).
      if (extensions.namesIssuer) this.#seen.clear();
    }
    this.encoding |= entry.encoding;
    if (entry.repeatsSerial || this.count <= SERIALS_KEPT) this.#addSerial(entry);
  }

  #addExtensions(entry: EntryUnderLint, extensions: EntryExtensionsUnderLint): void {
    extensions.isSummarized = true;
    this.firstWithExtensions ??= entry.serialText;
    this.encoding |= extensions.encoding;
    const { reason } = extensions;
    if (reason !== undefined && !this.reasons.has(reason) && this.reasons.size < REASONS_KEPT)
      this.reasons.set(reason, entry.serialText);
    if (extensions.namesIssuer) this.firstWithIssuer ??= entry.serialText;
  }

  #addSerial(entry: EntryUnderLint): void {
    const { extensions, repeatsSerial } = entry;
    const serial = hex(entry.serialNumber);
    const isRepeated = (repeatsSerial && extensions?.namesIssuer !== true) || this.#seen.has(serial);
    if (isRepeated && this.repeated.length < MAX_REPEATED) this.repeated.push(serial);
    if (this.count <= SERIALS_KEPT) this.#seen.add(serial);
  }
}

/** Serial numbers that are remembered. Further ones are compared with the one before, which is all that a sorted CRL needs. */
const SERIALS_KEPT = 4096;
const REASONS_KEPT = 16;
const MAX_REPEATED = 3;
