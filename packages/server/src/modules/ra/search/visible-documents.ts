/** CAs and profiles whose end entities an administrator may view. */
import {
  type AccessControl,
  type Administrator,
  NamedResource,
  Resource,
  type UseCaseDeps,
} from '../../access/index.ts';
import type { Authorities } from '../../ca/index.ts';
import { certificateProfileType, endEntityProfileType } from '../../profiles/index.ts';
import { UnknownCriterionError } from '../errors/index.ts';

export interface VisibleDocumentsDeps extends Pick<UseCaseDeps, 'access' | 'configuration'> {
  readonly authorities: Authorities;
}

/** The view of one caller. Documents without access look as if they did not exist; to a caller who is not an administrator, none seems to exist. */
export class VisibleDocuments {
  readonly #deps: VisibleDocumentsDeps;
  readonly #administrator: Administrator;

  constructor(deps: VisibleDocumentsDeps, administrator: Administrator) {
    this.#deps = deps;
    this.#administrator = administrator;
  }

  /**
   * Returns the ids of the CAs with these names. Without names, returns those of all visible CAs, or undefined if all are visible.
   *
   * @throws {@link UnknownCriterionError}
   */
  async caIds(names: readonly string[]): Promise<readonly number[] | undefined> {
    const { authorities } = this.#deps;
    if (names.length === 0) {
      const all = (await authorities.list()).map(({ id }) => id);
      return this.#visibleOf(all, (id) => [NamedResource.ca({ id, name: '' })]);
    }
    return idsOf(names, 'CA', async (name) => {
      const found = await authorities.findByName(name);
      return found !== undefined && (await this.#allows(Resource.ca(found.id))) ? found.id : undefined;
    });
  }

  /** Returns the ids of end entity profiles: see {@link caIds}. */
  async endEntityProfileIds(names: readonly string[]): Promise<readonly number[] | undefined> {
    const { configuration } = this.#deps;
    if (names.length === 0) {
      const all = (await configuration.list(endEntityProfileType)).map(({ id }) => id);
      return this.#visibleOf(all, rightsToView);
    }
    return idsOf(names, 'end entity profile', async (name) => {
      const found = await configuration.find(endEntityProfileType, name);
      return found !== undefined && (await this.#allows(...rightsToView(found.id))) ? found.id : undefined;
    });
  }

  /**
   * Returns the ids of the certificate profiles with these names; undefined without names. Visible are those that the administrator may view, and
   * those available under a visible end entity profile.
   *
   * @throws {@link UnknownCriterionError}
   */
  async certificateProfileIds(names: readonly string[]): Promise<readonly number[] | undefined> {
    if (names.length === 0) return undefined;
    const { configuration } = this.#deps;
    const { viewCertificateProfiles, editCertificateProfiles } = Resource.caFunctionality;
    const seesAll = (await this.#allows(viewCertificateProfiles)) || (await this.#allows(editCertificateProfiles));
    const offered = seesAll ? undefined : await this.#offeredProfileIds();
    return idsOf(names, 'certificate profile', async (name) => {
      const found = await configuration.find(certificateProfileType, name);
      return found !== undefined && offered?.has(found.id) !== false ? found.id : undefined;
    });
  }

  async #offeredProfileIds(): Promise<ReadonlySet<number>> {
    const offered = new Set<number>();
    for (const { id, usability } of await this.#deps.configuration.list(endEntityProfileType)) {
      if (!usability.usable || !(await this.#allows(...rightsToView(id)))) continue;
      for (const profileId of usability.value.availableCertificateProfiles) offered.add(profileId);
    }
    return offered;
  }

  /** Returns the visible ids; undefined if the rights also cover documents that do not exist, such as removed ones. */
  async #visibleOf(
    ids: readonly number[],
    rights: (id: number | undefined) => Parameters<AccessControl['isAuthorized']>[1][],
  ): Promise<readonly number[] | undefined> {
    const visible: number[] = [];
    for (const id of ids) if (await this.#allows(...rights(id))) visible.push(id);
    const seesAll = visible.length === ids.length && (await this.#allows(...rights(undefined)));
    return seesAll ? undefined : visible;
  }

  #allows(...rights: readonly Parameters<AccessControl['isAuthorized']>[1][]): Promise<boolean> {
    return this.#deps.access.isAuthorized(this.#administrator, Resource.administrator, ...rights);
  }
}

async function idsOf(
  names: readonly string[],
  kind: ConstructorParameters<typeof UnknownCriterionError>[0],
  find: (name: string) => Promise<number | undefined>,
): Promise<readonly number[]> {
  const ids = new Set<number>();
  for (const name of names) {
    const id = await find(name);
    if (id === undefined) throw new UnknownCriterionError(kind);
    ids.add(id);
  }
  return [...ids];
}

function rightsToView(id: number | undefined) {
  return [Resource.ra.viewEndEntity, NamedResource.endEntityProfile({ id, name: '' }, 'view_end_entity')];
}
