/** Approvals that acts on a CA, or on what it has issued, need. */
import { type ApprovalAction, approvalProfileFor, type NeededApproval } from '../../approvals/index.ts';
import type { Configuration } from '../../configuration/index.ts';
import { certificateProfileType } from '../../profiles/index.ts';
import type { CertificateAuthority } from './certificate-authority.ts';

/**
 * Returns the approval that an act needs: that of the certificate profile, or else of the CA.
 *
 * @param certificateProfileId - of the certificate that it is done to; one that is gone asks for nothing
 * @returns undefined when it needs none
 */
export async function neededApproval(
  action: ApprovalAction,
  { settings }: CertificateAuthority,
  certificateProfileId: number,
  configuration: Configuration,
): Promise<NeededApproval | undefined> {
  const profile = await configuration.findById(certificateProfileType, certificateProfileId);
  return approvalProfileFor(action, {
    certificateProfile: profile?.value.approvals ?? {},
    ca: settings.approvals,
  });
}
