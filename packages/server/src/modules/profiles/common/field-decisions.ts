/**
 * Notes on who decides each field of a certificate, made by the code that decides it.
 *
 * A real issuance has nobody who wants to know, and pays for nothing: the code asks `decisions?.decide(...)` of an undefined value, whose
 * arguments are not computed.
 */
import { extensionField, type Oid } from '@sealwright/pki';

/** Documents and others that decide a field: those of the names, and the caller, who says something beside the certificate request. */
export type Decider =
  | 'CA'
  | 'caller'
  | 'certificate profile'
  | 'end entity'
  | 'end entity profile'
  | 'program'
  | 'request';

/** Decision on one field of a certificate. */
export interface FieldDecision {
  /** As `certificateFields` names it: `validity.notAfter`, `extensions.keyUsage`. */
  readonly field: string;
  readonly by: Decider;
  /** The setting of the document, or the member of the request; undefined where the document as a whole decides. */
  readonly setting: string | undefined;
  /** More than that, as a clause without its full stop. */
  readonly because: string | undefined;
}

/** Wish for a field that its certificate does not have. */
export type LeftOutField = Omit<FieldDecision, 'because'>;

/** Decisions on the fields of one certificate. The last word on a field counts. */
export class FieldDecisions {
  readonly #decided = new Map<string, FieldDecision>();
  readonly #asked = new Map<string, Omit<FieldDecision, 'because'>>();
  readonly #granted = new Set<string>();

  /** Notes who decides a field. */
  decide(field: string, by: Decider, setting?: string, because?: string): void {
    this.#decided.set(field, { field, by, setting, because });
    this.#granted.delete(field);
  }

  /** As {@link decide}, for an extension. */
  decideExtension(oid: Oid, by: Decider, setting?: string, because?: string): void {
    this.decide(extensionField(oid), by, setting, because);
  }

  /** Notes who asks for a field. It decides nothing until it is granted. */
  ask(field: string, by: Decider, setting?: string): void {
    this.#asked.set(field, { field, by, setting });
  }

  /** As {@link ask}, for an extension. */
  askExtension(oid: Oid, by: Decider, setting?: string): void {
    this.ask(extensionField(oid), by, setting);
  }

  /** Notes that a field is as it was asked for, because a setting of the certificate profile lets it. */
  grant(field: string, letBy: string): void {
    const { by, setting } = this.#asked.get(field) ?? { by: 'caller' as const, setting: undefined };
    this.decide(field, by, setting, `allowed by ${letBy} of the certificate profile`);
    this.#granted.add(field);
  }

  /** As {@link grant}, for an extension. */
  grantExtension(oid: Oid, letBy: string): void {
    this.grant(extensionField(oid), letBy);
  }

  /** Gives a field the name that another format has for it. */
  rename(field: string, name: string): void {
    const decided = this.#decided.get(field);
    const asked = this.#asked.get(field);
    if (decided !== undefined) this.#decided.set(name, { ...decided, field: name });
    if (asked !== undefined) this.#asked.set(name, { ...asked, field: name });
    if (this.#granted.has(field)) this.#granted.add(name);
    for (const each of [this.#decided, this.#asked, this.#granted]) each.delete(field);
  }

  /** Returns the decision on a field. */
  of(field: string): FieldDecision | undefined {
    return this.#decided.get(field);
  }

  /** Lists what was asked for and is not in the certificate, or is there as others want it. */
  leftOut(): readonly LeftOutField[] {
    return [...this.#asked.values()].filter(({ field }) => !this.#granted.has(field));
  }
}
