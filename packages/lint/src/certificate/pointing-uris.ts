/** URIs in the extensions that point to something: where CRLs, certificates, responders and practice statements are. */
import { characterString } from '../ber/values.ts';
import type { ExtensionsUnderLint } from './extensions-under-lint.ts';
import { certificatePolicies, PolicyQualifierId } from './extensions/certificate-policies.ts';
import { crlDistributionPoints, freshestCrl } from './extensions/crl-distribution-points.ts';
import { authorityInfoAccess, subjectInfoAccess } from './extensions/info-access.ts';
import type { WrittenGeneralName } from './names/general-names.ts';

export interface PointingUri {
  /** The name of the extension. */
  readonly extension: string;
  /** Its octets as text, one character each. */
  readonly uri: string;
}

/** Returns the URIs in their order. */
export function pointingUris(extensions: ExtensionsUnderLint): readonly PointingUri[] {
  const found: PointingUri[] = [];
  const add = (extension: string, names: readonly WrittenGeneralName[]) => {
    for (const one of names) if (one.kind === 'uniformResourceIdentifier') found.push({ extension, uri: one.text });
  };
  for (const form of [crlDistributionPoints, freshestCrl])
    for (const { name } of extensions.value(form) ?? []) if (name?.kind === 'fullName') add(form.name, name.names);
  for (const form of [authorityInfoAccess, subjectInfoAccess])
    for (const { location } of extensions.value(form) ?? []) add(form.name, [location]);
  for (const { qualifiers } of extensions.value(certificatePolicies) ?? [])
    for (const { id, value } of qualifiers)
      if (id === PolicyQualifierId.cps)
        found.push({ extension: certificatePolicies.name, uri: characterString(value) ?? '' });
  return found;
}
