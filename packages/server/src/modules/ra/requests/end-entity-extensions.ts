/** The extensions of a certificate that say what its end entity has said of itself. */
import {
  type Extension,
  makeExtension,
  objectSid,
  organizationIdentifier,
  qcStatements,
  subjectDirectoryAttributes,
} from '@sealwright/pki';
import type { CertificateProfile } from '../../profiles/index.ts';
import { type EndEntity, organizationOf, personalDataOf, psd2StatementOf, sidOf } from '../end-entities/index.ts';
import { nameConstraintsOfEndEntity } from './name-constraints.ts';

/**
 * Returns the extensions. Both profiles have let them in.
 *
 * @param profile - its QC statements stand in one extension with that of the end entity
 * @throws {@link EndEntityCannotEnrollError} for name constraints that no operation of this program has let in
 */
export function extensionsOfEndEntity(
  endEntity: Pick<EndEntity, 'extended' | 'username'>,
  { qualified }: Pick<CertificateProfile, 'qualified'>,
): readonly Extension[] {
  const {
    psd2,
    subjectDirectoryAttributes: attributes,
    cabfOrganizationIdentifier: identifier,
    objectSid: sid,
  } = endEntity.extended.certificateData ?? {};
  const extensions = [...nameConstraintsOfEndEntity(endEntity)];
  const add = ({ oid }: Pick<Extension, 'oid'>, value: Uint8Array) => extensions.push({ oid, critical: false, value });
  // RFC 5280 §4.2.1.8: conforming CAs mark it non-critical.
  if (attributes !== undefined) add(subjectDirectoryAttributes, personalDataOf(attributes));
  if (psd2 !== undefined) {
    const statements = [...(qualified?.statements ?? []), psd2StatementOf(psd2)];
    extensions.push(makeExtension(qcStatements, statements, qualified?.critical ?? false));
  }
  if (identifier !== undefined) add(organizationIdentifier, organizationOf(identifier));
  if (sid !== undefined) add(objectSid, sidOf(sid));
  return extensions;
}
