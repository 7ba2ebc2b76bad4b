/** Acts that must be approved, as CAs and certificate profiles set them. */
import { Type } from 'typebox';
import { reference, type ReportProblem } from '../configuration/index.ts';
import { type BuiltInApproval, TWO_ADMINISTRATORS } from './built-in-approval.ts';

/** The acts for which approval can be required, with their names in the configuration dump. */
const ACTIONS = {
  addEditEndEntity: 'Add or Edit End Entity',
  keyRecovery: 'Key Recovery',
  revocation: 'Revocation',
  caActivation: 'CA Activation',
} as const;

export type ApprovalAction = keyof typeof ACTIONS;

/** Document id of the approval profile of each act; `None` for an act that would need approval by default and is exempt. */
export type ApprovalSettings = Readonly<Partial<Record<ApprovalAction, number | typeof WAIVED>>>;

/** The approval that an act needs: a profile, by document id, or the built-in rules. */
export type NeededApproval = number | BuiltInApproval;

const WAIVED = 'None';

const profileOf = (action: Exclude<ApprovalAction, 'keyRecovery'>, act: string) =>
  Type.Optional(
    reference('APPROVALPROFILE', { title: ACTIONS[action], description: `The approval profile of ${act}.` }),
  );

/** The member `approvals` of the document. */
export const approvalsMember = Type.Object(
  {
    addEditEndEntity: profileOf('addEditEndEntity', 'enrollments, and of end entities that are added or edited'),
    keyRecovery: Type.Optional(
      reference('APPROVALPROFILE', {
        title: ACTIONS.keyRecovery,
        description:
          'The approval profile of key recovery. Without one, two other administrators have to approve. `None`: nobody has to.',
        words: [WAIVED],
      }),
    ),
    revocation: profileOf('revocation', 'revocations of certificates'),
    caActivation: profileOf('caActivation', 'taking a CA online again'),
  },
  {
    title: 'Approval Settings',
    description:
      'The approval profile of each act that waits for approval. What a certificate profile says goes before what the CA says. An act without a profile is done at once, except key recovery.',
    additionalProperties: false,
    default: {},
  },
);

/**
 * Reads {@link approvalsMember}. A profile for an act that never waits for approval there is refused.
 *
 * @param possible - the acts that can wait for approval under these settings
 */
export function approvalSettings(
  settings: ApprovalSettings,
  possible: readonly ApprovalAction[],
  report: ReportProblem,
): ApprovalSettings {
  for (const action of Object.keys(settings) as ApprovalAction[]) {
    if (possible.includes(action)) continue;
    report(`approvals.${action}`, `is set, which nothing here waits for; ${possible.join(', ')} can be`);
  }
  return settings;
}

/**
 * Returns the approval that an act needs; undefined when it needs none. What the certificate profile says goes before what the CA says, and
 * key recovery needs two approvals where neither says anything.
 */
export function approvalProfileFor(
  action: ApprovalAction,
  { certificateProfile, ca }: { readonly certificateProfile: ApprovalSettings; readonly ca: ApprovalSettings },
): NeededApproval | undefined {
  const set = certificateProfile[action] ?? ca[action] ?? (action === 'keyRecovery' ? TWO_ADMINISTRATORS : WAIVED);
  return set === WAIVED ? undefined : set;
}
