/** Approvals required for acts on a CA or on certificates that it has issued. */
import { type ApprovalAction, approvalProfileFor, type NeededApproval } from '../../approvals/index.ts';
import type { Configuration } from '../../configuration/index.ts';
import { certificateProfileType } from '../../profiles/index.ts';
import type { CertificateAuthority } from '../kinds/index.ts';

/**
 * Returns the approval that an act needs, from the certificate profile or else from the CA.
 *
 * @param certificateProfileId - of the certificate concerned; a removed profile requires no approval
 * @returns undefined if it needs none
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
