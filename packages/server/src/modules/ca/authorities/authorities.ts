import type { CertificateAuthority } from '../kinds/index.ts';
import { CaNotFoundError } from './errors.ts';

/** Lookup of CAs. Answers belong to the present configuration epoch and come from a cache that follows it. */
export interface Authorities {
  findById(caId: number): Promise<CertificateAuthority | undefined>;
  findByName(name: string): Promise<CertificateAuthority | undefined>;
  /**
   * Finds a CA by the text of its subject. Attribute names match in any case, blanks around separators are ignored, and the RDNs may come in either
   * order, since some clients write them as X.500 does.
   */
  findBySubject(subject: string): Promise<CertificateAuthority | undefined>;
  /** Tells whether a CA has the subject with that key (RFC 5280 §7.1), which all spellings of the name share. */
  isSubject(subjectKey: string): Promise<boolean>;
  /** Finds a CA by its public id. */
  findByPublicId(publicId: number): Promise<CertificateAuthority | undefined>;
  list(): Promise<readonly CertificateAuthority[]>;
}

/** @throws {@link CaNotFoundError} */
export async function getBySubject(authorities: Authorities, subject: string): Promise<CertificateAuthority> {
  const found = await authorities.findBySubject(subject);
  if (found === undefined) throw CaNotFoundError.bySubject(subject);
  return found;
}

/** @throws {@link CaNotFoundError} */
export async function getByName(authorities: Authorities, name: string): Promise<CertificateAuthority> {
  const found = await authorities.findByName(name);
  if (found === undefined) throw CaNotFoundError.byName(name);
  return found;
}

/** @throws {@link CaNotFoundError} */
export async function getById(authorities: Authorities, caId: number): Promise<CertificateAuthority> {
  const found = await authorities.findById(caId);
  if (found === undefined) throw CaNotFoundError.byId(caId);
  return found;
}
