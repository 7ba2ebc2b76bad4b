/** Dry runs of enrollments: the certificate that would be issued, who decides each field, and the errors it would cause. */
import { formatFields, type CertificateField } from '@sealwright/pki';
import type { AppError } from '../../../../kernel/errors.ts';
import { WithDeps } from '../../../../kernel/with-deps.ts';
import { actorOf, type UseCaseDeps } from '../../../access/index.ts';
import type { FindingOfLint, SupersedeCertificates } from '../../../ca/index.ts';
import { type Decider, type FieldDecision, FieldDecisions, type LeftOutField } from '../../../profiles/index.ts';
import { type CaaReport, untilLookedUp } from '../../caa/index.ts';
import type { EndEntityStore } from '../../end-entities/index.ts';
import { requireUsername } from '../checks/username.ts';
import { claimRefusalOf, claims } from '../steps/one-user-claims.ts';
import { planSupersession } from '../steps/supersession.ts';
import type { CertificateToBe, RehearsedEnrollment } from './rehearsed-enrollment.ts';

/** Result of a dry run. */
export interface EnrollmentDryRun {
  readonly outcome: 'dry-run';
  readonly format: CertificateToBe['format'];
  /** The certificate without its signature: TBSCertificate in DER, or the octets that an SSH CA signs. */
  readonly tbs: Uint8Array;
  /** The certificate in readable form. */
  readonly text: string;
  readonly fields: readonly DecidedField[];
  /** Requested fields that are not in the certificate. */
  readonly leftOut: readonly Named<LeftOutField>[];
  readonly findings: readonly FindingOfLint[];
  /** CAA findings about the names; empty if the certificate profile requires no check. */
  readonly caa: CaaReport;
  /** Errors with which the enrollment would fail now, in the order of its steps; empty if it would succeed. */
  readonly refusals: readonly AppError[];
  readonly approvalRequired: boolean;
  /** True if the enrollment would generate the key; the one in the certificate is a placeholder. */
  readonly placeholderKey: boolean;
}

/** A field of the certificate with its decision. */
export type DecidedField = CertificateField & { readonly decision: Named<Omit<FieldDecision, 'field'>> };

/** A decision with the name of the document; undefined if no document decides. */
export type Named<D> = D & { readonly name: string | undefined };

export interface DryRunsDeps extends Pick<UseCaseDeps, 'access' | 'audit'> {
  readonly endEntities: Pick<EndEntityStore, 'findClaimant'>;
  readonly supersession: SupersedeCertificates;
}

export class DryRuns extends WithDeps<DryRunsDeps> {
  /**
   * Takes the steps of an enrollment once, and finds the errors with which its commit would fail. Only the audit record becomes durable, and no key
   * or name is claimed. If the enrollment requires approval, claims and supersession are left to the dry run of the finalization.
   *
   * @param plan - takes all steps before the commit, and again after CAA lookups
   * @throws the errors of `plan`, and AccessDeniedError for certificates that the new one would supersede
   */
  async run(
    username: string,
    plan: (decisions: FieldDecisions) => Promise<RehearsedEnrollment>,
  ): Promise<EnrollmentDryRun> {
    requireUsername(username);
    return untilLookedUp(async () => {
      const decisions = new FieldDecisions();
      return this.#answer(await plan(decisions), decisions);
    });
  }

  async #answer(rehearsed: RehearsedEnrollment, decisions: FieldDecisions): Promise<EnrollmentDryRun> {
    const { certificate, publicKeySha256, approvalRequired = false } = rehearsed;
    const refusals = [...certificate.refusals];
    // An enrollment that waits for approval checks other certificates and end entities only when it is finalized.
    if (!approvalRequired) {
      await planSupersession(this.deps, rehearsed);
      refusals.push(...(await this.#claimRefusals(rehearsed)));
    }
    await this.#record(rehearsed, refusals);
    const named = namer(rehearsed);
    return {
      outcome: 'dry-run',
      format: certificate.format,
      tbs: certificate.tbs,
      text: formatFields(certificate.fields),
      fields: certificate.fields.map((field) => ({ ...field, decision: named(decisionOn(field.name, decisions)) })),
      leftOut: decisions.leftOut().map(named),
      findings: certificate.findings,
      caa: rehearsed.caa ?? [],
      refusals,
      approvalRequired,
      placeholderKey: publicKeySha256 === undefined,
    };
  }

  async #claimRefusals({
    authority,
    endEntity,
    publicKeySha256,
    claimedSubject,
  }: RehearsedEnrollment): Promise<readonly AppError[]> {
    const subjectKey = Uint8Array.fromHex(claimedSubject.key);
    const refusals: AppError[] = [];
    for (const claim of claims(authority, { publicKeySha256, subjectKey }, endEntity.id)) {
      const claimant = await this.deps.endEntities.findClaimant(claim);
      if (claimant !== undefined && claimant !== endEntity.id) refusals.push(claimRefusalOf(claim.op, endEntity));
    }
    return refusals;
  }

  async #record(
    { administrator, authority, endEntity: { username }, details }: RehearsedEnrollment,
    refusals: readonly AppError[],
  ): Promise<void> {
    await this.deps.audit.record({
      event: 'CERT_CREATION',
      outcome: 'VOID',
      actor: actorOf(administrator),
      caId: authority.id,
      username,
      details: { ...details, dryRun: true, refusals: refusals.map(({ code }) => code) },
    });
  }
}

function decisionOn(name: string, decisions: FieldDecisions): Omit<FieldDecision, 'field'> {
  const decision = decisions.of(name);
  if (decision === undefined) throw new TypeError(`nobody has decided the field '${name}'`);
  const { by, setting, because } = decision;
  return { by, setting, because };
}

/** Returns a function that adds the names of the enrollment's documents. */
function namer({ authority, certificateProfile, endEntityProfile, endEntity }: RehearsedEnrollment) {
  const names: Readonly<Record<Decider, string | undefined>> = {
    CA: authority.name,
    'certificate profile': certificateProfile.name,
    'end entity profile': endEntityProfile.name,
    'end entity': endEntity.username,
    caller: undefined,
    program: undefined,
    request: undefined,
  };
  return <D extends { readonly by: Decider }>(decision: D): Named<D> => ({ ...decision, name: names[decision.by] });
}
