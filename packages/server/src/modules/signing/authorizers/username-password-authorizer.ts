import type { AuthorizationContext, Authorized, Authorizer, AuthorizerKind } from './authorizer.ts';
import type { Client, WorkerProperties } from '../worker-contract/index.ts';
import { ClientNotAuthenticatedError } from './errors.ts';
import { isPassword, readUserPassword, type UserPassword } from './user-password.ts';

/** Admits clients with the password of a user: the property `USER.NAME`, the name in any letter case. */
export const usernamePasswordAuthorizer: AuthorizerKind = {
  names: ['org.signserver.server.UsernamePasswordAuthorizer'],
  make: (properties) => new UsernamePasswordAuthorizer(readUsers(properties)),
};

class UsernamePasswordAuthorizer implements Authorizer {
  readonly #users: ReadonlyMap<string, UserPassword>;

  constructor(users: ReadonlyMap<string, UserPassword>) {
    this.#users = users;
  }

  async authorize({ password: given, remoteAddress }: Client, context: AuthorizationContext): Promise<Authorized> {
    const { passwordAttempts, worker } = context;
    if (given === undefined) throw new ClientNotAuthenticatedError('Username/password authentication required');
    const name = given.username.toUpperCase();
    const stored = this.#users.get(name);
    // An unknown username takes as long as a wrong password.
    const known = await passwordAttempts.check(`${worker.id}/${name}`, remoteAddress, () => {
      return isPassword(stored ?? NOBODY, given.password) && stored !== undefined;
    });
    if (!known) throw new ClientNotAuthenticatedError('Authentication denied');
    return { username: given.username };
  }
}

function readUsers(properties: WorkerProperties): ReadonlyMap<string, UserPassword> {
  const users = new Map<string, UserPassword>();
  for (const name of properties.names()) {
    const secret = name.startsWith(PREFIX) ? properties.secret(name) : undefined;
    if (secret === undefined) continue;
    const password = readUserPassword(secret.reveal());
    if (password === undefined)
      properties.report(
        name,
        'has colons and is not HASH:ALGORITHM or HASH:ALGORITHM:SALT with SHA1, SHA224, SHA256, SHA384 or SHA512',
      );
    else users.set(name.slice(PREFIX.length), password);
  }
  return users;
}

const PREFIX = 'USER.';
const NOBODY = readUserPassword('')!;
