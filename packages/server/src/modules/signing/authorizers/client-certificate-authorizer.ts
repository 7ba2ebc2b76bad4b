import type { AuthorizationContext, Authorized, Authorizer, AuthorizerKind } from '../authorizer.ts';
import { ClientNotAuthorizedError } from '../errors.ts';
import type { Client } from '../signing-request.ts';
import { type CheckedRule, checkRules, matches } from './client-rules.ts';

/** Lets in who shows a certificate that one of the worker's rules names. */
export const clientCertificateAuthorizer: AuthorizerKind = {
  names: ['CLIENTCERT', 'org.signserver.server.ClientCertAuthorizer'],
  make: (properties, rules) => new ClientCertificateAuthorizer(checkRules(rules, properties)),
};

class ClientCertificateAuthorizer implements Authorizer {
  readonly #rules: readonly CheckedRule[];

  constructor(rules: readonly CheckedRule[]) {
    this.#rules = rules;
  }

  async authorize({ certificate: shown }: Client, { certificates, worker }: AuthorizationContext): Promise<Authorized> {
    if (shown === undefined) throw new ClientNotAuthorizedError('Error, client authentication is required.');
    const certificate = await certificates.verify(shown);
    if (certificate === undefined) throw new ClientNotAuthorizedError(`Worker ${worker.id}: Client is not authorized`);
    if (!this.#rules.some((rule) => matches(rule, certificate))) {
      const { subject, serialNumber, issuer } = certificate;
      throw new ClientNotAuthorizedError(
        `Worker ${worker.id}: Client is not authorized: "${subject.toString()}", "${serialNumber}, ${issuer.toString()}"`,
      );
    }
    return { username: undefined, certificate };
  }
}
