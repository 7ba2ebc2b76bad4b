/** Registration references in organizationIdentifier (S/MIME Baseline Requirements 7.1.4.2.2 d and Appendix A.1). */

export interface OrganizationIdentifier {
  /** `NTR`, `VAT`, `PSD`, `LEI`, `GOV` or `INT`. */
  readonly scheme: string;
  /** A code of ISO 3166-1, `XG` for what is international, or a prefix of the VAT. */
  readonly country: string;
  readonly subdivision: string | undefined;
  readonly reference: string | undefined;
}

/** Returns the parts of `NTRUS+CA-12345678`; undefined for a text of another form. The leftmost hyphen separates. */
export function readOrganizationIdentifier(text: string): OrganizationIdentifier | undefined {
  const match = /^([A-Z]{3})([A-Z]{2})(?:\+([A-Z\d]{1,3}))?(?:-(.+))?$/su.exec(text);
  if (match === null) return undefined;
  const [, scheme = '', country = '', subdivision, reference] = match;
  return { scheme, country, subdivision, reference };
}

/** Returns whether the check digits of a legal entity identifier are right (ISO 17442-1, by ISO/IEC 7064 MOD 97-10). */
export function isLegalEntityIdentifier(text: string): boolean {
  if (!/^[A-Z\d]{18}\d{2}$/.test(text)) return false;
  const digits = text.replace(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55));
  return BigInt(digits) % 97n === 1n;
}
