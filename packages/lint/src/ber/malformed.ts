/** The error of octets that are not the structure that they should be. It becomes a finding; no caller of the package sees it. */
export class MalformedError extends Error {
  override readonly name = 'MalformedError';
}
