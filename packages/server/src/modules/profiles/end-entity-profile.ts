/** An end entity profile as enrolment works with it. */

/** An end entity profile, checked. The document carries its id and name. */
export interface EndEntityProfile {
  /** Document ids, or any CA. */
  readonly availableCas: ReadonlySet<number> | 'any';
  /** Document ids. */
  readonly availableCertificateProfiles: ReadonlySet<number>;
  readonly availableTokenTypes: ReadonlySet<number>;
  readonly fields: EndEntityFields;
}

/** What the profile says of each field; filled in by `end-entity-profile-type.ts`. */
export type EndEntityFields = unknown;
