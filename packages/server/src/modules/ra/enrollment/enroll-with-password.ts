/** Enrollment of an end entity that exists, by its password: it gets a certificate of the names and profiles that it has. */
import { subjectAltName } from '@sealwright/pki';
import type { Clock } from '../../../kernel/clock.ts';
import { type AccessControl, type Administrator, NamedResource, Resource } from '../../access/index.ts';
import { type Authorities, getByName } from '../../ca/index.ts';
import type { Configuration } from '../../configuration/index.ts';
import {
  type AuthenticateEndEntity,
  type EndEntity,
  type EndEntityStore,
  type Login,
  TOKEN_TYPE,
} from '../end-entities/index.ts';
import { EndEntityCannotEnrollError } from '../errors.ts';
import {
  type CertificateRequestType,
  readCertificateRequest,
  type RequestedCertificate,
  type VerifySignature,
} from '../requests/index.ts';
import { rightsToFinalize } from './checks/authorize-enrollment.ts';
import { requireUsername } from './checks/username.ts';
import type { CommitEnrollment } from './commit-enrollment.ts';
import { afterEnrollment, namesOf, orderOf, requireEnrollableNow } from './enrollment-of-end-entity.ts';
import type { EnrolledCertificate } from './enrollment-order.ts';
import type { EnrollmentSteps } from './enrollment-steps.ts';

/** A request for a certificate by an end entity that shows its password. */
export interface PasswordEnrollment extends Login {
  readonly certificateAuthorityName: string;
  /** As of `EnrollmentWithRequest`. */
  readonly certificateRequest: string;
  readonly certificateRequestType: CertificateRequestType;
}

export interface EnrollWithPasswordDeps {
  readonly access: AccessControl;
  readonly authentication: AuthenticateEndEntity;
  readonly authorities: Authorities;
  readonly configuration: Configuration;
  readonly endEntities: EndEntityStore;
  readonly steps: EnrollmentSteps;
  readonly commit: CommitEnrollment;
  readonly verifySignature: VerifySignature;
  readonly clock: Clock;
}

export class EnrollWithPassword {
  readonly #deps: EnrollWithPasswordDeps;

  constructor(deps: EnrollWithPasswordDeps) {
    this.#deps = deps;
  }

  /**
   * Issues a certificate for the key of the request. Its names are those of the end entity, whatever the request says.
   *
   * The caller may issue certificates at the CA; an end entity of another CA is not known there. Nobody has to approve: the end entity was
   * approved when it was made.
   *
   * @throws AccessDeniedError, `ca.not_found`, `ra.not_authenticated`, `access.too_many_passwords`, {@link EndEntityCannotEnrollError}, and
   *   what enrollment refuses
   */
  async enroll(administrator: Administrator, enrollment: PasswordEnrollment): Promise<EnrolledCertificate> {
    const { authentication, commit, endEntities, steps } = this.#deps;
    const { username } = enrollment;
    requireUsername(username);
    const caId = await this.#requireCa(administrator, enrollment);
    const authenticated = await authentication.authenticate(administrator, enrollment, (found) => found.caId === caId);
    let read: RequestedCertificate | undefined;
    return commit.run(username, async () => {
      const present = await authentication.requireStill(authenticated, await endEntities.findByUsername(username));
      requireEnrollable(present);
      const order = await orderOf(present, enrollment.certificateAuthorityName, this.#deps);
      read ??= await this.#read(enrollment);
      const requested = withNamesOf(present, read);
      const { certificateRequestType: type } = enrollment;
      const checked = await steps.check(type, administrator, order, async () => requested, rightsToFinalize);
      // The end entity that was checked is the one that has authenticated.
      await authentication.requireStill(authenticated, checked.existing);
      return steps.issue(afterEnrollment(checked, checked.existing!));
    });
  }

  async #requireCa(
    administrator: Administrator,
    { certificateAuthorityName: name }: PasswordEnrollment,
  ): Promise<number> {
    const { access, authorities } = this.#deps;
    const id = (await authorities.findByName(name))?.id;
    await access.authorize(administrator, Resource.caFunctionality.createCertificate, NamedResource.ca({ id, name }));
    return (await getByName(authorities, name)).id;
  }

  #read({ certificateRequest: text, certificateRequestType: type, password }: PasswordEnrollment) {
    return readCertificateRequest({ text, type }, { verifySignature: this.#deps.verifySignature, password });
  }
}

/** Refuses an end entity of which something says how it enrolls that a request for a certificate would not obey. */
function requireEnrollable(endEntity: EndEntity): void {
  const { username, tokenType } = endEntity;
  if (tokenType !== TOKEN_TYPE.USERGENERATED)
    throw new EndEntityCannotEnrollError(
      username,
      'its token is a keystore; enroll a keystore, or set its token to USERGENERATED',
    );
  requireEnrollableNow(endEntity);
}

function withNamesOf(endEntity: EndEntity, requested: RequestedCertificate): RequestedCertificate {
  const extensions = requested.extensions.filter(({ oid }) => oid !== subjectAltName.oid);
  return { ...requested, ...namesOf(endEntity), extensions };
}
