/** Use case that reads one end entity, with the names of its CA and profiles. */
import { WithDeps } from '../../../kernel/with-deps.ts';
import type { Administrator } from '../../access/index.ts';
import { type Authorities, getById } from '../../ca/index.ts';
import type { Configuration } from '../../configuration/index.ts';
import { certificateProfileType, endEntityProfileType } from '../../profiles/index.ts';
import {
  type EndEntity,
  endEntityStatusName,
  type EndEntityStatusName,
  isKeyRecoverable,
  namedSettingsOf,
  type NamedTexts,
  type NamedValue,
  TOKEN_TYPE,
  type TokenTypeName,
} from '../end-entities/index.ts';
import { EndEntityNotFoundError } from '../errors/index.ts';
import { type AccessibleEndEntityDeps, findAccessible, MAY_VIEW } from './accessible-end-entity.ts';

/** An end entity in the form of a request to add it, without its password. */
export interface ReadableEndEntity {
  readonly username: string;
  readonly certificateAuthorityName: string;
  readonly certificateProfileName: string;
  readonly endEntityProfileName: string;
  readonly subjectDn: string;
  readonly subjectAltName: string | undefined;
  readonly email: string | undefined;
  readonly token: TokenTypeName;
  readonly status: EndEntityStatusName;
  readonly hasPassword: boolean;
  readonly keyRecoverable: boolean;
  readonly extended: Pick<
    EndEntity['extended'],
    'accountBindingId' | 'certificateSerialNumber' | 'endTime' | 'startTime'
  >;
  readonly extensionData: readonly NamedValue[];
  /** Custom data, including settings given by name. */
  readonly customData: readonly NamedValue[];
  readonly createdMs: number;
  readonly modifiedMs: number;
  /** Rises with every change of the end entity, including automatic ones. */
  readonly version: number;
}

export interface ReadEndEntityDeps extends AccessibleEndEntityDeps {
  readonly authorities: Authorities;
  readonly configuration: Configuration;
}

export class ReadEndEntity extends WithDeps<ReadEndEntityDeps> {
  /**
   * Returns the end entity.
   *
   * @throws {@link EndEntityNotFoundError} also without the right to view it
   */
  async get(administrator: Administrator, username: string): Promise<ReadableEndEntity> {
    const { authorities, configuration } = this.deps;
    const found = await findAccessible(this.deps, administrator, username, MAY_VIEW);
    if (found === undefined) throw new EndEntityNotFoundError(username);
    const { caId, certificateProfileId, endEntityProfileId, extended } = found;
    return {
      username,
      certificateAuthorityName: (await getById(authorities, caId)).name,
      certificateProfileName: (await configuration.getById(certificateProfileType, certificateProfileId)).name,
      endEntityProfileName: (await configuration.getById(endEntityProfileType, endEntityProfileId)).name,
      subjectDn: found.subjectDn,
      subjectAltName: found.subjectAltName,
      email: found.email,
      token: tokenName(found),
      status: endEntityStatusName(found.status),
      hasPassword: found.passwordVerifier !== undefined,
      keyRecoverable: isKeyRecoverable(found),
      extended,
      extensionData: valuesOf(extended.extensionData),
      customData: [...valuesOf(extended.customData), ...namedSettingsOf(extended)],
      createdMs: found.createdMs,
      modifiedMs: found.modifiedMs,
      version: found.version,
    };
  }
}

function valuesOf(texts: NamedTexts = {}): readonly NamedValue[] {
  return Object.entries(texts).map(([name, value]) => ({ name, value }));
}

function tokenName({ tokenType }: EndEntity): TokenTypeName {
  const names = Object.keys(TOKEN_TYPE) as TokenTypeName[];
  return names.find((name) => TOKEN_TYPE[name] === tokenType)!;
}
