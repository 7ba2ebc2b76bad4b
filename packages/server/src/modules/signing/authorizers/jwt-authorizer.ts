import type { JWTPayload } from 'jose';
import { isUserName } from '../../../kernel/text/user-name.ts';
import type { AuthorizationContext, Authorized, Authorizer, AuthorizerKind } from './authorizer.ts';
import type { Client } from '../worker-contract/index.ts';
import { ClientNotAuthenticatedError } from './errors.ts';
import { type ClaimRule, readTokenSettings, type TokenSettings } from './token-settings.ts';

/**
 * Admits clients with a bearer token (RFC 6750) signed by an authorization server: a JWT (RFC 7519) with a claim that one of the worker's
 * rules names.
 */
export const jwtAuthorizer: AuthorizerKind = {
  names: ['org.signserver.server.jwtauth.JwtAuthorizer'],
  make: (properties) => new JwtAuthorizer(readTokenSettings(properties)),
};

class JwtAuthorizer implements Authorizer {
  readonly #settings: TokenSettings;

  constructor(settings: TokenSettings) {
    this.#settings = settings;
  }

  async authorize({ bearerToken }: Client, { clock }: AuthorizationContext): Promise<Authorized> {
    if (bearerToken === undefined) throw new ClientNotAuthenticatedError('Bearer token required');
    const claims = await this.#verify(bearerToken, new Date(clock.nowMs()));
    if (claims === undefined || !this.#settings.rules.some((rule) => fits(rule, claims)))
      throw new ClientNotAuthenticatedError('Authentication denied');
    // The subject is recorded as username. The library does not check it.
    if (claims.sub !== undefined && !isUserName(claims.sub))
      throw new ClientNotAuthenticatedError('Authentication denied');
    return { username: claims.sub };
  }

  /** Returns the claims of a token that is valid now; undefined for an invalid one. */
  async #verify(token: string, currentDate: Date): Promise<JWTPayload | undefined> {
    // Loaded by the first worker that asks for tokens.
    const { decodeJwt, errors, jwtVerify } = await import('jose');
    const { issuers, audiences, typeOptional } = this.#settings;
    try {
      const { iss } = decodeJwt(token);
      const issuer = issuers.find(({ name }) => name === iss);
      if (issuer === undefined) return undefined;
      const { payload, protectedHeader } = await jwtVerify(token, issuer.publicKey, {
        // Only algorithms of the key's kind are accepted: the token can choose neither another kind nor `none`.
        algorithms: [...issuer.algorithms],
        issuer: issuer.name,
        ...(audiences === undefined ? {} : { audience: [...audiences] }),
        requiredClaims: ['exp'],
        clockTolerance: TOLERANCE_SECONDS,
        currentDate,
      });
      return hasRightType(protectedHeader.typ, typeOptional) ? payload : undefined;
    } catch (error) {
      if (error instanceof errors.JOSEError) return undefined;
      throw error;
    }
  }
}

/** Tells whether a claim has the value, or is a list that contains it. */
function fits({ issuer, claim, value }: ClaimRule, claims: JWTPayload): boolean {
  if (claims.iss !== issuer || !Object.hasOwn(claims, claim)) return false;
  return [claims[claim]]
    .flat()
    .some((held) => ['string', 'number', 'boolean'].includes(typeof held) && String(held) === value);
}

/** Tells whether the type is acceptable: tokens for other uses, such as logout, are refused (RFC 8725 §3.11). RFC 9068 §2.1 types access tokens. */
function hasRightType(type: string | undefined, optional: boolean): boolean {
  if (type === undefined) return optional;
  return ['jwt', 'at+jwt'].includes(type.toLowerCase().replace(/^application\//, ''));
}

/** Tolerance for clock skew. */
const TOLERANCE_SECONDS = 30;
