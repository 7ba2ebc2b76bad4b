import { Tag } from '../../ber/values.ts';
import { AttributeType } from '../../certificate/name-under-lint.ts';
import { isSmimeSubscriber } from '../../certificate/smime-profile.ts';
import { certificateRule } from '../certificate-rule.ts';

export const organizationIdentifierType = certificateRule({
  name: 'smime/organization-identifier-type',
  clause: 'S/MIME Baseline Requirements 7.1.4.2.2.d',
  from: '2023-09-01',
  appliesTo: isSmimeSubscriber,
  check: ({ subject }) =>
    subject
      .of(AttributeType.organizationIdentifier)
      .filter(({ value }) => value.tag !== Tag.printableString && value.tag !== Tag.utf8String)
      .map(() => 'an organizationIdentifier is neither a PrintableString nor a UTF8String'),
});
