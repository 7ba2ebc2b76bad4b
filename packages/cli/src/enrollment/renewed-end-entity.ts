/** The end entity of a certificate that is renewed, with its profiles. */
import type { Certificate } from '@sealwright/pki';
import { RefusedError, UsageError } from '../errors.ts';
import type { EndEntityRest } from '../rest/end-entity-rest.ts';
import type { Session } from '../session.ts';

/** The end entity and the profiles of a certificate. */
export interface Place {
  readonly username: string;
  readonly profile: string;
  readonly endEntityProfile: string;
}

/**
 * Completes what options name with what the server shows of the end entity.
 *
 * @throws {@link UsageError} when the server does not show what is missing
 */
export async function placeOf(
  session: Session,
  { subject }: Pick<Certificate, 'subject'>,
  given: Partial<Place>,
): Promise<Place> {
  const rest = await session.connectToEndEntities();
  const username = given.username ?? (await ownerOf(rest, subject.toString()));
  const shown = await shownBy(() => rest.get(username));
  const profile = given.profile ?? shown?.certificateProfile;
  if (profile === undefined)
    throw new UsageError(`--profile is missing, and you can see no end entity '${username}' to take it from`);
  return { username, profile, endEntityProfile: given.endEntityProfile ?? shown?.endEntityProfile ?? 'EMPTY' };
}

/** Finds the one end entity of a subject. */
async function ownerOf(rest: EndEntityRest, subject: string): Promise<string> {
  const query = { property: 'QUERY', operation: 'EQUAL', value: subject } as const;
  const search = await shownBy(() => rest.search([query], MOST_NAMED));
  const owners = (search?.found ?? []).filter(({ subjectDn }) => subjectDn === subject);
  if (owners.length === 1) return owners[0]!.username;
  const some = owners.map(({ username }) => `'${username}'`).join(', ');
  throw new UsageError(
    owners.length === 0
      ? `--username is missing, and you can see no end entity with the subject '${subject}'`
      : `--username is missing, and several end entities have the subject '${subject}': ${some}`,
  );
}

/** Takes a refusal to show something for nothing. */
async function shownBy<T>(show: () => Promise<T>): Promise<T | undefined> {
  try {
    return await show();
  } catch (error) {
    if (error instanceof RefusedError) return undefined;
    throw error;
  }
}

const MOST_NAMED = 10;
