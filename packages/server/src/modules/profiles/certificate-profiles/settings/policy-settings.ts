/** Certificate policies as settings of a profile or a CA. */
import { type CertificatePolicy, isOid, oid, type PolicyQualifier } from '@sealwright/pki';
import { type Static, Type } from 'typebox';
import type { ReportProblem } from '../../../configuration/index.ts';

/** One policy with at most one qualifier; a policy with two qualifiers is listed twice. */
export const certificatePolicySchema = Type.Object(
  {
    policyId: Type.String({
      title: 'Policy ID',
      description: 'The object identifier of the policy, such as `2.5.29.32.0` (any policy).',
      maxLength: 128,
    }),
    qualifierId: Type.String({
      title: 'Qualifier ID',
      description:
        'What `qualifier` is: `1.3.6.1.5.5.7.2.1` (CPS) or `1.3.6.1.5.5.7.2.2` (user notice). Empty: there is none.',
      maxLength: 128,
      default: '',
    }),
    qualifier: Type.String({
      description: 'The address of the certification practice statement, or the text of the user notice.',
      maxLength: 4096,
      default: '',
    }),
  },
  { additionalProperties: false },
);

/** Reads the setting `certificatePolicies`, and reports problems. */
export function policiesOf(settings: readonly PolicySettings[], report: ReportProblem): readonly CertificatePolicy[] {
  return mergePolicies(settings.flatMap((policy, index) => policyOf(policy, index, report)));
}

type PolicySettings = Static<typeof certificatePolicySchema>;

function policyOf(
  { policyId, qualifierId, qualifier }: PolicySettings,
  index: number,
  report: ReportProblem,
): CertificatePolicy[] {
  const field = `certificatePolicies[${index}]`;
  if (!isOid(policyId)) {
    report(`${field}.policyId`, `is '${policyId}' and has to be an object identifier such as 2.5.29.32.0`);
    return [];
  }
  if (qualifierId === '') return [{ policy: oid(policyId), qualifiers: [] }];
  const made = QUALIFIERS.get(qualifierId)?.(qualifier);
  if (made === undefined) {
    report(`${field}.qualifierId`, `is '${qualifierId}' and has to be ${CPS}, ${USER_NOTICE} or empty`);
    return [];
  }
  return [{ policy: oid(policyId), qualifiers: [made] }];
}

/** Merges policies, since each has one entry in a certificate with all its qualifiers (RFC 5280 §4.2.1.4). */
function mergePolicies(policies: readonly CertificatePolicy[]): CertificatePolicy[] {
  const merged = new Map<string, CertificatePolicy>();
  for (const { policy, qualifiers } of policies) {
    const before = merged.get(policy)?.qualifiers ?? [];
    merged.set(policy, { policy, qualifiers: [...before, ...qualifiers] });
  }
  return [...merged.values()];
}

const CPS = '1.3.6.1.5.5.7.2.1';
const USER_NOTICE = '1.3.6.1.5.5.7.2.2';
const QUALIFIERS: ReadonlyMap<string, (text: string) => PolicyQualifier> = new Map<
  string,
  (text: string) => PolicyQualifier
>([
  [CPS, (uri) => ({ type: 'cps', uri })],
  [USER_NOTICE, (text) => ({ type: 'userNotice', explicitText: { type: 'utf8String', text } })],
]);
