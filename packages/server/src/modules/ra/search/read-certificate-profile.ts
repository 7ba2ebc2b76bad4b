/** Choices of a certificate profile, for clients that ask before they generate a key. */
import { keyAlgorithms, namedCurves } from '@sealwright/pki';
import { WithDeps } from '../../../kernel/with-deps.ts';
import { type Administrator, Resource, type UseCaseDeps } from '../../access/index.ts';
import type { ReadAuthorities } from '../../ca/index.ts';
import { DocumentNotFoundError } from '../../configuration/index.ts';
import { certificateProfileType, endEntityProfileType } from '../../profiles/index.ts';
import { mayUseEndEntityProfile } from './usable-profile.ts';

/** Keys and CAs that a certificate profile allows. */
export interface CertificateProfileChoices {
  /** The public id. */
  readonly publicId: number;
  /** Names of algorithms. */
  readonly keyAlgorithms: readonly string[];
  /** Key sizes in bits, for algorithms with key sizes. */
  readonly keyBits: readonly number[];
  /** Names of curves, for algorithms with curves. */
  readonly curves: readonly string[];
  /** Names of CAs that the administrator has access to. */
  readonly certificateAuthorities: readonly string[];
}

export interface ReadCertificateProfileDeps extends Pick<UseCaseDeps, 'access' | 'configuration'> {
  readonly readAuthorities: Pick<ReadAuthorities, 'list'>;
}

export class ReadCertificateProfile extends WithDeps<ReadCertificateProfileDeps> {
  /**
   * Returns the choices of a profile that the administrator may view, or that is available under an end entity profile they may use.
   *
   * @throws {@link DocumentNotFoundError} also for a profile without access
   */
  async get(administrator: Administrator, name: string): Promise<CertificateProfileChoices> {
    const { access, configuration, readAuthorities } = this.deps;
    await access.requireGoodCredential(administrator);
    const found = await configuration.find(certificateProfileType, name);
    if (found === undefined || !(await this.#maySee(administrator, found.id)))
      throw new DocumentNotFoundError(certificateProfileType.title, name);
    const { availableCas, keyAlgorithms: algorithms, keyBits, curves } = found.value;
    const authorities = await readAuthorities.list(administrator, { includeExternal: false });
    return {
      publicId: found.publicId,
      keyAlgorithms: [...(algorithms ?? keyAlgorithms.map((algorithm) => algorithm.name))],
      keyBits: [...(keyBits ?? [])].toSorted((a, b) => a - b),
      curves: [...(curves ?? namedCurves.map((curve) => curve.name))],
      certificateAuthorities: authorities
        .filter(({ id }) => availableCas === 'any' || availableCas.has(id))
        .map((authority) => authority.name)
        .toSorted(),
    };
  }

  async #maySee(administrator: Administrator, profileId: number): Promise<boolean> {
    const { access, configuration } = this.deps;
    const { viewCertificateProfiles, editCertificateProfiles } = Resource.caFunctionality;
    for (const right of [viewCertificateProfiles, editCertificateProfiles])
      if (await access.isAuthorized(administrator, Resource.administrator, right)) return true;
    for (const { id, usability } of await configuration.list(endEntityProfileType)) {
      if (!usability.usable || !usability.value.availableCertificateProfiles.has(profileId)) continue;
      if (await mayUseEndEntityProfile(access, administrator, id)) return true;
    }
    return false;
  }
}
