/**
 * Notes about who decides each field of a certificate, made by the code that decides it.
 *
 * Real issuance needs no notes and has no cost: `decisions?.decide(...)` on an undefined value does not evaluate its arguments.
 */
import { extensionField, type Oid } from '@sealwright/pki';

/** Documents and others that decide a field: those named here, and the caller with values given in addition to the certificate request. */
export type Decider =
  | 'CA'
  | 'caller'
  | 'certificate profile'
  | 'end entity'
  | 'end entity profile'
  | 'program'
  | 'request';

/** Decision about one field of a certificate. */
export interface FieldDecision {
  /** Field as named by `certificateFields`, such as `validity.notAfter` or `extensions.keyUsage`. */
  readonly field: string;
  readonly by: Decider;
  /** Setting of the document, or member of the request; undefined if the document as a whole decides. */
  readonly setting: string | undefined;
  /** Further explanation, a clause without a full stop. */
  readonly because: string | undefined;
}

/** Request for a field that the certificate does not have. */
export type LeftOutField = Omit<FieldDecision, 'because'>;

/** Decisions about the fields of one certificate. The last decision about a field counts. */
export class FieldDecisions {
  readonly #decided = new Map<string, FieldDecision>();
  readonly #asked = new Map<string, Omit<FieldDecision, 'because'>>();
  readonly #granted = new Set<string>();

  /** Notes who decides a field. */
  decide(field: string, by: Decider, setting?: string, because?: string): void {
    this.#decided.set(field, { field, by, setting, because });
    this.#granted.delete(field);
  }

  /** Does the same as {@link decide}, for an extension. */
  decideExtension(oid: Oid, by: Decider, setting?: string, because?: string): void {
    this.decide(extensionField(oid), by, setting, because);
  }

  /** Notes who requests a field. A request decides nothing until it is granted. */
  ask(field: string, by: Decider, setting?: string): void {
    this.#asked.set(field, { field, by, setting });
  }

  /** Does the same as {@link ask}, for an extension. */
  askExtension(oid: Oid, by: Decider, setting?: string): void {
    this.ask(extensionField(oid), by, setting);
  }

  /** Notes that a field has its requested value because a setting of the certificate profile allows it. */
  grant(field: string, letBy: string): void {
    const { by, setting } = this.#asked.get(field) ?? { by: 'caller' as const, setting: undefined };
    this.decide(field, by, setting, `allowed by ${letBy} of the certificate profile`);
    this.#granted.add(field);
  }

  /** Does the same as {@link grant}, for an extension. */
  grantExtension(oid: Oid, letBy: string): void {
    this.grant(extensionField(oid), letBy);
  }

  /** Renames a field to its name in another format. */
  rename(field: string, name: string): void {
    const decided = this.#decided.get(field);
    const asked = this.#asked.get(field);
    if (decided !== undefined) this.#decided.set(name, { ...decided, field: name });
    if (asked !== undefined) this.#asked.set(name, { ...asked, field: name });
    if (this.#granted.has(field)) this.#granted.add(name);
    for (const each of [this.#decided, this.#asked, this.#granted]) each.delete(field);
  }

  /** Returns the decision about a field. */
  of(field: string): FieldDecision | undefined {
    return this.#decided.get(field);
  }

  /** Lists requested fields that are missing in the certificate, or have other values. */
  leftOut(): readonly LeftOutField[] {
    return [...this.#asked.values()].filter(({ field }) => !this.#granted.has(field));
  }
}
