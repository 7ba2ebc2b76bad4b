/** Value of the properties issue, issuewild and issuemail (RFC 8659 §4.2). */

export interface IssueValue {
  /** In lower case; empty if nobody may issue. */
  readonly issuer: string;
  readonly parameters: readonly (readonly [tag: string, value: string])[];
}

/** Parses a value; undefined for a malformed one, which permits nobody. */
export function readIssueValue(text: string): IssueValue | undefined {
  if (text.length > MAX_LENGTH) return undefined;
  const [issuer = '', ...parts] = text.split(';').map((part) => part.replace(/^[ \t]+|[ \t]+$/g, ''));
  if (issuer !== '' && !ISSUER.test(issuer)) return undefined;
  // A final semicolon is allowed.
  if (parts.at(-1) === '') parts.pop();
  const parameters: (readonly [string, string])[] = [];
  for (const part of parts) {
    const [, tag, value] = PARAMETER.exec(part) ?? [];
    if (tag === undefined || value === undefined) return undefined;
    parameters.push([tag.toLowerCase(), value]);
  }
  return { issuer: issuer.toLowerCase(), parameters };
}

const MAX_LENGTH = 4096;
const ISSUER = /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)*$/i;
const PARAMETER = /^([a-z0-9][a-z0-9-]*)[ \t]*=[ \t]*([\u{21}-\u{3A}\u{3C}-\u{7E}]*)$/iu;
