/** Enrollment of an existing end entity by its password: its certificate has the names and profiles of the end entity. */
import { subjectAltName } from '@sealwright/pki';
import { WithDeps } from '../../../kernel/with-deps.ts';
import { type Administrator, NamedResource, Resource, type UseCaseDeps } from '../../access/index.ts';
import { type Authorities, getByName } from '../../ca/index.ts';
import type { FieldDecisions } from '../../profiles/index.ts';
import {
  type AuthenticatedEndEntity,
  type AuthenticateEndEntity,
  type EndEntity,
  type EndEntityStore,
  type Login,
  TOKEN_TYPE,
} from '../end-entities/index.ts';
import { EndEntityCannotEnrollError } from '../errors/index.ts';
import {
  type CertificateRequestType,
  readCertificateRequest,
  type RequestedCertificate,
  type VerifySignature,
} from '../requests/index.ts';
import { rightsToFinalize } from './checks/authorize-enrollment.ts';
import { requireUsername } from './checks/username.ts';
import type { CommitEnrollment } from './steps/commit-enrollment.ts';
import { afterEnrollment, namesOf, orderOf, requireEnrollableNow } from './enrollment-of-end-entity.ts';
import type { AnyCheckedEnrollment } from './checked-enrollment.ts';
import type { DryRuns, EnrollmentDryRun } from './dry-run/dry-runs.ts';
import { type EnrolledCertificate, noting, type ReadRequest } from './steps/enrollment-order.ts';
import type { EnrollmentSteps } from './enrollment-steps.ts';

/** A request for a certificate by an end entity that authenticates with its password. */
export interface PasswordEnrollment extends Login {
  readonly certificateAuthorityName: string;
  /** Certificate request as in `EnrollmentWithRequest`. */
  readonly certificateRequest: string;
  readonly certificateRequestType: CertificateRequestType;
}

export interface EnrollWithPasswordDeps extends Pick<UseCaseDeps, 'access' | 'clock' | 'configuration'> {
  readonly authentication: AuthenticateEndEntity;
  readonly authorities: Authorities;
  readonly endEntities: EndEntityStore;
  readonly steps: EnrollmentSteps;
  readonly commit: CommitEnrollment;
  readonly dryRuns: DryRuns;
  readonly verifySignature: VerifySignature;
}

export class EnrollWithPassword extends WithDeps<EnrollWithPasswordDeps> {
  /**
   * Issues a certificate for the key of the request. Its names are those of the end entity, whatever the request contains.
   *
   * The caller needs the right to issue certificates at the CA; end entities of other CAs count as unknown. No approval is required, since the end
   * entity was approved when it was added.
   *
   * @throws AccessDeniedError, `ca.not_found`, `ra.not_authenticated`, `access.too_many_passwords`, {@link EndEntityCannotEnrollError}, and the
   *   errors of enrollment
   */
  async enroll(administrator: Administrator, enrollment: PasswordEnrollment): Promise<EnrolledCertificate> {
    const { commit, steps } = this.deps;
    const authenticated = await this.#authenticate(administrator, enrollment);
    const read = this.#reader(enrollment);
    return commit.run(enrollment.username, async () => {
      const { checked, existing } = await this.#check(administrator, enrollment, { authenticated, read });
      return steps.issue(afterEnrollment(checked, existing));
    });
  }

  /** Returns what {@link enroll} would issue. @throws the errors of that method */
  async dryRun(administrator: Administrator, enrollment: PasswordEnrollment): Promise<EnrollmentDryRun> {
    const { dryRuns, steps } = this.deps;
    const authenticated = await this.#authenticate(administrator, enrollment);
    const read = this.#reader(enrollment);
    return dryRuns.run(enrollment.username, async (decisions) => {
      const { checked, existing } = await this.#check(administrator, enrollment, { authenticated, read, decisions });
      return steps.rehearse(afterEnrollment(checked, existing), decisions);
    });
  }

  async #authenticate(administrator: Administrator, enrollment: PasswordEnrollment): Promise<AuthenticatedEndEntity> {
    requireUsername(enrollment.username);
    const caId = await this.#requireCa(administrator, enrollment);
    return this.deps.authentication.authenticate(administrator, enrollment, (found) => found.caId === caId);
  }

  async #check(
    administrator: Administrator,
    { username, certificateAuthorityName, certificateRequestType: type }: PasswordEnrollment,
    { authenticated, read, decisions }: Authenticated,
  ): Promise<{ readonly checked: AnyCheckedEnrollment; readonly existing: EndEntity }> {
    const { authentication, endEntities, steps } = this.deps;
    const present = await authentication.requireStill(authenticated, await endEntities.findByUsername(username));
    requireEnrollable(present);
    const order = await orderOf(present, certificateAuthorityName, this.deps);
    const requested = withNamesOf(present, noting(await read(), decisions), decisions);
    const checked = await steps.check(type, administrator, order, async () => requested, rightsToFinalize);
    // Ensures that the checked end entity is the authenticated one.
    return { checked, existing: await authentication.requireStill(authenticated, checked.existing) };
  }

  async #requireCa(
    administrator: Administrator,
    { certificateAuthorityName: name }: PasswordEnrollment,
  ): Promise<number> {
    const { access, authorities } = this.deps;
    const id = (await authorities.findByName(name))?.id;
    await access.authorize(administrator, Resource.caFunctionality.createCertificate, NamedResource.ca({ id, name }));
    return (await getByName(authorities, name)).id;
  }

  /** Returns a function that reads the request once, however often it is called. */
  #reader({ certificateRequest: text, certificateRequestType: type, password }: PasswordEnrollment): ReadRequest {
    const { verifySignature } = this.deps;
    let read: RequestedCertificate | undefined;
    return async () => (read ??= await readCertificateRequest({ text, type }, { verifySignature, password }));
  }
}

/** An enrollment whose end entity is authenticated. */
interface Authenticated {
  readonly authenticated: AuthenticatedEndEntity;
  readonly read: ReadRequest;
  readonly decisions?: FieldDecisions;
}

/** Refuses an end entity with settings that an enrollment with a request would ignore. */
function requireEnrollable(endEntity: EndEntity): void {
  const { username, tokenType } = endEntity;
  if (tokenType !== TOKEN_TYPE.USERGENERATED)
    throw new EndEntityCannotEnrollError(
      username,
      'its token is a keystore; enroll a keystore, or set its token to USERGENERATED',
    );
  requireEnrollableNow(endEntity);
}

function withNamesOf(
  endEntity: EndEntity,
  requested: RequestedCertificate,
  decisions: FieldDecisions | undefined,
): RequestedCertificate {
  const extensions = requested.extensions.filter(({ oid }) => oid !== subjectAltName.oid);
  return { ...requested, ...namesOf(endEntity, decisions), extensions };
}
