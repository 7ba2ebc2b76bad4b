import { didYouMean } from '../../../kernel/text/nearest-word.ts';
import { Secret } from '../../configuration/index.ts';

/** Settings as they are stored: any names, any texts; secrets sealed. */
export type StoredSettings = Readonly<Record<string, string | Secret>>;

/** Receives what is wrong with a setting; completes the sentence "the setting 'x' ...". */
export type ReportSetting = (setting: string, problem: string) => void;

/**
 * Reads the settings of a publisher. Letter case, blanks and punctuation in names do not count: `Base DN` is `baseDn`. What cannot be read is reported and answered
 * with the default. An empty or blank value counts as none.
 */
export class PublisherSettings {
  readonly #stored: ReadonlyMap<string, { readonly given: string; readonly value: string | Secret }>;
  readonly #report: ReportSetting;

  constructor(stored: StoredSettings, report: ReportSetting) {
    const folded = new Map<string, { readonly given: string; readonly value: string | Secret }>();
    for (const [given, value] of Object.entries(stored)) {
      const before = folded.get(foldedSetting(given));
      if (before === undefined) folded.set(foldedSetting(given), { given, value });
      else report(given, `is given twice, also as '${before.given}'`);
    }
    this.#stored = folded;
    this.#report = report;
  }

  /** Reports the settings that are not among `names`: what they would restrict must not be dropped. */
  requireKnown(names: readonly string[]): void {
    const known = new Set(names.map(foldedSetting));
    for (const [folded, { given }] of this.#stored)
      if (!known.has(folded))
        this.report(given, `is not a setting of this kind${didYouMean(given, names)}; it has ${names.join(', ')}`);
  }

  /** Says that a setting cannot be what it is. */
  report(name: string, problem: string): void {
    this.#report(this.#stored.get(foldedSetting(name))?.given ?? name, problem);
  }

  /** Blanks around it do not count. */
  text(name: string): string | undefined {
    const value = this.#stored.get(foldedSetting(name))?.value;
    return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
  }

  /** A text without which nothing can be published; empty when it is missing. */
  requiredText(name: string): string {
    const text = this.text(name);
    if (text === undefined) this.report(name, 'is missing');
    return text ?? '';
  }

  /** A value that is stored sealed. Names of such settings have to match `SECRET_SETTINGS` of `publisher-type.ts`. */
  secret(name: string): Secret | undefined {
    const value = this.#stored.get(foldedSetting(name))?.value;
    return value instanceof Secret && !value.isEmpty ? value : undefined;
  }

  /** `true` or `false`, in any letter case. */
  flag(name: string, otherwise: boolean): boolean {
    return this.choice(name, ['true', 'false'], String(otherwise) as 'true' | 'false') === 'true';
  }

  /** A whole number from `minimum` to `maximum`. */
  whole(
    name: string,
    range: { readonly minimum: number; readonly maximum: number; readonly otherwise: number },
  ): number {
    const text = this.text(name);
    if (text === undefined) return range.otherwise;
    const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
    if (value >= range.minimum && value <= range.maximum) return value;
    this.report(name, `is '${text}' and has to be a whole number from ${range.minimum} to ${range.maximum}`);
    return range.otherwise;
  }

  /** One of `words`, in any letter case. */
  choice<const W extends string>(name: string, words: readonly W[], otherwise: W): W {
    const text = this.text(name);
    if (text === undefined) return otherwise;
    const found = words.find((word) => word.toLowerCase() === text.toLowerCase());
    if (found === undefined) this.report(name, `is '${text}' and has to be one of ${words.join(', ')}`);
    return found ?? otherwise;
  }
}

/** Returns the name of a setting or kind without what does not count in it. */
export function foldedSetting(name: string): string {
  return name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
}
