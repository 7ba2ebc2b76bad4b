/** Dry runs of enrollments: what would be issued, who decides each field of it, and what would refuse it. */
import { formatFields, type CertificateField } from '@sealwright/pki';
import type { AppError } from '../../../../kernel/errors.ts';
import { type AccessControl, actorOf } from '../../../access/index.ts';
import type { AuditLog } from '../../../audit/index.ts';
import type { FindingOfLint, SupersedeCertificates } from '../../../ca/index.ts';
import { type Decider, type FieldDecision, FieldDecisions, type LeftOutField } from '../../../profiles/index.ts';
import { type CaaReport, untilLookedUp } from '../../caa/index.ts';
import type { EndEntityStore } from '../../end-entities/index.ts';
import { requireUsername } from '../checks/username.ts';
import { claimRefusalOf, claims } from '../steps/one-user-claims.ts';
import { planSupersession } from '../steps/supersession.ts';
import type { CertificateToBe, RehearsedEnrollment } from './rehearsed-enrollment.ts';

/** Answer to a dry run. */
export interface EnrollmentDryRun {
  readonly outcome: 'dry-run';
  readonly format: CertificateToBe['format'];
  /** The certificate without its signature; TBSCertificate in DER, or what an SSH CA signs. */
  readonly tbs: Uint8Array;
  /** The same for people. */
  readonly text: string;
  readonly fields: readonly DecidedField[];
  /** Fields that were asked for and are not in the certificate. */
  readonly leftOut: readonly Named<LeftOutField>[];
  readonly findings: readonly FindingOfLint[];
  /** Lines on what CAA records say of the names; none where the certificate profile does not ask. */
  readonly caa: CaaReport;
  /** Errors that the enrollment would end with now, in the order of their steps; none when it would be done. */
  readonly refusals: readonly AppError[];
  readonly approvalRequired: boolean;
  /** True when the key is to be generated in the enrollment, and that in the certificate is nobody's. */
  readonly placeholderKey: boolean;
}

/** A field of the certificate, with who decides it. */
export type DecidedField = CertificateField & { readonly decision: Named<Omit<FieldDecision, 'field'>> };

/** With the name of the document that decides; undefined when none does. */
export type Named<D> = D & { readonly name: string | undefined };

export interface DryRunsDeps {
  readonly access: AccessControl;
  readonly audit: AuditLog;
  readonly endEntities: Pick<EndEntityStore, 'findClaimant'>;
  readonly supersession: SupersedeCertificates;
}

export class DryRuns {
  readonly #deps: DryRunsDeps;

  constructor(deps: DryRunsDeps) {
    this.#deps = deps;
  }

  /**
   * Takes the steps of an enrollment once, and tells what its commit would be refused for. Nothing becomes durable but the audit record, and
   * no key or name is claimed. Claims and supersession are left to the dry run of the finalization where others have to approve the enrollment first.
   *
   * @param plan - takes all steps before this one, and takes them again when CAA records were looked up
   * @throws what `plan` throws, and AccessDeniedError for certificates that the new one would supersede
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
    // An enrollment that waits for others looks at other certificates and end entities only when it is finalized.
    if (!approvalRequired) {
      await planSupersession(this.#deps, rehearsed);
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
      const claimant = await this.#deps.endEntities.findClaimant(claim);
      if (claimant !== undefined && claimant !== endEntity.id) refusals.push(claimRefusalOf(claim.op, endEntity));
    }
    return refusals;
  }

  async #record(
    { administrator, authority, endEntity: { username }, details }: RehearsedEnrollment,
    refusals: readonly AppError[],
  ): Promise<void> {
    await this.#deps.audit.record({
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

/** Adds the names of the documents that an enrollment is under. */
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
