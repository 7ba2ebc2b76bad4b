/** Authentication of an end entity by its password, before it enrolls. */
import { hash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Clock, nowSeconds, type SteadyClock } from '../../../kernel/clock.ts';
import {
  actorOf,
  type Administrator,
  type AttemptFailures,
  type CountedAttempts,
  TooManyPasswordsError,
  type UseCaseDeps,
} from '../../access/index.ts';
import { type CertificateHolders, identityOf } from '../../approvals/index.ts';
import type { RecordBound } from '../../audit/index.ts';
import type { CertificateStore } from '../../ca/index.ts';
import { type EndEntityProfile, endEntityProfileType } from '../../profiles/index.ts';
import { EndEntityNotAuthenticatedError } from '../errors/index.ts';
import { END_ENTITY_STATUS, type EndEntity, type EndEntityStore } from './end-entity.ts';
import { mayEnroll } from './end-entity-status.ts';
import { LOGIN_LOCKS } from './login-locks.ts';
import type { LoginAttempts } from './login-attempts.ts';
import { DECOY_VERIFIER, verifyPassword } from './password-verifier.ts';

declare const authenticated: unique symbol;

/** An end entity whose password was verified. Only {@link AuthenticateEndEntity} makes these. */
export interface AuthenticatedEndEntity {
  readonly username: string;
  readonly id: number;
  /** Verifier against which the password was checked. */
  readonly passwordVerifier: string;
  readonly [authenticated]: true;
}

/** A username and password as given by a caller. */
export interface Login {
  readonly username: string;
  readonly password: string;
}

export interface AuthenticateEndEntityDeps extends Pick<UseCaseDeps, 'audit' | 'configuration'> {
  readonly endEntities: EndEntityStore;
  readonly logins: LoginAttempts;
  readonly attempts: CountedAttempts;
  readonly certificates: Pick<CertificateStore, 'findLastEnd'>;
  readonly holders: CertificateHolders;
  /** Limits the records of refused logins, so that guessing cannot fill the audit log. */
  readonly refusals: RecordBound;
  readonly clock: Clock & SteadyClock;
}

export class AuthenticateEndEntity {
  readonly #deps: AuthenticateEndEntityDeps;
  readonly #pause: (milliseconds: number) => Promise<unknown>;

  /** @param pause - waits for some milliseconds; tests replace it */
  constructor(deps: AuthenticateEndEntityDeps, pause: (milliseconds: number) => Promise<unknown> = sleep) {
    this.#deps = deps;
    this.#pause = pause;
  }

  /**
   * Authenticates an end entity that may enroll now.
   *
   * A refusal does not tell its reason: the answer and its time are the same for an unknown username, for an end entity that has no password, may not
   * enroll or is not visible to the caller, and for a wrong password. Wrong passwords count for each caller and username, and against the limit of
   * the end entity if it has one.
   *
   * @param isVisible - tells whether the caller may know of the end entity; an invisible one loses no login attempt
   * @throws {@link EndEntityNotAuthenticatedError}, `access.too_many_passwords`
   */
  async authenticate(
    administrator: Administrator,
    login: Login,
    isVisible: (endEntity: EndEntity) => boolean | Promise<boolean>,
  ): Promise<AuthenticatedEndEntity> {
    const { attempts, clock, holders } = this.#deps;
    const begunMs = clock.steadyMs();
    // One lock per caller, so that others cannot lock the end entity out.
    const lock = `${LOGIN_LOCKS}${hash('sha256', await identityOf(administrator, holders))} ${hash('sha256', login.username)}`;
    let found: EndEntity | undefined;
    try {
      return await attempts.run(lock, PASSWORD_FAILURES, async () => {
        const candidate = await this.#deps.endEntities.findByUsername(login.username);
        found = candidate !== undefined && (await isVisible(candidate)) ? candidate : undefined;
        return this.#tryPassword(administrator, found, login.password);
      });
    } catch (error) {
      if (PASSWORD_FAILURES.isWrong(error) || error instanceof TooManyPasswordsError)
        await this.#recordRefusal(administrator, found, error);
      // No pause after too many wrong passwords, since then no password was checked.
      if (PASSWORD_FAILURES.isWrong(error))
        await this.#pause(Math.max(begunMs + REFUSED_AFTER_MS - clock.steadyMs(), 0));
      throw error;
    }
  }

  /**
   * Returns the present end entity if the verified password is still its own and it may still enroll: it may have been changed, or got a certificate,
   * meanwhile.
   *
   * @throws {@link EndEntityNotAuthenticatedError}
   */
  async requireStill(
    { id, passwordVerifier }: AuthenticatedEndEntity,
    endEntity: EndEntity | undefined,
  ): Promise<EndEntity> {
    const isSame = endEntity?.id === id && endEntity.passwordVerifier === passwordVerifier;
    if (!isSame || !(await this.#mayEnroll(endEntity))) throw new EndEntityNotAuthenticatedError();
    return endEntity;
  }

  async #tryPassword(
    administrator: Administrator,
    endEntity: EndEntity | undefined,
    password: string,
  ): Promise<AuthenticatedEndEntity> {
    const verifier = endEntity?.passwordVerifier;
    if (endEntity === undefined || verifier === undefined || !(await this.#mayEnroll(endEntity))) {
      await verifyPassword(password, DECOY_VERIFIER);
      throw new EndEntityNotAuthenticatedError();
    }
    let looked = false;
    const { renewDaysBeforeExpiration } = await this.#profileOf(endEntity);
    const caller = { actor: actorOf(administrator), renewable: renewDaysBeforeExpiration !== undefined };
    const isRight = await this.#deps.logins.run(endEntity, caller, ({ passwordVerifier }) => {
      looked = true;
      return passwordVerifier === verifier ? verifyPassword(password, verifier) : Promise.resolve(false);
    });
    if (!looked) await verifyPassword(password, DECOY_VERIFIER);
    if (!isRight) throw new EndEntityNotAuthenticatedError();
    const { id, username } = endEntity;
    return { id, username, passwordVerifier: verifier } as AuthenticatedEndEntity;
  }

  async #mayEnroll(endEntity: EndEntity): Promise<boolean> {
    const { status, id } = endEntity;
    if (mayEnroll(status)) return true;
    if (status !== END_ENTITY_STATUS.GENERATED) return false;
    const { certificates, clock } = this.#deps;
    const { renewDaysBeforeExpiration: days } = await this.#profileOf(endEntity);
    if (days === undefined) return false;
    const now = nowSeconds(clock);
    const end = await certificates.findLastEnd(id, now);
    return end !== undefined && end - days * SECONDS_PER_DAY <= now;
  }

  async #profileOf({ endEntityProfileId }: EndEntity): Promise<EndEntityProfile> {
    return (await this.#deps.configuration.getById(endEntityProfileType, endEntityProfileId)).value;
  }

  async #recordRefusal(
    administrator: Administrator,
    endEntity: EndEntity | undefined,
    error: EndEntityNotAuthenticatedError | TooManyPasswordsError,
  ): Promise<void> {
    const { audit, refusals } = this.#deps;
    const refusedSinceLastRecord = refusals.admit(
      administrator.kind === 'certificate' ? administrator.remoteAddress : administrator.kind,
      // Unknown usernames share one counter; otherwise each invented name would get a record of its own.
      endEntity === undefined ? '' : String(endEntity.id),
    );
    if (refusedSinceLastRecord === undefined) return;
    await audit.record({
      event: 'CA_USERAUTH',
      outcome: 'FAILURE',
      actor: actorOf(administrator),
      ...(endEntity === undefined ? {} : { caId: endEntity.caId, username: endEntity.username }),
      details: { refusal: error.code, refusedSinceLastRecord },
    });
  }
}

const PASSWORD_FAILURES = {
  isWrong: (error) => error instanceof EndEntityNotAuthenticatedError,
  tooEarly: (retryAfterSeconds) => new TooManyPasswordsError(retryAfterSeconds),
} satisfies AttemptFailures;

const SECONDS_PER_DAY = 86_400;
/** Longer than any refusal takes, so that the time does not reveal the reason. */
const REFUSED_AFTER_MS = 250;
