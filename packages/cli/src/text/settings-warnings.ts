/** Remarks on settings that the server accepts: a role may let in more people than meant. */
import { printable } from '../terminal/output.ts';
import type { DocumentId, Settings } from '../rest/administration-rest.ts';

/** Returns the remarks on the settings of a document, of whatever type. */
export function warningsFor({ type }: DocumentId, settings: Settings): readonly string[] {
  return type === 'ROLE' ? warningsForRole(settings) : [];
}

/** Returns a warning for each member that is not one certificate: somebody else may get another with the same names. */
function warningsForRole(settings: Settings): readonly string[] {
  const members: unknown = settings['members'];
  if (!Array.isArray(members)) return [];
  return members.flatMap((member: unknown) => {
    const { issuer, matchKey, matchValue } = (member ?? {}) as Readonly<Record<string, unknown>>;
    if (typeof matchKey !== 'string' || matchKey === 'WITH_SERIALNUMBER') return [];
    return [
      printable(
        `the member ${matchKey} '${String(matchValue)}' matches anyone to whom the CA '${String(issuer)}' issues a certificate with that name. ` +
          "Use WITH_SERIALNUMBER, or see that 'reserveNamesOfRoles' of the CA is true.",
      ),
    ];
  });
}
