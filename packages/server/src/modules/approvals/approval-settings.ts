/** Which acts have to be approved: a setting of CAs and of certificate profiles. */
import { Type } from 'typebox';
import { reference, type ReportProblem } from '../configuration/index.ts';

/** The acts that can have to be approved, with what the configuration dump calls them. */
const ACTIONS = {
  addEditEndEntity: 'Add or Edit End Entity',
  keyRecovery: 'Key Recovery',
  revocation: 'Revocation',
  caActivation: 'CA Activation',
} as const;

export type ApprovalAction = keyof typeof ACTIONS;

/** The approval profile of each act that has to be approved, by document id. */
export type ApprovalSettings = Readonly<Partial<Record<ApprovalAction, number>>>;

const profileOf = (action: ApprovalAction, act: string) =>
  Type.Optional(
    reference('APPROVALPROFILE', { title: ACTIONS[action], description: `The approval profile of ${act}.` }),
  );

/** The member `approvals` of the document. */
export const approvalsMember = Type.Object(
  {
    addEditEndEntity: profileOf('addEditEndEntity', 'enrollments'),
    keyRecovery: profileOf('keyRecovery', 'key recovery, which is refused everywhere: there is no key recovery yet'),
    revocation: profileOf('revocation', 'revocations of certificates'),
    caActivation: profileOf('caActivation', 'taking a CA online again'),
  },
  {
    title: 'Approval Settings',
    description:
      'The approval profile of each act that waits for approval. What a certificate profile says goes before what the CA says. An act without a profile is done at once.',
    additionalProperties: false,
    default: {},
  },
);

/**
 * Reads {@link approvalsMember}. An act that would go on without approval is no act to set a profile for.
 *
 * @param possible - the acts that wait for approval where the settings hold
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

/** The approval profile that an act needs. What the certificate profile says goes before what the CA says. */
export function approvalProfileFor(
  action: ApprovalAction,
  { certificateProfile, ca }: { readonly certificateProfile: ApprovalSettings; readonly ca: ApprovalSettings },
): number | undefined {
  return certificateProfile[action] ?? ca[action];
}
