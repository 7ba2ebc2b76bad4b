import { crlAddresses } from '../../certificate/addresses.ts';
import { isSmimeSubscriber } from '../../certificate/smime-profile.ts';
import { certificateRule } from '../certificate-rule.ts';

export const distributionPointsPresent = certificateRule({
  name: 'smime/distribution-points-present',
  clause: 'S/MIME Baseline Requirements 7.1.2.3.b',
  from: '2023-09-01',
  appliesTo: isSmimeSubscriber,
  check: (certificate) =>
    crlAddresses(certificate).some(({ kind }) => kind === 'uniformResourceIdentifier')
      ? undefined
      : 'cRLDistributionPoints with a URI is missing',
});
