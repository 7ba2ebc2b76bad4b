/** User notices of certificate policies (RFC 5280 §4.2.1.4). */
import { type Element, Sequence } from '../ber/element.ts';
import { Tag } from '../ber/values.ts';
import type { CertificateUnderLint } from './certificate-under-lint.ts';
import { certificatePolicies, PolicyQualifierId } from './extensions/certificate-policies.ts';

export interface UserNotice {
  readonly noticeRef: Element | undefined;
  readonly explicitText: Element | undefined;
}

/**
 * Returns the user notices of all policies.
 *
 * @throws {MalformedError}
 */
export function userNotices(certificate: CertificateUnderLint): readonly UserNotice[] {
  const notices: UserNotice[] = [];
  for (const { qualifiers } of certificate.value(certificatePolicies) ?? [])
    for (const { id, value } of qualifiers) if (id === PolicyQualifierId.userNotice) notices.push(readNotice(value));
  return notices;
}

/** As {@link userNotices}: the texts alone. */
export function explicitTexts(certificate: CertificateUnderLint): readonly Element[] {
  return userNotices(certificate).flatMap(({ explicitText }) => (explicitText === undefined ? [] : [explicitText]));
}

function readNotice(element: Element): UserNotice {
  const parts = new Sequence(element, 'UserNotice');
  const noticeRef = parts.optional(Tag.sequence);
  return { noticeRef, explicitText: parts.atEnd ? undefined : parts.next('explicitText') };
}
