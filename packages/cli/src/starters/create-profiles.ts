/** The making of both profiles of a starter: both, or neither. */
import { CliError, ProfileExistsError, ProfilesRefusedError } from '../errors.ts';
import type { AdministrationRest, Difference, Document, Problem } from '../rest/administration-rest.ts';
import { formatProblem } from '../text/differences.ts';
import type { StarterDocument } from './starter-documents.ts';

/** Outcome that the making would have. */
export interface ProfilesPlan {
  readonly differences: readonly Difference[];
  /** Empty when the server would make both. */
  readonly problems: readonly Problem[];
}

/**
 * Finds out what the server would make of both, and makes nothing.
 *
 * @throws {@link ProfileExistsError} for a name that one of them has already, {@link RefusedError} without the rights
 */
export async function planProfiles(
  rest: AdministrationRest,
  name: string,
  documents: readonly StarterDocument[],
): Promise<ProfilesPlan> {
  for (const { type } of documents) {
    if ((await rest.findDocument({ type, name, namespace: '' })) !== undefined)
      throw new ProfileExistsError(type, name);
  }
  const differences: Difference[] = [];
  const problems: Problem[] = [];
  for (const { type, settings } of documents) {
    const planned = await rest.createDocument(
      { type, name, namespace: '' },
      { ...settings, ...standIns(type) },
      PLANNED,
    );
    problems.push(...planned.problems.map((problem) => ({ ...problem, field: `${type} ${problem.field}` })));
    if (planned.problems.length === 0)
      differences.push({ field: `${type} '${name}'`, before: undefined, after: settings });
  }
  return { differences, problems };
}

/**
 * Makes both.
 *
 * @throws {@link ProfileExistsError}, {@link ProfilesRefusedError}; `CliError` when the server has refused one after all
 */
export async function createProfiles(
  rest: AdministrationRest,
  name: string,
  documents: readonly StarterDocument[],
): Promise<readonly Document[]> {
  const { problems } = await planProfiles(rest, name, documents);
  if (problems.length > 0) throw new ProfilesRefusedError(problems.map(formatProblem).join('; '));
  const made: Document[] = [];
  for (const { type, settings } of documents) {
    try {
      const { document } = await rest.createDocument({ type, name, namespace: '' }, settings, { dryRun: false });
      if (document !== undefined) made.push(document);
    } catch (error) {
      if (error instanceof CliError) error.left = await takeBack(rest, made);
      throw error;
    }
  }
  return made;
}

/** Removes what was made before the server refused the rest. Returns what is left of it; undefined when nothing is. */
async function takeBack(rest: AdministrationRest, made: readonly Document[]): Promise<string | undefined> {
  for (const { type, name, namespace } of made) {
    try {
      await rest.removeDocument({ type, name, namespace }, { dryRun: false });
    } catch (error) {
      if (!(error instanceof CliError)) throw error;
      return `${type} '${name}' was made: remove it with 'config remove' before another attempt`;
    }
  }
  return undefined;
}

/** The end entity profile names the certificate profile, which is not there before it is made. */
function standIns(type: string): Readonly<Record<string, unknown>> {
  if (type !== 'EEPROFILE') return {};
  return { defaultCertificateProfile: STAND_IN, availableCertificateProfiles: [STAND_IN] };
}

const PLANNED = { dryRun: true };
/** Part of every installation. */
const STAND_IN = 'ENDUSER';
