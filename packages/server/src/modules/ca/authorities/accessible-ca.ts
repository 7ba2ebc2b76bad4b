/** CAs as seen by administrators who have access to some of them only. */
import {
  type AccessControl,
  AccessDeniedError,
  type Administrator,
  NamedResource,
  Resource,
  type UseCaseDeps,
} from '../../access/index.ts';
import { type Authorities, getByName, getBySubject } from './authorities.ts';
import type { CertificateAuthority } from '../kinds/index.ts';
import { CaNotFoundError } from './errors.ts';

/** Reference of a caller to a CA. */
export type CaReference = { readonly name: string } | { readonly subject: string };

export interface AccessibleCaDeps {
  readonly access: AccessControl;
  readonly authorities: Authorities;
}

/** Dependencies of use cases that change a CA, with an audit record. */
export interface ChangingDeps extends Pick<UseCaseDeps, 'audit' | 'store'>, AccessibleCaDeps {
  /** The configuration epoch in force. */
  readonly epoch: () => number;
}

/**
 * Returns the CA for an administrator who has `right`, which is independent of any CA, and access to this CA.
 *
 * Without access the CA looks as if it did not exist, and without the right all CAs look alike, so that a refusal does not tell which names exist.
 *
 * @param right - such as `/ca_functionality/renew_ca/`
 * @throws {AccessDeniedError} without the right
 * @throws {@link CaNotFoundError} if it does not exist or the administrator has no access to it; the latter is recorded
 */
export async function getAccessible(
  administrator: Administrator,
  right: string,
  reference: CaReference,
  { access, authorities }: AccessibleCaDeps,
): Promise<CertificateAuthority> {
  await access.authorize(administrator, right);
  const byName = 'name' in reference;
  const found = byName
    ? await getByName(authorities, reference.name)
    : await getBySubject(authorities, reference.subject);
  try {
    await access.authorize(administrator, Resource.ca(found.id));
  } catch (error) {
    if (!(error instanceof AccessDeniedError)) throw error;
    throw byName ? CaNotFoundError.byName(reference.name) : CaNotFoundError.bySubject(reference.subject);
  }
  return found;
}

/**
 * Returns the CA of that name for an administrator with access to it. For operations whose clients expect 403 without access.
 *
 * Names that no CA has get the same answer, unless the administrator has access to all CAs.
 *
 * @throws {AccessDeniedError} naming the CA as the caller did
 * @throws {@link CaNotFoundError}
 */
export async function getNamed(
  administrator: Administrator,
  name: string,
  { access, authorities }: AccessibleCaDeps,
): Promise<CertificateAuthority> {
  const found = await authorities.findByName(name);
  await access.authorize(administrator, NamedResource.ca({ id: found?.id, name }));
  if (found === undefined) throw CaNotFoundError.byName(name);
  return found;
}
