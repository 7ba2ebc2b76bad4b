/** The end entity profiles that an administrator may use. */
import type { AccessControl, Administrator } from '../../access/index.ts';
import type { ReadAuthorities } from '../../ca/index.ts';
import { type Configuration, DocumentNotFoundError } from '../../configuration/index.ts';
import { certificateProfileType, endEntityProfileType } from '../../profiles/index.ts';
import { mayUseEndEntityProfile } from './usable-profile.ts';

/** A profile in the list. */
export interface UsableProfile {
  /** The number that clients know. */
  readonly publicId: number;
  readonly name: string;
  readonly description: string;
}

/** Choices of a profile, by their names. */
export interface ProfileChoices {
  readonly name: string;
  readonly certificateAuthorities: readonly string[];
  readonly certificateProfiles: readonly string[];
  /** As profiles call them: `CN`, `DNSNAME`. */
  readonly subjectFields: readonly string[];
  readonly alternativeNameFields: readonly string[];
}

export interface ReadEndEntityProfilesDeps {
  readonly access: AccessControl;
  readonly configuration: Configuration;
  readonly readAuthorities: Pick<ReadAuthorities, 'list'>;
}

export class ReadEndEntityProfiles {
  readonly #deps: ReadEndEntityProfilesDeps;

  constructor(deps: ReadEndEntityProfilesDeps) {
    this.#deps = deps;
  }

  /** Lists the profiles under which the administrator may make, edit or view end entities, the built-in one first, then by their names. */
  async list(administrator: Administrator): Promise<readonly UsableProfile[]> {
    const { access, configuration } = this.#deps;
    await access.authorize(administrator);
    const usable: UsableProfile[] = [];
    for (const { id, publicId, name, settings } of await configuration.list(endEntityProfileType)) {
      if (await mayUseEndEntityProfile(access, administrator, id))
        usable.push({ publicId, name, description: settings.description });
    }
    return usable;
  }

  /**
   * Returns the choices of a profile, without the CAs that the administrator has no access to.
   *
   * @throws {@link DocumentNotFoundError} also for a profile that they may not use
   */
  async get(administrator: Administrator, name: string): Promise<ProfileChoices> {
    const { access, configuration, readAuthorities } = this.#deps;
    await access.authorize(administrator);
    const found = await configuration.find(endEntityProfileType, name);
    if (found === undefined || !(await mayUseEndEntityProfile(access, administrator, found.id)))
      throw new DocumentNotFoundError(endEntityProfileType.title, name);
    const { availableCas, availableCertificateProfiles, subjectDn, subjectAlternativeName, ssh } = found.value;
    const authorities = await readAuthorities.list(administrator, { includeExternal: false });
    const profiles = await Promise.all(
      [...availableCertificateProfiles].map((id) => configuration.findById(certificateProfileType, id)),
    );
    return {
      name: found.name,
      certificateAuthorities: namesOf(authorities.filter(({ id }) => availableCas === 'any' || availableCas.has(id))),
      certificateProfiles: namesOf(profiles.filter((profile) => profile !== undefined)),
      subjectFields: ssh === undefined ? [...subjectDn.keys()] : [],
      alternativeNameFields: ssh === undefined ? [...subjectAlternativeName.keys()] : [],
    };
  }
}

function namesOf(documents: readonly { readonly name: string }[]): readonly string[] {
  return documents.map(({ name }) => name).toSorted();
}
